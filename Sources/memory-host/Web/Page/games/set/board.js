// The table of Set.

import { make } from "../../lib/dom.js";
import { Card } from "../card.js";
import { dealCards, moveCard, shake, takeAway, wave } from "../motion.js";
import { Stage } from "../stage.js";
import { addStripes, drawSetCard, SET_LONG, SET_SHORT } from "./cards.js";
import { followFingers } from "./fingers.js";
import { placesFor, ROOM } from "./places.js";
import { setName } from "./words.js";

/** Milliseconds in which a card slides to another place, and for which a wrong claim is marked. */
const SLIDE = 380, MARK = 1000;

/** A table of Set: see `games.js` for what it takes and does. */
export class SetBoard {
  state = null;
  /** Cards on their way off the table. */
  #away = make("div", { class: "row", "aria-hidden": "true" });
  /** The order of the cards on this screen; null while it is the host's. */
  #order = null;
  /** Where the cards were before the change that is drawn. */
  #before = null;
  /** The cards of a set that a solo player missed, until the next move. */
  #missed = [];
  #isTall = false;
  #places = 0;

  constructor(actions) {
    const { onaction = () => {} } = actions;
    Object.assign(this, { actions, onaction });
    this.stage = new Stage(this, actions);
    this.stage.element.classList.add("set");
    addStripes();
    this.stage.grid.append(this.#away);
    this.stage.grid.ariaMultiSelectable = "true";
    followFingers(this.stage.element, { onswipe: () => onaction("more"), onturn: () => onaction("shuffle") });
  }

  setUp(match) {
    this.stage.begin(match);
    return false;
  }

  clear() {
    this.state = null;
  }

  /** Draws a state; `chosen` are the cards that are selected. */
  draw(state, { chosen = null } = {}) {
    const isOther = !this.state || state.match !== this.state.match;
    if (isOther) this.#order = null;
    if (isOther || String(state.cards) !== String(this.state.cards)) this.#lay(state);
    this.state = state;
    const { change } = state;
    if (isOther || change && change.kind !== "watchers") {
      this.#missed = change?.missed?.map((place) => state.cards[place]) ?? [];
    }
    for (const card of this.stage.cards) {
      card.number = state.cards.indexOf(card.face);
      card.side.classList.toggle("missed", this.#missed.includes(card.face));
      card.name(setName(card.face), chosen?.includes(card.face) ?? false);
    }
  }

  /** Marks the cards of a wrong claim for a moment. */
  mark({ kind, faces }) {
    if (kind !== "wrong") return;
    const outline = "max(4px, .06em) solid var(--alarm)";
    for (const card of this.stage.cards) {
      if (faces.includes(card.face)) card.side.animate({ outline: [outline, outline] }, MARK);
    }
  }

  #lay(state) {
    this.state = state;
    const { stage } = this, { cards, hasFocus } = stage, at = cards.indexOf(stage.focused);
    const faces = this.#ordered(state.cards.filter(Boolean)), known = new Map(cards.map((card) => [card.face, card]));
    this.#before = new Map(cards.map((card) => [card, card.element.style.transform]));
    this.#away.replaceChildren(...cards.filter(({ face }) => !faces.includes(face)).map(({ element }) => element));
    stage.cards = faces.map((face) => known.get(face) ?? this.#makeCard(face));
    this.#places = state.cards.length;
    stage.forget();
    stage.layOut();
    if (!stage.cards.includes(stage.focused)) stage.rove(stage.cards[Math.max(0, at)] ?? stage.cards[0] ?? null);
    if (hasFocus) stage.focus();
  }

  #makeCard(face) {
    const card = new Card(this.stage, 0, (face) => drawSetCard(face, this.#isTall), face[1]?.toUpperCase());
    return Object.assign(card, { face });
  }

  #ordered(faces) {
    if (!this.#order) return faces;
    const fresh = faces.filter((face) => !this.#order.includes(face));
    const kept = this.#order.map((face) => faces.includes(face) ? face : fresh.shift());
    return this.#order = [...kept, ...fresh].filter(Boolean);
  }

  /** Shuffles the cards, on this screen only. */
  shuffle() {
    this.#order = this.stage.cards.map(({ face }) => [Math.random(), face]).sort(([one], [other]) => one - other)
      .map(([, face]) => face);
    this.#lay(this.state);
    if (this.actions.mayMove()) this.play({ kind: "shuffle" });
    else this.settleAll();
  }

  play({ kind, seat, faces }, previous, options) {
    const { stage } = this, before = this.#before;
    stage.settleIdle();
    this.#before = null;
    if (kind === "deal") return dealCards(stage);
    if (kind === "wrong") return stage.cards.forEach((card) => faces.includes(card.face) && shake(card));
    if (!before) return;
    const gone = [...before.keys()].filter((card) => !stage.cards.includes(card));
    for (const card of gone) takeAway(card, options.targetOf(seat), { delay: 0 });
    let arrived = 0;
    for (const card of stage.cards) this.#slide(card, before.get(card), () => arrived++);
  }

  /** Moves a card from where it was to its place, or from beyond the table. */
  #slide(card, from, next) {
    const there = { transform: card.pose() };
    if (!from) {
      const start = { transform: card.pose({ x: 0, y: -this.stage.view.height, z: this.stage.unit }), opacity: 0 };
      const options = { duration: SLIDE, delay: 150 + next() * 90, easing: "ease-out" };
      moveCard(card, [start, { ...there, opacity: 1 }], options);
    } else if (from !== there.transform) {
      moveCard(card, [{ transform: from }, there], { duration: SLIDE, easing: "ease-in-out" });
    }
  }

  timeOf() {
    return 0;
  }

  /** The cards that are left lift in a wave. Returns the milliseconds that it takes. */
  cheer() {
    return wave(this.stage.cards, (card) => {
      const lifted = { transform: card.pose({ z: this.stage.unit * 0.4, spin: 6 }), easing: "ease-in" };
      return [{ transform: card.pose(), easing: "ease-out" }, lifted, { transform: card.pose() }];
    });
  }

  settleAll() {
    this.#before = null;
    this.#away.replaceChildren();
    this.stage.settleAll();
  }

  // What the stage asks

  count() {
    return this.#places;
  }

  /** The number of columns in which the cards dealt first are largest. */
  preferred() {
    const size = (width) => {
      const { rows, columns } = placesFor(width, ROOM), { across, down } = this.stage.measure(rows, columns);
      return Math.min(Math.max(across, down) / SET_LONG, Math.min(across, down) / SET_SHORT);
    };
    return [1, 2, 3, 4, 6, 12].sort((one, other) => size(other) - size(one))[0];
  }

  arrange(width) {
    const { stage } = this, { rows, columns, places } = placesFor(width, Math.max(ROOM, this.#places));
    const { across, down } = stage.measure(rows, columns), isTall = down > across;
    if (isTall !== this.#isTall) for (const card of stage.cards) card.shown = null;
    this.#isTall = isTall;
    stage.cards.forEach((card, index) => { card.at = places[index]; });
    return { rows, columns, vacant: places.slice(stage.cards.length) };
  }

  show(card) {
    card.draw(this.state ? card.face : "");
    if (!this.stage.cards.includes(card)) card.element.remove();
  }

  isShown(card) {
    return card.shown === card.face;
  }

  type({ key, ctrlKey, metaKey, altKey, repeat }) {
    const action = { "+": "more", r: "shuffle" }[key];
    if (!action || ctrlKey || metaKey || altKey || repeat) return false;
    this.onaction(action);
    return true;
  }
}
