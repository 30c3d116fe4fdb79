// The end of a match: the table tips, and its cards slide off its lower edge and fall. A small simulation, in units of
// a card's height; all its randomness comes from a seed that everybody shares, the match's name.

import { transformAt } from "./layout.js";
import { animate } from "./motion.js";

/** Seconds of the whole fall, and in which the table tips. */
export const FALL_TIME = 1.95;
const TIP_TIME = 0.5;
/** The most cards that fall; of more, every other one is gone when the table tips, so that slow phones keep up. */
const MOST = 50;
/** Degrees by which the table tips towards the viewer, and the part of the viewer's distance by which it moves away. */
const TIP = 24, AWAY = 0.28;
/**
 * Heights of the table a second squared, of a card that slides; units a second squared and degrees a second, of one
 * that falls.
 */
const SLIDING = 2.1, GRAVITY = 11, SPIN = 480;
/** Seconds of a step, steps between two keyframes. */
const STEP = 1 / 60, STEPS = 5;

/** A linear congruential generator of numbers from 0 to 1, the same ones for the same text. */
export function randomFrom(text) {
  let seed = 0;
  const next = (by) => seed = Math.imul(seed + by, 1_664_525) + 1_013_904_223 >>> 0;
  for (const character of text) next(character.codePointAt(0));
  return () => next(0) / 2 ** 32;
}

/** How far the table has tipped at a time, from 0 to 1. */
const tipped = (time) => {
  const part = Math.min(1, time / TIP_TIME);
  return part * part * (3 - 2 * part);
};

/**
 * The slides of cards on a table, each as its `y` at equal times, and the time and speed at which it leaves: no card
 * passes through the one below it.
 *
 * @param cards their places, `x` and `y`
 * @param edge the y at which the middle of a card leaves the table
 */
export function slidesOf(cards, edge, random) {
  const slides = cards.map(({ x, y }) =>
    ({ x, y, speed: 0, wait: TIP_TIME * (0.5 + random() * 0.7), path: [], left: null, below: null }));
  for (const slide of slides) {
    const under = slides.filter(({ x, y }) => Math.abs(x - slide.x) < 0.1 && y > slide.y);
    slide.below = under.sort((one, other) => one.y - other.y)[0] ?? null;
  }
  // The lowest ones move first.
  const order = [...slides].sort((one, other) => other.y - one.y);
  for (let step = 0; step * STEP <= FALL_TIME; step += 1) {
    const time = step * STEP;
    for (const slide of order) {
      if (step % STEPS === 0) slide.path.push(slide.y);
      if (time < slide.wait) continue;
      slide.speed += SLIDING * 2 * edge * STEP;
      slide.y += slide.speed * STEP;
      const { below } = slide, room = below ? below.y - 1 : Infinity;
      if (slide.y > room) [slide.y, slide.speed] = [room, below.speed];
      if (slide.left === null && slide.y > edge) Object.assign(slide, { left: time, leavesWith: slide.speed });
    }
  }
  return slides;
}

/**
 * Tips the table, and lets all cards slide and fall. Afterwards they lie out of sight. Returns the milliseconds that it
 * takes; 0 if there are no cards.
 */
export function tumble(stage, match) {
  const { unit } = stage, { tilt } = stage.view, end = tilt - TIP, random = randomFrom(match);
  stage.board.settleAll();
  if (!stage.cards.length) return 0;
  const isMany = stage.cards.length > MOST, falls = ({ at: [row, column] }) => !isMany || (row + column) % 2 === 0;
  const cards = stage.cards.filter(falls);
  for (const card of stage.cards) if (!falls(card)) card.mark(null, true);
  // Just beyond the last row, though that may be empty.
  const edge = stage.seen.rows / 2 + 0.12;
  const slides = slidesOf(cards.map(({ x, y }) => ({ x: x / unit, y: y / unit })), edge, random);
  stage.element.classList.add("falling");
  stage.tip(end, AWAY, TIP_TIME * 1000);
  cards.forEach((card, index) => fall(card, slides[index], { tilt, end, edge }));
  return FALL_TIME * 1000;
}

const radians = (degrees) => degrees * Math.PI / 180;

function fall(card, { path, left, leavesWith }, { tilt, end, edge }) {
  const { unit, distance } = card.stage, { motion } = card;
  // Where it is: along the table as long as it is on it, and then on its way down.
  const at = (time, along) => {
    const since = left === null ? 0 : Math.max(0, time - left);
    const lean = since ? end : tilt + (end - tilt) * tipped(time), on = since ? edge + leavesWith * since : along;
    const y = on * Math.cos(radians(lean)) + GRAVITY / 2 * since * since, z = on * Math.sin(radians(lean));
    return { y: y * unit, z: z * unit - AWAY * distance * tipped(time), turn: lean - SPIN * since };
  };
  const keyframes = path.map((along, index) => {
    const { y, z, turn } = at(index * STEPS * STEP, along);
    return { transform: transformAt([card.x, y, z], [turn, 0, 0]) };
  });
  card.isMoving = true;
  animate(card, keyframes, { duration: FALL_TIME * 1000 });
  if (left === null) return;
  const showsBack = ({ y, z, turn }) => y * Math.sin(radians(turn)) + (distance - z) * Math.cos(radians(turn)) < 0;
  let turned = left + STEP;
  while (turned < FALL_TIME && !showsBack(at(turned))) turned += STEP;
  const later = (time, change) => setTimeout(() => motion === card.motion && change(), time * 1000);
  // Off the felt it casts no shadow.
  later(left, () => card.element.classList.add("off"));
  later(turned, () => {
    card.mark(null, false);
    card.draw("");
  });
}
