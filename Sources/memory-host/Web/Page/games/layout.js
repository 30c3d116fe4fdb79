// Where things are on a tilted table, in numbers.

/** Degrees by which the table is tilted away from the viewer, on upright, wide and low stages. */
const TILT = { upright: 16, wide: 24, low: 16 };
/**
 * Pixels: on a stage that is lower, the far cards need what a steeper view leaves them, to be large enough for a
 * finger.
 */
const LOW_STAGE = 400;
/** The narrowest and widest places, as width to height. */
const NARROWEST = 0.64, WIDEST = 1.4;

/**
 * How a stage of this size is seen: its size, if it is wide, and the table's tilt in degrees, with its sine and cosine.
 */
export function viewOf(width, height, isScreenWide) {
  const isWide = width / height > (isScreenWide ? 0.9 : 1.1);
  const tilt = TILT[!isWide ? "upright" : height < LOW_STAGE ? "low" : "wide"], angle = tilt * Math.PI / 180;
  return { width, height, isWide, tilt, sine: Math.sin(angle), cosine: Math.cos(angle) };
}

/** The largest places with which a tilted board fits, in pixels `across` and `down`. */
export function measurePlaces({ width, height, sine, cosine }, rows, columns) {
  const distance = 1.7 * Math.max(width, height, 480);
  const margin = Math.min(width, height) * 0.035;
  const shape = Math.min(WIDEST, Math.max(NARROWEST, (width / columns) / (height / rows / cosine)));
  // The projection of the table's near and far edge, for places of a height.
  const edges = (place) => {
    const half = rows * place / 2;
    // A table that reaches behind the viewer is too large.
    const near = distance / Math.max(1e-9, distance - half * sine), far = distance / (distance + half * sine);
    return { wide: columns * place * shape * near, low: half * cosine * near, high: half * cosine * far };
  };
  let place = 0;
  for (let step = Math.max(width, height) / 2; step > 0.1; step /= 2) {
    const { wide, low, high } = edges(place + step);
    if (wide <= width - 2 * margin && low + high <= height - 2 * margin) place += step;
  }
  return { across: place * shape, down: place, distance, margin, ...edges(place) };
}

/**
 * The outline of a table, or of a part of it with its middle at `x` and `y`, that reaches this far `across` and `down`,
 * in perspective, as a path: `shift` moves it down on the screen, and so does `drop`.
 */
export function outlineOf(view, { x: left = 0, y: top = 0, across, down, distance, shift, drop = 0 }) {
  const { width, height, sine, cosine } = view;
  const corner = (x, y) => {
    const scale = distance / (distance - (top + y) * sine);
    return [width / 2 + (left + x) * scale, height / 2 + shift + (top + y) * cosine * scale + drop];
  };
  const corners = [corner(-across, -down), corner(across, -down), corner(across, down), corner(-across, down)];
  return roundedPath(corners, Math.min(across, down) * 0.09);
}

/** A closed path through corners, each rounded within `radius` pixels. */
export function roundedPath(corners, radius) {
  const text = (...numbers) => numbers.map((number) => number.toFixed(1)).join(" ");
  const toward = ([x, y], [otherX, otherY]) => {
    const part = Math.min(0.5, radius / Math.hypot(otherX - x, otherY - y));
    return text(x + (otherX - x) * part, y + (otherY - y) * part);
  };
  const parts = corners.map((corner, index) => {
    const [before, after] = [corners.at(index - 1), corners[(index + 1) % corners.length]];
    return `${index ? "L" : "M"}${toward(corner, before)}Q${text(...corner)} ${toward(corner, after)}`;
  });
  return `${parts.join("")}Z`;
}

/** The one form of transform that all motions share, so that the browser can blend any two of them. */
export function transformAt([x, y, z], [rx, ry, rz], scale = 1) {
  const round = (number) => Math.round(number * 100) / 100;
  return `translate3d(${round(x)}px, ${round(y)}px, ${round(z)}px) rotateX(${round(rx)}deg) rotateY(${round(ry)}deg) `
    + `rotateZ(${round(rz)}deg) scale(${scale})`;
}
