// The title of the game.

import { make } from "../lib/dom.js";

/** The title of the game, as six cards of which two are a pair. */
export function makeLogo() {
  return make("h1", { class: "logo", tabIndex: -1, "aria-label": "Memory" }, ...[..."MEMORY"].map((letter) =>
    make("span", { class: letter === "M" ? "pair" : "", "aria-hidden": "true" }, letter)));
}
