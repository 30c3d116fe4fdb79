// The page: listens to the host, and shows what follows from what it says.

import "./connect.js";
import { games } from "./games/games.js";
import { forgetSeals } from "./games/seal.js";
import { noLongerInSentence, noReplySentence, notShownSentence, tooLateSentence } from "./games/sentences.js";
import { ask, openDialog } from "./lib/dialogs.js";
import { button } from "./lib/dom.js";
import { clip, texts } from "./lib/read.js";
import { announce, notify } from "./lib/say.js";
import { ignoreSecondTaps } from "./lib/taps.js";
import { fill } from "./lib/words.js";
import {
  identified, inquiry, isOnline, keepForLater, later, person, questions, replayQuestion, sayName, send,
  updateLobbyFollowing, wire,
} from "./net/client.js";
import { identity } from "./net/identity.js";
import { readLobby, readMatch, readRecord, readRuleBook, readState } from "./net/messages.js";
import { BUSY_PAUSE, isAnswer, isBusy, unclearSentence } from "./net/questions.js";
import { Replay } from "./net/replay.js";
import { session } from "./net/session.js";
import { REPLY_TIME } from "./net/wire.js";
import { didSignIn, followLink, introduce, rulesQuestion } from "./scenes/entering.js";
import { drawLobby, lobbyTalk } from "./scenes/lobby.js";
import { closeTable, leaveMatch } from "./scenes/leaving.js";
import { askName, showNameComplaint } from "./scenes/naming.js";
import { refillForm } from "./scenes/match-form.js";
import { forgetCommand } from "./scenes/playing.js";
import { startProjector, watchNext } from "./scenes/projector.js";
import { addRecords, showRecord } from "./scenes/records.js";
import { addReplayState, cutReplay, startReplay } from "./scenes/replay.js";
import { drawResult } from "./scenes/result.js";
import { currentScene, go, readLink } from "./scenes/router.js";
import { showScores } from "./scenes/scores.js";
import { showStandings } from "./scenes/standings.js";
import { drawConnection } from "./scenes/status.js";
import { table, tableTalk } from "./scenes/table-view.js";
import { applyState, drawOffer, drawTable, enterMatch } from "./scenes/table.js";
import "./scenes/welcome.js";

person.tell = notify;

// Events

/** What is done about each event; `command` is what it answers. */
const HANDLERS = {
  hello: greet,
  welcome: settleName,
  lobby: showLobby,
  match: takeSeat,
  state: showState,
  said: hear,
  records: addRecords,
  record: showMoves,
  replay: startReplay,
  scores: showScores,
  standings: showStandings,
  rules: takeRuleBook,
  ok: acknowledge,
  error: handleRefusal,
  bye: sayGoodbye,
};

/** What is said of a table that cannot be drawn. */
const UNDRAWABLE = "The host shows cards that cannot be drawn.";

function receive(event, command) {
  // A full host greets, too, and then sends the client away.
  if (!["hello", "error", "bye"].includes(event.type)) wire.attempts = 0;
  if (command && !isAnswer(event, command)) return refuse("unclear", unclearSentence, command);
  if (Object.hasOwn(HANDLERS, event.type)) HANDLERS[event.type](event, command);
}

function greet(event) {
  if (event.protocol !== 1) return halt("This page is out of date.", "Reload", () => location.reload());
  session.hello = {
    host: clip(event.host), features: texts(event.features),
    addresses: texts(event.addresses).filter((address) => /^[\w.:[\]-]+$/.test(address)),
  };
  noteDraining(event);
  drawLobby();
}

/** Notes if the host ends after the matches in play. */
function noteDraining(event) {
  session.isDraining = event.draining === true;
  drawConnection();
}

function settleName(event) {
  const isRename = session.stage === "online", name = clip(event.name), { askedName } = session;
  if (!name) return;
  if (!isRename && identity.token !== clip(event.token)) forgetSeals();
  identity.save(name, clip(event.token));
  session.askedName = null;
  if (!isRename) {
    didSignIn(event.resumed === true);
    if (currentScene() === "welcome" && !session.match) go("lobby");
    // Before a break, another name was asked for.
    if (askedName && askedName !== name) return void sayName(askedName);
  } else {
    if (currentScene() === "welcome") go("lobby");
    followLink();
    drawLobby();
  }
  const wanted = session.afterName;
  session.afterName = null;
  wanted?.();
}

function showLobby(event) {
  session.lobby = readLobby(event);
  noteDraining(event);
  drawLobby();
  if (currentScene() === "table") drawOffer();
  if (session.match?.isOver) drawResult();
  watchNext();
}

