// Fingers on the cards of Set: one that swipes down, two that turn.

/** Degrees that two fingers turn, and pixels that one swipes down, before that means something. */
const ROTATION = 25, SWIPE = 60;
/** The change of two fingers' distance, as a part of it, from which it is a pinch. */
const PINCH = 0.15;

/** Calls `onswipe()` when one finger swipes down on an element, and `onturn()` when two turn. */
export function followFingers(element, { onswipe, onturn }) {
  const fingers = new Map();
  let first = null;
  const angle = () => {
    const [one, other] = [...fingers.values()];
    return Math.atan2(other.y - one.y, other.x - one.x) * 180 / Math.PI;
  };
  const on = (type, action) => element.addEventListener(type, (event) => {
    if (event.pointerType === "touch") action(event.pointerId, event.clientX, event.clientY, event);
  });
  on("pointerdown", (id, x, y, { isPrimary }) => {
    if (isPrimary) fingers.clear();
    fingers.set(id, { x, y, from: [x, y], isAlone: isPrimary });
    if (fingers.size > 1) for (const finger of fingers.values()) finger.isAlone = false;
    first = fingers.size === 2 ? angle() : null;
  });
  on("pointermove", (id, x, y) => {
    if (!fingers.has(id)) return;
    Object.assign(fingers.get(id), { x, y });
    if (first === null || Math.abs((angle() - first + 540) % 360 - 180) < ROTATION) return;
    first = null;
    onturn();
  });
  on("pointerup", (id, x, y) => {
    const { from, isAlone } = fingers.get(id) ?? {};
    fingers.delete(id);
    first = null;
    if (isAlone && y - from[1] > SWIPE && Math.abs(x - from[0]) < (y - from[1]) / 2) onswipe();
  });
  on("pointercancel", (id) => fingers.delete(id));
  // Else Chromium sees a fling in it, which swallows the next tap. Fingers that move apart or together zoom the page.
  element.addEventListener("touchmove", (event) => {
    const [one, other] = [...fingers.values()], apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    const growth = other && apart([one.x, one.y], [other.x, other.y]) / apart(one.from, other.from);
    const isPinch = other && Math.abs(growth - 1) > PINCH;
    if (event.cancelable && !isPinch) event.preventDefault();
  });
}
