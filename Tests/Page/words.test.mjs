import assert from "node:assert/strict";
import { test } from "node:test";
import { load, seat, state } from "./page.mjs";

const words = await load("lib/words.js");
const { endReason, newsOf, offerText, spokenNews, statusOf, winnerOf } = await load("games/words.js");
const { gameNamed, games } = await load("games/games.js");
const { readRules } = await load("net/messages.js");
const { placeOf } = await load("games/memory/words.js");

test("numbers, points, times and places in words", () => {
  assert.deepEqual([1, 2, "1"].map((number) => words.counted(number, "card")), ["1 card", "2 cards", "1 card"]);
  assert.deepEqual([1, -1, 0].map(words.points), ["1 point", "−1 point", "0 points"]);
  assert.deepEqual([0, 65_999, -5].map(words.clockText), ["0:00", "1:05", "0:00"]);
  assert.deepEqual([500, 90_000, 120_000, 121_000].map(words.durationText), ["0.5 s", "90 s", "2 minutes", "121 s"]);
  assert.deepEqual([placeOf(0, 6), placeOf(11, 6)], ["A1", "F2"]);
  assert.equal(words.scoreLine(["Ann", "Bob"], [2, -1]), "Ann 2 : −1 Bob");
  assert.equal(words.scoreLine(["Ann"], [200]), "Ann 200 points");
});

test("the status names whose turn it is, and says you", () => {
  assert.equal(statusOf(state(), 0), "Your turn");
  assert.equal(statusOf(state(), 1), "Ann’s turn");
  assert.equal(statusOf(state({ phase: "showing", turn: null }), 0), "No match");
  assert.equal(statusOf(state({ phase: "paused", seats: [seat(), seat({ name: "Bob", present: false })] }), 0),
    "Paused: Bob disconnected");
  assert.equal(statusOf(state({ game: "set", turn: null, deckLeft: 69 }), 0), "Find a set · 69 left");
  assert.equal(statusOf(state({ game: "set", turn: null, seats: [seat(), seat({ name: "Bob", more: true })] }), 0),
    "Bob asked for three more cards");
});

test("a change in words, for its player and for others", () => {
  const miss = state({ change: { kind: "miss", seat: 1, cards: [0, 1], faces: [] }, cards: ["🐶", "🐱", "", ""] });
  assert.equal(newsOf(miss, 1), "No match.");
  assert.equal(newsOf(miss, 0), "No match for Bob.");
  assert.equal(spokenNews(miss, 0), "Bob, B1: cat. No match.");
  const change = { kind: "wrong", seat: 0, faces: ["1rso", "2gto", "3put"], cost: 1, fault: "colour" };
  const wrong = state({ game: "set", change });
  assert.equal(newsOf(wrong, 0), "Not a set: two have the same colour, one does not. −1 for you.");
  assert.equal(newsOf(wrong, 1), "Not a set: two have the same colour, one does not. −1 for Ann.");
  assert.equal(newsOf(state({ change: { kind: "something new", seat: 0, cards: [], faces: [] } }), 0), null);
});

test("what belongs in the braces of a sentence is filled in, with the apostrophes of print", () => {
  assert.equal(
    words.fill("{player} didn't come back to {place}.", { player: "O'Brien" }), "O'Brien didn’t come back to {place}.");
  assert.equal(words.heading("{player} wins.", "{place}"), "{place} wins");
});

test("the end in words", () => {
  const over = (fields) => state({ phase: "over", result: { winner: 1, reason: "cleared" }, ...fields });
  assert.equal(endReason(over(), 0), "All pairs found.");
  assert.equal(endReason(over({ game: "set" }), 0), "No sets left.");
  assert.equal(endReason(over({ result: { winner: 1, reason: "resigned" } }), 0), "You resigned.");
  assert.equal(endReason(over({ result: { winner: null, reason: "abandoned" }, turnNumber: 0 }), 0),
    "The match was closed before it began.");
  assert.equal(winnerOf(over(), 1), "You win");
  assert.equal(winnerOf(over({ result: { winner: null, reason: "turns" } }), 0), "It’s a draw");
});

test("every game says what it is, with rules that lack every field", () => {
  for (const game of games) {
    const rules = readRules({ game: game.name });
    assert.equal(rules.game, game.name);
    assert.ok(game.rulesLine(rules).startsWith(game.title));
    assert.ok(game.howToPlay(rules).every((line) => line.length > 20));
    assert.equal(game.warningOf(rules), "");
  }
  assert.equal(gameNamed("chess"), games[0]);
});
