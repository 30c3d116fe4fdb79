// The end of a match: its cards tumble off the table and onto the floor. A small simulation, in units of a card's
// height; all its randomness comes from a seed that everybody shares, the match's name.

import { transformAt } from "./layout.js";
import { animate } from "./motion.js";

/** Seconds of the whole fall. */
export const FALL_TIME = 1.5;
/** Gravity in units a second squared, seconds of a step, keyframes of a card. */
const GRAVITY = 34, STEP = 1 / 60, KEYFRAMES = 15;
/** The part of its speed that a card keeps when it bounces, along the floor and off it. */
const FRICTION = 0.6, BOUNCE = 0.34;
/** Degrees by which a card that lies on the floor leans away from the viewer. */
const FLOOR_TILT = 58;

/** A linear congruential generator of numbers from 0 to 1, the same ones for the same text. */
export function randomFrom(text) {
  let seed = 0;
  const next = (by) => seed = Math.imul(seed + by, 1_664_525) + 1_013_904_223 >>> 0;
  for (const character of text) next(character.codePointAt(0));
  return () => next(0) / 2 ** 32;
}

/**
 * The fall of one card: positions and angles at equal times.
 *
 * @param start its place, in units, with y down and z towards the viewer
 * @param floor the y of the floor
 * @param reach how far cards may scatter to the side
 */
export function fallFrom(start, floor, reach, tilt, random) {
  const wait = random() * 0.28;
  const position = [...start];
  const velocity = [(random() - 0.5) * 5 - start[0] * 0.25, -3 - random() * 5, (random() - 0.35) * 6];
  // It spins ever slower until it lies there, with its face up.
  const turns = () => Math.round((random() - 0.5) * 4) * 360;
  const rest = [FLOOR_TILT + turns(), turns(), (random() - 0.5) * 140];
  const samples = [];
  const steps = Math.round(FALL_TIME / STEP);
  for (let step = 0; step <= steps; step += 1) {
    const time = step * STEP;
    if (step % Math.round(steps / (KEYFRAMES - 1)) === 0) {
      const part = Math.min(1, Math.max(0, (time - wait) / (FALL_TIME * 0.75 - wait)));
      const eased = 1 - (1 - part) ** 2;
      const angles = [tilt + (rest[0] - tilt) * eased, rest[1] * eased, rest[2] * eased];
      samples.push({ position: [...position], angles });
    }
    if (time < wait) continue;
    velocity[1] += GRAVITY * STEP;
    for (let axis = 0; axis < 3; axis += 1) position[axis] += velocity[axis] * STEP;
    if (position[1] > floor) {
      position[1] = floor;
      velocity[1] = Math.abs(velocity[1]) < 1.5 ? 0 : -velocity[1] * BOUNCE;
      velocity[0] *= FRICTION;
      velocity[2] *= FRICTION;
    }
    if (Math.abs(position[0]) > reach) {
      position[0] = Math.sign(position[0]) * reach;
      velocity[0] *= -BOUNCE;
    }
    position[2] = Math.max(-2.5, Math.min(0.3, position[2]));
  }
  return samples;
}

/** Lets all cards fall, and leaves them on the floor. */
export function tumble(stage, match) {
  const { unit } = stage, { width, height, sine, cosine, tilt } = stage.view;
  const random = randomFrom(match);
  const floor = (height / 2 - unit * 0.5) / unit, reach = Math.max(0.5, width / 2 / unit - 0.9);
  stage.board.settleAll();
  // Their shadows belong to the table, and would cost more than all the rest.
  stage.element.classList.add("falling");
  for (const card of stage.cards) {
    const start = [card.x / unit, card.y * cosine / unit, card.y * sine / unit];
    const samples = fallFrom(start, floor, reach, tilt, random);
    const keyframes = samples.map(({ position, angles }) => ({
      transform: transformAt(position.map((length) => length * unit), angles),
    }));
    card.isMoving = true;
    animate(card, keyframes, { duration: FALL_TIME * 1000 });
  }
}
