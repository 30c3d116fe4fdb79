// The scene at the table: players, clock, cards, talk.

/** The marks of the seats, which tell them apart without colour. */
const SEAT_MARKS = ["●", "◆"];
/** Milliseconds before the end of a table that nobody touches at which its clock is shown. */
const IDLE_WARNING = 30_000;

const table = {
  match: null,
  /** The boards draw the cards, a game each; the functions below draw everything else. */
  boards: new Boards({
    onpick: (card) => pickCard(card), oncancel: () => dropChosen(), onmore: () => askMore(), onshuffle: () => shuffleCards(),
  }),
  get board() {
    return this.boards.current;
  },
  resultTimer: null,
  /** A text in place of the status, for some seconds. */
  flash: null,
};

function makeSeat(number) {
  const parts = {
    mark: make("span", { class: "mark", "aria-hidden": "true" }, SEAT_MARKS[number]),
    name: nameOf(""), note: make("span", { class: "note" }), score: make("span", { class: "score" }),
  };
  const element = make("div", { class: `seat seat-${number}` }, parts.mark,
    make("div", { class: "who" }, parts.name, parts.note), parts.score);
  return { ...parts, element };
}

/** The players of a match, side by side or one below the other. Used by the table and by replays. */
class Seats {
  seats = [0, 1].map(makeSeat);
  element = make("div", { class: "seats" }, ...this.seats.map((seat) => seat.element));

  /** Draws the seats of a state; `notes` are short remarks. */
  draw(state, notes = []) {
    this.element.classList.toggle("alone", state.seats.length < 2);
    this.seats.forEach((parts, number) => {
      const seat = state.seats[number];
      parts.element.hidden = !seat;
      if (!seat) return;
      setText(parts.name, seat.name);
      setText(parts.score, scoreText(seat.score));
      setText(parts.note, notes[number] ?? "");
      const isActive = number === state.active;
      parts.element.classList.toggle("active", isActive);
      parts.element.classList.toggle("absent", !seat.present);
      parts.element.ariaCurrent = isActive ? "true" : null;
    });
  }

  /** The point of the board at which a seat's player sits. */
  targetOn(board, seat) {
    const from = this.seats[seat ?? 0].element.getBoundingClientRect(), to = board.grid.getBoundingClientRect();
    const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
    return { x: middle(from)[0] - middle(to)[0], y: middle(from)[1] - middle(to)[1] };
  }
}

const tableView = {
  title: make("h1", { class: "unseen", tabIndex: -1 }),
  seats: new Seats(),
  status: make("strong", { class: "status" }),
  time: make("span", { class: "time", role: "timer", "aria-live": "off", "aria-label": "Time" }),
  bar: make("div", { class: "bar", "aria-hidden": "true" }, make("div")),
  waiting: make("div", { class: "waiting panel", hidden: true }),
  result: make("div", { class: "result panel", role: "group", "aria-label": "Result", hidden: true }),
  actions: makeActions(),
};

const tableScene = addScene("table", make("main", { class: "scene table" },
  tableView.title, tableView.seats.element,
  make("div", { class: "turn" }, tableView.status, tableView.time, tableView.bar),
  ...table.boards.elements, tableView.waiting, tableView.result, tableView.actions, talk.element));

const tableButtons = {
  more: button("Deal 3", () => askMore()),
  shuffle: button("Shuffle", () => shuffleCards()),
  talk: button("Talk", () => talk.toggle(), { class: "talk-button", "aria-expanded": "false" }),
  rules: button("Rules", () => showRules(table.match.rules)),
  projector: button("Projector view", () => setProjector(true)),
  join: button("Join", () => {
    const { match } = tableButtons.join.dataset;
    const join = () => {
      if (!table.match?.isRunning || send({ type: "leave", match: table.match.match })) send({ type: "join", match });
    };
    if (table.match?.isRunning) ask("Resign this match and join?", "Resign and join", join);
    else join();
  }, { hidden: true }),
  board: button("Show result", () => showResult(true)),
  resign: button("Resign", () => {
    ask("Resign this match?", "Resign", () => send({ type: "resign", match: table.match?.match }));
  }),
  leave: button("Leave", () => askToLeave()),
};
tableView.actions.append(...Object.values(tableButtons));

/** Leaves the match; asks first if that would resign it. */
function askToLeave() {
  if (table.match?.isRunning) ask("Resign this match and leave?", "Resign and leave", leaveMatch);
  else leaveMatch();
}

function leaveMatch() {
  const { match } = table;
  if (!match) return go("home");
  // Without a connection, the host is told once there is one again.
  if (!match.isGone) later({ type: "leave", match: match.match });
  const isWaiting = match.isPlayer && match.state?.phase === "waiting";
  closeTable(isWaiting ? "You closed the match." : match.isRunning ? "You left the match." : null);
}

/** Goes back to the lobby. */
function closeTable(sentence = null) {
  // Only a game that was played to its end can have changed the high score.
  const hasScore = table.match?.state?.phase === "over";
  table.match = null;
  series = null;
  table.board.state = null;
  setProjector(false);
  go("home");
  if (sentence) notify(sentence);
  if (hasScore) refreshHome();
  else updateLobbyFollowing();
}

