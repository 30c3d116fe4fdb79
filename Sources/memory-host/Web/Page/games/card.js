// A card on a stage.

import { make } from "../lib/dom.js";
import { drawShape } from "../lib/shapes.js";
import { transformAt } from "./layout.js";

/** A mark on the back of a card, of which each has a copy: that is quicker than to draw it again. */
let backDrawing = null;
const drawBack = () => (backDrawing ??= drawShape("ask")).cloneNode(true);

/** A small card with a drawing on it, or its back. */
export const miniature = (drawing) => make("span", { class: `mini ${drawing ? "up" : ""}` }, drawing);

/** A card on the table. Only the side that shows is in the document, but for the time in which it is turned over. */
export class Card {
  /** The face that it shows, "" for its back, null for nothing yet. */
  shown = null;
  /** The owner whose mark it carries. */
  owner = null;
  isGone = false;
  /** Counts its motions, so that one that was stopped notices. */
  motion = 0;
  isMoving = false;
  animations = [];
  /** The side that a turn under way brings to light, and what undoes the turn. */
  #other = null;
  #undo = [];

  /** `picture(face)` draws its faces; `corner` is a text in its corner. */
  constructor(stage, number, picture, corner = "") {
    this.stage = stage;
    this.number = number;
    this.picture = picture;
    this.side = make("span", { class: "side" });
    this.place = make("span", { class: "place", "aria-hidden": "true" }, corner);
    this.element = make("div", { class: "card", role: "gridcell", tabIndex: -1, ariaSelected: "false" },
      this.side, this.place);
    this.shade = make("div", { class: "shade" });
  }

  /** Draws a face, or the back. */
  draw(face) {
    if (face === this.shown) return;
    this.shown = face;
    // What a turn has drawn is not drawn again.
    const drawn = this.#other?.face === face ? this.#other.side.childNodes : this.#drawingOf(face);
    this.#fill(this.side, face, drawn);
  }

  #drawingOf(face) {
    return [face ? this.picture(face) : this.stage.board.asks ? drawBack() : ""];
  }

  #fill(side, face, drawing) {
    side.classList.toggle("up", face !== "");
    side.replaceChildren(...drawing);
  }

  /** Names it, and shows if it is chosen. */
  name(label, isChosen) {
    const { element, side } = this, selected = String(isChosen);
    if (element.ariaLabel !== label) element.ariaLabel = label;
    if (element.ariaSelected === selected) return;
    element.ariaSelected = selected;
    side.classList.toggle("chosen", isChosen);
  }

  /** Marks it as taken by a seat; under rules by which pairs vanish, it is gone. */
  mark(owner, isGone) {
    if (owner === this.owner && isGone === this.isGone) return;
    [this.owner, this.isGone] = [owner, isGone];
    this.side.classList.toggle("taken", owner !== null);
    this.side.classList.toggle("gone", isGone);
    this.side.dataset.owner = owner ?? "";
  }

  /** The transform that puts it at a point of the table, raised by `z`, and turned. */
  pose({ x = this.x, y = this.y, z = 0, turn = 0, spin = 0, scale = 1 } = {}) {
    const { sine, cosine, tilt } = this.stage.view;
    return transformAt([x, y * cosine - z * sine, y * sine + z * cosine], [tilt, turn, spin], scale);
  }

  /**
   * Shows its other side from the middle of a motion on, and its edge between these two parts of it. All is drawn
   * before the motion begins, so that no frame of it waits for that.
   */
  turnOver(face, [from, to], options) {
    const other = make("span", { class: "side raised" }), edge = make("span", { class: "edge" });
    this.#fill(other, face, this.#drawingOf(face));
    this.side.before(other);
    this.place.after(edge);
    const turns = [
      this.side.animate({ opacity: [1, 1, 0, 0], offset: [0, 0.5, 0.5, 1] }, options),
      edge.animate({ opacity: [0, 0, 1, 1, 0, 0], offset: [0, from, from, to, to, 1] }, options),
    ];
    this.#other = { face, side: other };
    this.#undo.push(() => other.remove(), () => edge.remove(), ...turns.map((turn) => () => turn.cancel()));
  }

  /** Takes its shadow off itself and leaves it on the felt, for as long as it is raised. */
  raise(keyframes, options) {
    this.side.classList.add("raised");
    this.stage.shades.append(this.shade);
    this.animations.push(this.shade.animate(keyframes, { fill: "both", ...options }));
  }

  /** It lies on the felt. */
  lie() {
    this.side.classList.remove("raised");
    for (const undo of this.#undo.splice(0)) undo();
    this.#other = null;
    this.element.classList.remove("off");
    this.shade.remove();
  }
}