function takeSeat(event, command) {
  const seating = readMatch(event);
  if (!seating) return;
  enterMatch(seating);
  const { match } = session;
  if (command?.type === "watch") match.follows = command.follow === true;
  if (!match.state) awaitTable(match);
}

/** Waits for the first state. */
function awaitTable(match) {
  setTimeout(() => {
    if (match !== session.match || match.state) return;
    if (isOnline() && !wire.isStalled) giveUpTable(notShownSentence);
    else awaitTable(match);
  }, REPLY_TIME);
}

/** Without a table, there is nothing that leads away from it. */
function giveUpTable(sentence) {
  leaveMatch();
  notify(sentence, true);
}

function showState(event) {
  if (Replay.owns(event)) return addReplayState(event);
  const state = readState(event), { match } = session;
  if (!match || clip(event.match) !== match.match) return;
  if (state && match.fits(state)) return applyState(state);
  if (match.state) return notify(UNDRAWABLE, true);
  giveUpTable(UNDRAWABLE);
}

function hear(event) {
  const match = clip(event.match);
  if (match !== (session.match?.match ?? "")) return;
  const talk = match ? tableTalk : lobbyTalk;
  talk.addTalk(clip(event.from), event.role, clip(event.text, 1000), event.past === true);
}

function showMoves(event, command) {
  replayQuestion.end(command);
  showRecord(readRecord(event));
}

function takeRuleBook(event, command) {
  rulesQuestion.end(command);
  session.ruleBook = readRuleBook(event);
  refillForm();
  drawLobby();
}

function acknowledge(event, command) {
  // Left while offline: the host restored the match first.
  if (command?.type === "leave" && command.match === session.match?.match && !wire.awaits("open", "join")) closeTable();
}

function sayGoodbye(event) {
  if (event.reason === "replaced") {
    return halt("You are playing in another window.", "Play here", () => location.reload());
  }
  if (event.reason === "idle" && document.visibilityState === "hidden") return sleep();
  if (event.retry === true) return wire.restart();
  halt(clip(event.message) || "The host closed the connection.", "Reconnect", () => location.reload());
}

/** The host gave this place away while nobody was looking: reconnects when the page is visible again. */
function sleep() {
  wire.stop();
  document.addEventListener("visibilitychange", () => wire.connect(), { once: true });
}

/** Stops until the player acts. */
function halt(sentence, action, onaction) {
  session.stage = "stopped";
  wire.stop();
  const again = () => session.stage === "stopped" && halt(sentence, action, onaction);
  openDialog(sentence, [], [button(action, onaction, { class: "primary" })], again);
}

// Refusals

/** The host refused something. */
function handleRefusal(event, command) {
  const code = clip(event.code);
  // Nothing is lost: the host only takes its time.
  if (code === "too_fast" && event.command === null) return wire.allowDelay();
  refuse(code, clip(event.message) || code, command);
}

/** The host has not answered a command. */
function missAnswer(command) {
  refuse("silent", fill(noReplySentence, { command: command.type }), command);
}

/** A command is refused, or nothing in particular. */
function refuse(code, message, command) {
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

/** The match that is shown is gone. */
function loseMatch() {
  const { match, projector } = session;
  match.isGone = true;
  if (!projector) return closeTable(fill(noLongerInSentence, match));
  session.match = null;
  table.rest();
  go("projector");
  startProjector();
}

function handleHello(code, message, command) {
  if (session.stage === "online") {
    session.askedName = null;
    return showNameComplaint(message);
  }
  if (isBusy(code) || code === "unclear") {
    setTimeout(() => wire.isOpen && session.stage !== "online" && introduce(), BUSY_PAUSE);
    return notify(message, true);
  }
  if (command.token) {
    identity.forgetToken();
    return introduce();
  }
  session.askedName = null;
  identity.name = null;
  session.stage = "naming";
  drawConnection();
  go("welcome", { complaint: message, name: command.name });
}

// The beginning

/** A text that may not have been said stands in its field again. */
function giveBack({ match, text }) {
  (match ? tableTalk : lobbyTalk).giveBack(text);
}

function loseConnection(commands) {
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

wire.listener = {
  onopen: introduce, onevent: receive, onlost: loseConnection, onsilence: missAnswer, onstall: drawConnection,
};
addEventListener("online", () => wire.wake());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") wire.wake();
});
addEventListener("hashchange", () => {
  readLink();
  if (!session.match?.isRunning) followLink();
  else session.link = null;
});

ignoreSecondTaps();
for (const game of games) game.start?.();
readLink();
identified.then(() => {
  if (!identity.name && !identity.token && (!session.link || session.link.code)) go("welcome", {});
});
