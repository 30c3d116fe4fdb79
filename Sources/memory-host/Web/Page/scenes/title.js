// The title of the game, and that of the tab.

import { statusOf } from "../games/words.js";
import { make } from "../lib/dom.js";
import { isOnline } from "../net/client.js";
import { session } from "../net/session.js";

/** Draws the tab's title, which says whose turn it is, for players who are looking at another tab. */
export function drawTitle() {
  const state = document.body.dataset.scene === "table" ? session.match?.state : null;
  const status = !isOnline() && session.wasOnline ? "Reconnecting" : state ? statusOf(state, session.match.own) : "";
  const title = status ? `${status} – Memory` : "Memory";
  if (document.title !== title) document.title = title;
}

/** The title of the game, as six cards of which two are a pair. */
export function makeLogo() {
  return make("h1", { class: "logo", tabIndex: -1, "aria-label": "Memory" }, ...[..."MEMORY"].map((letter) =>
    make("span", { class: letter === "M" ? "pair" : "", "aria-hidden": "true" }, letter)));
}
