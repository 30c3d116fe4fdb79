// Sealed cards: whether the deck that the host shows at the end is the one that it sealed, and had shown before.

import { sha256 } from "../lib/sha256.js";
import { gameOf } from "./games.js";
import { sealBrokenSentence, sealFitsSentence, sealMovedSentence, sealWithheldSentence } from "./sentences.js";

/** The cards of the largest deck. */
const DECK = 100;

/** The check of a match by whoever has its states: a player, a watcher who came late, or who watches a replay. */
export class SealCheck {
  /** The outcome, as a sentence; null until the match is over. */
  sentence = null;
  /** The places in the deck that each face may have, by face. */
  #seen = new Map();
  #count = 0;
  #isTold = false;

  constructor(seal) {
    this.seal = seal;
  }

  /** Looks at a state. The first one in which the match is over decides. */
  see(state) {
    if (this.sentence) return;
    if (state.hasBrokenFace) this.sentence = sealBrokenSentence;
    for (const sighting of gameOf(state).sightings(state)) this.#note(...sighting);
    if (state.phase === "over") this.sentence ??= this.#judge(state);
  }

  /** Looks at a record, which has the whole deck. */
  seeRecord({ rules: { game }, deck, salt, hasBrokenFace }) {
    this.see({ game, phase: "over", cards: deck, deckLeft: 0, result: { salt }, hasBrokenFace });
  }

  /** Looks at the seal that the host names for the match once more: it must be the first. */
  compare(seal) {
    if (seal !== this.seal && !this.alarm) this.sentence = sealBrokenSentence;
  }

  #note(face, from, to) {
    const known = this.#seen.get(face) ?? [];
    // A host that has shown more cards than there are has moved some, and must not fill the memory.
    if (this.#count > DECK || known.some((place) => from <= place.from && place.to <= to)) return;
    this.#seen.set(face, [...known, { from, to }]);
    this.#count += 1;
  }

  #judge({ cards, result }) {
    if (!result?.salt) return sealWithheldSentence;
    const deck = result.deck ?? cards;
    if (sha256(["memory-seal-1", result.salt, ...deck, ""].join("\n")) !== this.seal) return sealBrokenSentence;
    const isIn = ([face, places]) => places.every(({ from, to }) => deck.slice(from, to).includes(face));
    return this.#count <= DECK && [...this.#seen].every(isIn) ? sealFitsSentence : sealMovedSentence;
  }

  /** What everybody must be told; null if nothing is, or not yet. */
  get alarm() {
    return this.sentence === sealFitsSentence ? null : this.sentence;
  }

  /** The same, once. */
  takeAlarm() {
    if (!this.alarm || this.#isTold) return null;
    this.#isTold = true;
    return this.alarm;
  }
}

/**
 * The first seals of the matches that the page was in, as long as the host knows its token: one that has lost its data
 * counts from `m1` again. A page that watches for months needs no more than the last.
 */
const seals = new Map(), MOST_SEALS = 1000;

export const forgetSeals = () => seals.clear();

/** Notes the seal of a match that the page enters, unless one is known. */
export function noteSeal({ match, seal }) {
  if (seal && !seals.has(match)) seals.set(match, seal);
  if (seals.size > MOST_SEALS) seals.delete(seals.keys().next().value);
}

/** The check of a match for which the host names this seal, `former` if that goes on; null without a seal. */
export function checkOf({ match, seal }, former = null) {
  const first = seals.get(match) ?? seal;
  if (!first) return null;
  const check = former?.seal === first ? former : new SealCheck(first);
  check.compare(seal);
  return check;
}
