// The table of Set, with room for three more cards than are dealt: those that come move none of the others.

/** Degrees that two fingers turn, and pixels that one wipes down, before that means something. */
const ROTATION = 25, SWIPE = 60;
/** The change of two fingers' distance, as a part of it, from which it is a pinch. */
const PINCH = 0.15;
/** Milliseconds in which a card slides to another place, and for which a wrong claim is marked. */
const SLIDE = 380, MARK = 1000;
/** Cards that are dealt first, and those that the table has room for. */
const DEALT = 12, ROOM = 15;

/** A table of Set. `onmore()` and `onshuffle()` are called when the player asks for more cards or shuffles them. */
class SetBoard extends Board {
  count = 0;
  owners = new Map();
  /** Cards on their way off the table. */
  #away = make("div", { class: "row", "aria-hidden": "true" });
  /** The order of the cards on this screen; null while it is the host's. */
  #order = null;
  /** Where the cards were before the change that is drawn. */
  #before = null;
  /** The cards of a set that a solo player missed, until the next move. */
  #missed = [];

  constructor(actions) {
    super(actions);
    this.actions = actions;
    this.element.classList.add("set");
    this.grid.append(this.#away);
    this.#followFingers();
  }

  setUp(match) {
    this.begin(match);
  }

  /** Draws a state; `chosen` are the cards that are selected. */
  draw(state, { chosen }) {
    const isOther = !this.state || state.match !== this.state.match;
    if (isOther) this.#order = null;
    if (isOther || String(state.cards) !== String(this.state.cards)) this.#lay(state);
    this.state = state;
    const { change } = state;
    if (isOther || change && change.kind !== "watchers") this.#missed = change?.missed?.map((place) => state.cards[place]) ?? [];
    for (const card of this.cards) {
      const isChosen = chosen?.includes(card.face) ?? false;
      card.number = state.cards.indexOf(card.face);
      card.side.classList.toggle("chosen", isChosen);
      card.side.classList.toggle("missed", this.#missed.includes(card.face));
      card.element.ariaLabel = setName(card.face) + (isChosen ? ", selected" : "");
    }
  }

  /** Marks the cards of a wrong claim for a moment. */
  markWrong(faces) {
    const outline = "max(4px, .06em) solid var(--alarm)";
    for (const card of this.cards) if (faces.includes(card.face)) card.side.animate({ outline: [outline, outline] }, MARK);
  }

  #lay(state) {
    this.state = state;
    const faces = this.#ordered(state.cards.filter(Boolean)), known = new Map(this.cards.map((card) => [card.face, card]));
    const { hasFocus } = this, at = this.cards.indexOf(this.focused);
    this.#before = new Map(this.cards.map((card) => [card, card.element.style.transform]));
    this.#away.replaceChildren(...this.cards.filter(({ face }) => !faces.includes(face)).map(({ element }) => element));
    this.cards = faces.map((face) => known.get(face) ?? Object.assign(new Card(this, 0), { face }));
    this.count = state.cards.length;
    this.width = null;
    this.layOut();
    if (!this.cards.includes(this.focused)) this.rove(this.cards[Math.max(0, at)] ?? this.cards[0] ?? null);
    if (hasFocus) this.focus();
  }

  #ordered(faces) {
    if (!this.#order) return faces;
    const fresh = faces.filter((face) => !this.#order.includes(face));
    const kept = this.#order.map((face) => faces.includes(face) ? face : fresh.shift());
    return this.#order = [...kept, ...fresh].filter(Boolean);
  }

  /** Shuffles the cards, on this screen only. */
  shuffle() {
    this.#order = this.cards.map(({ face }) => [Math.random(), face]).sort(([one], [other]) => one - other)
      .map(([, face]) => face);
    this.#lay(this.state);
    if (mayMove()) this.play({ kind: "shuffle" });
  }

  /** The number of columns in which the cards dealt first are largest. */
  chooseForm() {
    const size = (form) => {
      const { rows, columns } = this.#grow(form, ROOM), { across, down } = this.measure(rows, columns);
      return Math.min(Math.max(across, down) / SET_LONG, Math.min(across, down) / SET_SHORT);
    };
    return [1, 2, 3, 4, 6, 12].sort((one, other) => size(other) - size(one))[0];
  }

  /** The places for cards in the order in which they are filled: by rows first, then row by row or column by column. */
  #grow(form, count) {
    let rows = DEALT / form, columns = form;
    const ratio = columns / rows, places = Array.from({ length: DEALT }, (_, place) => [Math.floor(place / form), place % form]);
    while (places.length < count) {
      if (rows * ratio < columns || rows * ratio === columns && ratio < 1) {
        for (let column = 0; column < columns; column += 1) places.push([rows, column]);
        rows += 1;
      } else {
        for (let row = 0; row < rows; row += 1) places.push([row, columns]);
        columns += 1;
      }
    }
    return { rows, columns, places };
  }

  arrange() {
    const { rows, columns, places } = this.seen = this.#grow(this.form, Math.max(ROOM, this.count));
    const { across, down } = this.measure(rows, columns), isTall = down > across;
    if (isTall !== this.isTall) for (const card of this.cards) card.shown = null;
    this.isTall = isTall;
    this.cards.forEach((card, index) => { card.at = places[index]; });
  }

  picture(face) {
    return drawSetCard(face, this.isTall);
  }

  settle(card) {
    card.place.textContent = card.face[1].toUpperCase();
    super.settle(card);
    if (!this.cards.includes(card)) card.element.remove();
  }

  settleAll() {
    this.#before = null;
    this.#away.replaceChildren();
    super.settleAll();
  }

  play({ kind, seat, faces }, previous, options) {
    this.settleIdle();
    const before = this.#before;
    this.#before = null;
    if (kind === "deal") return dealCards(this);
    if (kind === "wrong") return this.cards.forEach((card) => faces.includes(card.face) && shake(card));
    if (!before) return;
    for (const card of before.keys()) if (!this.cards.includes(card)) takeAway(card, options.targetOf(seat), 0);
    let arrived = 0;
    for (const card of this.cards) {
      const from = before.get(card), there = { transform: card.pose() };
      if (!from) {
        const start = { transform: card.pose({ x: 0, y: -this.height, z: this.unit }), opacity: 0 };
        moveCard(card, [start, { ...there, opacity: 1 }], { duration: SLIDE, delay: 150 + arrived++ * 90, easing: "ease-out" });
      } else if (from !== there.transform) moveCard(card, [{ transform: from }, there], { duration: SLIDE, easing: "ease-in-out" });
    }
  }

  type({ key, ctrlKey, metaKey, altKey, repeat }) {
    const { onmore, onshuffle } = this.actions, action = { "+": onmore, r: onshuffle }[key];
    if (!action || ctrlKey || metaKey || altKey || repeat) return false;
    action();
    return true;
  }

  /** One finger that swipes down asks for more cards, two that turn shuffle them. */
  #followFingers() {
    const fingers = new Map(), { onmore, onshuffle } = this.actions;
    let first = null;
    const angle = () => {
      const [one, other] = [...fingers.values()];
      return Math.atan2(other.y - one.y, other.x - one.x) * 180 / Math.PI;
    };
    const on = (type, action) => this.element.addEventListener(type, (event) => {
      if (event.pointerType === "touch") action(event.pointerId, event.clientX, event.clientY, event);
    });
    on("pointerdown", (id, x, y, { isPrimary }) => {
      if (isPrimary) fingers.clear();
      fingers.set(id, { x, y, from: [x, y], isAlone: isPrimary });
      if (fingers.size > 1) for (const finger of fingers.values()) finger.isAlone = false;
      first = fingers.size === 2 ? angle() : null;
    });
    on("pointermove", (id, x, y) => {
      if (!fingers.has(id)) return;
      Object.assign(fingers.get(id), { x, y });
      if (first === null || Math.abs((angle() - first + 540) % 360 - 180) < ROTATION) return;
      first = null;
      onshuffle?.();
    });
    on("pointerup", (id, x, y) => {
      const { from, isAlone } = fingers.get(id) ?? {};
      fingers.delete(id);
      first = null;
      if (isAlone && y - from[1] > SWIPE && Math.abs(x - from[0]) < (y - from[1]) / 2) onmore?.();
    });
    on("pointercancel", (id) => fingers.delete(id));
    // Else Chromium sees a fling in it, which swallows the next tap. Fingers that move apart or together zoom the page.
    this.element.addEventListener("touchmove", (event) => {
      const [one, other] = [...fingers.values()], apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
      const isPinch = other && Math.abs(apart([one.x, one.y], [other.x, other.y]) / apart(one.from, other.from) - 1) > PINCH;
      if (event.cancelable && !isPinch) event.preventDefault();
    });
  }
}

/** A board for each game, of which one is shown. */
class Boards {
  constructor(actions) {
    this.all = [new Board(actions), new SetBoard(actions)];
    this.choose({});
  }

  get elements() {
    return this.all.map(({ element }) => element);
  }

  /** Shows the board for a match by these rules. */
  choose(rules) {
    this.current = this.all[Number(isSetGame(rules))];
    for (const board of this.all) board.element.hidden = board !== this.current;
  }
}
