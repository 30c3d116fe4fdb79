// The standings of a contest.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { intervalBars, readStandings } = await load("net/standings.js");

test("intervals lie on one scale, which the outermost ends reach", () => {
  const bars = intervalBars([
    { rating: 100, interval: 50 }, { rating: 0, interval: 100 }, { rating: -100, interval: 50 },
  ]);
  assert.deepEqual(bars, [{ left: 66.7, width: 33.3 }, { left: 16.7, width: 66.7 }, { left: 0, width: 33.3 }]);
});

test("there is a scale for nobody, and for one whose strength is certain", () => {
  assert.deepEqual(intervalBars([]), []);
  assert.deepEqual(intervalBars([{ rating: 7, interval: 0 }]), [{ left: 0, width: 0 }]);
});

test("what a host says is read, and nonsense is nothing", () => {
  const ann = { name: "Ann", played: 3, points: 4, rating: -61, interval: 66, present: false };
  assert.deepEqual(readStandings({ players: [ann, null, 3, {}] }), [
    { name: "Ann", played: 3, points: 4, rating: -61, interval: 66, isAway: true },
    { name: "", played: 0, points: 0, rating: 0, interval: 0, isAway: false },
  ]);
  assert.deepEqual(readStandings({}), []);
  assert.equal(readStandings({ players: [{ rating: 1e9, interval: "x" }] })[0].rating, 0);
});
