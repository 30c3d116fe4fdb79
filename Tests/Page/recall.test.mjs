// What players of Memory remembered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, seat, state } from "./page.mjs";

const { readRecord, readState } = await load("net/messages.js");
const { perfectRecall, readRecall, recallLine, spanRows } = await load("games/memory/recall.js");
const { gameNamed } = await load("games/games.js");

const recall = (known, found, span = []) => ({ known, found, span });
const memory = gameNamed("memory");

test("what a host says of a memory is read, and nonsense is nothing", () => {
  const span = [[3, 0], [2, 1]];
  assert.deepEqual(readRecall({ known: 6, found: 5, span }), recall(6, 5, span));
  for (const nonsense of [undefined, null, 3, [], {}, recall(0, 0), recall(3, 4), recall(-1, -1), recall(3, "3")]) {
    assert.equal(readRecall(nonsense), null);
  }
  assert.deepEqual(readRecall(recall(3, 2, "x")).span, []);
  assert.deepEqual(readRecall(recall(3, 2, [[1], null, ["1", -2]])).span, [[1, 0], [0, 0], [0, 0]]);
  assert.equal(readRecall(recall(3, 2, Array(99).fill([1, 1]))).span.length, 16);
});

test("states and records carry it, with a place for each seat", () => {
  const result = { winner: 0, reason: "cleared", recall: [null, recall(7, 7)] };
  assert.deepEqual(readState({ ...state(), result }).result.recall, [null, recall(7, 7)]);
  const { recall: recorded } = readRecord({ players: ["Ann", "Bob"], recall: [recall(2, 1), "x", recall(1, 1)] });
  assert.deepEqual(recorded, [recall(2, 1), null]);
  assert.deepEqual(readRecord({}).recall, []);
  assert.equal(readState({ ...state({ game: "set" }), result }).result.recall, undefined);
});

test("a line tells what each player remembered, as far as that is known", () => {
  const two = ["Ann", "Bob"];
  assert.equal(recallLine([recall(15, 11), recall(12, 7)], two), "Remembered: Ann 11 of 15, Bob 7 of 12");
  assert.equal(recallLine([null, recall(9, 9)], two), "Remembered: Bob all 9");
  assert.equal(recallLine([recall(15, 11)], ["Ann"]), "Remembered: 11 of 15");
  assert.equal(recallLine([recall(15, 11), recall(12, 7)], ["Ann"]), "Remembered: 11 of 15");
  assert.equal(recallLine([recall(1, 1), recall(3, 0)], two), "Remembered: Ann 1 of 1", "kindly");
  assert.equal(recallLine([null, null], two), "");
  assert.equal(recallLine([], two), "");
  assert.equal(memory.recordFigure(readRecord({ players: two, recall: [recall(3, 1)] })), "Remembered: Ann 1 of 3");
});

test("those who remembered every pair are named, but not a house, and not where there was little to remember", () => {
  const over = (...recall) => state({ phase: "over", result: { winner: 0, reason: "cleared", recall } });
  assert.equal(perfectRecall(over(recall(3, 3), recall(9, 8)), 1), "Ann remembered every pair.");
  assert.equal(perfectRecall(over(recall(3, 3), recall(9, 9)), 1), "You and Ann remembered every pair.");
  assert.equal(perfectRecall(over(recall(2, 2), null), 0), "");
  assert.equal(perfectRecall(over(), 0), "");
  const seats = [seat(), seat({ name: "House", house: "perfect" })];
  assert.equal(perfectRecall({ ...over(recall(3, 2), recall(9, 9)), seats }, 0), "");
});

test("the figures of a match: turns, what was remembered, and one thing that was special", () => {
  const match = memory.makeMatch({ match: "m1", seat: 0, beside: null, rules: {} });
  const seats = (first, second) => [seat({ taken: first }), seat({ name: "Bob", taken: second })];
  match.apply(state({ change: { kind: "deal" } }));
  match.apply(state({ version: 2, change: { kind: "pair", seat: 1 }, seats: seats([], [0, 1]) }));
  match.apply(state({ version: 3, change: { kind: "pair", seat: 1 }, seats: seats([], [0, 1, 2, 3]) }));
  const end = (version, ...recall) => {
    const result = { winner: 1, reason: "cleared", recall };
    match.apply(state({ version, phase: "over", turnNumber: 4, result, seats: seats([], [0, 1, 2, 3]) }));
    return match.figures().slice(1);
  };
  assert.deepEqual(end(4), ["Longest run: 2 pairs (Bob)"]);
  assert.deepEqual(end(5, recall(4, 2), null), ["Remembered: Ann 2 of 4", "Longest run: 2 pairs (Bob)"]);
  assert.deepEqual(end(6, recall(4, 4), null), ["Remembered: Ann all 4", "You remembered every pair."]);
});

test("the rows of a table say how much was found by how long it was known, where there was any", () => {
  const rows = spanRows(recall(14, 9, [[3, 0], [0, 0], [1, 3], [2, 1], [0, 4]]));
  assert.deepEqual(rows.map(({ after }) => after),
    ["after 0 flips", "after 2–3 flips", "after 4–7 flips", "after 8–15 flips"]);
  assert.deepEqual(rows.map(({ of }) => of), ["3 of 3", "1 of 4", "2 of 3", "0 of 4"]);
  assert.deepEqual(rows.map(({ share }) => share).slice(0, 2), [1, 0.25]);
  assert.equal(spanRows(recall(1, 1, [[0, 0], [1, 0]]))[0].after, "after 1 flip");
});
