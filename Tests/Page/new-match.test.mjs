// What the form that opens a match asks for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load, seat } from "./page.mjs";

const { readRuleBook } = await load("net/messages.js");
const { session } = await load("net/session.js");
const { gameNamed } = await load("games/games.js");
const { formLike, rulesOf, usualRules } = await load("scenes/new-match.js");

const memory = gameNamed("memory"), set = gameNamed("set");
session.ruleBook = readRuleBook({
  preset: "quick",
  presets: { quick: { rows: 2, columns: 5, turns: 15 }, duel: { rows: 6, columns: 6, again: true } },
  solo: { quick: { rows: 2, columns: 5, seats: 1, turns: 31 } }, games: { set: { game: "set", idleMs: 70_000 } },
  ranges: { turns: [0, 30] },
});

test("the usual rules are the host's, for as many as play", () => {
  const { seats, turns } = usualRules(memory, "solo");
  assert.deepEqual([seats, turns], [1, 31]);
  assert.equal(usualRules(memory, "house").turns, 15);
  assert.equal(usualRules(memory, "house", "duel").again, true);
  // What a host does not say for one is as for two.
  assert.deepEqual([usualRules(memory, "solo", "duel").seats, usualRules(memory, "solo", "duel").rows], [1, 6]);
  assert.deepEqual([usualRules(set, "solo").seats, usualRules(set, "solo").idleMs], [1, 70_000]);
});

test("what was changed stays so against another opponent, and the rest follows", () => {
  const form = { game: memory, opponent: "anybody", preset: "quick", changed: { turnMs: 5000 } };
  assert.deepEqual([rulesOf(form).turns, rulesOf(form).turnMs], [15, 5000]);
  const solo = rulesOf({ ...form, opponent: "solo" });
  assert.deepEqual([solo.seats, solo.turns, solo.turnMs], [1, 31, 5000]);
});

test("where nobody chose the turns, another board suggests them, for as many as play", () => {
  const form = { game: memory, opponent: "house", preset: "quick", changed: { rows: 4, columns: 5 } };
  assert.equal(rulesOf(form).turns, 10);
  assert.equal(rulesOf({ ...form, opponent: "solo" }).turns, 20);
  assert.equal(rulesOf({ ...form, changed: { ...form.changed, turns: 7 } }).turns, 7);
  assert.equal(rulesOf({ ...form, changed: { rows: 10, columns: 10 } }).turns, 30, "as many as the host allows");
  assert.equal(rulesOf({ ...form, preset: "duel" }).turns, 0, "no limit");
});

test("another match is like the one that was played", () => {
  const played = { ...usualRules(memory, "house"), turns: 7 };
  const form = formLike({ rules: played, code: "", state: { seats: [seat(), seat({ house: "novice" })] } });
  assert.deepEqual([form.opponent, form.level], ["house", "novice"]);
  assert.deepEqual(rulesOf(form), played);
  const alone = formLike({ rules: { ...played, seats: 1 }, code: "", state: { seats: [seat()] } });
  assert.deepEqual([alone.opponent, rulesOf(alone)], ["solo", { ...played, seats: 1 }]);
  // What is usual follows another opponent.
  const usual = formLike({ rules: usualRules(memory, "solo"), code: "", state: { seats: [seat()] } });
  assert.equal(rulesOf({ ...usual, opponent: "house" }).turns, 15);
});
