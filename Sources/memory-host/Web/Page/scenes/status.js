// What the page says of the match and of the connection: in the line above the cards, with the time left, in a banner,
// and in the page's title, for players who are looking at another tab.

import { hostClosesSentence } from "../games/sentences.js";
import { statusOf } from "../games/words.js";
import { setText } from "../lib/dom.js";
import { announce, readingTime } from "../lib/say.js";
import { clockText } from "../lib/words.js";
import { inquiry, isOnline, wire } from "../net/client.js";
import { session } from "../net/session.js";
import { currentScene, onscene } from "./router.js";
import { table, tableView } from "./table-view.js";

/** What is said while the host lets somebody wait. */
export const awaitingHostSentence = "Waiting for the host…";

export const connectingSentence = "Connecting to the host…";

/** A sentence about the connection if something is wrong with it. */
function connectionTrouble() {
  if (wire.isStalled) return awaitingHostSentence;
  if (session.stage !== "connecting" || !session.wasOnline && wire.attempts < 2) return "";
  return session.wasOnline ? `Reconnecting (attempt ${Math.max(1, wire.attempts)})…` : connectingSentence;
}

/** Shows a text in place of the status, until it can be read; without one, the status again. */
export function flash(text = null, isComplaint = false) {
  clearTimeout(table.flashTimer);
  table.flash = text && { text, isComplaint };
  if (text) table.flashTimer = setTimeout(flash, readingTime(text));
  drawStatus();
}

/** Makes room in the line for either of two sentences. */
export function makeRoom(line, [first, second = ""]) {
  if (line.dataset.first !== first) line.dataset.first = first;
  if (line.dataset.second !== second) line.dataset.second = second;
}

export function drawStatus() {
  const { flash } = table, { match } = session, trouble = connectionTrouble();
  if (!match?.state) return;
  setText(tableView.status, flash?.text ?? (trouble || statusOf(match.state, match.own)));
  tableView.status.classList.toggle("complaint", flash ? flash.isComplaint : trouble !== "");
  // Beside a result, only what is new is said.
  tableView.status.parentNode.classList.toggle("told", Boolean(flash || trouble));
}

/**
 * Says what is wrong with the connection: at the table in place of the status, elsewhere in a banner, which has room
 * for the reason and also says that the host is closing.
 */
export function drawConnection() {
  const banner = document.getElementById("banner"), trouble = connectionTrouble();
  const text = trouble ? `${trouble} ${inquiry.reason}`.trim() : session.isDraining ? hostClosesSentence : "";
  banner.hidden = !text;
  setText(banner, text);
  document.body.classList.toggle("offline", trouble !== "");
  drawStatus();
  drawTitle();
}

/** Draws the time left for the turn, or for a player to reconnect. */
export function drawTime() {
  const { match } = session;
  const end = match?.phaseEndsAt ?? null, phase = match?.state?.phase;
  const left = end === null ? null : Math.max(0, end - performance.now());
  const length = left !== null && phase === "playing" && isOnline() ? match.hand.clock(left) : null;
  const isHeld = left !== null && phase === "paused" && isOnline();
  const seconds = Math.ceil((left ?? 0) / 1000);
  tableView.bar.classList.toggle("idle", !length);
  if (length) {
    tableView.bar.firstChild.style.transform = `scaleX(${Math.min(1, left / length)})`;
    tableView.bar.classList.toggle("low", seconds <= 10);
    if (seconds === 10 && match.hand.isAsked && !match.hasWarned) announce("10 seconds left.");
    match.hasWarned = seconds <= 10;
  }
  let text = "";
  if (phase === "waiting" && match.isPlayer && isOnline()) text = clockText(performance.now() - match.enteredAt);
  else if (length) text = `${seconds} s`;
  else if (isHeld) text = clockText(left + 999);
  setText(tableView.time, text);
}

/** Draws the page's title, which says whose turn it is. */
export function drawTitle() {
  const state = currentScene() === "table" ? session.match?.state : null;
  const status = !isOnline() && session.wasOnline ? "Reconnecting" : state ? statusOf(state, session.match.own) : "";
  const title = status ? `${status} – Memory` : "Memory";
  if (document.title !== title) document.title = title;
}

onscene(drawTitle);
