import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { readLobby, readMatch, readRecord, readRuleBook, readRules, readState } = await load("net/messages.js");
const { Replay, Replays } = await load("net/replay.js");
const { memoryFields } = await load("games/memory/form-fields.js");

const state = (fields = {}) => ({
  type: "state", match: "m1", version: 1, phase: "playing", rows: 1, columns: 2, cards: ["", ""],
  seats: [{ name: "Ann" }], ...fields,
});

test("a state that cannot be drawn is none", () => {
  assert.equal(readState(state()).cards.length, 2);
  const flaws = [{ rows: 0 }, { rows: "2" }, { cards: [""] }, { cards: null }, { columns: 0, cards: [] }];
  for (const flaw of flaws) {
    assert.equal(readState(state(flaw)), null);
  }
  assert.deepEqual(readState(state({ game: "set", columns: 0, cards: [] })).cards, []);
  const { seats, change } = readState(state({ seats: [null, 3, "x"], change: { kind: 1, cards: [0, 9, -1, "1"] } }));
  assert.deepEqual([seats.length, seats[0].name, change.kind, change.cards], [2, "", "", [0]]);
});

test("texts are cut, and lose marks that change the direction of others", () => {
  const [name] = readLobby({ players: ["A\u202eB\u0000", "x".repeat(999)] }).players;
  assert.equal(name, "AB");
  assert.equal(readLobby({ players: ["x".repeat(999)] }).players[0].length, 200);
  assert.equal(readRecord(null).record, "");
});

test("presets, ranges and faces are those of the reply", () => {
  const book = readRuleBook({
    preset: "quick", presets: { quick: { rows: 2, columns: 5 } }, solo: { quick: { seats: 1, turns: 9 } },
    games: { set: { game: "set", idleMs: 70_000 } }, ranges: { rows: [3, 5], turns: [0, 30] },
    faces: { letters: ["A"], pictures: ["B"] },
  });
  assert.deepEqual([book.preset, book.presets.quick.columns], ["quick", 5]);
  assert.deepEqual(book.faces, { letters: ["A"], pictures: ["B"] });
  assert.deepEqual([book.solo.quick.turns, book.games.set.idleMs], [9, 70_000]);
  const field = (name) => memoryFields.find((each) => each.name === name);
  const rules = readRules({ rows: 4, columns: 4, turns: 20 });
  assert.deepEqual(Object.keys(field("faces").choices(rules, book)), ["letters", "pictures"]);
  assert.deepEqual(Object.keys(field("turns").choices(rules, book)), ["0", "5", "10", "15", "20", "30"]);
  assert.ok(Object.keys(field("size").choices(rules, book)).every((size) => /^[345]x/.test(size)));
  assert.deepEqual(field("size").set(rules, "5x4", book), { rows: 5, columns: 4 });
});

test("states of a replay are told by their time, and collected as they come", () => {
  assert.ok(Replay.owns(state({ atMs: 0 })) && !Replay.owns(state()));
  const replay = new Replay({ type: "replay", players: ["Ann"], states: 3, rules: {} });
  assert.equal(replay.count, 3);
  replay.add(state({ atMs: 0 }));
  replay.add(state({ atMs: 700 }));
  assert.deepEqual([replay.states.length, replay.isComing], [2, true]);
  assert.deepEqual([replay.pauseAfter(0), replay.pauseAfter(1)], [700, 0]);
  replay.add(state({ atMs: 500, rows: 0, last: true }));
  assert.deepEqual([replay.hasEnded, replay.isComing, replay.count], [true, false, 2]);
});

test("a replay that is cut off has not ended", () => {
  const replay = new Replay({ type: "replay", players: ["Ann"], states: 3, rules: {} });
  replay.add(state({ atMs: 0 }));
  replay.cutOff();
  assert.deepEqual([replay.hasEnded, replay.isComing, replay.count], [false, false, 1]);
});

test("a replay is shown from its first state on, and the one before it until then", () => {
  const replays = new Replays(), first = { type: "replay", record: "r1" }, second = { type: "replay", record: "r2" };
  const head = { type: "replay", states: 3 };
  replays.expect(first);
  replays.start(head, first);
  assert.equal(replays.shown, null);
  assert.deepEqual([replays.add(state({ atMs: 0 })), replays.add(state({ atMs: 1 }))], [true, false]);
  const { shown } = replays;
  assert.equal(shown.states.length, 2);
  replays.expect(second);
  replays.start(head, second);
  assert.equal(replays.add(state({ atMs: 0, rows: 0 })), false);
  assert.equal(replays.shown, shown);
  assert.equal(replays.add(state({ atMs: 0 })), true);
  assert.deepEqual([shown.states.length, replays.shown.states.length], [2, 1]);
});

test("a replay that was forgotten begins nothing", () => {
  const replays = new Replays(), first = { type: "replay" }, second = { type: "replay" };
  const head = { type: "replay", states: 1 };
  assert.equal(replays.forget(), false);
  replays.expect(first);
  assert.deepEqual([replays.forget(), replays.forget()], [true, false]);
  replays.start(head, first);
  assert.equal(replays.add(state({ atMs: 0 })), false);
  replays.expect(first);
  replays.start(head, first);
  replays.expect(second);
  assert.equal(replays.add(state({ atMs: 0 })), false);
  replays.start(head, first);
  replays.start(head, null);
  assert.deepEqual([replays.add(state({ atMs: 0 })), replays.shown], [false, null]);
});

test("a match of a contest says which one it is", () => {
  assert.equal(readMatch({ match: "m7", contest: { round: 3, leg: 2 } }).contest, "round 3, match 2 of 2");
  for (const contest of [undefined, null, 3]) assert.equal(readMatch({ match: "m7", contest }).contest, "");
});