/** The host has seated the client, or lets it watch. */
function enterMatch(seating) {
  if (table.match?.match === seating.match) return table.match.resume(seating);
  const follows = table.match?.follows ?? false;
  clearTimeout(table.resultTimer);
  table.flash = null;
  table.match = new (isSetGame(seating.rules) ? SetMatch : Match)(seating);
  table.match.follows = follows;
  table.boards.choose(seating.rules);
  table.board.state = null;
  talk.clear();
  setText(tableView.title, `Match ${seating.match}`);
  setShown(tableView.result, false);
  setText(projectorView.news, "");
  closeDialogs();
}

/** Draws a new state of the match, and moves what has changed. */
function applyState(state) {
  const { match, board } = table;
  const step = match?.apply(state);
  if (!step) return;
  const isRebuilt = board.setUp(state.match, state.rows, state.columns, match.rules.faces, match.pictures);
  const command = match.takeChosen();
  // What happens after the end keeps nobody from a replay, or from the form of another match.
  const isNew = currentScene !== "table" && (!step.previous || state.phase !== "over");
  if (isNew) go("table", false);
  drawTable();
  drawBoard();
  // Measuring is slow; from now on, the board notices by itself when its size changes.
  if (isNew) board.layOut();
  const isMoving = step.isNext && !step.isCopy && state.change && mayMove();
  if (isMoving) {
    const targetOf = (seat) => tableView.seats.targetOn(board, seat);
    board.play(state.change, step.previous, { revealMs: match.rules.revealMs, targetOf });
  } else if (!step.isCopy || isRebuilt) board.settleAll();
  // The focus is on the title after what had it is gone: a button of the last result, or of the wait for an opponent.
  const isAtTitle = document.activeElement === tableView.title && (!step.previous || state.change?.kind === "deal");
  if (isNew || isAtTitle) {
    (app.projector ? tableView.title : tableScene.querySelector(".waiting:not([hidden]) button") ?? board).focus();
  }
  if (!step.previous) updateLobbyFollowing();
  tellNews(state, step);
  if (step.hasEnded) endMatch(isMoving, step.previous !== null);
  if (command) send(command);
}

function drawBoard() {
  const { match, board } = table;
  board.draw(match.state, { vanish: match.rules.matched === "vanish", chosen: match.chosen });
  board.element.classList.toggle("yours", match.isAsked);
}

/** Says what has happened: to everybody in the log, to screen readers also which card it was. */
function tellNews(state, step) {
  if (step.isCopy) return;
  const { own } = table.match;
  const news = newsOf(state, own), { kind, seat, cost, faces } = state.change ?? {};
  if (news) talk.addNews(news);
  if (kind === "wrong") table.board.markWrong(faces);
  if (kind === "wrong" || cost) flash(news, seat === own);
  else if (!state.isSet && state.turn !== step.previous?.turn) flash();
  const parts = [step.isNext && spokenNews(state, own)];
  const isTurnNew = state.phase === "playing"
    && (step.previous?.phase === "waiting" || step.previous?.turnNumber !== state.turnNumber || !step.isNext);
  if (isTurnNew || ["waiting", "paused", "over"].includes(state.phase) && step.previous?.phase !== state.phase) {
    parts.push(`${statusOf(state, own)}.`);
  }
  announce(parts.filter(Boolean).join(" "));
  if (isTurnNew && state.turn !== null && state.turn === own && state.seats.length > 1) callPlayer();
}

/** Calls a player who may have looked away: by a short buzz, or by two notes if the page is not on the screen. */
function callPlayer() {
  if (!navigator.userActivation?.hasBeenActive || table.match.isAgainstHouse) return;
  if (document.visibilityState === "visible") return navigator.vibrate?.(40);
  const audio = new AudioContext(), volume = audio.createGain();
  volume.gain.value = 0.05;
  volume.connect(audio.destination);
  [660, 880].forEach((pitch, index) => {
    const note = new OscillatorNode(audio, { frequency: pitch });
    note.connect(volume);
    note.start(index * 0.15);
    note.stop(index * 0.15 + 0.14);
    if (index) note.onended = () => audio.close();
  });
}

function pickCard(card) {
  const { match } = table;
  if (!match) return;
  if (!wire.isOpen) return notify("Not connected.", true);
  const { chosen } = match, command = match.pick(card);
  if (match.chosen !== chosen) drawBoard();
  if (match.chosen === card) announce(`Next: ${placeOf(card, match.state.columns)}.`);
  if (command) send(command);
}

function dropChosen() {
  if (table.match?.chosen == null) return;
  table.match.chosen = null;
  drawBoard();
}

// Everything around the cards

/** Shows a text in place of the status, until it can be read; without one, the status again. */
function flash(text = null, isComplaint = false) {
  clearTimeout(table.flashTimer);
  table.flash = text && { text, isComplaint };
  if (text) table.flashTimer = setTimeout(flash, readingTime(text));
  drawStatus();
}

