// The motions of cards. They only decorate: the state is what counts, nothing waits for them, and whatever comes next
// ends a motion still under way. Each card moves on its own.

/** Milliseconds: the way of taken cards to their owner. */
export const LIFT = 620;
/** Milliseconds: a card's way from the deck, a shake, a turn in a wave. */
const DEAL = 290, SHAKE = 360, WAVE = 420;
/** Milliseconds in which the last card leaves the deck, and the most between two. */
const DEAL_ALL = 1000, DEAL_STEP = 42;

/** Animates a card; the promise is false if the motion was stopped before its end. */
export async function animate(card, keyframes, options) {
  const motion = card.motion;
  const animation = card.element.animate(keyframes, { fill: "both", ...options });
  card.animations.push(animation);
  await animation.finished.catch(() => {});
  return motion === card.motion;
}

/** The shadow of a card that rises and lands: in the middle it is softer, and further from the light. */
export function castShadow(card, options) {
  const by = card.stage.unit * 0.12, down = { transform: card.pose(), opacity: 0.8 };
  const up = { transform: card.pose({ x: card.x + by / 2, y: card.y + by, scale: 1.15 }), opacity: 0.5 };
  card.raise([down, up, down], options);
}

/** Moves a card, which is in its place at the end. */
export async function moveCard(card, keyframes, options) {
  card.isMoving = true;
  if (await animate(card, keyframes, options)) card.stage.settle(card);
}

/** Shakes a card. */
export function shake(card) {
  const by = card.stage.unit * 0.045;
  const at = (x) => ({ transform: card.pose({ x: card.x + x, z: 2 }) });
  const keyframes = [at(0), at(by), at(-by), at(by * 0.7), at(-by * 0.5), at(0)];
  moveCard(card, keyframes, { duration: SHAKE, easing: "ease-in-out" });
}

/** Moves cards in a wave across the table. Returns the milliseconds that it takes; 0 if there are none. */
export function wave(cards, frames) {
  const step = Math.min(90, 700 / cards.length);
  [...cards].sort((one, other) => one.x + one.y - other.x - other.y).forEach((card, index) => {
    const options = { duration: WAVE, delay: index * step };
    castShadow(card, options);
    moveCard(card, frames(card), options);
  });
  return cards.length && WAVE + step * cards.length;
}

/** Takes a card off the table, to a point beside it, after so many milliseconds in view. */
export function takeAway(card, target, { delay }) {
  const { unit } = card.stage;
  card.element.style.zIndex = 3;
  const keyframes = [
    { transform: card.pose(), opacity: 1, easing: "ease-out" },
    { transform: card.pose({ z: unit * 0.8 }), opacity: 1, offset: 0.3, easing: "ease-in" },
    { transform: card.pose({ ...target, z: unit * 0.4, scale: 0.3, spin: 20 }), opacity: 0 },
  ];
  moveCard(card, keyframes, { duration: LIFT, delay });
}

/** Deals all cards, one by one, from a deck in the middle of the table. */
export function dealCards(stage) {
  const count = stage.cards.length, step = Math.min(DEAL_STEP, DEAL_ALL / count);
  stage.board.settleAll();
  for (const card of stage.cards) dealCard(card, count - card.number, card.number * step);
}

function dealCard(card, fromBottom, delay) {
  const { unit } = card.stage;
  card.element.style.zIndex = fromBottom;
  const spin = card.x > 0 ? -30 : 30, halfway = { x: card.x * 0.6, y: card.y * 0.6 };
  const keyframes = [
    { transform: card.pose({ x: 0, y: 0, z: unit * 0.2 + fromBottom * unit * 0.008 }), easing: "ease-out" },
    { transform: card.pose({ ...halfway, z: unit * 0.8, spin }), offset: 0.55, easing: "ease-in" },
    { transform: card.pose() },
  ];
  moveCard(card, keyframes, { duration: DEAL, delay });
}
