// The line above the cards: the status of the match, or a short message in its place.

import { hostClosesSentence } from "../games/sentences.js";
import { statusOf } from "../games/words.js";
import { setText } from "../lib/dom.js";
import { readingTime } from "../lib/say.js";
import { connectionTrouble, inquiry } from "../net/client.js";
import { session } from "../net/session.js";
import { table, tableView } from "./table-view.js";
import { drawTitle } from "./title.js";

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
 * Says what is wrong with the connection: at the table in place of the status, elsewhere in a banner, which has room for
 * the reason and also says that the host is closing.
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
