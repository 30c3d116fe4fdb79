// How the client comes in: what it says to the host, and where it goes first.

import { forgetSeals } from "../games/seal.js";
import { backOnlineSentence } from "../games/sentences.js";
import { clip } from "../lib/read.js";
import { announce, notify } from "../lib/say.js";
import {
  catchUp, identified, isOnline, keepForLater, makeQuestion, questions, refreshLobby, sayName, wire,
} from "../net/client.js";
import { identity } from "../net/identity.js";
import { BUSY_PAUSE, isBusy } from "../net/questions.js";
import { session } from "../net/session.js";
import { drawLobby, lobbyTalk } from "./lobby.js";
import { showNameComplaint } from "./naming.js";
import { startProjector } from "./projector.js";
import { currentScene, go } from "./router.js";
import { followStandings } from "./standings.js";
import { drawConnection } from "./status.js";
import { tableTalk } from "./table-view.js";
import { drawTable } from "./table.js";

/** The question for what the host says of rules. Without an answer, a form begins with the usual ones. */
export const rulesQuestion = makeQuestion(() => {});

/** Says who the client is, as soon as the connection is open and that is known. */
export async function introduce() {
  await identified;
  const name = session.askedName ?? identity.name;
  if (identity.token) wire.send({ type: "hello", token: identity.token, protocol: 1 });
  else if (name) sayName(name);
  else {
    // Without a token, nothing tells if it is the same host.
    forgetSeals();
    didSignIn(false);
  }
}

/** The host has confirmed a name. */
export function settleName(event) {
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

/** The host has let the client in, with its seat if `resumed`. */
export function didSignIn(resumed) {
  const isFirst = !session.wasOnline;
  session.stage = "online";
  session.wasOnline = true;
  session.isFollowing = false;
  for (const talk of [tableTalk, lobbyTalk]) talk.expectKnown();
  drawConnection();
  if (!resumed) rejoin();
  // What the player waits for comes first.
  catchUp(resumed);
  for (const question of questions) question.repeat();
  if (!isFirst) announce(backOnlineSentence);
  followStandings();
  if (session.match) session.match.isUnsure = true;
  if (!resumed) followLink();
  else if (session.link) {
    session.link = null;
    notify("You are still in a match. Leave it first.", true);
  }
  if (!Object.keys(session.ruleBook.presets).length) rulesQuestion.askOnce({ type: "rules" });
  refreshLobby();
  drawLobby();
  if (isFirst && currentScene() === null && !resumed && !session.projector) go(identity.name ? "lobby" : "welcome");
  drawTable();
}

/** Goes back to where the client was, although the host does not remember it. */
function rejoin() {
  const { match } = session;
  if (!match || match.isGone) return;
  const where = match.code ? { code: match.code } : { match: match.match };
  if (!match.isPlayer) keepForLater([{ type: "watch", ...where, ...(match.follows ? { follow: true } : {}) }]);
  else if (match.isOver) match.isGone = true;
  else keepForLater([{ type: "join", ...where }]);
}

/** The host has refused a name, or the token of a seat. */
export function handleHello(code, message, command) {
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

/** Does what the page's address asks for. */
export function followLink() {
  const { link } = session;
  if (!link || !isOnline()) return;
  if (link.code && !identity.name) return go("welcome", {});
  session.link = null;
  if (link.scene) go(link.scene, {});
  else if (link.code) wire.send({ type: "join", code: link.code });
  else startProjector(link.match);
}
