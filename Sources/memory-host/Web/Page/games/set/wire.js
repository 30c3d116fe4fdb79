// What is Set's own in messages, made safe.

import { clip, count, readCards, texts } from "../../lib/read.js";

/** The rule that only Set has. */
export const readSetRules = ({ idleMs }) => ({ idleMs: count(idleMs, 300_000) });

export const readSetSeat = ({ sets, blockedMs, more }) =>
  ({ sets: count(sets), blockedMs: count(blockedMs), more: more === true });

export const readSetTable = ({ deckLeft }) => ({ deckLeft: count(deckLeft) });

/** What a change of Set has beside its kind and seat, on a table of so many places. */
export const readSetChange = ({ faces, cost, fault, missed }, places) =>
  ({ faces: texts(faces), cost: count(cost), fault: clip(fault, 30), missed: readCards(missed, places) });

export const readClaim = ({ faces }) => ({ faces: texts(faces) });
