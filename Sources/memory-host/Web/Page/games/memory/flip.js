// The flip of a card, up or back: it lifts off its shadow, shows its edge while its side is swapped, and lands.

import { animate, castShadow } from "../motion.js";

/** Milliseconds that a flip takes. */
export const FLIP = 360;
/** The part of its flip for which a card is seen from its edge, both before and after the middle. */
const EDGE_ON = 0.06;
/** Degrees of a card that is seen from its edge: what is left of its width is how thick it looks. */
const LEAN = 84;

/** The moments of a flip: edge-on twice, seen from either side. It lands a little hard. */
export function flipFrames(card) {
  const z = card.stage.unit * 0.45;
  const [before, after] = [LEAN, -LEAN].map((turn) => ({ transform: card.pose({ z, turn }) }));
  return [
    { transform: card.pose(), easing: "ease-in" }, { ...before, offset: 0.5 - EDGE_ON }, { ...before, offset: 0.5 },
    { ...after, offset: 0.5 }, { ...after, offset: 0.5 + EDGE_ON, easing: "cubic-bezier(.3, .7, .5, 1.25)" },
    { transform: card.pose() },
  ];
}

/** Flips a card about its upright axis until it shows `face`. */
export async function flipCard(card, face) {
  const options = { duration: FLIP, fill: "both" }, flipped = animate(card, flipFrames(card), options);
  castShadow(card, options);
  card.turnOver(face, [0.5 - EDGE_ON, 0.5 + EDGE_ON], options);
  const isDone = await flipped;
  if (isDone) {
    card.draw(face);
    card.lie();
  }
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
