// What follows when the host refuses something, does not answer, or is gone.

import { noReplySentence, tooLateSentence } from "../games/sentences.js";
import { ask } from "../lib/dialogs.js";
import { clip } from "../lib/read.js";
import { announce, notify } from "../lib/say.js";
import { fill } from "../lib/words.js";
import { inquiry, keepForLater, later, questions, send, updateLobbyFollowing, wire } from "../net/client.js";
import { BUSY_PAUSE, isBusy } from "../net/questions.js";
import { session } from "../net/session.js";
import { handleHello } from "./entering.js";
import { loseMatch } from "./leaving.js";
import { drawLobby, lobbyTalk } from "./lobby.js";
import { askName } from "./naming.js";
import { forgetCommand } from "./playing.js";
import { watchNext } from "./projector.js";
import { cutReplay } from "./replay.js";
import { currentScene, go } from "./router.js";
import { drawConnection } from "./status.js";
import { tableTalk } from "./table-view.js";
import { drawTable } from "./table.js";

/** The host refused something. */
export function handleRefusal(event, command) {
  const code = clip(event.code);
  // Nothing is lost: the host only takes its time.
  if (code === "too_fast" && event.command === null) return wire.allowDelay();
  refuse(code, clip(event.message) || code, command);
}

/** The host has not answered a command. */
export function missAnswer(command) {
  refuse("silent", fill(noReplySentence, { command: command.type }), command);
}

/** A command is refused, or nothing in particular. */
export function refuse(code, message, command) {
  const { match } = session, question = questions.find((each) => command && command === each.command);
  if (question) return question.refuse(code, message);
  if (command?.type === "hello") return handleHello(code, message, command);
  if (command?.type === "list" && isBusy(code)) {
    session.isFollowing = !command.follow;
    setTimeout(updateLobbyFollowing, BUSY_PAUSE);
  }
  const isKnown = command && forgetCommand(command, code);
  if (command?.type === "say") giveBack(command);
  if (command?.type === "leave") {
    // It is left already, or the host takes its time.
    if (isBusy(code)) setTimeout(() => later(command), BUSY_PAUSE);
    if (isBusy(code) || code === "stale") return;
  }
  // The client could not get back to the match that it still shows.
  const isBack = ["join", "watch"].includes(command?.type) && match && !match.isGone
    && (command.match === match.match || command.code === match.code);
  if (code === "match_full" && command?.code && !isBack) {
    return ask("That match is full. Watch it?", "Watch", () => send({ type: "watch", code: command.code }));
  }
  if (code === "name_needed") return askName(() => send(command));
  if (command?.type === "watch" && [null, "projector"].includes(currentScene())) {
    if (isBusy(code)) setTimeout(watchNext, BUSY_PAUSE);
    return go("projector");
  }
  if (!isKnown) notify(code === "stale" && command?.type === "flip" ? tooLateSentence : message, true);
  if (!isBack) return;
  if (isBusy(code)) setTimeout(() => later(command), BUSY_PAUSE);
  else if (code !== "already_seated") loseMatch();
}

/** A text that may not have been said stands in its field again. */
function giveBack({ match, text }) {
  (match ? tableTalk : lobbyTalk).giveBack(text);
}

/** The connection is lost, and `commands` have no answer. */
export function loseConnection(commands) {
  keepForLater(commands);
  for (const command of commands.filter(({ type }) => type === "say")) {
    giveBack(command);
    notify(`“${command.text}” may not have been sent.`, true);
  }
  session.match?.hand.lose(commands);
  if (session.stage === "online" || session.stage === "naming") session.stage = "connecting";
  if (session.wasOnline && wire.attempts === 1) announce("Connection lost. Reconnecting.");
  drawConnection();
  drawTable();
  drawLobby();
  cutReplay();
  inquiry.noteFailure(wire).then((isNews) => {
    if (!isNews) return;
    drawConnection();
    announce(inquiry.reason);
  });
}
