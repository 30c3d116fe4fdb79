// The table of Memory: every card has its place, and keeps it.

import { make } from "../../lib/dom.js";
import { seatName } from "../../lib/words.js";
import { Card } from "../card.js";
import { LIFT, wave } from "../motion.js";
import { Stage } from "../stage.js";
import { drawFace, faceName, fetchPictures } from "./faces.js";
import { FLIP, flipFrames } from "./flip.js";
import { playChange } from "./motion.js";
import { placeOf } from "./words.js";

/** A board of Memory's cards: see `games.js` for what it takes and does. */
export class MemoryBoard {
  rows = 0;
  columns = 0;
  state = null;
  /** True if pairs that were removed are seen all the same. */
  showsAll = false;
  #rules = {};
  /** Keeps the pictures that were fetched. */
  #images = [];
  #pictures = new Map();
  #owners = new Map();
  #sample = make("span", { class: "emoji sample", "aria-hidden": "true" }, "🦊");
  #typed = null;

  constructor(actions) {
    this.actions = actions;
    this.stage = new Stage(this, actions);
  }

  /** Puts new cards on the table, unless the board is the same as before; true if it did. */
  setUp(match, { rows, columns }, { rules, pictures }) {
    const { stage } = this, { hasFocus } = stage;
    const hasSameFaces = rules.faces === this.#rules.faces && String([...pictures]) === String([...this.#pictures]);
    const { asks } = this, hasSameSize = rows === this.rows && columns === this.columns;
    Object.assign(this, { rows, columns });
    [this.#rules, this.#pictures] = [rules, pictures];
    const isSame = hasSameSize && hasSameFaces && asks === this.asks;
    stage.element.classList.toggle("asks", this.asks);
    stage.begin(match);
    // Measuring is slow, so the same match is not laid out anew.
    if (isSame) {
      if (stage.view.width === null) stage.layOut();
      return false;
    }
    for (const card of stage.cards) stage.halt(card);
    this.#images = fetchPictures(pictures);
    const picture = (face) => drawFace(face, this.#rules.faces, this.#pictures);
    stage.cards = Array.from({ length: rows * columns }, (_, number) =>
      new Card(stage, number, picture, placeOf(number, columns)));
    stage.forget();
    stage.layOut();
    stage.rove(stage.cards[0]);
    if (hasFocus) stage.focus();
    return true;
  }

  /** Forgets the state: the cards show their backs. */
  clear() {
    this.state = null;
    this.showsAll = false;
  }

  /** True if the backs ask: that is the game that this one comes from, with tiles for points. */
  get asks() {
    return this.#rules.matched === "vanish" && this.#rules.scoring === "points";
  }

  /** True if pairs are not seen any more once they are taken. */
  get hidesTaken() {
    return this.#rules.matched === "vanish" && !this.showsAll;
  }

  /** Draws a state; `chosen` is the card to flip next. */
  draw(state, { chosen = null } = {}) {
    this.state = state;
    this.#owners = new Map();
    state.seats.forEach((seat, number) => seat.taken.forEach((card) => this.#owners.set(card, number)));
    for (const card of this.stage.cards) {
      const owner = this.#ownerOf(card);
      card.face = state.cards[card.number];
      card.name(this.#label(card, state, owner), card.number === chosen);
    }
  }

  #ownerOf({ number }) {
    return this.#owners.get(number) ?? null;
  }

  #label(card, state, owner) {
    const place = placeOf(card.number, this.columns);
    if (owner !== null) {
      return `${place}, ${this.hidesTaken ? "empty, " : ""}${faceName(card.face)}, taken by ${seatName(state, owner)}`;
    }
    return card.face ? `${place}, ${faceName(card.face)}` : `${place}, face down`;
  }

  /**
   * Plays a change that led to the state that is drawn. The other cards are settled only now: a moving one would be
   * drawn twice.
   */
  play(change, previous, { speed = 1, targetOf } = {}) {
    playChange(this, change, previous, { delay: this.#rules.revealMs / speed, targetOf });
    this.stage.settleIdle();
  }

  /** Milliseconds until the last change can be seen. */
  timeOf({ kind }) {
    return kind === "pair" ? FLIP + LIFT + (this.hidesTaken ? this.#rules.revealMs : 0) : 0;
  }

  /** A wave of the winner's cards, or of all that were taken. Returns the milliseconds that it takes. */
  cheer(winner) {
    const isTheirs = (card) => (winner ?? this.#ownerOf(card)) === this.#ownerOf(card);
    return wave(this.stage.cards.filter((card) => card.owner !== null && isTheirs(card)), flipFrames);
  }

  settleAll() {
    this.stage.settleAll();
  }

  // What the stage asks

  count() {
    return this.stage.cards.length;
  }

  /**
   * 1 if rows are shown as columns: the long side runs along the stage's, or the screen's if the stage is nearly
   * square.
   */
  preferred({ isWide }) {
    return Number(this.rows !== this.columns && (this.columns > this.rows) !== isWide);
  }

  arrange(arrangement) {
    const { rows, columns } = this;
    for (const card of this.stage.cards) {
      const at = [Math.floor(card.number / columns), card.number % columns];
      // A screen reader speaks of row 2 and column B, as the card's name does, also where columns are rows.
      const heads = [placeOf(card.number, columns).slice(1), placeOf(card.number, columns)[0]];
      [card.at, card.heads] = arrangement ? [at.reverse(), heads.reverse()] : [at, heads];
    }
    // This makes the browser load its emoji font, in the size of the cards, before one is turned, but after they are
    // seen.
    requestAnimationFrame(() => setTimeout(() => this.stage.element.append(this.#sample)));
    return arrangement ? { rows: columns, columns: rows } : { rows, columns };
  }

  show(card) {
    if (!this.state) return card.draw("");
    const owner = this.#ownerOf(card);
    card.mark(owner, owner !== null && this.hidesTaken);
    card.draw(card.face ?? "");
  }

  isShown(card) {
    return card.shown === card.face && card.owner === this.#ownerOf(card);
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
    const card = row < this.rows ? this.stage.cards[row * this.columns + this.#typed] : null;
    this.#typed = null;
    if (!card) return false;
    card.element.focus();
    this.actions.onpick(card.number);
    return true;
  }
}
