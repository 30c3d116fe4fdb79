// The places of the table of Set, with room for three more cards than are dealt: those that come move none of the
// others.

import { dealtFigure } from "./figures.js";

/** Cards that the table has room for. */
export const ROOM = dealtFigure + 3;

/**
 * The places for so many cards, in the order in which they are filled: by rows first, then row by row or column by
 * column. `width` is the number of columns of the cards that are dealt first.
 */
export function placesFor(width, count) {
  let rows = dealtFigure / width, columns = width;
  const ratio = columns / rows;
  const places = Array.from({ length: dealtFigure }, (_, place) => [Math.floor(place / width), place % width]);
  while (places.length < count) {
    if (rows * ratio < columns || rows * ratio === columns && ratio < 1) {
      for (let column = 0; column < columns; column += 1) places.push([rows, column]);
      rows += 1;
    } else {
      for (let row = 0; row < rows; row += 1) places.push([row, columns]);
      columns += 1;
    }
  }
  return { rows, columns, places };
}
