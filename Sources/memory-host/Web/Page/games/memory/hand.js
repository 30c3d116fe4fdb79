// What a player of Memory has in mind: the card to flip next.

import { DOUBLE_TAP } from "../../lib/taps.js";
import { counted, fill, seatName } from "../../lib/words.js";
import { notYourTurnSentence } from "../sentences.js";
import { perfectRecall, recallLine } from "./recall.js";
import { faceUpSentence, takenSentence } from "./sentences.js";
import { placeOf } from "./words.js";

/** The moves of the person here: see `games.js` for what it does. */
export class MemoryHand {
  /** The card to flip as soon as the host allows it. */
  chosen = null;
  /** The question of the host that the last flip answered. */
  #answered = null;
  /** The last flip, and the time at which it was sent. */
  #sent = null;
  #sentAt = 0;
  /** A flip that a break left without an answer. */
  #lost = null;
  /** The pairs that each seat has found in a row, and the longest run. */
  #runs = [0, 0];
  #longest = null;
  #hasSeenAll = false;

  constructor(match) {
    this.match = match;
  }

  /** True if it is up to the person here. */
  get isAsked() {
    return this.match.plays(this.match.state.turn);
  }

  resume() {
    this.#answered = null;
  }

  lose(commands) {
    this.#lost = commands.find((command) => command === this.#sent) ?? this.#lost;
  }

  // Flipping

  pick(card) {
    const { state } = this.match;
    if (this.match.isOver) return {};
    // The second tap of a double one is meant for nothing.
    if (card === this.#sent?.card && performance.now() - this.#sentAt < DOUBLE_TAP) return {};
    const complaint = this.#complaint(card);
    if (complaint) return { complaint };
    if (this.chosen === card) {
      this.chosen = null;
      return {};
    }
    if (state.phase !== "showing" && !this.#hasAnswered()) return { command: this.#flip(card) };
    this.chosen = card;
    return { said: `Next: ${placeOf(card, state.columns)}.` };
  }

  /** Why a card cannot be flipped, by what the state shows. Whose turn comes after this one is for the host to say. */
  #complaint(card) {
    const { state, obstacle } = this.match;
    if (obstacle) return obstacle;
    if (state.phase === "playing" && !this.isAsked) return fill(notYourTurnSentence);
    const isTaken = state.seats.some((seat) => seat.taken.includes(card));
    if (!isTaken && !(state.cards[card] && state.phase === "playing")) return null;
    return fill(isTaken ? takenSentence : faceUpSentence, { place: placeOf(card, state.columns) });
  }

  #hasAnswered() {
    return this.#answered === this.match.state.ply;
  }

  #flip(card) {
    const { match, state } = this.match;
    this.#answered = state.ply;
    this.chosen = null;
    this.#sent = { type: "flip", card, match, ply: state.ply };
    this.#sentAt = performance.now();
    return this.#sent;
  }

  /** Flips the card of a flip that was lost, or the one that was chosen, if its moment has come. */
  follow() {
    const { chosen, match: { state, isOver } } = this, lost = this.#lost;
    if (isOver) this.chosen = this.#lost = null;
    if (state.phase !== "playing") return {};
    this.#lost = null;
    if (lost?.ply === state.ply && !this.#complaint(lost.card)) return { command: this.#flip(lost.card) };
    if (chosen === null || this.#hasAnswered()) return {};
    const complaint = this.#complaint(chosen);
    this.chosen = null;
    return complaint ? { complaint } : { command: this.#flip(chosen) };
  }

  /** If the last flip was refused, the newest state asks again. */
  forget(command) {
    if (command === this.#sent) this.#answered = null;
    return false;
  }

  drop() {
    const hadCard = this.chosen !== null;
    this.chosen = null;
    return hadCard;
  }

  // What is shown

  /** The turn's clock, which is shown from its beginning. */
  clock() {
    return this.match.rules.turnMs || null;
  }

  count({ change }, { isNext }) {
    const { kind, seat } = change ?? {};
    if (kind === "deal") this.#hasSeenAll = true;
    else if (!isNext) this.#hasSeenAll = false;
    if (kind === "miss" || kind === "timeout") this.#runs[seat] = 0;
    if (kind !== "pair") return;
    this.#runs[seat] += 1;
    if (this.#runs[seat] > (this.#longest?.pairs ?? 1)) this.#longest = { seat, pairs: this.#runs[seat] };
  }

  /** The turns that were taken. */
  get effort() {
    const { turnNumber, seats } = this.match.state, isEven = seats.length > 1 && turnNumber % 2 === 0;
    return turnNumber && counted(isEven ? turnNumber / 2 : turnNumber, "turn") + (isEven ? " each" : "");
  }

  /** What the players remembered, and what was special. */
  get figures() {
    const { state, own } = this.match, { seats, result } = state;
    const remembered = recallLine(result?.recall ?? [], seats.map(({ name }) => name));
    return [remembered, perfectRecall(state, own) || this.#longestRun];
  }

  get #longestRun() {
    const { state } = this.match, longest = this.#hasSeenAll ? this.#longest : null;
    const who = longest && state.seats.length > 1 ? ` (${seatName(state, longest.seat)})` : "";
    return longest && `Longest run: ${counted(longest.pairs, "pair")}${who}`;
  }
}
