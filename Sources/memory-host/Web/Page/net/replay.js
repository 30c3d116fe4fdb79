// The states of a replay, as they come from the host.

import { readReplay, readState } from "./messages.js";

/** A replay: what precedes it, and the states that have come so far. */
export class Replay {
  states = [];
  /** True once all states have come. */
  isComplete = false;

  /** `event` is the host's reply. */
  constructor(event) {
    this.head = readReplay(event);
    this.count = this.head.states;
  }

  /** True for a state of a replay, which says nothing of the match that is played: it has a time. */
  static owns(event) {
    return event.atMs !== undefined;
  }

  /** Adds a state; one that cannot be drawn is left out. */
  add(event) {
    const state = readState(event);
    if (state) this.states.push(state);
    if (event.last === true) this.cutOff();
  }

  /** No more states come. */
  cutOff() {
    this.isComplete = true;
    this.count = this.states.length;
  }

  /** Milliseconds from a step to the next one; 0 if the record's times are nonsense. */
  pauseAfter(step) {
    return Math.max(0, (this.states[step + 1]?.atMs ?? 0) - (this.states[step]?.atMs ?? 0));
  }
}
