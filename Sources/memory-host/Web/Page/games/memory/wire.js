// What is Memory's own in messages, made safe.

import { clip, count, integer } from "../../lib/read.js";

/** The rules that only Memory has; missing ones get their original defaults. */
export function readMemoryRules(rules) {
  return {
    rows: integer(rules.rows, 1, 100, 5), columns: integer(rules.columns, 1, 100, 6), turns: count(rules.turns),
    revealMs: count(rules.revealMs, 1000), turnMs: count(rules.turnMs),
    scoring: clip(rules.scoring) || "pairs", matched: clip(rules.matched) || "stay", again: rules.again === true,
    faces: clip(rules.faces) || "animals",
  };
}

export const readMemorySeat = ({ turnsLeft }) => ({ turnsLeft: count(turnsLeft, null) });
export const readFlip = ({ card }) => ({ card: count(card, null) });
