// The page: listens to the host, and shows what follows from what it says.

import "./connect.js";
import { games } from "./games/games.js";
import { notShownSentence } from "./games/sentences.js";
import { openDialog } from "./lib/dialogs.js";
import { button } from "./lib/dom.js";
import { clip, texts } from "./lib/read.js";
import { notify } from "./lib/say.js";
import { ignoreSecondTaps } from "./lib/taps.js";
import { identified, isOnline, wire } from "./net/client.js";
import { identity } from "./net/identity.js";
import { readLobby, readMatch, readRuleBook, readState } from "./net/messages.js";
import { isAnswer, unclearSentence } from "./net/questions.js";
import { Replay } from "./net/replay.js";
import { session } from "./net/session.js";
import { REPLY_TIME } from "./net/wire.js";
import { currentScene, go, readLink } from "./scenes/router.js";
import { tableTalk } from "./scenes/table-view.js";
import { drawConnection } from "./scenes/status.js";
import { applyState, enterMatch } from "./scenes/table.js";
import { drawOffer } from "./scenes/waiting.js";
import { drawResult } from "./scenes/result.js";
import { closeTable, giveUpTable } from "./scenes/leaving.js";
import { watchNext } from "./scenes/projector.js";
import { addReplayState, startReplay } from "./scenes/replay.js";
import { addRecords, showMoves } from "./scenes/records.js";
import { showScores } from "./scenes/scores.js";
import { showStandings } from "./scenes/standings.js";
import { refillForm } from "./scenes/match-form.js";
import { drawLobby, lobbyTalk } from "./scenes/lobby.js";
import { followLink, introduce, rulesQuestion, settleName } from "./scenes/entering.js";
import { handleRefusal, loseConnection, missAnswer, refuse } from "./scenes/refusals.js";
import "./scenes/welcome.js";

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
  scores: takeScores,
  standings: showStandings,
  rules: takeRuleBook,
  ok: acknowledge,
  error: handleRefusal,
  bye: sayGoodbye,
};

/** What is said of a table that cannot be drawn. */
const UNDRAWABLE = "The host sent cards that this page cannot show.";

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

function takeScores(event, command) {
  showScores(event, command);
  drawLobby();
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

// The beginning

wire.listener = {
  onopen: introduce, onevent: receive, onlost: loseConnection, onsilence: missAnswer, onstall: drawConnection,
  onnotice: notify,
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
