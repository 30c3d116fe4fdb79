// Why there is no connection. A browser does not tell a page why a WebSocket could not be opened; an ordinary request
// can be read, so the host is asked in one for the reason.

import { clip } from "../lib/read.js";

/** Connections that fail before the host is asked. */
const PATIENCE = 3;

/** Milliseconds for the answer: a proxy may keep a request for minutes. */
const ANSWER_TIME = 8000;

const WELL = "ok";
const OTHER = "Something other than the host is answering at this address.";
const BLOCKED = "The host can be reached, but a proxy in between does not let WebSockets through.";
const MANUAL = "See “Addresses and proxies” in the host’s manual.";

/** Asks the host; returns its answer, or null if it gives none, as when it is not running. */
async function askHost() {
  try {
    const path = `why?origin=${encodeURIComponent(location.origin)}`;
    const response = await fetch(path, { cache: "no-store", signal: AbortSignal.timeout?.(ANSWER_TIME) });
    if (response.status >= 500) return null;
    const isHost = response.status === 200 && response.headers.get("content-type")?.startsWith("text/plain");
    return isHost ? clip((await response.text()).trim(), 800) : OTHER;
  } catch {
    return null;
  }
}

/** Finds out why connections fail. */
export class Inquiry {
  /** The reason in words; empty as long as it is not known. */
  reason = "";
  #answer = null;

  /** Takes note that a connection of `wire` has failed; returns a promise of true if there is another reason now. */
  async noteFailure(wire) {
    const before = this.reason, last = this.#answer;
    this.#answer = wire.failures < PATIENCE ? null : await askHost();
    const answer = wire.failures < PATIENCE ? null : this.#answer;
    // It may have come back since the last attempt: then the next one succeeds, and may be made at once.
    if (answer === WELL && last !== WELL) wire.wake();
    else this.reason = answer ? `${answer === WELL ? BLOCKED : answer} ${MANUAL}` : "";
    return this.reason !== before;
  }
}
