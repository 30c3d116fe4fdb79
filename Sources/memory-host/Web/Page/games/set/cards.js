// Cards of Set: one to three symbols, side by side on a wide card, one above the other on a tall one.

import { makeSVG } from "../../lib/dom.js";

/** The outlines of the symbols, in a box of 12 by 24 units. */
export const SET_OUTLINES = {
  d: "M6 .8 11.2 12 6 23.2 .8 12Z",
  s: "M2.2 1.9C5.5-.3 10.8 2.6 10.9 8C11 11.5 8.6 13 9.3 17C9.6 19 11 20.8 9.8 22.1C6.5 24.3 1.2 21.4 1.1 16C1 12.5 3.4 11 2.7 7C2.4 5 1 3.2 2.2 1.9Z",
  o: "M.8 6a5.2 5.2 0 0 1 10.4 0v12a5.2 5.2 0 0 1-10.4 0Z",
};
/** The long and the short side of a card, in the same units. */
export const SET_LONG = 46, SET_SHORT = 32;

/** Adds the stripes to the document, once. All cards share them: a pattern for each colour. */
export function addStripes() {
  if (document.getElementById("stripes-r")) return;
  document.body.append(makeSVG("svg", { class: "unseen", "aria-hidden": "true" }, ...[..."rgp"].map((colour) =>
    makeSVG("pattern", { id: `stripes-${colour}`, width: 3, height: 3, patternUnits: "userSpaceOnUse" },
      makeSVG("path", { d: "M0 1.5h3", class: `set-${colour}` })))));
}

/** The symbols of a card, as a drawing. */
export function drawSetCard(card, isTall) {
  const [number, colour, filling, shape] = card;
  const symbols = Array.from({ length: Number(number) || 0 }, (_, index) => makeSVG("path", {
    d: SET_OUTLINES[shape] ?? "",
    transform: `translate(${SET_LONG / 2 - 6 + 14 * (index - (number - 1) / 2)} ${SET_SHORT / 2 - 12})`,
    fill: filling === "t" ? `url(#stripes-${colour})` : filling === "s" ? "currentColor" : "none",
  }));
  return makeSVG("svg", {
    viewBox: isTall ? `0 0 ${SET_SHORT} ${SET_LONG}` : `0 0 ${SET_LONG} ${SET_SHORT}`, class: `symbols set-${colour}`,
    "aria-hidden": "true",
  }, makeSVG("g", isTall ? { transform: `rotate(90)translate(0 -${SET_SHORT})` } : {}, ...symbols));
}
