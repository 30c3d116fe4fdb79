import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { measurePlaces, outlineOf, roundedPath, viewOf } = await load("games/layout.js");
const { dealtFigure } = await load("games/set/figures.js");
const { placesFor, ROOM } = await load("games/set/places.js");

const sizes = [[390, 500, false], [1280, 700, true], [780, 300, true], [200, 200, false]];
const views = sizes.map((size) => viewOf(...size));

test("a table is tilted less where it is low or upright", () => {
  assert.deepEqual(views.map(({ tilt, isWide }) => [tilt, isWide]), [[16, false], [24, true], [16, true], [16, false]]);
});

test("a board of any size fits on its stage, and uses it", () => {
  for (const view of views) {
    for (const [rows, columns] of [[2, 2], [5, 6], [10, 10], [2, 10], [10, 2], [1, 81]]) {
      const { across, down, wide, low, high } = measurePlaces(view, rows, columns);
      assert.ok(wide <= view.width && low + high <= view.height);
      assert.ok(across > 0 && across / down >= 0.64 - 1e-9 && across / down <= 1.4 + 1e-9);
      assert.ok(wide > view.width * 0.9 || low + high > view.height * 0.9, `${rows} × ${columns}`);
    }
  }
});

test("the near edge of a table is wider than the far one", () => {
  const path = outlineOf(views[1], { across: 300, down: 200, distance: 2000, shift: 0, drop: 0 });
  const xs = [...path.matchAll(/Q([\d.-]+) /g)].map(([, x]) => Number(x));
  assert.equal(xs.length, 4);
  assert.ok(xs[1] - xs[0] < xs[2] - xs[3]);
  assert.equal(roundedPath([[0, 0], [10, 0], [10, 10]], 2),
    "M1.4 1.4Q0.0 0.0 2.0 0.0L8.0 0.0Q10.0 0.0 10.0 2.0L10.0 8.0Q10.0 10.0 8.6 8.6Z");
});

test("the outlines of places tile the table that they are on", () => {
  const cornersOf = (part) => [...outlineOf(views[1], { across: 50, down: 40, distance: 900, shift: 7, ...part })
    .matchAll(/Q([\d.-]+) ([\d.-]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const table = cornersOf({ across: 100, down: 80 });
  const parts = [[-50, -40], [50, -40], [50, 40], [-50, 40]].map(([x, y]) => cornersOf({ x, y }));
  // Each has a corner of the table, and its neighbour's side.
  assert.deepEqual(parts.map((part, index) => part[index]), table);
  assert.deepEqual([parts[0][1], parts[0][2]], [parts[1][0], parts[1][3]]);
  assert.deepEqual([parts[1][3], parts[1][2]], [parts[2][0], parts[2][1]]);
});

test("cards of Set that are added move none that lie", () => {
  for (const form of [1, 2, 3, 4, 6, 12]) {
    const { places } = placesFor(form, dealtFigure);
    for (let count = ROOM; count <= 81; count += 3) {
      const more = placesFor(form, count);
      assert.ok(more.places.length >= count && more.rows * more.columns === more.places.length);
      assert.deepEqual(more.places.slice(0, dealtFigure), places);
      assert.equal(new Set(more.places.map(String)).size, more.places.length);
    }
  }
});
