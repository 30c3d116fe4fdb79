// The drawings of the deck `shapes`, with the geometry that a terminal draws them by: a test compares this table with
// it.

import { makeSVG } from "./dom.js";

/**
 * Name, ink and parts of each shape, in a square of 24 units. The question mark on the back of cards comes first.
 *
 * A part is a letter and its numbers: `p` a polygon with its corners, `e` an ellipse with its centre and its two radii,
 * `s` a stroke with its width and its points. A capital letter takes the ink away.
 */
const SHAPES = [
  "ask", "black", "s 4 6 8 6 5 9 2 15 2 18 5 18 9 12 13 12 16; e 12 21.5 2.4 2.4",
  "arch", "blue", "p 2 23 2 11 5 5 9 2 15 2 19 5 22 11 22 23 16 23 16 12 14 9 10 9 8 12 8 23",
  "axe", "blue", "s 3 8 23 13 3; p 10 2 20 1 23 6 23 11 20 14 16 10 10 9",
  "bar", "black", "p 1 8 23 8 23 16 1 16",
  "bell", "black", "p 0 19 4 15 4 9 7 4 17 4 20 9 20 15 24 19; e 12 21 4 3; e 12 3 2.5 2.5",
  "bolt", "violet", "p 13 0 3 14 10 14 7 24 21 9 13 9 17 0",
  "cat", "black", "p 3 1 9 6 15 6 21 1 22 14 17 22 7 22 2 14; E 8 13 2 2; E 16 13 2 2",
  "comb", "black", "p 1 2 23 2 23 11 1 11; p 1 11 4 11 4 22 1 22; p 7.3 11 10.3 11 10.3 22 7.3 22; p 13.7 11 16.7 11 16.7 22 13.7 22; p 20 11 23 11 23 22 20 22",
  "cup", "blue", "p 2 4 17 4 16 20 3 20; s 3 17 8 21 8 21 15 16 15",
  "die", "black", "p 1 1 23 1 23 23 1 23; E 7 7 3 3; E 17 17 3 3; E 17 7 3 3; E 7 17 3 3",
  "dot", "blue", "e 12 12 6 6",
  "drop", "blue", "p 12 0 18 11 6 11; e 12 16 7.5 7.5",
  "duo", "red", "e 6 6 6 6; e 18 18 6 6",
  "eye", "violet", "p 0 12 6 6 12 4 18 6 24 12 18 18 12 20 6 18; E 12 12 5 5; e 12 12 2.5 2.5",
  "fish", "blue", "p 0 12 5 7 10 5 15 8 23 3 23 21 15 16 10 19 5 17; E 6 11 1.5 1.5",
  "flag", "red", "p 2 0 6 0 6 24 2 24; p 6 1 23 7 6 13",
  "fork", "blue", "p 2 1 6 1 6 9 10 9 10 1 14 1 14 9 18 9 18 1 22 1 22 14 14 14 14 24 10 24 10 14 2 14",
  "gem", "violet", "p 5 2 19 2 24 9 12 23 0 9; S 1.6 0 9 24 9; S 1.6 9 9 12 20; S 1.6 15 9 12 20",
  "grin", "red", "e 12 12 11.5 11.5; E 8 8 2 2.5; E 16 8 2 2.5; P 4 14 20 14 16 19 8 19",
  "hat", "violet", "p 0 17 24 17 24 22 0 22; p 6 3 18 3 19 17 5 17",
  "hut", "violet", "p 12 1 24 12 20 12 20 23 15 23 15 15 9 15 9 23 4 23 4 12 0 12",
  "jar", "red", "p 6 1 18 1 18 4 6 4; p 4 7 20 7 20 23 4 23",
  "key", "black", "e 6 8 6 7; E 6 8 2.5 3; p 11 6 24 6 24 18 20 18 20 10 17 10 17 15 13 15 13 10 11 10",
  "kite", "black", "p 24 0 21 14 9 16 10 3; s 2.5 10 14 5 15 5 20 1.5 22.5",
  "lamp", "blue", "p 7 0 17 0 24 14 0 14; p 10.5 14 13.5 14 13.5 20 10.5 20; p 3 20 21 20 21 24 3 24",
  "leaf", "red", "p 2 22 3 11 8 4 22 2 20 16 13 21; S 1.5 2 22 15 9",
  "love", "red", "e 6.3 7.5 6.3 6.5; e 17.7 7.5 6.3 6.5; p 0.8 10.5 12 6 23.2 10.5 12 24",
  "mask", "red", "p 0 3 24 3 23 15 15 16 12 12 9 16 1 15; E 6.5 8.5 3 2.5; E 17.5 8.5 3 2.5",
  "moon", "violet", "e 10 12 10 11; E 16 10 9 9",
  "net", "black", "p 6 1 9 1 9 23 6 23; p 15 1 18 1 18 23 15 23; p 1 6 23 6 23 9 1 9; p 1 15 23 15 23 18 1 18",
  "nut", "violet", "p 6 0 18 0 24 12 18 24 6 24 0 12; E 12 12 4 4",
  "orb", "blue", "e 12 12 11 11; S 3 2 8 12 12 22 4",
  "pawn", "red", "e 12 6 5.5 5.5; p 9.5 10 14.5 10 16 18 22 20 22 24 2 24 2 20 8 18",
  "pie", "violet", "e 12 12 11 11; P 12 12 24 3 26 12 24 21",
  "plus", "red", "p 8 1 16 1 16 8 23 8 23 16 16 16 16 23 8 23 8 16 1 16 1 8 8 8",
  "quad", "red", "p 1 1 10 1 10 10 1 10; p 14 1 23 1 23 10 14 10; p 1 14 10 14 10 23 1 23; p 14 14 23 14 23 23 14 23",
  "ramp", "red", "p 24 2 24 23 0 23",
  "ring", "black", "e 12 12 11.5 11.5; E 12 12 7 7",
  "rook", "black", "p 3 1 7 1 7 5 10 5 10 1 14 1 14 5 17 5 17 1 21 1 21 9 17 11 18 18 21 18 21 23 3 23 3 18 6 18 7 11 3 9",
  "sand", "blue", "p 1 1 23 1 23 4 14 12 23 20 23 23 1 23 1 20 10 12 1 4",
  "ship", "violet", "p 0 16 24 16 19 23 5 23; p 11 0 11 14 2 14; p 13 3 13 14 21 14",
  "star", "black", "p 12 0 15 8 24 9 17 14 20 23 12 18 4 23 7 14 0 9 9 8",
  "sun", "red", "e 12 12 6 6; s 2 12 1 12 23; s 2 1 12 23 12; s 2 3.5 3.5 20.5 20.5; s 2 20.5 3.5 3.5 20.5",
  "tent", "red", "p 12 2 24 22 0 22; P 12 10 16 22 8 22",
  "tie", "violet", "p 0 3 12 10 24 3 24 21 12 14 0 21",
  "tree", "black", "e 12 6 7 6; e 6.5 11.5 6.5 6; e 17.5 11.5 6.5 6; p 10.5 14 13.5 14 14.5 24 9.5 24",
  "tv", "black", "p 1 6 23 6 23 24 1 24; P 6 11 18 11 18 19 6 19; s 2.5 6 1 12 6 18 1",
  "up", "violet", "p 12 0 24 12 15.5 12 15.5 24 8.5 24 8.5 12 0 12",
  "vent", "blue", "p 2 2 22 2 22 6.5 2 6.5; p 2 10 22 10 22 14 2 14; p 2 17.5 22 17.5 22 22 2 22",
  "wave", "blue", "s 5 2.5 7 7 3 12 8 17 11.5 21.5 8; s 5 2.5 18 7 14 12 18 17 21.4 21.5 18",
  "zig", "violet", "s 4.5 5 3 19 8.5 5 14.5 19 21",
];

