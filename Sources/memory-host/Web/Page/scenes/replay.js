// A match, played again: step by step, or at any speed. The host sends its states; what has come can be played already.

import { Boards } from "../games/boards.js";
import { gameOf } from "../games/games.js";
import { restMissingSentence } from "../games/sentences.js";
import { endingOf, newsOf } from "../games/words.js";
import { button, make, makeActions, mayMove, options, setText } from "../lib/dom.js";
import { notify, tell } from "../lib/say.js";
import { dateText, joined, scoreLine } from "../lib/words.js";
import { isOnline, makeQuestion, wire } from "../net/client.js";
import { unclearSentence } from "../net/questions.js";
import { replays } from "../net/replay.js";
import { session } from "../net/session.js";
import { REPLY_TIME } from "../net/wire.js";
import { addScene, currentScene, go, onscene } from "./router.js";
import { warnOfSeal } from "./sealing.js";
import { Seats } from "./seats.js";
import { awaitingHostSentence, makeRoom } from "./status.js";

/** Speeds relative to the match. */
const SPEEDS = [0.5, 1, 2, 4, 8];
/** Milliseconds: the longest pause between two steps, the shortest, and that before the first one. */
const LONGEST_PAUSE = 4000, SHORTEST_PAUSE = 150, FIRST_PAUSE = 1500;

const player = {
  step: 0, speed: 1,
  /** True while it plays, also while it waits for a state. */
  isPlaying: false, timer: null,
  /** Ends the wait for the next state from the host. */
  due: null,
  /** The scene that it was opened from. */
  cameFrom: null,
  boards: new Boards({ onpick: () => {}, oncancel: () => leave(), mayMove }), seats: new Seats(),
};

const replayView = {
  title: make("h1", { class: "unseen", tabIndex: -1 }), status: make("strong", { class: "status" }),
  count: make("span", { class: "time" }), turn: make("div", { class: "turn" }),
  slider: make("input", { type: "range", min: 0, "aria-label": "Step", oninput: () => {
    pause();
    show(Number(replayView.slider.value));
  } }),
  back: button("Back", () => leave()),
  previous: button("‹ Step", () => stepBy(-1), { "aria-label": "Previous step" }),
  toggle: button("Pause", () => player.isPlaying ? pause() : play(), { class: "primary" }),
  next: button("Step ›", () => stepBy(1), { "aria-label": "Next step" }),
  speed: make("select", { "aria-label": "Speed", onchange: () => {
    player.speed = Number(replayView.speed.value);
    if (player.isPlaying) play();
  } }, ...options(SPEEDS.map((speed) => [speed, `${speed}×`]))),
};

replayView.speed.value = 1;
replayView.turn.append(replayView.status, replayView.count);
addScene("replay", make("main", { class: "scene table replay" }, replayView.title, player.seats.element,
  replayView.turn, ...player.boards.elements,
  make("div", { class: "controls" }, replayView.slider, makeActions(
    replayView.previous, replayView.toggle, replayView.next, replayView.speed, replayView.back))),
{ onleave: () => {
  pause();
  if (replays.shown.isComing) stopReplay();
  replays.shown = null;
} });

/** The question for the states of a match that was played. */
export const replayQuestion = makeQuestion((sentence) => {
  if (!replayQuestion.command) replays.forget();
  notify(sentence, true);
});

/** Asks for the states of a record, to play it again, or for those of the finished match that is shown. */
export function openReplay(record) {
  if (session.hello.features.includes("replay")) {
    const command = { type: "replay", ...(record ? { record } : {}) };
    replays.expect(command);
    replayQuestion.ask(command);
  } else if (record) replayQuestion.ask({ type: "record", record });
  if (!isOnline()) notify(awaitingHostSentence);
}

/** The person is elsewhere before the replay that was asked for begins. */
export function forgetReplay() {
  replayQuestion.end();
  if (replays.forget()) stopReplay();
}

/** The host need not send the rest. */
function stopReplay() {
  wire.send({ type: "replay", stop: true });
}

onscene(forgetReplay);

/** The host begins to play back what `command` asked for. */
export function startReplay(event, command) {
  replays.start(event, command);
  refuseEmpty();
  awaitState();
}

/** Waits for the next state, if one is to come. */
function awaitState() {
  clearTimeout(player.due);
  if (!replays.isComing) return;
  player.due = setTimeout(() => {
    if (wire.isStalled) awaitState();
    else if (!replays.shown) replayQuestion.refuse("silent", restMissingSentence);
    else endReplay();
  }, REPLY_TIME);
}

function refuseEmpty() {
  if (replays.isEmpty) replayQuestion.refuse("unclear", unclearSentence);
}

