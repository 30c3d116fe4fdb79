// The end of a match.

import { gameOf } from "../games/games.js";
import { FALL_TIME, tumble } from "../games/tumble.js";
import { endingOf, endReason, offerText, winnerOf } from "../games/words.js";
import { button, make, makeActions, mayMove, setShown, setText } from "../lib/dom.js";
import { scoreLine } from "../lib/words.js";
import { openReplay, send } from "../net/client.js";
import { session } from "../net/session.js";
import { formLike } from "./new-match.js";
import { leaveMatch } from "./leaving.js";
import { go } from "./router.js";
import { showButton, table, tableButtons, tableTalk, tableView } from "./table-view.js";

/** Milliseconds after which the cards fall, if the last change needs no more. */
const PAUSE = 200;

/** The match is over: its last cards are seen for a moment, then all tumble to the floor, and the result is shown. */
export function endMatch(isMoving, wasHere) {
  const { match } = session, { board } = table;
  clearTimeout(table.resultTimer);
  tableTalk.addNews(endingOf(match.state, match.own));
  if (!wasHere || !mayMove()) return showResult(true);
  const reveal = isMoving ? Math.max(PAUSE, board.timeOf(match.state.change)) : PAUSE;
  table.resultTimer = setTimeout(() => {
    // The cards that were removed come back for it.
    board.showsAll = true;
    if (mayMove()) tumble(board.stage, match.match);
    table.resultTimer = setTimeout(() => showResult(true), mayMove() ? FALL_TIME * 1000 : 0);
  }, reveal);
}

/** Shows the result over the cards, or the cards as they were. */
export function showResult(isShown) {
  const { match } = session, { board } = table;
  if (!match?.isOver) return;
  const active = document.activeElement;
  const hadFocus = tableView.result.contains(active) || active === document.body || board.stage.hasFocus;
  tableView.result.hidden = !isShown;
  if (!isShown) {
    board.showsAll = false;
    board.settleAll();
  }
  drawResult();
  if (!hadFocus || document.querySelector("dialog[open]")) return;
  if (isShown) tableView.result.querySelector("button:not([hidden])")?.focus();
  else board.stage.focus();
}

const resultView = {
  heading: make("h2"), scores: make("p", { class: "final" }), best: make("p", { class: "best" }, "New high score!"),
  reason: make("p"), figures: make("p", { class: "note figures" }), offer: make("p", { class: "offered" }),
  again: button("Play again", () => {
    const { match } = session;
    if (match.state.seats.length > 1) send({ type: "rematch", match: match.match });
    else reopen(match);
  }, { class: "primary" }),
  another: button("Another board", () => go("match-form", formLike(session.match))),
  lobby: button("Lobby", () => leaveMatch()),
  replay: button("Replay", () => openReplay(session.match.state.result.record)),
  cards: button("View board", () => showResult(false)),
};
tableView.result.append(resultView.heading, resultView.scores, resultView.best, resultView.reason, resultView.figures,
  resultView.offer,
  makeActions(resultView.again, resultView.another, resultView.lobby, resultView.replay, resultView.cards));

/** Opens the same match again, where there is nobody who could agree to a rematch. */
function reopen({ rules, state }) {
  const house = state.seats.find((seat) => seat.house)?.house;
  send({ type: "open", rules, ...(house ? { house } : {}) });
}

export function drawResult() {
  const { match } = session, { state } = match, view = resultView;
  if (!match.isOver) setShown(tableView.result, false);
  showButton(tableButtons.board, match.isOver && tableView.result.hidden);
  if (!match.isOver) return;
  const winner = winnerOf(state, match.own), isWon = match.own !== null && state.result?.winner === match.own;
  setText(view.heading, isWon && state.seats.length > 1 ? `${winner}!` : winner);
  setText(view.scores, scoreLine(state.seats.map((seat) => seat.name), state.seats.map((seat) => seat.score)));
  view.best.hidden = !(state.result?.best && (state.seats[0]?.score ?? 0) > 0);
  setText(view.reason, endReason(state, match.own));
  drawFigures([...match.figures(), state.seats.length > 1 && table.series.line].filter(Boolean));
  setText(view.offer, offerText(state, match.own) ?? "");
  drawOffers(match);
}

function drawFigures(lines) {
  const { figures } = resultView;
  if (figures.dataset.text === lines.join()) return;
  figures.dataset.text = lines.join();
  figures.replaceChildren(...lines.map((line) => make("span", {}, line)));
}

/** Draws the buttons: what can be done after the match. */
function drawOffers(match) {
  const { state, isPlayer, seat: own } = match, view = resultView;
  const isAlone = state.seats.some((seat) => seat.left) || (match.isGone && state.seats.length > 1);
  const hasOffered = isPlayer && state.seats.length > 1 && state.seats[own]?.rematch;
  setShown(view.again, isPlayer && !isAlone && !state.result?.rematch && !hasOffered, view.cards);
  const isOffered = state.seats.some((seat, number) => seat.rematch && number !== own);
  setText(view.again, isOffered ? "Accept the rematch" : "Play again");
  setShown(view.another, isPlayer, view.cards);
  setText(view.lobby, isPlayer ? "Lobby" : "Stop watching");
  // A private match leaves no record that is listed, but its players may see it once more.
  const isKept = isPlayer && !match.isGone && gameOf(state).hasBegun(state)
    && session.hello.features.includes("replay");
  setShown(view.replay, Boolean(state.result?.record) || isKept, view.cards);
}
