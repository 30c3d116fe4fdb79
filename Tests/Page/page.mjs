// What the tests of the page's modules share.

/** The folder of the page. */
export const pageFolder = new URL("../../Sources/memory-host/Web/Page/", import.meta.url);

/** Imports a module of the page. */
export const load = (path) => import(new URL(path, pageFolder));

/** A seat of a state, with these fields. */
export const seat = (fields = {}) => ({
  name: "Ann", present: true, score: 0, turnsLeft: null, taken: [], rematch: false, left: false, sets: 0, blockedMs: 0,
  more: false, ...fields,
});

/** A state, with these fields. */
export const state = (fields = {}) => ({
  match: "m1", version: 1, phase: "playing", game: "memory", rows: 2, columns: 2, cards: ["", "", "", ""], turned: [],
  turn: 0, active: 0, turnNumber: 1, ply: 0, phaseEndsInMs: null, watchers: 0, change: null, result: null, deckLeft: 0,
  seats: [seat(), seat({ name: "Bob" })], ...fields,
});
