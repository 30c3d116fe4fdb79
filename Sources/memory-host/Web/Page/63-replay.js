// A record, played again: step by step, or at any speed.

/** Speeds relative to the match, and the longest pause in milliseconds. */
const SPEEDS = [0.5, 1, 2, 4, 8], LONGEST_PAUSE = 4000;

const replay = {
  record: null, moments: [], position: 0, speed: 1, timer: null,
  boards: new Boards({ onpick: () => {}, oncancel: () => leaveReplay() }), seats: new Seats(),
  get board() {
    return this.boards.current;
  },
};

const replayView = {
  title: make("h1", { class: "unseen", tabIndex: -1 }), status: make("strong", { class: "status" }),
  count: make("span", { class: "time" }),
  slider: make("input", { type: "range", min: 0, "aria-label": "Step", oninput: () => {
    pauseReplay();
    showMoment(Number(replayView.slider.value));
  } }),
  back: button("Back", () => leaveReplay()),
  previous: button("‹ Step", () => stepReplay(-1), { "aria-label": "Previous step" }),
  toggle: button("Pause", () => replay.timer ? pauseReplay() : playReplay(), { class: "primary" }),
  next: button("Step ›", () => stepReplay(1), { "aria-label": "Next step" }),
  speed: make("select", { "aria-label": "Speed", onchange: () => {
    replay.speed = Number(replayView.speed.value);
    if (replay.timer) playReplay();
  } }, ...options(SPEEDS.map((speed) => [speed, `${speed}×`]))),
};

replayView.speed.value = 1;
addScene("replay", make("main", { class: "scene table replay" }, replayView.title, replay.seats.element,
  make("div", { class: "turn" }, replayView.status, replayView.count), ...replay.boards.elements,
  make("div", { class: "controls" }, replayView.slider, makeActions(
    replayView.previous, replayView.toggle, replayView.next, replayView.speed, replayView.back))),
{ onleave: () => pauseReplay() });

function startReplay(record) {
  if (!record.record || record.deck.length !== deckSize(record.rules)) return;
  replay.cameFrom = currentScene === "replay" ? replay.cameFrom : currentScene;
  Object.assign(replay, { record, moments: momentsOf(record), position: 0 });
  setText(replayView.title, `Replay of ${scoreLine(record.players, record.scores)}, ${dateText(record.endedAt)}`);
  replayView.slider.max = replay.moments.length - 1;
  replay.boards.choose(record.rules);
  replay.board.state = null;
  go("replay");
  const { rules } = record;
  replay.seats.draw(replay.moments[0].state);
  replay.board.setUp(record.record, rules.rows, rules.columns, rules.faces, record.pictures);
  showMoment(0);
  if (mayMove()) dealCards(replay.board);
  playReplay();
  replayView.toggle.focus();
}

function leaveReplay() {
  const where = replay.cameFrom;
  go(where === "table" && !table.match ? "home" : where ?? "home");
}

/** Shows a moment; the cards move if it is the next one. */
function showMoment(position) {
  const { board, record, moments } = replay;
  const isNext = position === replay.position + 1;
  const previous = moments[replay.position].state;
  replay.position = Math.min(moments.length - 1, Math.max(0, position));
  const { state } = moments[replay.position];
  replay.seats.draw(state, state.seats.map((seat) => [seat.house, standingOf(state, seat)].filter(Boolean).join(", ")));
  board.draw(state, { vanish: record.rules.matched === "vanish" && !state.result, chosen: null });
  board.layOut();
  if (isNext && state.change && mayMove()) {
    const targetOf = (seat) => replay.seats.targetOn(board, seat);
    board.play(state.change, previous, { revealMs: record.rules.revealMs / replay.speed, targetOf });
  } else board.settleAll();
  if (isNext && state.change?.kind === "wrong") board.markWrong(state.change.faces);
  replayView.slider.value = replay.position;
  replayView.slider.ariaValueText = `Step ${replay.position} of ${moments.length - 1}`;
  setText(replayView.count, `${replay.position}/${moments.length - 1}`);
  setText(replayView.status, replayNews(state));
  announce(replayView.status.textContent);
  const { activeElement: focused } = document;
  if (focused === replayView.previous && replay.position === 0
    || focused === replayView.next && replay.position === moments.length - 1) replayView.toggle.focus();
  replayView.previous.disabled = replay.position === 0;
  replayView.next.disabled = replay.position === moments.length - 1;
}

/** The status of a replay, which may name the card: nobody is playing any more. */
function replayNews(state) {
  const { record, position } = replay;
  if (position === 0) return `${scoreLine(record.players, record.scores)}, ${dateText(record.endedAt)}`;
  if (state.result) return `${winnerOf(state, null)}. ${endReason(state, null)}`;
  const { kind, seat, cards, faces } = state.change;
  if (state.isSet) return newsOf(state, null) + (faces.length ? ` ${setList(faces)}.` : "");
  const card = cards.at(-1);
  if (kind === "cover") return `${seatName(state, seat)}’s cards are turned face down again.`;
  if (!["flip", "pair", "miss"].includes(kind)) return newsOf(state, null) ?? "";
  const ending = { flip: ".", pair: ", a pair!", miss: ", no match." }[kind];
  return `${seatName(state, seat)} flips ${placeOf(card, state.columns)}: ${faceName(state.cards[card])}${ending}`;
}

function stepReplay(by) {
  pauseReplay();
  showMoment(replay.position + by);
}

/** Plays on; at the end, from the beginning. */
function playReplay() {
  clearTimeout(replay.timer);
  if (replay.position === replay.moments.length - 1) showMoment(0);
  const { moments, position, speed } = replay;
  const wait = position === 0 ? 1500 * speed : moments[position + 1].atMs - moments[position].atMs;
  // Even at the highest speed, a card is seen before the next one is turned.
  const pause = Math.max(150, Math.min(LONGEST_PAUSE, Math.max(0, wait)) / speed);
  replay.timer = setTimeout(() => {
    showMoment(position + 1);
    if (replay.position < replay.moments.length - 1) playReplay();
    else pauseReplay();
  }, pause);
  setText(replayView.toggle, "Pause");
}

function pauseReplay() {
  clearTimeout(replay.timer);
  replay.timer = null;
  setText(replayView.toggle, "Play");
}
