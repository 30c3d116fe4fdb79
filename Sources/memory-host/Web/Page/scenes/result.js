// The end of a match.

import { gameOf } from "../games/games.js";
import { tumble } from "../games/tumble.js";
import { hostClosesSentence } from "../games/sentences.js";
import { endingOf, endReason, offerText, winnerOf } from "../games/words.js";
import { button, make, makeActions, mayMove, setShown, setText } from "../lib/dom.js";
import { announce } from "../lib/say.js";
import { sound } from "../lib/sound.js";
import { scoreLine } from "../lib/words.js";
import { send } from "../net/client.js";
import { session } from "../net/session.js";
import { leaveMatch } from "./leaving.js";
import { formLike } from "./new-match.js";
import { drawBoard } from "./playing.js";
import { openReplay } from "./replay.js";
import { go } from "./router.js";
import { table, tableButtons, tableTalk, tableView } from "./table-view.js";

/**
 * Milliseconds for which the last cards are seen, if their change needs no more; in which the score counts up; and in
 * which the ribbon of a high score unrolls.
 */
const PAUSE = 600, COUNT_UP = 700, UNROLL = 600;

/**
 * The match is over. Its last cards are seen for a moment; then the winner's cards turn in a wave, all the cards tumble
 * off the table, and the result is shown beside them. A tap or Esc skips to it.
 */
export function endMatch(isMoving, wasHere) {
  const { match } = session, { board } = table;
  clearTimeout(table.resultTimer);
  tableTalk.addNews(endingOf(match.state, match.own));
  const finish = () => showResult(wasHere);
  if (!wasHere || !mayMove()) return finish();
  const later = (step, milliseconds) => {
    table.resultTimer = setTimeout(() => mayMove() ? step() : finish(), milliseconds);
  };
  const fall = () => later(finish, tumble(board.stage, match.match));
  later(() => {
    // The cards that were removed come back for it.
    board.showsAll = true;
    drawBoard();
    board.settleAll();
    sound("end");
    later(fall, board.cheer?.(match.state.result?.winner ?? null) ?? 0);
  }, isMoving ? Math.max(PAUSE, board.timeOf(match.state.change)) : PAUSE);
}

/** Ends what is shown at the end of a match. */
export function skipToResult() {
  if (session.match?.isOver && tableView.result.hidden) showResult(true);
}

/** Shows the result beside the cards; if `isNews`, the score counts up, and a high score is celebrated. */
function showResult(isNews = false) {
  const { match } = session, { board } = table;
  clearTimeout(table.resultTimer);
  if (!match?.isOver) return;
  const active = document.activeElement;
  const hadFocus = active === document.body || board.stage.hasFocus;
  tableView.result.hidden = false;
  board.showsAll = true;
  drawBoard();
  board.settleAll();
  drawResult();
  if (isNews) celebrate(match);
  if (hadFocus && !document.querySelector("dialog[open]")) {
    tableView.result.querySelector("button:not([hidden])")?.focus();
  }
}

const resultView = {
  heading: make("h2"), scores: make("p", { class: "final" }), best: make("p", { class: "best" }, "New high score!"),
  reason: make("p"), alarm: make("p", { class: "complaint" }), figures: make("p", { class: "note figures" }),
  offer: make("p", { class: "offered" }),
  again: button("Play again", () => {
    const { match } = session;
    if (match.state.seats.length > 1) send({ type: "rematch", match: match.match });
    else reopen(match);
  }, { class: "primary" }),
  another: button("Another board", () => go("match-form", formLike(session.match))),
  lobby: button("Lobby", () => leaveMatch()),
  replay: button("Replay", () => openReplay(session.match.state.result.record)),
};
tableView.result.append(
  resultView.alarm, resultView.heading, resultView.scores, resultView.best, resultView.reason, resultView.figures,
  resultView.offer, makeActions(resultView.again, resultView.another, resultView.lobby, resultView.replay));

function celebrate(match) {
  const { best } = resultView;
  if (!best.hidden) announce(best.textContent);
  if (!mayMove()) return;
  countUp(match);
  const unrolled = [{ transform: "scaleX(0)", opacity: 0 }, { transform: "scale(1.15)", offset: 0.6 }, {}];
  best.animate(unrolled, { duration: UNROLL, delay: COUNT_UP, easing: "ease-out", fill: "backwards" });
}

/** Counts the score of a match up to what it is. */
function countUp(match) {
  const start = performance.now();
  const step = () => {
    const part = Math.min(1, (performance.now() - start) / COUNT_UP);
    if (session.match === match) drawScores(match, part);
    tableView.result.ariaBusy = part < 1;
    if (part < 1) requestAnimationFrame(step);
  };
  step();
}

function drawScores({ state: { seats } }, part = 1) {
  const scores = seats.map(({ score }) => Math.round(score * part));
  setText(resultView.scores, scoreLine(seats.map(({ name }) => name), scores));
}

/** Opens the same match again, where there is nobody who could agree to a rematch. */
function reopen({ rules, state }) {
  const house = state.seats.find((seat) => seat.house)?.house;
  send({ type: "open", rules, ...(house ? { house } : {}) });
}

export function drawResult() {
  const { match } = session, { state } = match, view = resultView;
  if (!match.isOver) setShown(tableView.result, false);
  // The result has its own button for leaving.
  for (const name of ["rules", "leave"]) setShown(tableButtons[name], tableView.result.hidden, view.lobby);
  if (!match.isOver) return;
  const winner = winnerOf(state, match.own), isWon = match.own !== null && state.result?.winner === match.own;
  setText(view.heading, isWon && state.seats.length > 1 ? `${winner}!` : winner);
  drawScores(match);
  view.best.hidden = !(state.result?.best && (state.seats[0]?.score ?? 0) > 0);
  setText(view.reason, endReason(state, match.own));
  const { check } = match, { alarm = null, sentence } = check ?? {};
  setText(view.alarm, alarm ?? "");
  drawFigures([...match.figures(), !alarm && sentence, state.seats.length > 1 && table.series.line].filter(Boolean));
  setText(view.offer, match.isPlayer && session.isDraining ? hostClosesSentence : offerText(state, match.own) ?? "");
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
  const mayPlay = isPlayer && !session.isDraining;
  setShown(view.again, mayPlay && !isAlone && !state.result?.rematch && !hasOffered, view.lobby);
  const isOffered = state.seats.some((seat, number) => seat.rematch && number !== own);
  setText(view.again, isOffered ? "Accept the rematch" : "Play again");
  setShown(view.another, mayPlay, view.lobby);
  setText(view.lobby, isPlayer ? "Lobby" : "Stop watching");
  // A private match leaves no record that is listed, but its players may see it once more.
  const isKept = isPlayer && !match.isGone && gameOf(state).hasBegun(state)
    && session.hello.features.includes("replay");
  setShown(view.replay, Boolean(state.result?.record) || isKept, view.lobby);
}
