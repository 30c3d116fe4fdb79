// The table of Set: its cards lie in as many rows as make them largest, and it re-forms whenever some leave or come.

/** Degrees that two fingers turn, and pixels that one wipes down, before that means something. */
const ROTATION = 25, SWIPE = 60;
/** Milliseconds in which a card slides to another place. */
const SLIDE = 380;

/** A table of Set. `onmore()` and `onshuffle()` are called when the player asks for cards or wants them laid anew. */
class SetBoard extends Board {
  count = 0;
  owners = new Map();
  /** Cards on their way off the table. */
  #away = make("div", { class: "row", "aria-hidden": "true" });
  /** The cards in the order in which they lie here, if that is another than everybody's. */
  #order = null;
  /** Where the cards lay before the change that is drawn. */
  #before = null;

  constructor(actions) {
    super(actions);
    this.actions = actions;
    this.element.classList.add("set");
    this.grid.append(this.#away);
    this.#followFingers();
  }

  setUp() {
    return false;
  }

  /** Draws a state; `chosen` are the cards that are selected. */
  draw(state, { chosen }) {
    const isOther = !this.state || state.match !== this.state.match;
    if (isOther) this.#order = null;
    if (isOther || String(state.cards) !== String(this.state.cards)) this.#lay(state);
    this.state = state;
    for (const card of this.cards) {
      const isChosen = chosen?.includes(card.face) ?? false;
      card.number = state.cards.indexOf(card.face);
      card.side.classList.toggle("chosen", isChosen);
      card.element.ariaLabel = setName(card.face) + (isChosen ? ", selected" : "");
    }
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

  /** Lays the same cards in other places, on this screen only. */
  shuffle() {
    this.#order = this.cards.map(({ face }) => [Math.random(), face]).sort(([one], [other]) => one - other)
      .map(([, face]) => face);
    this.#lay(this.state);
    if (mayMove()) this.play({ kind: "shuffle" });
  }

  /** Finds the number of columns with which the cards are largest. */
  arrange() {
    let largest = 0;
    for (let columns = 1; columns <= this.count; columns += 1) {
      const rows = Math.ceil(this.count / columns), { across, down } = this.measure(rows, columns);
      const [long, short] = across > down ? [across, down] : [down, across];
      const size = Math.min(long / SET_LONG, short / SET_SHORT);
      if (size <= largest) continue;
      largest = size;
      const isTall = down > across;
      if (isTall !== this.isTall) for (const card of this.cards) card.shown = null;
      Object.assign(this, { rows, columns, isTall });
    }
    this.fillRows();
  }

  drawFace(face) {
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

  type({ key, ctrlKey, metaKey, altKey }) {
    const { onmore, onshuffle } = this.actions, action = { "+": onmore, r: onshuffle }[key];
    if (!action || ctrlKey || metaKey || altKey) return false;
    action();
    return true;
  }

  /** One finger that wipes down asks for cards, two that turn lay them anew. */
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
    // Else Chromium sees a fling in it, which swallows the next tap.
    this.element.addEventListener("touchmove", (event) => event.preventDefault());
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
    this.current = this.all[Number(isSet(rules))];
    for (const board of this.all) board.element.hidden = board !== this.current;
  }
}
