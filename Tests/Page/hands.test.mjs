import assert from "node:assert/strict";
import { test } from "node:test";
import { load, seat, state } from "./page.mjs";

const { Match } = await load("games/match.js");
const { MemoryHand } = await load("games/memory/hand.js");
const { SetHand } = await load("games/set/hand.js");
const { Series } = await load("games/series.js");

/** A match of a seat with a state. */
function play(Hand, fields, seating = {}) {
  const all = { match: "m1", seat: 0, beside: null, rules: { turnMs: 0 }, ...seating };
  const match = new Match(all, (match) => new Hand(match));
  match.apply(state(fields));
  return match;
}

const deal = [..."123"].flatMap((number) => [..."rgp"].map((colour) => `${number}${colour}so`));
const setState = (fields) =>
  state({ game: "set", turn: null, active: null, ply: null, rows: 3, columns: 3, cards: deal, ...fields });

test("a card is flipped when the host asks for one, and else kept for later or complained about", () => {
  const match = play(MemoryHand), { hand } = match;
  assert.deepEqual(hand.pick(1).command, { type: "flip", card: 1, match: "m1", ply: 0 });
  assert.deepEqual(hand.pick(2), { said: "Next: A2." });
  assert.deepEqual(hand.follow(), {});
  match.apply(state({ version: 2, ply: 1, cards: ["", "🐶", "", ""], turned: [1] }));
  assert.equal(hand.follow().command.card, 2);
  match.apply(state({ version: 3, ply: 2, turn: 1, active: 1 }));
  assert.deepEqual(hand.pick(0), { complaint: "It’s not your turn." });
});

test("a card that was chosen is given up, with a word, if the turn is another's, or the card is gone", () => {
  const nexts = [
    [{ turn: 1, active: 1 }, "It’s not your turn."], [{ cards: ["", "", "", "🐶"] }, "B2 is already face up."],
  ];
  for (const [next, complaint] of nexts) {
    const match = play(MemoryHand, { phase: "showing", turn: null, ply: 1 });
    match.hand.pick(3);
    assert.equal(match.hand.chosen, 3);
    match.apply(state({ version: 2, ply: 2, ...next }));
    assert.deepEqual(match.hand.follow(), { complaint });
    assert.equal(match.hand.chosen, null);
  }
});

test("a flip without an answer is made again after a break, once and only for the same question", () => {
  for (const [next, again] of [[{}, true], [{ version: 2, ply: 1, cards: ["", "🐶", "", ""] }, false]]) {
    const match = play(MemoryHand), { command } = match.hand.pick(1);
    match.hand.lose([command]);
    match.resume({ seat: 0 });
    match.apply(state({ ...next, version: 3, phase: "paused" }));
    assert.deepEqual(match.hand.follow(), {});
    match.apply(state({ ...next, version: 4 }));
    assert.deepEqual(match.hand.follow(), again ? { command } : {});
    match.apply(state({ ...next, version: 5 }));
    assert.deepEqual(match.hand.follow(), {});
  }
});

test("claims and wishes without an answer are made again after a break, as they were", () => {
  const match = play(SetHand, setState({ deckLeft: 9 })), { hand } = match;
  const { command: more } = hand.act("more"), claim = [0, 1, 2].map((card) => hand.pick(card)).at(-1).command;
  hand.lose([{ type: "ping" }, more, claim]);
  match.resume({ seat: 0 });
  const follow = (fields = {}) => {
    match.apply(setState({ deckLeft: 9, version: match.state.version + 1, ...fields }));
    return hand.follow().command;
  };
  assert.equal(follow({ phase: "paused" }), null);
  assert.equal(hand.chosen.length, 3);
  assert.equal(follow(), more);
  assert.equal(follow(), claim);
  // Of these, it is no news that they had been carried out.
  assert.equal(hand.forget(more, "stale"), true);
  assert.equal(hand.forget(more, "stale"), false);
  assert.equal(hand.forget(claim, "blocked"), false);
  assert.deepEqual(hand.chosen, []);
});

test("the clock of a table that nobody touches is shown for the last half of its time, at most a minute", () => {
  for (const [idleMs, length] of [[300_000, 60_000], [40_000, 20_000]]) {
    const { hand } = play(SetHand, setState(), { rules: { idleMs } });
    assert.deepEqual([hand.clock(length + 1), hand.clock(length)], [null, length]);
  }
});

