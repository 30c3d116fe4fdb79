// A match that is played or watched here, whatever its game.

import { clockText, joined } from "../lib/words.js";
import {
  matchGoneSentence, noOpponentSentence, notShownYetSentence, onlyWatchingSentence, pausedUntilSentence,
} from "./sentences.js";

/**
 * A match. What the player has in mind is the game's: `makeHand(match)` makes it, and `games.js` says what it does.
 *
 * `seating` has the match's name in `match`, its `rules`, the player's `seat` and that of a second person on this
 * device in `beside`, each null if there is none.
 */
export class Match {
  state = null;
  /** The time at which the phase ends by itself, on the clock of `performance.now()`; null if it does not. */
  phaseEndsAt = null;
  /** The time at which the state came. */
  stateAt = 0;
  /** The time at which the page came to it, and from which it counts how long an opponent is waited for. */
  enteredAt = performance.now();
  /** True if the host no longer has the match. */
  isGone = false;
  /**
   * True from the moment a lost connection is back until the host has shown the match again: it may be gone, and the
   * next state counts whatever its version.
   */
  isUnsure = false;
  /** Watches whatever the host moves on to. */
  follows = false;
  /** The `SealCheck` of its cards; null without a seal. */
  check = null;
  /** When it was dealt, and how long it took. */
  #dealtAt = null;
  #time = null;

  constructor(seating, makeHand) {
    Object.assign(this, seating);
    this.hand = makeHand(this);
  }

  /** The seat that is meant by "you"; null for watchers and for two people on this device. */
  get own() {
    return this.beside === null ? this.seat : null;
  }

  get isPlayer() {
    return this.seat !== null;
  }

  /** True if the person here plays this seat. */
  plays(seat) {
    return seat !== null && (seat === this.seat || seat === this.beside);
  }

  get isRunning() {
    return this.isPlayer && !this.isGone && ["playing", "showing", "paused"].includes(this.state?.phase);
  }

  get isOver() {
    return this.state?.phase === "over";
  }

  get isAgainstHouse() {
    return this.state?.seats.some((seat) => seat.house) ?? false;
  }

  /** True if a state can be one of this match: of its game, and with the seats of the people here. */
  fits({ game, seats }) {
    return game === this.rules.game && seats.length > Math.max(this.seat, this.beside);
  }

  /** The seats of the same match again, after a break. */
  resume(seating) {
    Object.assign(this, seating);
    this.isGone = false;
    this.isUnsure = true;
    this.hand.resume();
  }

  /**
   * Adopts a state. Returns null for one that is of no interest, otherwise what kind of step it is: `isNext` if nothing
   * was missed since the last one, `isCopy` if it was known, `hasEnded` if the match is over since.
   */
  apply(state) {
    const previous = this.state;
    if (state.match !== this.match || (previous && !this.isUnsure && state.version < previous.version)) return null;
    const now = performance.now();
    this.state = state;
    this.isUnsure = false;
    this.stateAt = now;
    this.phaseEndsAt = state.phaseEndsInMs === null ? null : now + state.phaseEndsInMs;
    const step = {
      previous, isCopy: previous?.version === state.version,
      isNext: previous ? state.version === previous.version + 1 : state.change?.kind === "deal",
      hasEnded: state.phase === "over" && previous?.phase !== "over",
    };
    if (step.isCopy) return step;
    if (state.change?.kind === "deal") this.#dealtAt = now;
    if (step.hasEnded && previous && this.#dealtAt !== null) this.#time = now - this.#dealtAt;
    this.hand.count?.(state, step);
    return step;
  }

  /** What was done in a match that is over, how long it took, and what the game adds, as far as they are known. */
  figures() {
    const { effort = null, figures = [] } = this.hand, time = this.#time && clockText(this.#time);
    return [joined([effort, time], " in "), ...figures].filter(Boolean);
  }

  /** Why nothing can be done now; null if something can. */
  get obstacle() {
    const { state } = this;
    if (!this.isPlayer) return onlyWatchingSentence;
    if (this.isGone) return matchGoneSentence;
    if (this.isUnsure) return notShownYetSentence;
    if (state.phase === "waiting") return noOpponentSentence;
    return state.phase === "paused" ? pausedUntilSentence : null;
  }
}
