// What the page says to the host.

import { notify } from "../lib/say.js";
import { isSolo } from "../lib/words.js";
import { identity } from "./identity.js";
import { pageAddress } from "./place.js";
import { replays } from "./replay.js";
import { session } from "./session.js";
import { Inquiry } from "./why.js";
import { Wire } from "./wire.js";

/** The connection. `main.js` listens to it before anything can come. */
export const wire = new Wire(() => new WebSocket(`${pageAddress.replace(/^http/, "ws")}ws`));
// It is made while the rest of the page is, and while this tab finds out who it is.
wire.connect();

/** The search for the reason that there is no connection. */
export const inquiry = new Inquiry();

/** Settled once it is known who this tab is. */
export const identified = identity.load();

export const isOnline = () => session.stage === "online" && wire.isOpen;

/** Commands that seat the player or a watcher: a second one before the first has shown a table was not meant. */
const SEATING = ["join", "open", "watch", "rematch"];

/** Sends a command for the player, and says so if that is impossible. */
export function send(command) {
  const isUnderWay = wire.awaits(...SEATING) || session.match?.state === null;
  if (SEATING.includes(command.type) && isUnderWay) return true;
  if (isOnline() && wire.send(command)) return true;
  notify("Not connected; nothing was sent.", true);
  return false;
}

/** Commands that wait for the host to be back. */
const waiting = [];

/** Sends a command now, or when the host is back. */
export function later(command) {
  if (!isOnline() || !wire.send(command)) waiting.push(command);
}

/** Sends what has waited, or forgets it. */
export function catchUp(isStillMeant) {
  for (const command of waiting.splice(0)) if (isStillMeant) wire.send(command);
}

/** Asks the host for a name, now or as soon as the connection is open; true if now. */
export function sayName(name) {
  session.askedName = name;
  return wire.send({ type: "hello", name, protocol: 1 });
}

/** A sentence about the connection if something is wrong with it. */
export function connectionTrouble() {
  if (wire.isStalled) return "Waiting for the host…";
  if (session.stage !== "connecting" || !session.wasOnline && wire.attempts < 2) return "";
  return session.wasOnline ? `Reconnecting (attempt ${Math.max(1, wire.attempts)})…` : "Connecting to the host…";
}

/**
 * Follows the list of matches where the host does not send it anyway: without a name, and while the house is played, to
 * learn who waits; and after a match, since the host may be closing.
 */
export function updateLobbyFollowing() {
  const { match } = session;
  const isWanted = !identity.name
    || Boolean(match?.isPlayer && (match.isAgainstHouse || match.isOver || isSolo(match.rules)));
  if (!isOnline() || isWanted === session.isFollowing) return;
  session.isFollowing = isWanted;
  wire.send({ type: "list", follow: isWanted });
}

/** Asks for what the lobby shows and the host does not send by itself. */
export function refreshLobby() {
  updateLobbyFollowing();
  if (isOnline()) wire.send({ type: "scores" });
}

/** Asks for the states of a record, to play it again, or for those of the finished match that is shown. */
export function openReplay(record) {
  if (session.hello.features.includes("replay")) {
    const command = { type: "replay", ...(record ? { record } : {}) };
    if (send(command)) replays.expect(command);
  } else if (record) send({ type: "record", record });
}

/** The person is elsewhere before the replay that was asked for begins. */
export function forgetReplay() {
  if (replays.forget()) stopReplay();
}

/** The host need not send the rest. */
export function stopReplay() {
  wire.send({ type: "replay", stop: true });
}
