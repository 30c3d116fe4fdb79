// The table with its cards: where each is, and how the keyboard moves among them.

/** Degrees by which the table is tilted away from the viewer, on upright, wide and low stages. */
const TILT = { upright: 16, wide: 24, low: 16 };
/** Pixels: on a stage that is lower, the far cards need what a steeper view leaves them, to be large enough for a finger. */
const LOW_STAGE = 400;
/** The share of its place that a card fills, and the narrowest and widest places, as width to height. */
const CARD_SIZE = 0.91, NARROWEST = 0.64, WIDEST = 1.4;

/** All boards of the page. */
const boards = new Set();

/** A board of Memory's cards. `onpick(card)` is called when one is chosen, `oncancel()` on Escape. */
class Board {
  cards = [];
  rows = 0;
  columns = 0;
  faces = "animals";
  pictures = null;
  tilt = 0;
  /** The match whose cards these are, and the form that the board took for it: see `chooseForm`. */
  match = null;
  form = null;
  /** The card that Tab leads to. */
  focused = null;
  #lines = [];
  #sample = make("span", { class: "emoji sample", "aria-hidden": "true" }, "🦊");
  #typed = null;

  constructor({ onpick, oncancel }) {
    boards.add(this);
    this.onpick = onpick;
    this.felt = makeSVG("svg", { class: "felt", "aria-hidden": "true" },
      ...["rim", "top", "light"].map((name) => makeSVG("path", { class: name })));
    this.grid = make("div", { class: "board", role: "grid", "aria-label": "Cards" });
    this.element = make("div", { class: "stage" }, this.felt, this.grid);
    this.grid.addEventListener("click", (event) => {
      const card = this.#cardOf(event.target);
      if (card) onpick(card.number);
    });
    this.grid.addEventListener("focusin", (event) => {
      const card = this.#cardOf(event.target);
      if (card) this.rove(card);
    });
    this.grid.addEventListener("keydown", (event) => {
      const card = this.#cardOf(event.target);
      if (event.key === "Escape") oncancel();
      else if (card && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        if (!event.repeat) onpick(card.number);
      }
      else if (this.#move(event) || this.type(event)) event.preventDefault();
    });
    new ResizeObserver(() => this.layOut()).observe(this.element);
  }

  /** Puts new cards on the table, unless the board is the same as before; true if it did. */
  setUp(match, rows, columns, faces, pictures) {
    const hasSamePictures = String([...pictures]) === String([...this.pictures ?? []]);
    const isSame = rows === this.rows && columns === this.columns && faces === this.faces && hasSamePictures;
    const { hasFocus } = this;
    Object.assign(this, { rows, columns, faces, pictures });
    this.begin(match);
    // Measuring is slow, so the same match is not laid out anew.
    if (isSame) return void (this.width === null && this.layOut());
    this.fetched = fetchPictures(pictures);
    this.cards = Array.from({ length: rows * columns }, (_, number) => new Card(this, number));
    this.width = null;
    this.layOut();
    this.rove(this.cards[0]);
    if (hasFocus) this.focus();
    return true;
  }

  /** A new match may take another form. */
  begin(match) {
    if (match === this.match) return;
    Object.assign(this, { match, form: null, width: null });
  }

  /** Focuses the card that Tab leads to. */
  focus() {
    this.focused?.element.focus({ preventScroll: true });
  }

  get hasFocus() {
    return this.grid.contains(document.activeElement);
  }

  #cardOf(target) {
    const element = target.closest?.(".card");
    return this.cards.find((card) => card.element === element);
  }

  // Layout

  /** Places for cards, with or without one. */
  get count() {
    return this.cards.length;
  }

