// The motions of Memory's cards.

import { LIFT, dealCards, moveCard, shake, takeAway } from "../motion.js";
import { beginFlip, flipCard } from "./flip.js";

/** Plays a change that led from one state to the next. */
export function playChange(board, change, previous, { delay, targetOf }) {
  const { stage } = board, [first, second] = change.cards.map((number) => stage.cards[number]);
  switch (change.kind) {
    case "deal": return dealCards(stage);
    case "flip": return flipUp(first);
    case "miss": return playMiss(first, second);
    case "pair": {
      const { seat } = change, leave = board.hidesTaken ? takeAway : liftPair;
      const options = { seat, delay };
      return playPair(first, second, () => targetOf(seat), (card, target) => leave(card, target, options));
    }
    case "cover": case "timeout":
      for (const card of [first, second]) if (card) flipBack(card, previous.cards[card.number]);
  }
}

async function flipUp(card) {
  const face = card.face;
  beginFlip(card, "");
  if (await flipCard(card, face)) card.stage.settle(card);
}

async function flipBack(card, face) {
  beginFlip(card, face);
  if (await flipCard(card, "")) card.stage.settle(card);
}

async function playMiss(first, second) {
  if (!second) return;
  const faces = [first.face, second.face];
  const motion = beginFlip(first, faces[0]);
  beginFlip(second, "");
  const isFlipped = await flipCard(second, faces[1]);
  if (isFlipped) shake(second);
  if (motion === first.motion) shake(first);
}

/** A pair is flipped; then `leave(card, target)` moves each card towards the point that `findTarget()` returns. */
async function playPair(first, second, findTarget, leave) {
  if (!second) return;
  const face = second.face;
  const motion = beginFlip(first, first.face);
  beginFlip(second, "");
  const isFlipped = await flipCard(second, face);
  if (!isFlipped && motion !== first.motion) return;
  // Measured once, since that is slow.
  const target = findTarget();
  if (isFlipped) leave(second, target);
  if (motion === first.motion) leave(first, target);
}

/** Lifts a card to its owner's side; it comes back marked. */
function liftPair(card, target, { seat }) {
  const { unit } = card.stage;
  card.element.style.zIndex = 3;
  card.mark(seat, false);
  const [x, y] = [card.x + (target.x - card.x) * 0.12, card.y + (target.y - card.y) * 0.12];
  const lifted = { transform: card.pose({ x, y, z: unit * 0.9, spin: Math.sign(target.x - card.x) * 4 }) };
  const keyframes = [
    { transform: card.pose(), easing: "ease-out" }, { ...lifted, offset: 0.4 },
    { ...lifted, offset: 0.55, easing: "ease-in-out" }, { transform: card.pose() },
  ];
  moveCard(card, keyframes, { duration: LIFT });
}
