// Double taps.

/** Milliseconds within which a second tap belongs to the first. */
export const DOUBLE_TAP = 350;
/** Pixels within which it does. */
const FINGER = 24;

/**
 * Lets no second tap of a double one through: it is meant for nothing, whatever is under the finger by then, and so is
 * the second Enter. The `detail` of a key's click is 0.
 */
export function ignoreSecondTaps() {
  let lastClick = {};
  addEventListener("click", (event) => {
    const { timeStamp: at, detail, clientX: x, clientY: y } = event, last = lastClick;
    lastClick = { at, detail, x, y };
    if (at - last.at > DOUBLE_TAP || event.target.closest(".controls")) return;
    if (detail ? Math.hypot(x - last.x, y - last.y) < FINGER : last.detail === 0) {
      event.preventDefault();
      event.stopPropagation();
    }
  }, { capture: true });
  addEventListener("keydown", ({ key }) => {
    if (key !== "Enter" && key !== " ") lastClick = {};
  }, { capture: true });
}
