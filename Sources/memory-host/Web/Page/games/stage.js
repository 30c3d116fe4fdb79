// What a board lays its cards on: the felt, the places of the cards, the focus and the keyboard.

import { make, makeSVG } from "../lib/dom.js";
import { counted } from "../lib/words.js";
import { measurePlaces, outlineOf, viewOf } from "./layout.js";

/** The share of its place that a card fills, and the least place for one, in pixels. */
const CARD_SIZE = 0.91, LEAST_PLACE = 34;

/**
 * The stage of a board.
 *
 * The board gives it cards, and has functions of its own for what depends on the game: `count()` of places,
 * `preferred(view)`, which returns the number of an arrangement, and `arrange(arrangement)`, which gives each card its
 * row and column in `at`, and in `heads` what these are called, and returns the `rows` and `columns`, and those of
 * `vacant` places; `show(card)`, which draws a card as the state has it, and `isShown(card)`; `settleAll()`; and
 * `type(event)` for the keys of the game, true for those that it knows.
 *
 * `onpick(card)` is called when a card is chosen, `oncancel()` on Escape. `arrangements.read()` and
 * `arrangements.write(text)` keep the arrangement of the last match.
 */
export class Stage {
  cards = [];
  /** Its size, and how the table is tilted: see `viewOf`. */
  view = { tilt: 0, sine: 0, cosine: 1 };
  /** The rows and columns on the screen. */
  seen = { rows: 0, columns: 0 };
  /** The match whose cards these are, and the arrangement that the board took for it. */
  match = null;
  arrangement = null;
  /** The height of a place, and the viewer's distance, in pixels. */
  unit = 0;
  distance = 0;
  /** The card that Tab leads to. */
  focused = null;
  #lines = [];

