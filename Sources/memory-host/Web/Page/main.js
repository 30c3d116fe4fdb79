// The page: listens to the host, and shows what follows from what it says.

import { games } from "./games/games.js";
import { forgetSeals } from "./games/seal.js";
import { ask, openDialog } from "./lib/dialogs.js";
import { button } from "./lib/dom.js";
import { clip, texts } from "./lib/read.js";
import { announce, notify } from "./lib/say.js";
import { ignoreSecondTaps } from "./lib/taps.js";
import { identified, inquiry, later, send, wire } from "./net/client.js";
import { identity } from "./net/identity.js";
import { readLobby, readMatch, readRecord, readRuleBook, readState } from "./net/messages.js";
import { Replay, replays } from "./net/replay.js";
import { session } from "./net/session.js";
import { followLink, introduce, didSignIn } from "./scenes/entering.js";
import { drawLobby, lobbyTalk } from "./scenes/lobby.js";
import { closeTable } from "./scenes/leaving.js";
import { askName, showNameComplaint } from "./scenes/naming.js";
import { refillForm } from "./scenes/match-form.js";
import { forgetCommand } from "./scenes/playing.js";
import { startProjector, watchNext } from "./scenes/projector.js";
import { showRecord } from "./scenes/record.js";
import { addRecords } from "./scenes/records.js";
import { addReplayState, cutReplay } from "./scenes/replay.js";
import { drawResult } from "./scenes/result.js";
import { currentScene, go, readLink } from "./scenes/router.js";
import { showScores } from "./scenes/scores.js";
import { showStandings } from "./scenes/standings.js";
import { drawConnection } from "./scenes/status.js";
import { table, tableTalk } from "./scenes/table-view.js";
import { applyState, drawOffer, drawTable, enterMatch } from "./scenes/table.js";
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
  record: (event) => showRecord(readRecord(event)),
  replay: (event, command) => replays.start(event, command),
  scores: showScores,
  standings: showStandings,
  rules: takeRuleBook,
  ok: acknowledge,
  error: handleRefusal,
  bye: sayGoodbye,
};

function receive(event, command) {
  // A full host greets, too, and then sends the client away.
  if (!["hello", "error", "bye"].includes(event.type)) wire.attempts = 0;
  if (Object.hasOwn(HANDLERS, event.type)) HANDLERS[event.type](event, command);
}

function greet(event) {
  if (event.protocol !== 1) return stop("This page is out of date.", "Reload", () => location.reload());
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
  const isRename = session.stage === "online", name = clip(event.name);
  if (!name) return;
  if (!isRename && identity.token !== clip(event.token)) forgetSeals();
  identity.save(name, clip(event.token));
  session.askedName = null;
  if (!isRename) {
    didSignIn(event.resumed === true);
    if (currentScene() === "welcome" && !session.match) go("lobby");
    return;
  }
  if (currentScene() === "welcome") go("lobby");
  followLink();
  drawLobby();
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
  if (command?.type === "watch") session.match.follows = command.follow === true;
}

function showState(event) {
  if (Replay.owns(event)) return addReplayState(event);
  const state = readState(event);
  if (state) applyState(state);
}

function hear(event) {
  const match = clip(event.match);
  if (match !== (session.match?.match ?? "")) return;
  const talk = match ? tableTalk : lobbyTalk;
  talk.addTalk(clip(event.from), event.role, clip(event.text, 1000), event.past === true);
}

function takeRuleBook(event) {
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
    return stop("You are playing in another window.", "Play here", () => location.reload());
  }
  if (event.reason === "idle" && document.visibilityState === "hidden") return sleep();
  if (event.retry === true) return wire.restart();
  stop(clip(event.message) || "The host closed the connection.", "Reconnect", () => location.reload());
}

/** The host gave this place away while nobody was looking: reconnects when the page is visible again. */
function sleep() {
  wire.stop();
  document.addEventListener("visibilitychange", () => wire.connect(), { once: true });
}

/** Stops until the player acts. */
function stop(sentence, action, onaction) {
  session.stage = "stopped";
  wire.stop();
  const again = () => session.stage === "stopped" && stop(sentence, action, onaction);
  openDialog(sentence, [], [button(action, onaction, { class: "primary" })], again);
}

// Refusals

/** The host refused something. */
function handleRefusal(event, command) {
  const code = clip(event.code), message = clip(event.message) || code, { match } = session;
  if (command?.type === "hello") return handleHello(code, message, command);
  if (command) forgetCommand(command);
  replays.forget(command);
  if (code === "disk_failed" && command?.type === "leave") return void setTimeout(() => later(command), 3000);
  // Either the newest state says it all, or nothing is lost: the host only takes its time.
  if (["stale", "showing", "not_playing"].includes(code) && command?.type !== "replay"
    || code === "too_fast" && event.command === null) return;
  // The client could not get back to the match that it still shows.
  const isBack = ["join", "watch"].includes(command?.type) && match && !match.isGone
    && (command.match === match.match || command.code === match.code);
  if (code === "match_full" && command?.code && !isBack) {
    return ask("That match is full. Watch it?", "Watch", () => send({ type: "watch", code: command.code }));
  }
  if (code === "name_needed") return askName(() => send(command));
  if (command?.type === "watch" && [null, "projector"].includes(currentScene())) return go("projector");
  notify(message, true);
  if (isBack && !["already_seated", "too_fast", "disk_failed"].includes(code)) loseMatch();
}

/** The match that is shown is gone. */
function loseMatch() {
  const { match, projector } = session;
  match.isGone = true;
  if (!projector) return closeTable(`You are no longer in ${match.match}.`);
  session.match = null;
  table.rest();
  go("projector");
  startProjector();
}

function handleHello(code, message, command) {
  if (["too_fast", "disk_failed"].includes(code)) {
    setTimeout(() => wire.isOpen && session.stage !== "online" && introduce(), 5000);
    return notify(message, true);
  }
  if (command.token) {
    identity.forgetToken();
    return introduce();
  }
  session.askedName = null;
  if (session.stage === "online") return showNameComplaint(message);
  identity.name = null;
  session.stage = "naming";
  go("welcome", { complaint: message, name: command.name });
}

// The beginning

function loseConnection() {
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

wire.listener = { onopen: introduce, onevent: receive, onlost: loseConnection, onstall: drawConnection };
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
