// Before a match and after it: the wait for an opponent, and the result.

/** True if the page's address means another machine on every other device. */
const isLocalPage = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** The address at which other devices reach the host; null if the host knows of none. */
const sharedOrigin = () => {
  if (!isLocalPage()) return location.origin;
  return app.hello.addresses.length > 0 ? `http://${app.hello.addresses[0]}` : null;
};

/** The link that leads into a private match. */
const linkTo = (code) => `${sharedOrigin() ?? location.origin}/#${code}`;

/** A link as a QR code, drawn by the host. */
const drawQR = (link) => fetchImage(make("img", {
  class: "qr", alt: "QR code for the link", hidden: true, onload: ({ target }) => { target.hidden = false; },
}), `/qr?${encodeURIComponent(link)}`);

/** Copies a text. Browsers have a clipboard for pages on a secure origin only, and an old command for the others. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { value: text, class: "unseen" });
    const active = document.activeElement;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    active?.focus();
    return isCopied;
  }
}

function drawWaiting() {
  const { match } = table, view = tableView.waiting;
  const isWaiting = match.isPlayer && match.state.phase === "waiting" && !match.isGone;
  setShown(view, isWaiting);
  if (!isWaiting || view.dataset.match === match.match) return;
  view.dataset.match = match.match;
  const content = match.code ? inviteTo(match.code) : [
    make("h2", {}, "Waiting for an opponent"),
    make("p", {}, "Everybody in the lobby can see your match and join it."),
    makeActions(button("Play the house instead", playHouseInstead, { class: "primary" })),
  ];
  view.replaceChildren(...content, make("p", { class: "note" }, `${rulesLine(match.rules)}.`));
}

function inviteTo(code) {
  const link = linkTo(code);
  const copy = button("Copy link", async () => {
    notify(await copyText(link) ? "Link copied." : "Couldn’t copy. Select the link and copy it.");
  }, { class: "primary" });
  const share = navigator.share && button("Share", () => {
    navigator.share({ title: "Memory", url: link }).catch(() => {});
  });
  const isLocal = sharedOrigin() === null;
  return [
    make("h2", {}, "Private match"), make("p", {}, "Anyone with this link can join or watch:"),
    !isLocal && drawQR(link),
    make("p", { class: "link" }, link), make("p", { class: "code", "aria-label": `Code ${[...code].join(" ")}` }, code),
    isLocal && make("p", { class: "note" }, "Only this machine can open it."), makeActions(copy, share),
  ].filter(Boolean);
}

/** Plays the house instead of waiting; the waiting match is closed. */
function playHouseInstead() {
  const { rules, match } = table.match;
  if (!send({ type: "leave", match })) return;
  send({ type: "open", house: "steady", rules: askedRules({ ...rules, seats: 2 }) });
}

// The end

/** The match is over: its last cards are seen for a moment, then all tumble to the floor, and the result is shown. */
function endMatch(isMoving, wasHere) {
  const { match, board } = table;
  clearTimeout(table.resultTimer);
  talk.addNews(`${winnerOf(match.state, match.own)}. ${endReason(match.state, match.own)}`);
  if (!wasHere || !mayMove()) return showResult(true);
  const isPair = isMoving && match.state.change.kind === "pair";
  const vanishes = match.rules.matched === "vanish";
  const reveal = isPair ? TURN + LIFT + (vanishes ? match.rules.revealMs : 0) : 200;
  table.resultTimer = setTimeout(() => {
    // The cards that were removed come back for it.
    board.vanish = false;
    if (mayMove()) tumble(board, match.match);
    table.resultTimer = setTimeout(() => showResult(true), mayMove() ? FALL_TIME * 1000 : 0);
  }, reveal);
}

/** Shows the result over the cards, or the cards as they were. */
function showResult(isShown) {
  const { match, board } = table;
  if (match?.state?.phase !== "over") return;
  const active = document.activeElement;
  const hadFocus = tableView.result.contains(active) || active === document.body || board.hasFocus;
  tableView.result.hidden = !isShown;
  if (!isShown) {
    board.vanish = match.rules.matched === "vanish";
    board.settleAll();
  }
  drawTable();
  if (!hadFocus || document.querySelector("dialog[open]")) return;
  if (isShown) tableView.result.querySelector("button:not([hidden])")?.focus();
  else board.focus();
}

const resultView = {
  heading: make("h2"), scores: make("p", { class: "final" }), best: make("p", { class: "best" }, "New high score!"),
  reason: make("p"), figures: make("p", { class: "note figures" }), offer: make("p", { class: "offered" }),
  again: button("Play again", () => {
    const { match } = table;
    if (match.state.seats.length > 1) send({ type: "rematch", match: match.match });
    else reopen(match);
  }, { class: "primary" }),
  another: button("Another board", () => fillIn(formLike(table.match))),
  lobby: button("Lobby", () => leaveMatch()),
  replay: button("Replay", () => openReplay(table.match.state.result.record)),
  cards: button("View board", () => showResult(false)),
};
tableView.result.append(resultView.heading, resultView.scores, resultView.best, resultView.reason, resultView.figures,
  resultView.offer,
  makeActions(resultView.again, resultView.another, resultView.lobby, resultView.replay, resultView.cards));

/** Opens the same match again, where there is nobody who could agree to a rematch. */
function reopen({ rules, state }) {
  const house = state.seats.find((seat) => seat.house)?.house;
  send({ type: "open", rules: askedRules(rules), ...(house ? { house } : {}) });
}

function drawResult() {
  const { match } = table, { state } = match, view = resultView;
  const isOver = state.phase === "over";
  if (!isOver) setShown(tableView.result, false);
  setShown(tableButtons.board, isOver && tableView.result.hidden, tableButtons.leave);
  if (!isOver) return;
  const winner = winnerOf(state, match.own), isWon = match.own !== null && state.result?.winner === match.own;
  setText(view.heading, isWon && state.seats.length > 1 ? `${winner}!` : winner);
  setText(view.scores, scoreLine(state.seats.map((seat) => seat.name), state.seats.map((seat) => seat.score)));
  view.best.hidden = !(state.result?.best && (state.seats[0]?.score ?? 0) > 0);
  setText(view.reason, endReason(state, match.own));
  const figures = match.figures();
  if (view.figures.dataset.text !== figures.join()) {
    view.figures.dataset.text = figures.join();
    view.figures.replaceChildren(...figures.map((line) => make("span", {}, line)));
  }
  setText(view.offer, offerText(state, match.own) ?? "");
  const isAlone = state.seats.some((seat) => seat.left) || (match.isGone && state.seats.length > 1);
  const hasOffered = match.isPlayer && state.seats.length > 1 && state.seats[match.seat]?.rematch;
  setShown(view.again, match.isPlayer && !isAlone && !state.result?.rematch && !hasOffered, view.cards);
  const isOffered = state.seats.some((seat, number) => seat.rematch && number !== match.seat);
  setText(view.again, isOffered ? "Accept the rematch" : "Play again");
  setShown(view.another, match.isPlayer, view.cards);
  setText(view.lobby, match.isPlayer ? "Lobby" : "Stop watching");
  setShown(view.replay, Boolean(state.result?.record), view.cards);
}
