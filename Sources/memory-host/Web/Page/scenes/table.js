// The scene at the table: players, clock, cards, talk.

import { Boards } from "../games/boards.js";
import { gameOf } from "../games/games.js";
import { checkOf, noteSeal } from "../games/seal.js";
import { sealedSentence } from "../games/sentences.js";
import { newsOf, spokenNews, statusOf } from "../games/words.js";
import { ask, closeDialogs } from "../lib/dialogs.js";
import { make, mayMove, setShown, setText } from "../lib/dom.js";
import { announce, divertNotices, notify } from "../lib/say.js";
import { keep, kept } from "../lib/storage.js";
import { sound } from "../lib/sound.js";
import { isSolo, joined } from "../lib/words.js";
import { send, updateLobbyFollowing } from "../net/client.js";
import { session } from "../net/session.js";
import { askToLeave } from "./leaving.js";
import { act, drawBoard, dropChosen, pickCard } from "./playing.js";
import { drawProjector, projectorView, setProjector } from "./projector.js";
import { forgetReplay } from "./replay.js";
import { drawResult, endMatch, skipToResult } from "./result.js";
import { addScene, currentScene, go } from "./router.js";
import { showRules } from "./rules.js";
import { warnOfSeal } from "./sealing.js";
import { drawStatus, drawTime, drawTitle, flash, makeRoom } from "./status.js";
import { drawGameButtons, gameButtons, showButton, table, tableButtons, tableTalk, tableView } from "./table-view.js";
import { drawOffer, drawWaiting } from "./waiting.js";

const ARRANGEMENT_KEY = "memory.arrangement";

table.boards = new Boards({
  onpick: pickCard, oncancel: dropChosen, onaction: act, mayMove,
  arrangements: {
    read: () => kept("sessionStorage", ARRANGEMENT_KEY) ?? "",
    write: (text) => keep("sessionStorage", ARRANGEMENT_KEY, text),
  },
});

const tableScene = addScene("table", make("main", { class: "scene table" },
  tableView.title, tableView.seats.element,
  tableView.turn, ...table.boards.elements, tableView.waiting, tableView.result, tableView.actions, tableTalk.element,
  projectorView.news, projectorView.exit),
{
  onshow() {
    // A notice covers no card here: it takes the place of the status. One from elsewhere would.
    document.querySelector("body > .notices").replaceChildren();
    divertNotices(flash);
  },
  onleave: () => divertNotices(null),
  onback: askToLeave,
});

tableScene.addEventListener("click", ({ target }) => target.closest(".talk") || skipToResult());
addEventListener("keydown", ({ key }) => {
  const isElsewhere = currentScene() !== "table" || document.querySelector("dialog[open], .talk.open");
  if (key === "Escape" && !isElsewhere) skipToResult();
});
// The cards would lie still until then.
addEventListener("resize", skipToResult);

for (const [game, buttons] of gameButtons) {
  game.buttons.forEach(({ name }, index) => { buttons[index].onclick = () => act(name); });
}
tableButtons.rules.onclick = () => showRules(session.match.rules, session.match.check);
tableButtons.projector.onclick = () => setProjector(true);
tableButtons.resign.onclick = () => {
  ask("Resign this match?", "Resign", () => send({ type: "resign", match: session.match?.match }));
};
tableButtons.leave.onclick = askToLeave;

/** The host has seated the client, or lets it watch. */
export function enterMatch(seating) {
  noteSeal(seating);
  if (session.match?.match === seating.match) {
    session.match.check = checkOf(seating, session.match.check);
    session.match.resume(seating);
    return warnOfSeal(session.match.check);
  }
  const follows = session.match?.follows ?? false;
  table.rest();
  forgetReplay();
  table.flash = null;
  session.match = gameOf(seating.rules).makeMatch(seating);
  session.match.follows = follows;
  session.match.check = checkOf(seating);
  table.boards.choose(seating.rules);
  table.board.clear();
  tableTalk.clear();
  if (seating.contest) tableTalk.addNews(`This is the contest, ${seating.contest}.`);
  if (seating.seal) tableTalk.addNews(sealedSentence);
  setText(tableView.title, `Match ${seating.match}`);
  setShown(tableView.result, false);
  setText(projectorView.news, "");
  closeDialogs();
  warnOfSeal(session.match.check);
}