/** Takes a state of a replay; the first one begins it. */
export function addReplayState(event) {
  const isFirst = replays.add(event);
  if (isFirst) {
    replayQuestion.end();
    begin();
  } else refuseEmpty();
  awaitState();
  warnOfSeal(replays.shown?.check);
  if (isFirst || !replays.shown) return;
  drawControls();
  // It has waited for this one.
  if (player.isPlaying && player.timer === null) play();
}

/** The connection is lost, and with it the states that have not come. One that has not begun is asked for again. */
export function cutReplay() {
  replays.expect(replayQuestion.command);
  clearTimeout(player.due);
  if (replays.shown) endReplay();
}

/** No more states come of the replay that is shown. */
function endReplay() {
  if (replays.shown.isComing) notify(restMissingSentence, true);
  replays.shown.cutOff();
  drawControls();
  if (player.isPlaying && player.timer === null) pause();
}

function leave() {
  const where = player.cameFrom;
  go(where === "table" && !session.match ? "lobby" : where ?? "lobby");
}

function begin() {
  const { boards } = player, { head, states: [first] } = replays.shown;
  player.step = 0;
  if (currentScene() !== "replay") player.cameFrom = currentScene();
  setText(replayView.title, `Replay of ${headline()}`);
  makeRoom(replayView.turn, [headline(), gameOf(head.rules).longestNews(head.players.at(-1), true)]);
  boards.choose(head.rules);
  boards.current.clear();
  go("replay");
  player.seats.draw(first);
  boards.current.setUp(`replay ${first.match}`, first, head);
  show(0);
  if (mayMove()) boards.current.play({ kind: "deal", cards: [] });
  play();
  replayView.toggle.focus();
}

/** Who played, how it ended as far as that is known, and when. */
function headline() {
  const { head, states, hasEnded } = replays.shown;
  const scores = () => scoreLine(head.players, states.at(-1).seats.map(({ score }) => score));
  return `${hasEnded ? scores() : head.players.join(" : ")}, ${dateText(head.endedAt)}`;
}

/** Shows a step; the cards move if it is the next one. */
function show(step) {
  const { head, states } = replays.shown, board = player.boards.current;
  const isNext = step === player.step + 1, previous = states[player.step];
  player.step = Math.min(states.length - 1, Math.max(0, step));
  const state = states[player.step], game = gameOf(state);
  const noteOf = (seat) => joined([seat.house, game.standingOf(state, seat)]);
  player.seats.draw(state, state.seats.map(noteOf));
  board.showsAll = state.result !== null;
  board.draw(state);
  board.stage.layOut();
  if (isNext && state.change && mayMove()) {
    const targetOf = (seat) => player.seats.targetOn(board.stage, seat);
    board.play(state.change, previous, { speed: player.speed, targetOf });
  } else board.settleAll();
  if (isNext && state.change) board.mark?.(state.change);
  tell(replayView.status, newsAt(state));
  drawControls();
}

/** Draws what depends on the step, and on how many there are. */
function drawControls() {
  const { step } = player, { count, states } = replays.shown, last = count - 1, view = replayView;
  view.slider.max = last;
  view.slider.value = step;
  view.slider.ariaValueText = `Step ${step} of ${last}`;
  setText(view.count, `${step}/${last}`);
  if (step === 0) setText(view.status, headline());
  const isFirst = step === 0, isLast = step === states.length - 1, { activeElement: focused } = document;
  if (focused === view.previous && isFirst || focused === view.next && isLast) view.toggle.focus();
  view.previous.disabled = isFirst;
  view.next.disabled = isLast;
}

/** The status of a replay, which may name cards: nobody is playing any more. */
function newsAt(state) {
  if (player.step === 0) return headline();
  if (state.result) return joined([endingOf(state, null), replays.shown.check?.sentence], " ");
  return state.change ? gameOf(state).replayNews(state, newsOf(state, null)) : "";
}

function stepBy(by) {
  pause();
  show(player.step + by);
}

/** Plays on; at the end, from the beginning. */
function play() {
  const replay = replays.shown;
  stopClock();
  player.isPlaying = true;
  setText(replayView.toggle, "Pause");
  if (player.step === replay.count - 1) show(0);
  const { step, speed } = player;
  // More is to come: `addReplayState` plays on.
  if (step + 1 >= replay.states.length) return replay.isComing || pause();
  const wait = step === 0 ? FIRST_PAUSE * speed : replay.pauseAfter(step);
  // Even at the highest speed, each state is seen before the next one.
  player.timer = setTimeout(() => {
    show(step + 1);
    if (step + 1 < replay.count - 1) play();
    else pause();
  }, Math.max(SHORTEST_PAUSE, Math.min(LONGEST_PAUSE, wait) / speed));
}

function stopClock() {
  clearTimeout(player.timer);
  player.timer = null;
}

function pause() {
  stopClock();
  player.isPlaying = false;
  setText(replayView.toggle, "Play");
}
