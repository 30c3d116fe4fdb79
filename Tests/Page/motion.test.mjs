import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./page.mjs";

const { fallFrom, FALL_TIME, randomFrom } = await load("games/tumble.js");
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

test("a card falls from its place to the floor, and lies there with its face up", () => {
  for (let number = 0; number < 20; number += 1) {
    const start = [number % 5 - 2, -2, 0.3], samples = fallFrom(start, 3, 4, 16, randomFrom(`m${number}`));
    const [first, last] = [samples[0], samples.at(-1)];
    assert.ok(samples.length > 10);
    assert.deepEqual(first.position, start);
    assert.ok(samples.every(({ position: [x, y] }) => Math.abs(x) <= 4 && y <= 3));
    assert.ok(last.position[1] > 2.5, `${last.position}`);
    assert.equal(Math.abs(last.angles[1] % 360), 0);
  }
  assert.ok(FALL_TIME > 0);
});

test("a flip is edge-on in its middle, where the other side takes over", () => {
  const card = {
    stage: { unit: 100 }, pose: ({ z = 0, turn = 0 } = {}) => transformAt([0, 0, z], [16, turn, 0]),
  };
  const frames = flipFrames(card);
  assert.equal(frames[0].transform, frames.at(-1).transform);
  const middle = frames.filter(({ offset }) => offset === 0.5);
  assert.deepEqual(middle.map(({ transform }) => /rotateY\((-?\d+)deg/.exec(transform)[1]), ["90", "-90"]);
});
