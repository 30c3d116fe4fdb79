// The results of two players since they sat down together.

import { counted, scoreLine } from "../lib/words.js";
import { isPlayedOut } from "./words.js";

/** Counts matches of the same two players; those of others begin a new series. */
export class Series {
  #names = [];
  #wins = [0, 0];
  #draws = 0;

  /** Counts a match that has just ended. */
  count({ seats, result }) {
    const names = seats.map((seat) => seat.name);
    if (names.length < 2) return;
    if (this.#names.join("\n") !== names.join("\n")) [this.#names, this.#wins, this.#draws] = [names, [0, 0], 0];
    if (result && result.winner !== null) this.#wins[result.winner] += 1;
    else if (isPlayedOut(result?.reason)) this.#draws += 1;
  }

  /** The results in a line; null if there are none. */
  get line() {
    if (!this.#names.length) return null;
    const draws = this.#draws ? `, ${counted(this.#draws, "draw")}` : "";
    return `Series: ${scoreLine(this.#names, this.#wins)}${draws}`;
  }
}
