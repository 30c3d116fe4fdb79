// Memory's rows of the form that opens a match.

import { make } from "../../lib/dom.js";
import { counted, durationText, isSolo } from "../../lib/words.js";
import { numberField, wordField } from "../form-fields.js";
import { drawFace } from "./faces.js";
import { pairCount, pairsText, pointsText } from "./words.js";

const SIZES = ["2x2", "2x3", "2x5", "3x4", "4x4", "4x5", "5x6", "6x6", "6x8", "8x8", "8x10", "10x10"];

const sizeText = (rows, columns) => `${rows}×${columns}, ${counted(pairCount({ rows, columns }), "pair")}`;
const isWithin = (value, [low, high] = []) => !(value < low || value > high);
const pauseText = (value) => value ? durationText(value) : "none";

/**
 * The rules with the turns that another board suggests where they are limited, and nobody chose how many: two for each
 * pair, as far as the host allows.
 */
export function adaptTurns(rules, changed, { ranges }) {
  if (!rules.turns || "turns" in changed || !("rows" in changed || "columns" in changed)) return rules;
  const [, most = Infinity] = ranges.turns ?? [];
  return { ...rules, turns: Math.min(most, Math.ceil(rules.rows * rules.columns / rules.seats)) };
}

export const memoryFields = [
  {
    name: "size", title: "Board", value: ({ rows, columns }) => `${rows}x${columns}`,
    choices(rules, { ranges }) {
      const sizes = SIZES.map((size) => size.split("x").map(Number))
        .filter(([rows, columns]) => isWithin(rows, ranges.rows) && isWithin(columns, ranges.columns));
      const all = [...sizes, [rules.rows, rules.columns]];
      return Object.fromEntries(all.map(([rows, columns]) => [`${rows}x${columns}`, sizeText(rows, columns)]));
    },
    set(rules, size) {
      const [rows, columns] = size.split("x").map(Number);
      return { rows, columns };
    },
  },
  wordField("faces", "Cards", {}, { isMore: false, choices: (rules, book) => book.faces,
    drawChoice: (set, faces) => [...faces.map((face) => drawFace(face, set)), make("span", {}, set)] }),
  numberField("turns", "Turns", [0, 5, 10, 15, 20, 30, 40, 50, 75, 100, 200],
    (value, rules) => value ? counted(value, "turn") + (isSolo(rules) ? "" : " each") : "no limit"),
  numberField("turnMs", "Clock", [0, 5000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000],
    (value) => value ? `${durationText(value)} per turn` : "none"),
  wordField("again", "After a pair", { false: "next player", true: "another turn" },
    { isShown: (rules) => !isSolo(rules) }),
  wordField("scoring", "Score", { pairs: pairsText, points: pointsText }),
  wordField("matched", "Matched pairs", { stay: "stay face up", vanish: "are removed" }),
  numberField("revealMs", "Time to see a miss", [0, 500, 1000, 1500, 2000, 3000, 5000, 10_000], pauseText),
];

/** The board in small, as it will be. */
export function makePreview() {
  const element = make("div", { class: "preview", "aria-hidden": "true" });
  return { element, draw({ rows, columns }) {
    element.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
    element.style.aspectRatio = `${columns} / ${rows}`;
    if (element.children.length === rows * columns) return;
    element.replaceChildren(...Array.from({ length: rows * columns }, () => make("span")));
  } };
}