  /** Lays the cards out, as large as the stage allows. Does nothing if the stage has the size it had; otherwise all motions end. */
  layOut() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height || !this.count || (width === this.width && height === this.height)) return;
    const isWide = width / height > (innerWidth > innerHeight ? 0.9 : 1.1);
    this.tilt = TILT[!isWide ? "upright" : height < LOW_STAGE ? "low" : "wide"];
    [this.sine, this.cosine] = [Math.sin(this.tilt * Math.PI / 180), Math.cos(this.tilt * Math.PI / 180)];
    [this.width, this.height] = [width, height];
    this.#keepForm(isWide);
    this.arrange();
    this.#fillRows();
    this.#fit();
    // This makes the browser load its emoji font, in the size of the cards, before one is turned, but after they are seen.
    requestAnimationFrame(() => setTimeout(() => this.element.append(this.#sample)));
    for (const card of this.cards) {
      this.halt(card);
      this.settle(card);
    }
  }

  /**
   * Chooses the board's form when its match begins. It stays the same however the screen turns, and after a reload: players
   * remember places.
   */
  #keepForm(isWide) {
    const key = `${[this.match, this.rows, this.columns]},`, known = kept("sessionStorage", "memory.form") ?? "";
    this.form ??= known.startsWith(key) ? Number(known.slice(key.length)) : this.chooseForm(isWide);
    keep("sessionStorage", "memory.form", key + this.form);
  }

  /** 1 if rows are shown as columns: the long side runs along the stage's, or the screen's if the stage is nearly square. */
  chooseForm(isWide) {
    return Number(this.rows !== this.columns && (this.columns > this.rows) !== isWide);
  }

  /** Gives each card its row and column on the screen. */
  arrange() {
    const { rows, columns, form } = this;
    this.seen = form ? { rows: columns, columns: rows } : { rows, columns };
    for (const card of this.cards) {
      const at = [Math.floor(card.number / columns), card.number % columns];
      card.at = form ? at.reverse() : at;
    }
  }

  /** Puts the cards into rows. One that stays where it is keeps a finger on its way down. */
  #fillRows() {
    const { hasFocus } = this, { rows, columns } = this.seen;
    this.grid.ariaLabel = `Cards, ${counted(rows, "row")}, ${counted(columns, "column")}`;
    for (const line of this.#lines.splice(rows)) line.remove();
    for (let row = 0; row < rows; row += 1) {
      const line = this.#lines[row] ??= make("div", { role: "row", class: "row" });
      if (!line.parentNode) this.grid.append(line);
      const elements = this.cards.filter(({ at }) => at[0] === row).sort((one, other) => one.at[1] - other.at[1])
        .map(({ element }) => element);
      elements.forEach((element, column) => {
        if (line.children[column] !== element) line.insertBefore(element, line.children[column] ?? null);
      });
      while (line.children.length > elements.length) line.lastChild.remove();
    }
    if (hasFocus) this.focus();
  }

  /** The largest places with which a tilted board fits, in pixels `across` and `down`. */
  measure(rows, columns) {
    const { width, height, sine, cosine } = this;
    const distance = 1.7 * Math.max(width, height, 480);
    const margin = Math.min(width, height) * 0.035;
    const shape = Math.min(WIDEST, Math.max(NARROWEST, (width / columns) / (height / rows / cosine)));
    // The projection of the table's near and far edge, for places of a height.
    const edges = (place) => {
      const half = rows * place / 2;
      // A table that reaches behind the viewer is too large.
      const near = distance / Math.max(1e-9, distance - half * sine), far = distance / (distance + half * sine);
      return { wide: columns * place * shape * near, low: half * cosine * near, high: half * cosine * far };
    };
    let place = 0;
    for (let step = Math.max(width, height) / 2; step > 0.1; step /= 2) {
      const { wide, low, high } = edges(place + step);
      if (wide <= width - 2 * margin && low + high <= height - 2 * margin) place += step;
    }
    return { across: place * shape, down: place, distance, margin, ...edges(place) };
  }

  #fit() {
    const { rows, columns } = this.seen;
    const { across, down, distance, margin, low, high } = this.measure(rows, columns);
    const style = this.element.style;
    style.setProperty("--width", `${across * CARD_SIZE}px`);
    style.setProperty("--height", `${down * CARD_SIZE}px`);
    style.setProperty("--size", `${Math.min(across, down) * CARD_SIZE}px`);
    style.setProperty("--distance", `${distance}px`);
    style.setProperty("--shift", `${(high - low) / 2}px`);
    const rim = Math.min(margin, down * 0.12);
    this.#drawFelt(columns * across / 2 + rim, rows * down / 2 + rim, distance, (high - low) / 2);
    this.unit = down;
    for (const card of this.cards) {
      card.x = (card.at[1] - (columns - 1) / 2) * across;
      card.y = (card.at[0] - (rows - 1) / 2) * down;
    }
    this.element.classList.toggle("small", Math.min(across, down) < 46);
  }

  /**
   * Draws the table in perspective, as a flat drawing: a large surface that the browser has to project anew in every frame in
   * which a card moves costs most of that frame.
   */
  #drawFelt(across, down, distance, shift) {
    const { width, height, sine, cosine } = this;
    this.felt.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const corner = (x, y, drop) => {
      const scale = distance / (distance - y * sine);
      return [width / 2 + x * scale, height / 2 + shift + y * cosine * scale + drop];
    };
    const corners = [[-across, -down], [across, -down], [across, down], [-across, down]];
    const outline = (drop) => roundedPath(corners.map(([x, y]) => corner(x, y, drop)), Math.min(across, down) * 0.09);
    const drops = [Math.max(4, height * 0.012), 0, 0];
    drops.forEach((drop, index) => this.felt.children[index].setAttribute("d", outline(drop)));
  }

  // What the cards show

  /** Draws a state; `vanish` if matched pairs are removed, `chosen` is the card to flip next. */
  draw(state, { vanish, chosen }) {
    this.vanish = vanish;
    this.state = state;
    const owners = this.owners = new Map();
    state.seats.forEach((seat, number) => seat.taken.forEach((card) => owners.set(card, number)));
    for (const card of this.cards) {
      const owner = owners.get(card.number) ?? null;
      card.face = state.cards[card.number];
      card.isTaken = owner !== null;
      const label = this.#label(card, state, owner) + (card.number === chosen ? ", chosen next" : "");
      if (card.label === label) continue;
      card.label = label;
      card.element.ariaLabel = label;
      card.side.classList.toggle("chosen", card.number === chosen);
    }
  }

  /** Settles every card that is at rest but does not show what the state says. */
  settleIdle() {
    for (const card of this.cards) {
      const owner = this.owners.get(card.number) ?? null;
      if (!card.isMoving && (card.shown !== card.face || card.owner !== owner)) this.settle(card);
    }
  }

  /** Ends a card's motion: it is in its place. */
  halt(card) {
    card.motion += 1;
    card.isMoving = false;
    for (const animation of card.animations) animation.cancel();
    card.animations = [];
    card.element.style.zIndex = "";
    card.element.style.transform = card.pose();
  }

  /** Ends a card's motion: it is in its place and shows what the state says. */
  settle(card) {
    if (card.isMoving) this.halt(card);
    if (!this.state) return card.draw("");
    const owner = this.owners.get(card.number) ?? null;
    card.mark(owner, owner !== null && this.vanish);
    card.draw(card.face ?? "");
  }

  settleAll() {
    this.element.classList.remove("falling");
    for (const card of this.cards) this.settle(card);
  }

  #label(card, state, owner) {
    const place = placeOf(card.number, this.columns);
    if (owner !== null) {
      return `${place}, ${this.vanish ? "empty, " : ""}${faceName(card.face)}, taken by ${seatName(state, owner)}`;
    }
    return card.face ? `${place}, ${faceName(card.face)}` : `${place}, face down`;
  }

  /**
   * Plays a change that led to the state that is drawn. The other cards are settled only now: a moving one would be
   * drawn twice.
   */
  play(change, previous, options) {
    playChange(this, change, previous, options);
    this.settleIdle();
  }

  picture(face) {
    return drawFace(face, this.faces, this.pictures);
  }

  // Keyboard

  /** Makes a card the one that Tab leads to. */
  rove(card) {
    this.focused?.element.setAttribute("tabindex", "-1");
    this.focused = card;
    card?.element.setAttribute("tabindex", "0");
  }

  #move(event) {
    const { rows, columns } = this.seen, at = this.focused?.at ?? [0, 0];
    const places = {
      ArrowLeft: [at[0], at[1] - 1], ArrowRight: [at[0], at[1] + 1], ArrowUp: [at[0] - 1, at[1]],
      ArrowDown: [at[0] + 1, at[1]], Home: [event.ctrlKey ? 0 : at[0], 0],
      End: [event.ctrlKey ? rows - 1 : at[0], columns - 1], PageUp: [0, at[1]], PageDown: [rows - 1, at[1]],
    };
    const place = places[event.key];
    if (!place || event.altKey || event.metaKey) return false;
    // Places may be empty: the nearest card, first of all in the same row.
    const distance = ({ at }) => 100 * Math.abs(at[0] - place[0]) + Math.abs(at[1] - place[1]);
    [...this.cards].sort((one, other) => distance(one) - distance(other))[0]?.element.focus({ preventScroll: true });
    return true;
  }

  /** A place that is typed, such as b 4: its column, then its row, with 0 for row 10. */
  type(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1) return false;
    const column = event.key.toLowerCase().charCodeAt(0) - 97;
    if (column >= 0 && column < 26) {
      this.#typed = column < this.columns ? column : null;
      return this.#typed !== null;
    }
    if (this.#typed === null || !/\d/.test(event.key)) return false;
    const row = (Number(event.key) + 9) % 10;
    const card = row < this.rows ? this.cards[row * this.columns + this.#typed] : null;
    this.#typed = null;
    if (!card) return false;
    card.element.focus({ preventScroll: true });
    this.onpick(card.number);
    return true;
  }
}
