// What the page says to the host.

import { awaitAnswerSentence, matchGoneSentence, notConnectedSentence } from "../games/sentences.js";
import { fill, isSolo } from "../lib/words.js";
import { identity } from "./identity.js";
import { pageAddress } from "./place.js";
import { Question } from "./questions.js";
import { session } from "./session.js";
import { Inquiry } from "./why.js";
import { Wire } from "./wire.js";

/**
 * The connection, which `connect.js` opens. Its listener also has `onnotice(sentence, isComplaint)`, for what the person
 * is told of commands that were not sent.
 */
export const wire = new Wire(() => new WebSocket(`${pageAddress.replace(/^http/, "ws")}ws`));

/** The search for the reason that there is no connection. */
export const inquiry = new Inquiry();

/** Settled once it is known who this tab is. */
export const identified = identity.load();

export const isOnline = () => session.stage === "online" && wire.isOpen;

/** Commands that seat the player or a watcher: a second one before the first has shown a table was not meant. */
const SEATING = ["join", "open", "watch", "rematch"];

/** Sends a command for the player, and says so if that is impossible. */
export function send(command) {
  if (!isOnline()) return complainOfBreak();
  // The host has been asked for a seat, or has just given one, and the first state is still to come.
  const isSeating = wire.awaits(...SEATING) || session.match?.state === null;
  if (SEATING.includes(command.type) && isSeating) wire.listener.onnotice(fill(awaitAnswerSentence));
  else wire.send(command);
  return true;
}

/** Says that nothing can be sent; false. */
export function complainOfBreak() {
  wire.listener.onnotice(notConnectedSentence, true);
  return false;
}

/**
 * The commands that are sent once more if a break left them without an answer, and if the client has its seat then
 * (true), or has none (false). Moves are the hand's to repeat.
 */
const REPEATED = { leave: true, resign: true, rematch: true, join: false, open: false, watch: false };
/** Those that wait for the host to be back, each once. */
const unanswered = new Map();

/** Keeps what the host is to be told when it is back. Who leaves wants nothing of what was asked before. */
export function keepForLater(commands) {
  for (const command of commands) {
    if (command.type === "leave") unanswered.clear();
    if (command.type in REPEATED) unanswered.set(JSON.stringify(command), command);
  }
}

/** Sends a command now, or when the host is back. */
export function later(command) {
  if (!isOnline() || !wire.send(command)) keepForLater([command]);
}

/** The host is back, and the client in its seat if `resumed`: says what was kept, as far as it still has a meaning. */
export function catchUp(resumed) {
  let hasSeat = resumed;
  for (const command of unanswered.values()) {
    if (REPEATED[command.type] === hasSeat) wire.send(command);
    else if (command.type === "rematch") wire.listener.onnotice(matchGoneSentence, true);
    if (command.type === "leave") hasSeat = false;
  }
  unanswered.clear();
}

/** What the parts of the page ask the host. */
export const questions = [];

/** A question that is asked again after a break; `complain(sentence)` tells why there is no answer. */
export function makeQuestion(complain) {
  questions.push(new Question((command) => isOnline() && wire.send(command), complain));
  return questions.at(-1);
}

/** Asks the host for a name, now or as soon as the connection is open; true if now. */
export function sayName(name) {
  session.askedName = name;
  return wire.send({ type: "hello", name, protocol: 1 });
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

/** The question for the scores that the lobby shows; that there are none needs no words. */
export const lobbyScores = makeQuestion(() => {});

/** Asks for what the lobby shows and the host does not send by itself. */
export function refreshLobby() {
  updateLobbyFollowing();
  lobbyScores.askOnce({ type: "scores" });
}