/** Draws a new state of the match, and moves what has changed. */
export function applyState(state) {
  const { match } = session, step = match?.apply(state);
  if (!step) return;
  const { board } = table;
  match.check?.see(state);
  if (step.hasEnded && step.previous) table.series.count(state);
  const isRebuilt = board.setUp(state.match, state, match);
  const { command, complaint } = match.hand.follow();
  // What happens after the end keeps nobody from a replay, or from the form of another match.
  const isNew = currentScene() !== "table" && (!step.previous || !match.isOver);
  if (isNew) go("table", null, false);
  drawTable();
  drawBoard();
  // Measuring is slow; from now on, the board notices by itself when its size changes.
  if (isNew) board.stage.layOut();
  const isMoving = step.isNext && !step.isCopy && state.change && mayMove();
  if (isMoving) {
    const targetOf = (seat) => tableView.seats.targetOn(board.stage, seat);
    board.play(state.change, step.previous, { targetOf });
  } else if (!step.isCopy || isRebuilt) {
    board.settleAll();
    if (!step.hasEnded) skipToResult();
  }
  moveFocus(state, step, isNew);
  if (!step.previous || step.hasEnded) updateLobbyFollowing();
  tellNews(state, step);
  if (step.hasEnded) endMatch(isMoving, step.previous !== null);
  if (command) send(command);
  if (complaint) notify(complaint, true);
  warnOfSeal(match.check);
}

/** The focus is on the title after what had it is gone: a button of the last result, or of the wait for an opponent. */
function moveFocus(state, step, isNew) {
  const isAtTitle = document.activeElement === tableView.title && (!step.previous || state.change?.kind === "deal");
  if (!isNew && !isAtTitle) return;
  const other = session.projector ? tableView.title : tableScene.querySelector(".waiting:not([hidden]) button");
  (other ?? table.board.stage).focus();
}

/** Says what has happened: to everybody in the log, to screen readers also which card it was. */
function tellNews(state, step) {
  if (step.isCopy) return;
  const { own } = session.match, { previous } = step, { change } = state;
  const news = newsOf(state, own);
  if (news) tableTalk.addNews(news);
  if (change) table.board.mark?.(change);
  if (change && gameOf(state).isComplaint?.(change)) flash(news, change.seat === own);
  else if (state.turn !== previous?.turn) flash();
  const parts = [step.isNext && spokenNews(state, own)];
  const isTurnNew = state.phase === "playing"
    && (previous?.phase === "waiting" || previous?.turnNumber !== state.turnNumber || !step.isNext);
  if (isTurnNew || ["waiting", "paused", "over"].includes(state.phase) && previous?.phase !== state.phase) {
    parts.push(`${statusOf(state, own)}.`);
  }
  announce(joined(parts, " "));
  const isCalled = isTurnNew && state.turn !== null && state.turn === own && state.seats.length > 1;
  if (previous) sound(gameOf(state).sounds[change?.kind] ?? (isCalled && "turn"));
}

/** Draws everything around the cards. */
export function drawTable() {
  const { match } = session, state = match?.state;
  if (!state) return;
  drawSeats();
  makeRoom(tableView.turn, state.seats.map(({ name }, seat) =>
    gameOf(match.rules).longestNews(seat === match.own ? "you" : name)));
  drawStatus();
  drawGameButtons(match);
  showButton(tableButtons.resign, match.isRunning);
  setText(tableButtons.leave, match.isPlayer ? "Leave" : "Stop watching");
  showButton(tableButtons.projector, !match.isPlayer);
  // Without another player, there is nobody to talk to unless someone watches.
  const people = state.seats.filter(({ house }) => !house).length;
  const hasOthers = !isSolo(match.rules) && (people > 1 || state.watchers > 0 || state.phase === "waiting");
  showButton(tableButtons.talk, hasOthers);
  showButton(tableTalk.element, hasOthers);
  drawWaiting();
  drawResult();
  drawOffer();
  drawProjector();
  drawTime();
  drawTitle();
}

function drawSeats() {
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

/** Draws what changes without a word from the host. */
function tick() {
  const { match } = session;
  drawTime();
  if (!match?.state || !match.hand.runsByItself) return;
  drawSeats();
  table.board.stage.element.classList.toggle("yours", match.hand.isAsked);
}

setInterval(() => currentScene() === "table" && tick(), 250);
