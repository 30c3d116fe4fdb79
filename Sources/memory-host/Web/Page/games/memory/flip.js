// The flip of a card, up or back: its side is swapped while it is edge-on to the viewer. Its edge and its shadow are
// drawn by `.side` in `styles/cards.css`.

import { animate } from "../motion.js";

/** Milliseconds that a flip takes. */
export const FLIP = 240;
/** The part of its flip for which a card is edge-on, both before and after the middle: time to draw the other side. */
const EDGE_ON = 0.06;

/** The moments of a flip: edge-on twice, seen from either side. */
export function flipFrames(card) {
  const z = card.stage.unit * 0.35;
  const [before, after] = [90, -90].map((turn) => ({ transform: card.pose({ z, turn }) }));
  return [
    { transform: card.pose(), easing: "ease-in" }, { ...before, offset: 0.5 - EDGE_ON }, { ...before, offset: 0.5 },
    { ...after, offset: 0.5 }, { ...after, offset: 0.5 + EDGE_ON, easing: "ease-out" }, { transform: card.pose() },
  ];
}

/**
 * Flips a card about its upright axis until it shows `face`. It is one motion, so that nothing has to start halfway,
 * and a timer draws the face, in a task of its own, so that no frame waits for it.
 */
export async function flipCard(card, face) {
  const { motion } = card;
  const flipped = animate(card, flipFrames(card), { duration: FLIP });
  await card.animations.at(-1).ready.catch(() => {});
  setTimeout(() => motion === card.motion && card.draw(face), FLIP * (0.5 - EDGE_ON));
  const isDone = await flipped;
  if (isDone) card.draw(face);
  return isDone;
}

/** Starts a flip from what the card showed before the change. Returns the number of the motion. */
export function beginFlip(card, from) {
  card.stage.halt(card);
  card.isMoving = true;
  card.mark(null, false);
  card.draw(from);
  return card.motion;
}
