// A match of Set: cards are selected, and the third one claims.

class SetMatch extends Match {
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
    const { state } = this, card = state.cards[place];
    const cards = this.chosen?.length < 3 ? this.chosen : [], isChosen = cards.includes(card);
    const blocked = Math.ceil(this.blockFor(this.seat) / 1000);
    if (!isChosen && cards.length === 2 && blocked) {
      notify(`You can claim again in ${blocked} s.`, true);
      return null;
    }
    this.chosen = isChosen ? cards.filter((each) => each !== card) : [...cards, card];
    if (this.chosen.length === 3) {
      const places = this.chosen.map((each) => state.cards.indexOf(each));
      return { type: "take", cards: places, match: this.match, version: state.version };
    }
    announce(`${setName(card)}, ${isChosen ? "not selected" : "selected"}.`);
    return null;
  }

  /** Forgets cards that are gone, and those of a claim that was answered. */
  takeChosen() {
    const { cards, change, phase } = this.state;
    const isAnswer = ["set", "wrong"].includes(change?.kind) && change.seat === this.seat;
    this.chosen = isAnswer || phase === "over" ? null : this.chosen?.filter((card) => cards.includes(card)) ?? null;
    return null;
  }

  /** A claim was refused. */
  forgetAnswer() {
    this.chosen = null;
    drawBoard();
  }
}

/** Asks for three more cards. */
function askMore() {
  const { match } = table;
  if (match.obstacle) notify(match.obstacle, true);
  else if (!match.state.deckLeft) notify("No cards are left in the deck.", true);
  else send({ type: "more", match: match.match });
}

/** Lays the cards anew: of a solo game for the host, too; else on this screen only. */
function shuffleCards() {
  const { match, board } = table;
  if (isSolo(match.rules) && match.isRunning) send({ type: "shuffle", match: match.match });
  else {
    board.shuffle();
    announce("Cards reshuffled.");
  }
}