function drawStatus() {
  const { flash, match } = table, trouble = connectionTrouble();
  if (!match?.state) return;
  setText(tableView.status, flash?.text ?? (trouble || statusOf(match.state, match.own)));
  tableView.status.classList.toggle("complaint", flash ? flash.isComplaint : trouble !== "");
}

function drawTable() {
  const { match } = table, state = match?.state;
  if (!state) return;
  drawSeats();
  drawStatus();
  const isOpen = isSetGame(match.rules) && state.phase !== "waiting" && state.phase !== "over";
  setShown(tableButtons.more, isOpen && match.isPlayer, tableButtons.leave);
  tableButtons.more.disabled = !state.deckLeft;
  setShown(tableButtons.shuffle, isOpen, tableButtons.leave);
  setShown(tableButtons.resign, match.isRunning, tableButtons.leave);
  setText(tableButtons.leave, match.isPlayer ? "Leave" : "Stop watching");
  setShown(tableButtons.projector, !match.isPlayer, tableButtons.leave);
  // Without another player, there is nobody to talk to unless someone watches.
  const hasCompany = state.seats.filter(({ house }) => !house).length > 1 || state.watchers > 0 || state.phase === "waiting";
  setShown(tableButtons.talk, hasCompany, tableButtons.leave);
  setShown(talk.element, hasCompany, tableButtons.leave);
  drawWaiting();
  drawResult();
  drawOffer();
  drawProjector();
  drawTime();
  drawTitle();
}

function drawSeats() {
  const { match } = table, { state } = match;
  tableView.seats.draw(state, state.seats.map((seat, number) => seatNote(match, seat, number)));
}

/** What a player has or wants. */
function standingOf(state, seat) {
  if (state.isSet) return seat.more ? "wants 3 more" : counted(seat.sets, "set");
  return seat.turnsLeft !== null && state.phase !== "over" && `${counted(seat.turnsLeft, "turn")} left`;
}

/** The remarks below a player's name. */
function seatNote(match, seat, number) {
  const { state, isPlayer } = match, blocked = state.isSet && Math.ceil(match.blockFor(number) / 1000);
  const watchers = number ? 0 : state.watchers - !isPlayer;
  return [
    number === match.own && "you", seat.house, seat.left ? "left" : !seat.present && "disconnected",
    // There is room for one of them.
    blocked ? `blocked for ${blocked} s` : standingOf(state, seat),
    watchers > 0 && `${watchers}${isPlayer ? "" : " more"} watching`,
  ].filter(Boolean).join(", ");
}

/** Draws the time left for the turn, or for a player to reconnect. */
function drawTime() {
  const { match } = table;
  const end = match?.phaseEndsAt ?? null, phase = match?.state?.phase;
  const left = end === null ? null : Math.max(0, end - performance.now());
  const clock = match && isSetGame(match.rules) ? IDLE_WARNING : match?.rules.turnMs;
  const isClock = left !== null && phase === "playing" && (isSetGame(match.rules) ? left <= clock : clock > 0) && isOnline();
  const isHeld = left !== null && phase === "paused" && isOnline();
  const seconds = Math.ceil((left ?? 0) / 1000);
  tableView.bar.classList.toggle("idle", !isClock);
  if (isClock) {
    tableView.bar.firstChild.style.transform = `scaleX(${Math.min(1, left / clock)})`;
    tableView.bar.classList.toggle("low", seconds <= 10);
    if (seconds === 10 && match.isAsked && !match.hasWarned) announce("10 seconds left.");
    match.hasWarned = seconds <= 10;
  }
  const isWaiting = phase === "waiting" && match.isPlayer && isOnline();
  let text = "";
  if (isWaiting) text = clockText(performance.now() - match.waitingSince);
  else if (isClock) text = `${seconds} s`;
  else if (isHeld) text = clockText(left + 999);
  setText(tableView.time, text);
}

setInterval(() => {
  if (currentScene !== "table") return;
  drawTime();
  // A block runs out without a word from the host.
  if (table.match?.state && isSetGame(table.match.rules)) {
    drawSeats();
    table.board.element.classList.toggle("yours", table.match.isAsked);
  }
}, 250);

/** The page's title says whose turn it is, for players who are looking at another tab. */
function drawTitle() {
  const state = currentScene === "table" ? table.match?.state : null;
  const status = !isOnline() && hasBeenOnline() ? "Reconnecting" : state ? statusOf(state, table.match.own) : "";
  const title = status ? `${status} – Memory` : "Memory";
  if (document.title !== title) document.title = title;
}

/** During a match against the house, offers to join a person who is waiting for an opponent. */
function drawOffer() {
  const { match } = table;
  const waiting = match?.isPlayer && (match.isAgainstHouse || isSolo(match.rules)) && match.state?.phase !== "waiting"
    ? app.lobby.matches.find((entry) => entry.phase === "waiting" && !isSolo(entry.rules)) : null;
  const { join } = tableButtons;
  setShown(join, Boolean(waiting), tableButtons.leave);
  if (!waiting || join.dataset.match === waiting.match) return;
  join.dataset.match = waiting.match;
  const name = waiting.seats[0] ?? "Someone";
  setText(join, `Join ${name}`);
  notify(`${name} is waiting for an opponent.`);
}
