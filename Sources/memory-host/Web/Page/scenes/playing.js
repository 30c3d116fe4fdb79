// What the person at the table does with the cards.

import { notify, announce } from "../lib/say.js";
import { complainOfBreak, isOnline, send } from "../net/client.js";
import { session } from "../net/session.js";
import { awaitingHostSentence } from "./status.js";
import { table } from "./table-view.js";

export function drawBoard() {
  const { match } = session, { board } = table;
  board.draw(match.state, { chosen: match.hand.chosen });
  board.stage.element.classList.toggle("yours", match.hand.isAsked);
}

/** Picks a card. */
export function pickCard(card) {
  if (!isOnline()) return complainOfBreak();
  carryOut((hand) => hand.pick(card));
}

/** Does what a button of the game does, or its key. */
export function act(name) {
  carryOut((hand) => hand.act(name, table.board));
}

/** Has the hand do something, and what follows from it. */
function carryOut(move) {
  if (!session.match?.state) return notify(awaitingHostSentence);
  const { hand } = session.match, { chosen } = hand;
  const { command, complaint, said } = move(hand);
  if (hand.chosen !== chosen) drawBoard();
  if (complaint) notify(complaint, true);
  announce(said);
  if (command) send(command);
}

/** Gives up what was chosen. */
export function dropChosen() {
  if (session.match?.hand.drop()) drawBoard();
}

/** The host refused a command; true if that is no news. */
export function forgetCommand(command, code) {
  const { match } = session;
  if (!match?.state) return false;
  const { chosen } = match.hand, isKnown = match.hand.forget(command, code);
  if (match.hand.chosen !== chosen) drawBoard();
  return isKnown;
}
