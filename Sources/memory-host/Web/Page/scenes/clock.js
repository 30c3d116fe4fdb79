// The players and the time at the table.

import { gameOf } from "../games/games.js";
import { setText } from "../lib/dom.js";
import { announce } from "../lib/say.js";
import { clockText, joined } from "../lib/words.js";
import { isOnline } from "../net/client.js";
import { session } from "../net/session.js";
import { table, tableView } from "./table-view.js";

export function drawSeats() {
  const { match } = session, { state } = match;
  tableView.seats.draw(state, state.seats.map((seat, number) => seatNote(match, seat, number)));
  const watchers = state.watchers - !match.isPlayer;
  setText(tableView.watchers, watchers > 0 ? `${watchers}${match.isPlayer ? "" : " more"} watching` : "");
}

/** The remarks below a player's name. There is room for one beside who it is. */
function seatNote({ state, own, hand }, seat, number) {
  return joined([
    number === own && "you", seat.house,
    seat.left ? "left" : !seat.present ? "disconnected"
      : hand.noteFor?.(number) || gameOf(state).standingOf(state, seat),
  ]);
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
  if (phase === "waiting" && match.isPlayer && isOnline()) text = clockText(performance.now() - match.waitingSince);
  else if (length) text = `${seconds} s`;
  else if (isHeld) text = clockText(left + 999);
  setText(tableView.time, text);
}

/** Draws what changes without a word from the host. */
export function tick() {
  const { match } = session;
  drawTime();
  if (!match?.state || !match.hand.runsByItself) return;
  drawSeats();
  table.board.stage.element.classList.toggle("yours", match.hand.isAsked);
}
