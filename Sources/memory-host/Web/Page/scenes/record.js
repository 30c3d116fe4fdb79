// A record as text, from a host that does not play matches back.

import { gameOf } from "../games/games.js";
import { checkOf } from "../games/seal.js";
import { openDialog } from "../lib/dialogs.js";
import { button, make } from "../lib/dom.js";
import { clockText, dateText, resultLine } from "../lib/words.js";
import { warnOfSeal } from "./sealing.js";

/** Shows the result of a record and its moves. */
export function showRecord(record) {
  if (!record.record) return;
  const { players, moves } = record, game = gameOf(record.rules);
  const lines = moves.map((move) =>
    make("li", {}, `${clockText(move.atMs)} ${game.moveText(record, move, players[move.seat] ?? "Somebody")}`));
  const notes = [dateText(record.endedAt), game.recordFigure?.(record)].filter(Boolean);
  openDialog(resultLine(record), [...notes.map((note) => make("p", { class: "note" }, note)),
    make("ol", {}, ...lines)], [button("Close", null, { class: "primary" })]);
  const check = checkOf(record);
  check?.seeRecord(record);
  warnOfSeal(check);
}
