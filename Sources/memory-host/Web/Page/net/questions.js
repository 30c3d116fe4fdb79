// Questions to the host, each asked until it is answered.

import { askingAgainSentence } from "../games/sentences.js";

/** Milliseconds after which a busy host is asked once more, and how often that is done. */
export const BUSY_PAUSE = 3000;
const TRIES = 20;

/** What is said of an answer that cannot be understood. */
export const unclearSentence = "This page did not understand the host’s answer.";

/** True for a refusal that only means: later. `silent` is the page's own word for a host that did not answer. */
export const isBusy = (code) => ["too_fast", "disk_failed", "silent"].includes(code);

/** What each event must have to be an answer at all: a field, and its type. */
const NEEDS = {
  welcome: ["name", "string"], match: ["match", "string"], records: ["records", "object"], rules: ["presets", "object"],
  scores: ["players", "object"], standings: ["players", "object"], replay: ["states", "number"],
  record: ["record", "string"],
};
/** The events that answer commands, where they are not called as these are. Moves and the like get an `ok`. */
const ANSWERS = {
  hello: "welcome", join: "match", open: "match", watch: "match", say: "said", list: "lobby", ping: "pong",
};

/** True if an event that answers a command can be understood, as far as that can be told before it is read. */
export function isAnswer(event, { type, stop }) {
  const [field, kind] = NEEDS[event.type] ?? [];
  const isUsual = event.type === (stop ? "ok" : ANSWERS[type] ?? (type in NEEDS ? type : "ok"));
  return event.type === "error" || isUsual && (!field || Boolean(event[field]) && typeof event[field] === kind);
}

/**
 * Something that a part of the page asks for, such as the records. The last question counts: answers to former ones are
 * none. `send(command)` sends it if there is a connection, and `complain(sentence)` says why there will be no answer.
 */
export class Question {
  /** What is asked; null if nothing is. */
  command = null;
  #tries = 0;

  constructor(send, complain) {
    Object.assign(this, { send, complain });
  }

  ask(command) {
    [this.command, this.#tries] = [command, 0];
    this.repeat();
  }

  /** Asks unless it has been asked already. */
  askOnce(command) {
    if (!this.command) this.ask(command);
  }

  /** Asks again, as after a break. */
  repeat() {
    if (this.command) this.send(this.command);
  }

  /** Asks no longer for `command`, by default whatever it is; true if that was asked. */
  end(command = this.command) {
    if (!command || command !== this.command) return false;
    this.command = null;
    return true;
  }

  /** The host refused what was asked, for a reason that is told. From one that is busy, it is asked again. */
  refuse(code, sentence) {
    const { command } = this;
    if (!isBusy(code) || (this.#tries += 1) > TRIES) this.end();
    else setTimeout(() => command === this.command && this.repeat(), BUSY_PAUSE);
    if (!this.command) this.complain(sentence);
    else if (this.#tries < 2) this.complain(`${sentence} ${askingAgainSentence}`);
  }
}
