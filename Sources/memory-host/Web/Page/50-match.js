// The match that this tab plays or watches, and what the page remembers about it.

/** The results of two players since they sat down together; kept while they stay. */
let series = null;

/** A match that is played or watched here. */
class Match {
  state = null;
  /** The time at which the phase ends by itself, on the clock of `performance.now()`; null if it does not. */
  phaseEndsAt = null;
  /** The card to flip as soon as the rules allow it. */
  chosen = null;
  /** True if the host no longer has the match. */
  isGone = false;
  /** Watches whatever the host moves on to. */
  follows = false;
  waitingSince = performance.now();
  tally = { dealtAt: null, time: null, seenAll: false, runs: [0, 0], longest: null };
  /** The question of the host that the last flip answered: its turn, and the cards that were open. */
  #answered = null;
  /** The last flip, and the time at which it was sent. */
  #sent = null;
  #sentAt = 0;

  constructor(seating) {
    Object.assign(this, seating);
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

  get isAgainstHouse() {
    return this.state?.seats.some((seat) => seat.house) ?? false;
  }

  /** The seats of the same match again, after a break. */
  resume(seating) {
    Object.assign(this, seating);
    this.#answered = null;
    this.isGone = false;
  }

  /**
   * Adopts a state. Returns null for one that is of no interest, otherwise what kind of step it is: `isNext` if nothing
   * was missed since the last one, `isCopy` if it was known, `hasEnded` if the match is over since.
   */
  apply(state) {
    const previous = this.state;
    if (state.match !== this.match || (previous && state.version < previous.version)) return null;
    const now = performance.now();
    this.state = state;
    this.stateAt = now;
    this.phaseEndsAt = state.phaseEndsInMs === null ? null : now + state.phaseEndsInMs;
    const step = {
      previous, isCopy: previous?.version === state.version,
      isNext: previous ? state.version === previous.version + 1 : state.change?.kind === "deal",
      hasEnded: state.phase === "over" && previous?.phase !== "over",
    };
    if (!step.isCopy) this.#count(state, step, now);
    return step;
  }

  #count(state, step, now) {
    const { tally } = this, { kind, seat } = state.change ?? {};
    if (kind === "deal") Object.assign(tally, { dealtAt: now, seenAll: true });
    else if (!step.isNext) tally.seenAll = false;
    if (kind === "pair") {
      tally.runs[seat] += 1;
      if (tally.runs[seat] > (tally.longest?.pairs ?? 0)) tally.longest = { seat, pairs: tally.runs[seat] };
    } else if (kind === "miss" || kind === "timeout") tally.runs[seat] = 0;
    if (!step.hasEnded || !step.previous) return;
    if (tally.dealtAt !== null) tally.time = now - tally.dealtAt;
    countSeries(state);
  }

  /** Turns, time and the longest run of pairs of a match that is over, as far as they are known. */
  figures() {
    const { state, tally } = this;
    const { turnNumber, seats } = state, isEven = seats.length > 1 && turnNumber % 2 === 0;
    const turns = turnNumber ? counted(isEven ? turnNumber / 2 : turnNumber, "turn") + (isEven ? " each" : "") : null;
    const lines = [[turns, tally.time ? clockText(tally.time) : null].filter(Boolean).join(" in ")];
    if (tally.seenAll && tally.longest?.pairs > 1) {
      const who = state.seats.length > 1 ? ` (${seatName(state, tally.longest.seat)})` : "";
      lines.push(`Longest run: ${tally.longest.pairs} pairs${who}`);
    }
    if (series && state.seats.length > 1) {
      const draws = series.draws ? `, ${counted(series.draws, "draw")}` : "";
      lines.push(`Series: ${scoreLine(series.names, series.wins)}${draws}`);
    }
    return lines.filter(Boolean);
  }

  /** True if it is up to the person here. */
  get isAsked() {
    return this.plays(this.state.turn);
  }

  // Flipping

  /**
   * Handles a picked card. Returns the command that flips it, or null if it was chosen for later or a complaint about
   * it was made.
   */
  pick(card) {
    const { state } = this;
    if (!state || state.phase === "over") return null;
    // The second tap of a double one is meant for nothing.
    if (card === this.#sent?.card && performance.now() - this.#sentAt < DOUBLE_TAP) return null;
    const complaint = this.complaint(card);
    if (complaint) {
      notify(complaint, true);
      return null;
    }
    return this.choose(card);
  }

  choose(card) {
    const { state } = this;
    if (this.chosen === card) {
      this.chosen = null;
      return null;
    }
    if (state.phase === "showing" || this.#hasAnswered()) {
      this.chosen = card;
      return null;
    }
    return this.#flip(card);
  }

  /** Why nothing can be done now; null if something can. */
  get obstacle() {
    const { state } = this;
    if (!this.isPlayer) return "You are only watching.";
    if (this.isGone) return "This match no longer exists.";
    if (state.phase === "waiting") return "You have no opponent yet.";
    return state.phase === "paused" ? "Paused until the other player reconnects." : null;
  }

  complaint(card) {
    const { state, obstacle } = this;
    if (obstacle) return obstacle;
    if (state.phase === "playing" && !this.plays(state.turn)) return "It’s not your turn.";
    if (state.phase === "showing" && !this.#isNext()) return "It’s not your turn.";
    const isTaken = state.seats.some((seat) => seat.taken.includes(card));
    if (!isTaken && !(state.cards[card] && state.phase === "playing")) return null;
    return `${placeOf(card, state.columns)} is already ${isTaken ? "taken" : "face up"}.`;
  }

  /** True if the next turn is played here. */
  #isNext() {
    const { state } = this;
    if (this.beside !== null || !this.plays(state.active)) return true;
    // The player of this turn plays the next one, too, if nobody else has turns left.
    return state.seats.every((seat, number) => number === state.active || seat.turnsLeft === 0);
  }

  #hasAnswered() {
    return this.#answered === this.#question;
  }

  get #question() {
    return this.state.ply;
  }

  #flip(card) {
    this.#answered = this.#question;
    this.chosen = null;
    this.#sent = { type: "flip", card, match: this.match, ply: this.state.ply };
    this.#sentAt = performance.now();
    return this.#sent;
  }

  /** The command for the card that was chosen, if its moment has come; a card that is gone by then is forgotten. */
  takeChosen() {
    const { state, chosen } = this;
    if (chosen === null) return null;
    if (state.cards[chosen] && state.phase !== "showing") this.chosen = null;
    else if (state.phase === "over" || (state.phase === "playing" && !this.plays(state.turn))) this.chosen = null;
    else if (state.phase === "playing" && !this.#hasAnswered()) return this.#flip(chosen);
    return null;
  }

  /** A flip was refused: if it was the last one, the newest state asks again. */
  forgetAnswer(command) {
    if (command === this.#sent) this.#answered = null;
  }
}

/** Counts a match that has just ended. */
function countSeries(state) {
  const names = state.seats.map((seat) => seat.name);
  if (names.length < 2) return;
  if (series?.names.join("\n") !== names.join("\n")) series = { names, wins: [0, 0], draws: 0 };
  if (state.result?.winner !== null) series.wins[state.result.winner] += 1;
  else if (isPlayedOut(state.result?.reason)) series.draws += 1;
}
