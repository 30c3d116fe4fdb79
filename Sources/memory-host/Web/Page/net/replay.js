// The states of a replay, as they come from the host.

import { checkOf } from "../games/seal.js";
import { readReplay, readState } from "./messages.js";

/** A replay: what precedes it, and the states that have come so far. */
export class Replay {
  states = [];
  /** True once its last state has come. */
  hasEnded = false;
  /** True once the connection is lost, and with it the states that had not come. */
  isCutOff = false;

  /** `event` is the host's reply. */
  constructor(event) {
    this.head = readReplay(event);
    this.count = this.head.states;
    this.check = checkOf(this.head);
  }

  /** True for a state of a replay, which says nothing of the match that is played: it has a time. */
  static owns(event) {
    return event.atMs !== undefined;
  }

  /** Adds a state; one that cannot be drawn is left out, and one of another game. */
  add(event) {
    const state = readState(event);
    if (state?.game === this.head.rules.game) {
      this.states.push(state);
      this.check?.see(state);
    }
    if (event.last === true) {
      this.hasEnded = true;
      this.count = this.states.length;
    }
  }

  cutOff() {
    this.isCutOff = true;
    this.count = this.states.length;
  }

  /** True if more states may come. */
  get isComing() {
    return !this.hasEnded && !this.isCutOff;
  }

  /** Milliseconds from a step to the next one; 0 if the record's times are nonsense. */
  pauseAfter(step) {
    return Math.max(0, (this.states[step + 1]?.atMs ?? 0) - (this.states[step]?.atMs ?? 0));
  }
}

/** The replay that is shown, and the one that was asked for. */
export class Replays {
  /** It has a state at least; null if none is shown. */
  shown = null;
  #command = null;
  #next = null;

  /** Awaits what this command asks for; null if nothing is awaited. */
  expect(command) {
    this.#command = command;
    this.#next = null;
  }

  /** The host plays back what `command` asked for. If that is not awaited any more, its states are left out. */
  start(event, command) {
    if (command && command === this.#command) this.#next = new Replay(event);
  }

  /** Adds a state; true if it is the first of what was awaited, which is shown from now on. */
  add(event) {
    const next = this.#next;
    (next ?? this.shown)?.add(event);
    if (!next?.states.length) return false;
    this.shown = next;
    this.expect(null);
    return true;
  }

  /** True if what was awaited has come, and has no state that can be drawn. */
  get isEmpty() {
    return this.#next !== null && (this.#next.hasEnded || !this.#next.count);
  }

  /** True if states are to come: of what is awaited and has begun, or else of what is shown. */
  get isComing() {
    return (this.#next ?? this.shown)?.isComing ?? false;
  }

  /** Awaits nothing any more; true if something was awaited. */
  forget() {
    const wasAwaited = this.#command !== null;
    this.expect(null);
    return wasAwaited;
  }
}

export const replays = new Replays();
