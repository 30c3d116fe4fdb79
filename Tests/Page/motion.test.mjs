import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { FALL_TIME, randomFrom, slidesOf, tumble } = await load("games/tumble.js");
const { wave } = await load("games/motion.js");
const { flipFrames } = await load("games/memory/flip.js");
const { transformAt } = await load("games/layout.js");

test("the same text gives the same numbers, from 0 to 1", () => {
  const [one, other, third] = ["m1", "m1", "m2"].map((text) => randomFrom(text));
  const draw = (random) => Array.from({ length: 50 }, random);
  const numbers = draw(one);
  assert.deepEqual(numbers, draw(other));
  assert.notDeepEqual(numbers, draw(third));
  assert.ok(numbers.every((number) => number >= 0 && number < 1));
});

test("cards slide off the lower edge of the table, and none through the one below it", () => {
  for (const [rows, columns] of [[5, 6], [10, 10], [2, 3]]) {
    const cards = Array.from({ length: rows * columns }, (_, number) =>
      ({ x: number % columns * 0.8, y: Math.floor(number / columns) - (rows - 1) / 2 }));
    const edge = rows / 2 + 0.25, slides = slidesOf(cards, edge, randomFrom("m7"));
    assert.deepEqual(slides, slidesOf(cards, edge, randomFrom("m7")));
    slides.forEach(({ x, path, left, below }, number) => {
      assert.equal(path[0], cards[number].y);
      assert.ok(path.every((y, index) => index === 0 || y >= path[index - 1]), "a card slides up");
      assert.ok(left > 0 && left < FALL_TIME, `${rows}x${columns}: card ${number} leaves at ${left}`);
      assert.equal(below === null, number >= cards.length - columns);
      if (!below) return;
      assert.equal(below.x, x);
      path.forEach((y, index) => assert.ok(y <= below.path[index] - 1 + 1e-9, "a card slides through another"));
    });
  }
});

test("a flip is edge-on in its middle, where the other side takes over", () => {
  const card = {
    stage: { unit: 100 }, pose: ({ z = 0, turn = 0 } = {}) => transformAt([0, 0, z], [16, turn, 0]),
  };
  const frames = flipFrames(card);
  assert.equal(frames[0].transform, frames.at(-1).transform);
  const middle = frames.filter(({ offset }) => offset === 0.5);
  assert.deepEqual(middle.map(({ transform }) => /rotateY\((-?\d+)deg/.exec(transform)[1]), ["84", "-84"]);
});

test("without cards, no time is spent on their wave or fall", () => {
  assert.equal(wave([], () => []), 0);
  assert.equal(tumble({ cards: [], view: {}, board: { settleAll: () => {} } }, "m1"), 0);
});

/** A table of one card, on a clock that stands still; `drawn` are the faces that it shows. */
function layOneCard(context) {
  const timers = [], classes = new Set(), drawn = [];
  context.mock.method(globalThis, "setTimeout", (action, time) => timers.push({ action, time }));
  const card = {
    x: 0, y: 0, at: [0, 0], motion: 0, animations: [], mark: () => {}, draw: (face) => drawn.push(face),
    element: { animate: (frames) => ({ frames, finished: new Promise(() => {}) }), classList: classes },
  };
  const stage = card.stage = {
    cards: [card], unit: 100, distance: 800, view: { tilt: 16 }, seen: { rows: 1 }, tip: () => {},
    element: { classList: classes }, board: { settleAll: () => {} },
  };
  return { card, stage, timers, drawn, classes };
}

test("a card that falls shows its back once it has turned over, and not if it was stopped", (context) => {
  const { card, stage, timers, drawn, classes } = layOneCard(context);
  assert.equal(tumble(stage, "m1"), FALL_TIME * 1000);
  assert.ok(classes.has("falling"));
  const [left, turned] = timers, turns = card.animations[0].frames.map(({ transform }) =>
    Number(/rotateX\((-?[\d.]+)deg/.exec(transform)[1]));
  assert.ok(turned.time > left.time && turned.time < FALL_TIME * 1000);
  // The viewer is above it, so the back is seen a little before it is turned by a quarter.
  const step = 1000 / 12, before = turns[Math.floor(turned.time / step)], after = turns[Math.ceil(turned.time / step)];
  assert.ok(before > -95 && after < -60, `${before}, ${after}`);
  turned.action();
  assert.deepEqual(drawn, [""]);
  card.motion += 1;
  for (const { action } of timers) action();
  assert.deepEqual([drawn, classes.has("off")], [[""], false]);
});

test("of more cards than slow phones keep up with, every other one is gone when the table tips", (context) => {
  const { card, stage } = layOneCard(context), gone = [];
  stage.cards = Array.from({ length: 60 }, (_, number) => ({
    ...card, at: [Math.floor(number / 10), number % 10], x: number % 10, y: Math.floor(number / 10), animations: [],
    mark: (owner, isGone) => isGone && gone.push(number),
  }));
  tumble(stage, "m1");
  const fallen = stage.cards.flatMap(({ animations }, number) => animations.length ? [number] : []);
  assert.deepEqual([fallen.length, gone.length], [30, 30]);
  assert.ok(fallen.every((number) => !gone.includes(number)));
});