test("a refused flip may be made again, and one of before a break", () => {
  const match = play(MemoryHand), { command } = match.hand.pick(1);
  match.hand.forget({ ...command });
  assert.equal(match.hand.pick(0).command, undefined);
  match.hand.drop();
  match.hand.forget(command);
  assert.ok(match.hand.pick(0).command);
  match.resume({ seat: 0 });
  match.apply(state());
  assert.ok(match.hand.pick(2).command);
});

test("nothing is played on a table that may be gone, until a state has come", () => {
  const complaint = "The host has not shown the match again yet.";
  for (const [match, next] of [[play(MemoryHand), state()], [play(SetHand, setState()), setState()]]) {
    match.isUnsure = true;
    assert.deepEqual(match.hand.pick(1), { complaint });
    match.apply(next);
    assert.notEqual(match.hand.pick(1).complaint, complaint);
  }
});

test("a host that has forgotten the last states is believed after a break, and only then", () => {
  const match = play(MemoryHand, { version: 3, ply: 2 });
  assert.equal(match.apply(state({ version: 2, ply: 1 })), null);
  match.resume({ seat: 0 });
  assert.ok(match.apply(state({ version: 2, ply: 1 })));
  assert.equal(match.hand.pick(1).command.ply, 1);
});

test("watchers and players without an opponent are told why nothing happens", () => {
  assert.equal(play(MemoryHand, {}, { seat: null }).hand.pick(0).complaint, "You are only watching.");
  assert.equal(play(SetHand, setState({ phase: "waiting" })).hand.pick(0).complaint, "You have no opponent yet.");
  assert.deepEqual(play(MemoryHand, { phase: "over" }).hand.pick(0), {});
});

test("three selected cards are claimed, and a refusal leaves those of a newer claim", () => {
  const match = play(SetHand, setState()), { hand } = match;
  const claim = (...cards) => cards.map((card) => hand.pick(card)).at(-1).command;
  const first = claim(0, 1, 2), second = claim(3, 4, 5);
  assert.deepEqual(first, { type: "take", cards: [0, 1, 2], match: "m1", version: 1 });
  assert.equal(hand.chosen.length, 6);
  hand.forget(first);
  assert.deepEqual(hand.chosen, deal.slice(3, 6));
  hand.forget(first);
  assert.deepEqual(hand.chosen, deal.slice(3, 6));
  hand.forget(second);
  assert.deepEqual(hand.chosen, []);
});

test("a player who is blocked can select two cards, and is told for how long", () => {
  const { hand } = play(SetHand, setState({ seats: [seat({ blockedMs: 2500 }), seat()] }));
  assert.equal(hand.isAsked, false);
  const complaints = [0, 1, 2].map((card) => hand.pick(card).complaint);
  assert.deepEqual(complaints, [undefined, undefined, "You can claim again in 3 s."]);
  assert.equal(hand.noteFor(0), "blocked for 3 s");
  assert.equal(hand.noteFor(1), "");
});

test("more cards are asked for once, and not from an empty deck", () => {
  const { hand } = play(SetHand, setState({ deckLeft: 69 }));
  assert.deepEqual(hand.act("more").command, { type: "more", match: "m1", version: 1 });
  assert.deepEqual(hand.act("more"), {});
  assert.equal(play(SetHand, setState()).hand.act("more").complaint, "The deck is empty.");
});

test("an old state is ignored, a copy is known, and a missed one is no next step", () => {
  const match = play(MemoryHand, { version: 5 });
  assert.equal(match.apply(state({ version: 4 })), null);
  assert.equal(match.apply(state({ match: "m2", version: 9 })), null);
  assert.equal(match.apply(state({ version: 5 })).isCopy, true);
  assert.equal(match.apply(state({ version: 6 })).isNext, true);
  assert.equal(match.apply(state({ version: 8 })).isNext, false);
  assert.equal(match.apply(state({ version: 9, phase: "over" })).hasEnded, true);
});

test("a series counts the matches of two players, and others begin a new one", () => {
  const series = new Series(), end = (winner, ...names) => series.count({
    seats: names.map((name) => seat({ name })), result: { winner, reason: "cleared" },
  });
  assert.equal(series.line, null);
  end(0, "Ann", "Bob");
  end(null, "Ann", "Bob");
  assert.equal(series.line, "Series: Ann 1 : 0 Bob, 1 draw");
  end(1, "Ann", "Cleo");
  assert.equal(series.line, "Series: Ann 0 : 1 Cleo");
});