  constructor(board, { onpick, oncancel, arrangements = null }) {
    this.board = board;
    this.arrangements = arrangements;
    this.spots = makeSVG("path", { class: "spots" });
    this.felt = makeSVG("svg", { class: "felt", "aria-hidden": "true" },
      ...["rim", "top", "light"].map((name) => makeSVG("path", { class: name })), this.spots);
    this.shades = make("div", { class: "row", "aria-hidden": "true" });
    this.grid = make("div", { class: "board", role: "grid", "aria-label": "Cards" }, this.shades);
    this.element = make("div", { class: "stage" }, this.felt, this.grid);
    this.#listen(onpick, oncancel);
    new ResizeObserver(() => this.layOut()).observe(this.element);
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") board.settleAll();
    });
  }

  #listen(onpick, oncancel) {
    const on = (type, action) => this.grid.addEventListener(type, (event) => action(this.#cardOf(event.target), event));
    on("click", (card, event) => card && onpick(this.#restingAt(event, card).number));
    on("focusin", (card) => card && this.rove(card));
    on("keydown", (card, event) => {
      if (event.key === "Escape") oncancel();
      else if (card && (event.key === "Enter" || event.key === " ")) {
        event.preventDefault();
        if (!event.repeat) onpick(card.number);
      } else if (this.#move(event) || this.board.type(event)) event.preventDefault();
    });
  }

  /** The card that a click is meant for: one on its way over another catches nothing. */
  #restingAt({ detail, clientX, clientY }, card) {
    if (!card.isMoving || !detail) return card;
    const cards = document.elementsFromPoint(clientX, clientY).map((element) => this.#cardOf(element));
    return cards.find((each) => each && !each.isMoving) ?? card;
  }

  #cardOf(target) {
    const element = target.closest?.(".card");
    return this.cards.find((card) => card.element === element);
  }

  /** A new match may take another arrangement; true if it is one. */
  begin(match) {
    if (match === this.match) return false;
    this.match = match;
    this.arrangement = null;
    this.forget();
    return true;
  }

  /** Has the cards laid out anew by the next `layOut`, though the size of the stage is the same. */
  forget() {
    this.view = { ...this.view, width: null };
  }

  // Focus

  /** Focuses the card that Tab leads to. */
  focus() {
    this.focused?.element.focus({ preventScroll: true });
  }

  get hasFocus() {
    return this.grid.contains(document.activeElement);
  }

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
    [...this.cards].sort((one, other) => distance(one) - distance(other))[0]?.element.focus();
    return true;
  }

  // Layout

  /**
   * Lays the cards out, as large as the stage allows. Does nothing if the stage has the size it had; otherwise all
   * motions end.
   */
  layOut() {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (!width || !height || !this.board.count() || (width === this.view.width && height === this.view.height)) return;
    this.#level();
    this.view = viewOf(width, height, innerWidth > innerHeight);
    this.#keepArrangement();
    this.seen = this.board.arrange(this.arrangement);
    this.#fillRows();
    // On a screen that is too small, the page scrolls.
    const { element: { style }, seen: { rows, columns } } = this;
    [style.minWidth, style.minHeight] = [columns, rows].map((count) => `${count * LEAST_PLACE}px`);
    this.#fit();
    for (const card of this.cards) {
      this.halt(card);
      this.settle(card);
    }
  }

  /**
   * Chooses the board's arrangement when its match begins. It stays the same however the screen turns, and after a
   * reload: players remember places.
   */
  #keepArrangement() {
    const key = `${this.match},`, known = this.arrangements?.read() ?? "";
    this.arrangement ??= known.startsWith(key) ? Number(known.slice(key.length)) : this.board.preferred(this.view);
    this.arrangements?.write(key + this.arrangement);
  }

  /** The largest places for so many rows and columns. */
  measure(rows, columns) {
    return measurePlaces(this.view, rows, columns);
  }

  /** Puts the cards into rows. One that stays where it is keeps a finger on its way down. */
  #fillRows() {
    const { hasFocus } = this, { rows, columns } = this.seen;
    this.grid.ariaLabel = `Cards, ${counted(rows, "row")}, ${counted(columns, "column")}`;
    [this.grid.ariaRowCount, this.grid.ariaColCount] = [rows, columns];
    // Rows may have gaps, and some browsers do not see the rows of a grid whose elements have no boxes.
    for (const { element, at, heads = [null, null] } of this.cards) {
      [element.ariaRowIndex, element.ariaColIndex] = [at[0] + 1, at[1] + 1];
      [element.ariaRowIndexText, element.ariaColIndexText] = heads;
    }
    for (const line of this.#lines.splice(rows)) line.remove();
    for (let row = 0; row < rows; row += 1) {
      const line = this.#lines[row] ??= make("div", { role: "row", class: "row" });
      if (!line.parentNode) this.grid.append(line);
      const cards = this.cards.filter(({ at }) => at[0] === row).sort((one, other) => one.at[1] - other.at[1]);
      // Without a name of its own, a row has the names of all its cards.
      line.ariaLabel = `Row ${cards[0]?.heads?.[0] ?? row + 1}`;
      const elements = cards.map(({ element }) => element);
      elements.forEach((element, column) => {
        if (line.children[column] !== element) line.insertBefore(element, line.children[column] ?? null);
      });
      while (line.children.length > elements.length) line.lastChild.remove();
    }
    if (hasFocus) this.focus();
  }

  #fit() {
    const { rows, columns, vacant = [] } = this.seen;
    const { across, down, distance, margin, low, high } = this.measure(rows, columns);
    const middleOf = ([row, column]) => ({
      x: (column - (columns - 1) / 2) * across, y: (row - (rows - 1) / 2) * down,
    });
    const shift = (high - low) / 2, style = this.element.style;
    style.setProperty("--width", `${across * CARD_SIZE}px`);
    style.setProperty("--height", `${down * CARD_SIZE}px`);
    style.setProperty("--size", `${Math.min(across, down) * CARD_SIZE}px`);
    style.setProperty("--distance", `${distance}px`);
    style.setProperty("--shift", `${shift}px`);
    const rim = Math.min(margin, down * 0.12);
    this.#drawFelt({ across: columns * across / 2 + rim, down: rows * down / 2 + rim, distance, shift });
    const card = { across: across * CARD_SIZE / 2, down: down * CARD_SIZE / 2, distance, shift };
    const spots = vacant.map((place) => outlineOf(this.view, { ...card, ...middleOf(place) }));
    this.spots.setAttribute("d", spots.join(""));
    [this.unit, this.distance] = [down, distance];
    for (const card of this.cards) Object.assign(card, middleOf(card.at));
    this.element.classList.toggle("small", Math.min(across, down) < 46);
  }

  /**
   * Draws the table in perspective, as a flat drawing: a large surface that the browser has to project anew in every
   * frame in which a card moves costs most of that frame.
   */
  #drawFelt(table) {
    const { width, height } = this.view;
    this.felt.setAttribute("viewBox", `0 0 ${width} ${height}`);
    [Math.max(4, height * 0.012), 0, 0].forEach((drop, index) => {
      this.felt.children[index].setAttribute("d", outlineOf(this.view, { ...table, drop }));
    });
  }

  /** The table is level again. */
  #level() {
    this.element.classList.remove("falling");
    this.tipping?.cancel();
  }

  /**
   * Tips the table towards the viewer, from its tilt to this one, and moves it away by this part of the distance. The
   * drawing of it is tilted already.
   */
  tip(tilt, away, duration) {
    const { distance, view } = this, cosine = (angle) => Math.cos(angle * Math.PI / 180);
    const keyframes = [[view.tilt, 0], [tilt, away * distance]].map(([angle, back]) => {
      const by = angle - view.tilt, longer = cosine(angle) / view.cosine / cosine(by);
      const transform = `perspective(${distance}px) translateZ(-${back}px) rotateX(${by}deg) scaleY(${longer})`;
      return { transform };
    });
    this.tipping = this.felt.animate(keyframes, { duration, easing: "ease-in-out", fill: "forwards" });
  }

  // Rest

  /** Ends a card's motion: it is in its place. */
  halt(card) {
    card.motion += 1;
    card.isMoving = false;
    for (const animation of card.animations) animation.cancel();
    card.animations = [];
    card.lie();
    card.element.style.zIndex = "";
    card.element.style.transform = card.pose();
  }

  /** Ends a card's motion: it is in its place and shows what the state says. */
  settle(card) {
    if (card.isMoving) this.halt(card);
    this.board.show(card);
  }

  /** Settles every card that is at rest but does not show what the state says. */
  settleIdle() {
    for (const card of this.cards) if (!card.isMoving && !this.board.isShown(card)) this.settle(card);
  }

  /** Ends all motions. */
  settleAll() {
    this.#level();
    for (const card of this.cards) this.settle(card);
  }
}
