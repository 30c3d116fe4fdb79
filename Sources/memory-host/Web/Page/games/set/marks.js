// Letters that tell the colours of Set's cards, for players who chose that.

import { labelled, make, options } from "../../lib/dom.js";
import { keep, kept } from "../../lib/storage.js";

const MARKS_KEY = "memory.marks";

/** Shows the letters to players who chose that. */
export function showMarks() {
  document.body.classList.toggle("marks", kept("localStorage", MARKS_KEY) !== null);
}

/** The list in which to choose. */
export function makeMarksField() {
  const list = make("select", { onchange: () => {
    keep("localStorage", MARKS_KEY, list.value || null);
    showMarks();
  } }, ...options([["", "no"], ["1", "yes"]]));
  list.value = kept("localStorage", MARKS_KEY) ?? "";
  return labelled("Letters for the colours", list);
}
