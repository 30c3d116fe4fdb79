// A match of Set: cards are selected, and the third one claims.

class SetMatch extends Match {
  /** The cards of each claim under way, by its command; they stay among the chosen ones until the answer comes. */
  #claims = new Map();

  get isAsked() {
    return this.state.phase === "playing" && this.obstacle === null && !this.blockFor(this.seat);
  }

  /** Milliseconds for which a wrong claim still blocks a player. They stand still during a pause. */
  blockFor(seat) {
    const { state } = this, { blockedMs } = state.seats[seat];
    return state.phase === "playing" ? Math.max(0, blockedMs - (performance.now() - this.stateAt)) : blockedMs;
  }

  complaint() {
    return this.obstacle;
  }

  /** Selects a card, or no longer. Returns the command that claims the third one with two others. */
  choose(place) {
    const { state } = this, card = state.cards[place], chosen = this.chosen ?? [];
    const claimed = [...this.#claims.values()].flat();
    const selected = chosen.filter((each) => !claimed.includes(each)), isSelected = selected.includes(card);
    const isThird = !isSelected && selected.length === 2, blocked = Math.ceil(this.blockFor(this.seat) / 1000);
    if (isThird && blocked) {
      notify(`You can claim again in ${blocked} s.`, true);
      return null;
    }
    const others = chosen.filter((each) => each !== card);
    this.chosen = isSelected ? others : [...others, card];
    for (const [command, cards] of this.#claims) this.#claims.set(command, cards.filter((each) => each !== card));
    if (isThird) {
      const cards = [...selected, card], places = cards.map((each) => state.cards.indexOf(each));
      const command = { type: "take", cards: places, match: this.match, version: state.version };
      this.#claims.set(command, cards);
      return command;
    }
    announce(`${setName(card)}, ${isSelected ? "not selected" : "selected"}.`);
    return null;
  }

  /** Forgets cards that are gone, and those of a claim that was answered. */
  takeChosen() {
    const { cards, change, phase } = this.state, answered = change?.seat === this.seat ? change.faces : [];
    const isLeft = (card) => cards.includes(card) && !answered.includes(card);
    for (const [command, cards] of this.#claims) if (!cards.some(isLeft)) this.#claims.delete(command);
    this.chosen = phase === "over" ? null : this.chosen?.filter(isLeft) ?? null;
    return null;
  }

  /** A claim from before a break may never be answered. */
  resume(seating) {
    super.resume(seating);
    for (const command of this.#claims.keys()) this.forgetAnswer(command);
  }

  /** A claim was refused. */
  forgetAnswer(command) {
    const cards = this.#claims.get(command) ?? [];
    this.#claims.delete(command);
    this.chosen = this.chosen?.filter((card) => !cards.includes(card)) ?? null;
    drawBoard();
  }
}

/** Asks for three more cards, once however soon the key or the wipe is repeated. */
function askMore() {
  const { match } = table, now = performance.now();
  if (now - match.askedAt < DOUBLE_TAP) return;
  match.askedAt = now;
  if (match.obstacle) notify(match.obstacle, true);
  else if (!match.state.deckLeft) notify("No cards are left in the deck.", true);
  else send({ type: "more", match: match.match, version: match.state.version });
}

/** Shuffles the cards: in a solo game on the host, else on this screen only. */
function shuffleCards() {
  const { match, board } = table;
  if (isSolo(match.rules) && match.isRunning) send({ type: "shuffle", match: match.match });
  else {
    board.shuffle();
    announce("Cards reshuffled.");
  }
}
