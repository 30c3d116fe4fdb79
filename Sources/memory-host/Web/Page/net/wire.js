// The connection to the host: one WebSocket, whose text messages are the lines of the protocol.

/**
 * Milliseconds: silence before a ping, for its answer, for an answer when the page has just come back to the screen.
 */
const PING_AFTER = 10_000, PING_ANSWER = 30_000, WAKE_ANSWER = 4_000;
/** Milliseconds without a line, though one is due, after which the host seems to be stalled. */
const STALL = 2_500;
/** Milliseconds for an answer, from a host that goes on talking. */
export const REPLY_TIME = 10_000;
/** Milliseconds for which nothing is given up once the host has said that it takes commands late. */
const DELAY = 30_000;
/** The longest line that is read, in characters. The host's have at most 65536 bytes. */
const LINE_LIMIT = 131_072;

/**
 * A connection that comes back by itself.
 *
 * `makeSocket()` makes a WebSocket to the host. The `listener` is set before anything can happen: `onopen()` is called
 * once the connection is open, `onevent(event, command)` for every event, with the command that it answers or null,
 * `onlost(commands)` each time the connection is lost or could not be made, with the commands that have no answer,
 * `onsilence(command)` for one that is given up since it has no answer while the host goes on talking, and `onstall()`
 * when `isStalled` changes.
 */
export class Wire {
  /** Attempts since the host last served the client, which then sets it to 0. */
  attempts = 0;
  /** Connections in a row on which the host has said nothing. */
  failures = 0;
  #isSilent = true;
  /** True while the host lets an answer wait. */
  isStalled = false;
  #stall = null;
  #delay = null;
  #socket = null;
  #pending = new Map();
  #lastID = 0;
  #timer = null;
  #heartbeat = null;
  #isStopped = false;

  constructor(makeSocket) {
    this.makeSocket = makeSocket;
  }

  get isOpen() {
    return this.#socket?.readyState === 1;
  }

  connect() {
    this.#isStopped = false;
    clearTimeout(this.#timer);
    this.#timer = null;
    const socket = this.#socket = this.makeSocket();
    this.#isSilent = true;
    socket.onopen = () => {
      this.#listen(PING_AFTER);
      this.listener.onopen();
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket || typeof data !== "string" || data.length > LINE_LIMIT) return;
      [this.failures, this.#isSilent] = [0, false];
      this.#listen(PING_AFTER);
      this.#endStall();
      this.#receive(data);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#disconnect();
    };
    // Browsers wait far too long for a host that has silently vanished.
    this.#listen(WAKE_ANSWER * 2);
  }

  /** Disconnects, and stays disconnected until `connect()`. */
  stop() {
    this.#isStopped = true;
    this.#disconnect();
  }

  /** Drops the connection and makes a new one. */
  restart() {
    this.#disconnect();
  }

  /** Sends a command; false if there is no connection. */
  send(command) {
    if (!this.isOpen) return false;
    const id = String(++this.#lastID);
    this.#pending.set(id, command);
    if (this.#pending.size > 200) this.#pending.delete(this.#pending.keys().next().value);
    this.#socket.send(JSON.stringify({ ...command, id }));
    this.#await(id);
    this.#stall ??= setTimeout(() => {
      this.isStalled = true;
      this.listener.onstall();
    }, STALL);
    return true;
  }

  /** Waits for an answer. If the host says nothing at all, that is as long as there is a connection; see `#listen`. */
  #await(id) {
    setTimeout(() => {
      const command = this.#pending.get(id);
      if (!command || command.type === "ping") return;
      if (this.isStalled || this.#delay) return this.#await(id);
      this.#pending.delete(id);
      this.listener.onsilence(command);
    }, REPLY_TIME);
  }

  /** The host takes commands late, since many come from this address. */
  allowDelay() {
    clearTimeout(this.#delay);
    this.#delay = setTimeout(() => { this.#delay = null; }, DELAY);
  }

  #endStall() {
    clearTimeout(this.#stall);
    this.#stall = null;
    if (!this.isStalled) return;
    this.isStalled = false;
    this.listener.onstall();
  }

  /** True if a command of one of these types is still waiting for its reply. */
  awaits(...types) {
    return [...this.#pending.values()].some((command) => types.includes(command.type));
  }

  #receive(line) {
    let event;
    try {
      event = JSON.parse(line);
    } catch {
      return;
    }
    if (typeof event?.type !== "string") return;
    const command = this.#pending.get(event.re) ?? null;
    this.#pending.delete(event.re);
    this.listener.onevent(event, command);
  }

  /** Expects a line within `time` milliseconds; if none comes, sends a ping, and finally drops the connection. */
  #listen(time) {
    clearTimeout(this.#heartbeat);
    this.#heartbeat = setTimeout(() => {
      if (!this.isOpen) return this.#disconnect();
      this.send({ type: "ping" });
      this.#heartbeat = setTimeout(() => this.#disconnect(), PING_ANSWER);
    }, time);
  }

  /** The device is back on a network, or the page on the screen: finds out at once if the connection still works. */
  wake() {
    if (this.#isStopped) return;
    if (this.#timer) return this.connect();
    if (!this.isOpen) return;
    this.send({ type: "ping" });
    clearTimeout(this.#heartbeat);
    this.#heartbeat = setTimeout(() => this.#disconnect(), WAKE_ANSWER);
  }

  #disconnect() {
    clearTimeout(this.#heartbeat);
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    if (socket && this.#isSilent) this.failures += 1;
    this.#endStall();
    const lost = [...this.#pending.values()];
    this.#pending.clear();
    if (socket) socket.onclose = null;
    socket?.close();
    this.#timer = null;
    if (!this.#isStopped) {
      const seconds = this.attempts === 0 ? 0 : Math.min(30, 2 ** (this.attempts - 1));
      this.attempts += 1;
      // Randomized, so that the clients of a restarted host do not all reconnect at once.
      this.#timer = setTimeout(() => this.connect(), seconds * (750 + 500 * Math.random()) + 100 * Math.random());
    }
    this.listener.onlost(lost);
  }
}
