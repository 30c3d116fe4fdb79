// The players of a match, side by side or one below the other.

import { gameOf } from "../games/games.js";
import { make, nameOf, setText } from "../lib/dom.js";
import { scoreText } from "../lib/words.js";

/** The marks of the seats, which tell them apart without colour. */
const SEAT_MARKS = ["●", "◆"];

function makeSeat(number) {
  const parts = {
    mark: make("span", { class: "mark", "aria-hidden": "true" }, SEAT_MARKS[number]),
    name: nameOf(""), note: make("span", { class: "note" }), score: make("span", { class: "score" }),
    pile: make("span", { class: "pile", "aria-hidden": "true" }),
  };
  const element = make("div", { class: `seat seat-${number}` }, parts.mark, parts.name, parts.note,
    make("div", { class: "tally" }, parts.score, parts.pile));
  return { ...parts, element };
}

/** The players of a match. Used by the table and by replays. */
export class Seats {
  seats = [0, 1].map(makeSeat);
  element = make("div", { class: "seats" }, ...this.seats.map((seat) => seat.element));

  /** Draws the seats of a state; `notes` are short remarks. */
  draw(state, notes = []) {
    this.element.classList.toggle("alone", state.seats.length < 2);
    this.seats.forEach((parts, number) => {
      const seat = state.seats[number];
      parts.element.hidden = !seat;
      if (!seat) return;
      setText(parts.name, seat.name);
      parts.name.classList.toggle("long", seat.name.length > 12);
      setText(parts.score, scoreText(seat.score));
      parts.score.style.setProperty("--digits", parts.score.textContent.length);
      const pile = gameOf(state).pileOf(seat);
      parts.pile.hidden = !pile;
      parts.pile.style.setProperty("--pile", Math.min(pile, 15));
      setText(parts.note, notes[number] ?? "");
      const isActive = number === state.active;
      parts.element.classList.toggle("active", isActive);
      parts.element.classList.toggle("absent", !seat.present);
      parts.element.ariaCurrent = isActive ? "true" : null;
    });
  }

  /** The point of a stage at which a seat's player sits. */
  targetOn({ grid }, seat) {
    const from = this.seats[seat ?? 0].element.getBoundingClientRect(), to = grid.getBoundingClientRect();
    const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
    return { x: middle(from)[0] - middle(to)[0], y: middle(from)[1] - middle(to)[1] };
  }
}
