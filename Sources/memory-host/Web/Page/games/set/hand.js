// What a player of Set has in mind: cards are selected, and the third one claims.

import { DOUBLE_TAP } from "../../lib/taps.js";
import { fill } from "../../lib/words.js";
import { blockedSentence, deckEmptySentence } from "./sentences.js";
import { setName } from "./words.js";

/** The most milliseconds before the end of a table that nobody touches for which its clock is shown. */
const IDLE_WARNING = 60_000;

/** The moves of the person here: see `games.js` for what it does. */
export class SetHand {
  /** The cards that are selected; null for none. */
  chosen = null;
  /** A block runs out without a word from the host. */
  runsByItself = true;
  /** The cards of each claim under way, by its command; they stay among the chosen ones until the answer comes. */
  #claims = new Map();
  /** The moves that a break left without an answer, and those of them that were made again. */
  #lost = [];
  #repeated = new Set();
  #askedAt = -DOUBLE_TAP;

  constructor(match) {
    this.match = match;
  }

  get isAsked() {
    return this.match.state.phase === "playing" && this.match.obstacle === null && !this.#blockFor(this.match.seat);
  }

  /** Milliseconds for which a wrong claim still blocks a player. They stand still during a pause. */
  #blockFor(seat) {
    const { state, stateAt } = this.match, { blockedMs } = state.seats[seat];
    return state.phase === "playing" ? Math.max(0, blockedMs - (performance.now() - stateAt)) : blockedMs;
  }

  /** Selects a card, or no longer; the third one claims with two others. */
  pick(place) {
    const { state, obstacle, isOver } = this.match;
    if (isOver) return {};
    if (obstacle) return { complaint: obstacle };
    const card = state.cards[place], chosen = this.chosen ?? [], claimed = [...this.#claims.values()].flat();
    const selected = chosen.filter((each) => !claimed.includes(each)), isSelected = selected.includes(card);
    const isThird = !isSelected && selected.length === 2, blocked = Math.ceil(this.#blockFor(this.match.seat) / 1000);
    if (isThird && blocked) return { complaint: fill(blockedSentence, { seconds: blocked }) };
    const others = chosen.filter((each) => each !== card);
    this.chosen = isSelected ? others : [...others, card];
    for (const [command, cards] of this.#claims) this.#claims.set(command, cards.filter((each) => each !== card));
    if (isThird) return { command: this.#claim([...selected, card]) };
    return { said: `${setName(card)}, ${isSelected ? "not selected" : "selected"}.` };
  }

  #claim(cards) {
    const { match, state } = this.match, places = cards.map((each) => state.cards.indexOf(each));
    const command = { type: "take", cards: places, match, version: state.version };
    this.#claims.set(command, cards);
    return command;
  }

  lose(commands) {
    this.#lost.push(...commands.filter(({ type }) => ["take", "more", "shuffle"].includes(type)));
  }

  /**
   * Forgets cards that are gone, and those of a claim that was answered. Makes a move again that was lost: what it is
   * meant for stands in it, so the host refuses it if it was carried out.
   */
  follow() {
    const { state, seat, isOver } = this.match, { cards, change } = state;
    const answered = change?.seat === seat ? change.faces : [];
    const isLeft = (card) => cards.includes(card) && !answered.includes(card);
    for (const [command, claimed] of this.#claims) if (!claimed.some(isLeft)) this.#claims.delete(command);
    this.chosen = isOver ? null : this.chosen?.filter(isLeft) ?? null;
    const command = state.phase === "playing" ? this.#lost.shift() : null;
    if (command) this.#repeated.add(command);
    return { command };
  }

  /** A claim from before a break, unless it is made again, may never be answered. */
  resume() {
    for (const command of this.#claims.keys()) if (!this.#lost.includes(command)) this.forget(command);
  }

  /** A claim was refused: its cards are selected no longer, those of a newer one are. */
  forget(command, code) {
    const cards = this.#claims.get(command) ?? [];
    this.#claims.delete(command);
    if (cards.length) this.chosen = this.chosen?.filter((card) => !cards.includes(card)) ?? null;
    return this.#repeated.delete(command) && ["stale", "not_playing"].includes(code);
  }

  drop() {
    const hadCards = this.chosen !== null;
    this.chosen = null;
    return hadCards;
  }

  // The buttons

  act(name, board) {
    return name === "more" ? this.#askMore() : this.#shuffle(board);
  }

  /** Asks for three more cards, once however soon the key or the swipe is repeated. */
  #askMore() {
    const { match, state, obstacle } = this.match, now = performance.now();
    if (now - this.#askedAt < DOUBLE_TAP) return {};
    this.#askedAt = now;
    if (obstacle) return { complaint: obstacle };
    if (!state.deckLeft) return { complaint: deckEmptySentence };
    return { command: { type: "more", match, version: state.version } };
  }

  /** Shuffles the cards: alone at the table on the host, else on this screen only. */
  #shuffle(board) {
    const { match, state, isRunning } = this.match;
    if (isRunning && state.seats.length === 1) return { command: { type: "shuffle", match } };
    board.shuffle();
    return { said: "Cards shuffled." };
  }

  // What is shown

  /** A remark below a player's name that takes the place of what the player has; empty if there is none. */
  noteFor(seat) {
    const blocked = Math.ceil(this.#blockFor(seat) / 1000);
    return blocked ? `blocked for ${blocked} s` : "";
  }

  /** The clock of a table that nobody touches, in the last half of its time. */
  clock(left) {
    const length = Math.min(IDLE_WARNING, this.match.rules.idleMs / 2);
    return left <= length ? length : null;
  }
}
