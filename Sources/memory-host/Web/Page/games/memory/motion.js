// The motions of Memory's cards.

import { LIFT, beginMotion, dealCards, moveCard, shake, takeAway, turnCard } from "../motion.js";

/** Plays a change that led from one state to the next. */
export function playChange(board, change, previous, { revealMs, targetOf }) {
  const { stage } = board, [first, second] = change.cards.map((number) => stage.cards[number]);
  switch (change.kind) {
    case "deal": return dealCards(stage);
    case "flip": return turnUp(first);
    case "miss": return playMiss(first, second);
    case "pair": {
      const { seat } = change, leave = board.vanish ? takeAway : liftPair;
      const options = { seat, delay: revealMs };
      return playPair(first, second, () => targetOf(seat), (card, target) => leave(card, target, options));
    }
    case "cover": case "timeout":
      for (const card of [first, second]) if (card) turnBack(card, previous.cards[card.number]);
  }
}

async function turnUp(card) {
  const face = card.face;
  beginMotion(card, "");
  if (await turnCard(card, face)) card.stage.settle(card);
}

async function turnBack(card, face) {
  beginMotion(card, face);
  if (await turnCard(card, "")) card.stage.settle(card);
}

async function playMiss(first, second) {
  if (!second) return;
  const faces = [first.face, second.face];
  const motion = beginMotion(first, faces[0]);
  beginMotion(second, "");
  const isTurned = await turnCard(second, faces[1]);
  if (isTurned) shake(second);
  if (motion === first.motion) shake(first);
}

/** A pair is turned up; then `leave(card, target)` moves each card towards the point that `findTarget()` returns. */
async function playPair(first, second, findTarget, leave) {
  if (!second) return;
  const face = second.face;
  const motion = beginMotion(first, first.face);
  beginMotion(second, "");
  const isTurned = await turnCard(second, face);
  if (!isTurned && motion !== first.motion) return;
  // Measured once, since that is slow.
  const target = findTarget();
  if (isTurned) leave(second, target);
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
