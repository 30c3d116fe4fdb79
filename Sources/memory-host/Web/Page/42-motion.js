// The motions of cards. They only decorate: the state is what counts, nothing waits for them, and whatever comes next ends
// a motion still under way. Each card moves on its own; its side is swapped while it is edge-on to the viewer.

/** Milliseconds: a turn of a card, a card's way from the deck, a shake, a pair's way to its owner. */
const TURN = 240, DEAL = 290, SHAKE = 360, LIFT = 620;
/** Milliseconds in which the last card leaves the deck, and the most between two. */
const DEAL_ALL = 1000, DEAL_STEP = 42;
/** The part of its turn for which a card is edge-on, both before and after the middle: time to draw the other side. */
const EDGE_ON = 0.06;

/** Animates a card; the promise is false if the motion was stopped before its end. */
async function animate(card, keyframes, options) {
  const motion = card.motion;
  const animation = card.element.animate(keyframes, { fill: "both", ...options });
  card.animations.push(animation);
  await animation.finished.catch(() => {});
  return motion === card.motion;
}

/** Moves a card, which is in its place at the end. */
async function moveCard(card, keyframes, options) {
  card.isMoving = true;
  if (await animate(card, keyframes, options)) card.board.settle(card);
}

/**
 * Turns a card about its upright axis until it shows `face`. It is one motion, so that nothing has to start halfway,
 * and a timer draws the face, in a task of its own, so that no frame waits for it.
 */
async function turnCard(card, face) {
  const { motion } = card, z = card.board.unit * 0.35;
  const [before, after] = [90, -90].map((turn) => ({ transform: card.pose({ z, turn }) }));
  const turned = animate(card, [
    { transform: card.pose(), easing: "ease-in" }, { ...before, offset: 0.5 - EDGE_ON }, { ...before, offset: 0.5 },
    { ...after, offset: 0.5 }, { ...after, offset: 0.5 + EDGE_ON, easing: "ease-out" }, { transform: card.pose() },
  ], { duration: TURN });
  await card.animations.at(-1).ready.catch(() => {});
  setTimeout(() => motion === card.motion && card.draw(face), TURN * (0.5 - EDGE_ON));
  const isDone = await turned;
  if (isDone) card.draw(face);
  return isDone;
}

/** Starts a motion from what the card showed before the change. Returns the motion's number. */
function beginMotion(card, from) {
  const { board } = card;
  board.halt(card);
  card.isMoving = true;
  card.mark(null, false);
  card.draw(from);
  return card.motion;
}

/** Plays a change that led from one state to the next. */
function playChange(board, change, previous, { revealMs, targetOf }) {
  const [first, second] = change.cards.map((number) => board.cards[number]);
  switch (change.kind) {
    case "deal": return dealCards(board);
    case "flip": return turnUp(first);
    case "miss": return playMiss(first, second);
    case "pair": return playPair(first, second, () => targetOf(change.seat), board.vanish ? revealMs : null);
    case "cover": case "timeout":
      for (const card of [first, second]) if (card) turnBack(card, previous.cards[card.number]);
  }
}

async function turnUp(card) {
  const face = card.face;
  beginMotion(card, "");
  if (await turnCard(card, face)) card.board.settle(card);
}

async function turnBack(card, face) {
  beginMotion(card, face);
  if (await turnCard(card, "")) card.board.settle(card);
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

function shake(card) {
  const by = card.board.unit * 0.045;
  const at = (x) => ({ transform: card.pose({ x: card.x + x, z: 2 }) });
  const keyframes = [at(0), at(by), at(-by), at(by * 0.7), at(-by * 0.5), at(0)];
  moveCard(card, keyframes, { duration: SHAKE, easing: "ease-in-out" });
}

/** A pair is lifted to its owner's side. It comes back marked or, after a moment in view, is gone. */
async function playPair(first, second, findTarget, revealMs) {
  if (!second) return;
  const face = second.face;
  const motion = beginMotion(first, first.face);
  beginMotion(second, "");
  const isTurned = await turnCard(second, face);
  if (!isTurned && motion !== first.motion) return;
  const target = findTarget();
  const leave = (card) => revealMs === null ? liftPair(card, target) : takeAway(card, target, revealMs);
  if (isTurned) leave(second);
  if (motion === first.motion) leave(first);
}

function liftPair(card, target) {
  const { board } = card;
  card.element.style.zIndex = 3;
  card.mark(board.owners.get(card.number) ?? null, false);
  const [x, y] = [card.x + (target.x - card.x) * 0.12, card.y + (target.y - card.y) * 0.12];
  const lifted = { transform: card.pose({ x, y, z: board.unit * 0.9, spin: Math.sign(target.x - card.x) * 4 }) };
  const keyframes = [
    { transform: card.pose(), easing: "ease-out" }, { ...lifted, offset: 0.4 },
    { ...lifted, offset: 0.55, easing: "ease-in-out" }, { transform: card.pose() },
  ];
  moveCard(card, keyframes, { duration: LIFT });
}

function takeAway(card, target, revealMs) {
  const { board } = card;
  card.element.style.zIndex = 3;
  const keyframes = [
    { transform: card.pose(), opacity: 1, easing: "ease-out" },
    { transform: card.pose({ z: board.unit * 0.8 }), opacity: 1, offset: 0.3, easing: "ease-in" },
    { transform: card.pose({ ...target, z: board.unit * 0.4, scale: 0.3, spin: 20 }), opacity: 0 },
  ];
  moveCard(card, keyframes, { duration: LIFT, delay: revealMs });
}

/** Deals all cards, one by one, from a deck in the middle of the table. */
function dealCards(board) {
  const count = board.cards.length, step = Math.min(DEAL_STEP, DEAL_ALL / count);
  board.settleAll();
  for (const card of board.cards) dealCard(card, count - card.number, card.number * step);
}

function dealCard(card, fromBottom, delay) {
  const { unit } = card.board;
  card.element.style.zIndex = fromBottom;
  const spin = card.x > 0 ? -30 : 30, halfway = { x: card.x * 0.6, y: card.y * 0.6 };
  const keyframes = [
    { transform: card.pose({ x: 0, y: 0, z: unit * 0.2 + fromBottom * unit * 0.008 }), easing: "ease-out" },
    { transform: card.pose({ ...halfway, z: unit * 0.8, spin }), offset: 0.55, easing: "ease-in" },
    { transform: card.pose() },
  ];
  moveCard(card, keyframes, { duration: DEAL, delay });
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") for (const board of boards) board.settleAll();
});
