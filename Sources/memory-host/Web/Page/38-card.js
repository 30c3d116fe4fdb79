// A card, the transforms that move it, and the outline of the table.

/** The back of a card, of which each has a copy: that is quicker than to draw it again. */
const backDrawing = drawShape("ask");

/** A card on the table. Only the side that shows is in the document. */
class Card {
  /** The face that it shows, "" for its back, null for nothing yet. */
  shown = null;
  /** The owner whose mark it carries. */
  owner = null;
  isGone = false;
  /** Counts its motions, so that one that was stopped notices. */
  motion = 0;
  isMoving = false;
  label = "";
  animations = [];

  constructor(board, number) {
    this.board = board;
    this.number = number;
    this.side = make("span", { class: "side" });
    this.place = make("span", { class: "place", "aria-hidden": "true" }, placeOf(number, board.columns));
    this.element = make("div", { class: "card", role: "gridcell", tabIndex: -1 }, this.side, this.place);
  }

  /** Draws a face, or the back. */
  draw(face) {
    if (face === this.shown) return;
    this.shown = face;
    this.side.classList.toggle("up", face !== "");
    this.side.replaceChildren(face ? this.board.picture(face) : backDrawing.cloneNode(true));
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
    const { sine, cosine, tilt } = this.board;
    return transformAt([x, y * cosine - z * sine, y * sine + z * cosine], [tilt, turn, spin], scale);
  }
}

/** The one form of transform that all motions share, so that the browser can blend any two of them. */
function transformAt([x, y, z], [rx, ry, rz], scale = 1) {
  const round = (number) => Math.round(number * 100) / 100;
  return `translate3d(${round(x)}px, ${round(y)}px, ${round(z)}px) rotateX(${round(rx)}deg) rotateY(${round(ry)}deg) `
    + `rotateZ(${round(rz)}deg) scale(${scale})`;
}

/** A closed path through corners, each rounded within `radius` pixels. */
function roundedPath(corners, radius) {
  const text = (...numbers) => numbers.map((number) => number.toFixed(1)).join(" ");
  const toward = ([x, y], [otherX, otherY]) => {
    const part = Math.min(0.5, radius / Math.hypot(otherX - x, otherY - y));
    return text(x + (otherX - x) * part, y + (otherY - y) * part);
  };
  const parts = corners.map((corner, index) => {
    const [before, after] = [corners.at(index - 1), corners[(index + 1) % corners.length]];
    return `${index ? "L" : "M"}${toward(corner, before)}Q${text(...corner)} ${toward(corner, after)}`;
  });
  return `${parts.join("")}Z`;
}