/** All shapes: of each its name, its ink, and the kind and the numbers of each part. */
export function shapes() {
  return Array.from({ length: SHAPES.length / 3 }, (_, index) => {
    const [name, ink, parts] = SHAPES.slice(3 * index);
    return { name, ink, parts: parts.split("; ").map((part) => {
      const [kind, ...numbers] = part.split(" ");
      return { kind, numbers: numbers.map(Number) };
    }) };
  });
}

const shapesByName = new Map(shapes().map((shape) => [shape.name, shape]));

/**
 * A shape as a drawing whose colours are those of the classes `ink` and the ink's name; null if no shape has this name.
 */
export function drawShape(name) {
  const shape = shapesByName.get(name);
  if (!shape) return null;
  const svg = makeSVG("svg", { viewBox: "-1 -1 26 26", class: `shape ${shape.ink}`, "aria-hidden": "true" });
  for (const { kind, numbers } of shape.parts) {
    svg.append(drawPart(kind.toLowerCase(), numbers, kind === kind.toLowerCase() ? "ink" : "cut"));
  }
  return svg;
}

function drawPart(kind, numbers, color) {
  if (kind === "p") return makeSVG("polygon", { points: numbers.join(" "), class: color });
  if (kind === "e") {
    const [cx, cy, rx, ry] = numbers;
    return makeSVG("ellipse", { cx, cy, rx, ry, class: color });
  }
  const [width, ...points] = numbers;
  return makeSVG("polyline", { points: points.join(" "), class: `${color} line`, "stroke-width": width });
}
