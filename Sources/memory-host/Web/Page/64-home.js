// The lobby: what there is to play, who is there, and which matches wait or run.

const lobbyTalk = new Talk("Lobby talk", (text) => send({ type: "say", text }));

const homeView = {
  who: make("p", { class: "who-am-i" }), best: make("p", { class: "note best-so-far" }),
  matches: make("ul", { class: "matches" }),
  none: make("p", { class: "note" }, "No matches right now. Open one for others to join."),
  more: make("p", { class: "note" }), people: make("ul", { class: "people" }), count: make("h2", {}, "Online"),
};
homeView.name = nameOf("");
homeView.host = make("span");
homeView.rename = button("Change name", () => askName(), { class: "quiet" });
homeView.who.append(homeView.name, homeView.host, " ", homeView.rename);

/** A large button of the lobby: a title, and what it does. */
function choice(title, detail, onclick, kind = "") {
  return make("button", { type: "button", class: `choice ${kind}`, onclick },
    make("strong", {}, title), make("span", {}, detail));
}

const isUnderWay = ({ phase }) => phase !== "waiting" && phase !== "over";

/** Fields that make `watch` choose Set if nothing else is played, or is paused while nothing is played. */
function gameToWatch() {
  const ranks = app.lobby.matches.filter(isUnderWay).map(({ phase, rules }) => 2 * (phase === "paused") + isSetGame(rules));
  return Math.min(...ranks) % 2 ? { game: "set" } : {};
}

/** Asks for a name first if there is none. */
function withName(action) {
  return () => identity.name ? action() : askName(action);
}

addScene("home", make("main", { class: "scene home" },
  make("header", {}, makeLogo(), homeView.who),
  make("nav", { class: "choices", "aria-label": "Play" },
    choice("Play", "Memory, against another player", withName(() => send({ type: "join" })), "primary"),
    choice("Play the house", "Against the computer", withName(() => fillIn(newForm("house")))),
    choice("Play Set", "Against another player", withName(() => send({ type: "join", game: "set" }))),
    choice("Solo", "Beat the high score", withName(() => fillIn(newForm("solo")))),
    choice("Two on this device", "Take turns", withName(() => fillIn(newForm("beside")))),
    choice("Open a match", "Your board, your rules", withName(() => fillIn(newForm("anybody")))),
    choice("Invite a friend", "A private match with a link", withName(() => fillIn(newForm("friend")))),
    choice("Watch", "Follow a match in progress", () => send({ type: "watch", ...gameToWatch() }))),
  make("section", { class: "panel lobby-matches" },
    make("h2", {}, "Matches"), homeView.matches, homeView.none, homeView.more),
  make("section", { class: "panel lobby-people" }, homeView.count, homeView.people),
  lobbyTalk.element,
  make("nav", { class: "actions more", "aria-label": "More" },
    button("Projector view", () => startProjector()),
    button("Enter a code", () => askCode()), button("Records", () => showRecords()),
    button("Scores", () => showScoresPage()), button("Rules", () => showRules(defaultRules()))),
  homeView.best), { onshow: () => drawHome() });
lobbyTalk.element.classList.add("panel", "inline");

function drawHome() {
  if (currentScene !== "home") return;
  const { hello, lobby } = app, view = homeView;
  setText(view.name, identity.name ?? "Not signed in");
  setText(view.host, hello.host ? ` on ${hello.host}` : "");
  setText(view.rename, identity.name ? "Change name" : "Choose a name");
  const waiting = lobby.matches.filter((match) => match.phase === "waiting");
  const running = lobby.matches.filter(isUnderWay);
  keyed(view.matches, [...waiting, ...running], (match) => match.match, makeLobbyMatch, drawLobbyMatch);
  view.none.hidden = lobby.matches.length > 0;
  const more = lobby.total - lobby.matches.length;
  setText(view.more, more > 0 ? `and ${counted(more, "more match", "more matches")}` : "");
  setText(view.count, lobby.playerCount ? `Online (${lobby.playerCount})` : "Online");
  keyed(view.people, lobby.players, (name) => name, (name) => make("li", {}, nameOf(name)), (item, name) => {
    item.classList.toggle("me", name === identity.name);
  });
  const best = bestOfDefault();
  setText(view.best, best ? `Best solo game: ${best.name}, ${points(best.score)} in ${effortOf(best)}` : "");
}

function makeLobbyMatch(match) {
  const item = make("li");
  item.append(make("div", { class: "match" }, make("p", { class: "players" }), make("p", { class: "note" })),
    button("Join", withName(() => send({ type: "join", match: match.match })), { class: "primary" }),
    button("Watch", () => send({ type: "watch", match: match.match })));
  return item;
}

function drawLobbyMatch(item, match) {
  const [text, join, watch] = item.children;
  const isOpen = match.phase === "waiting";
  const line = isOpen ? `${match.seats[0] ?? "Someone"} is waiting` : scoreLine(match.seats, match.scores);
  setText(text.children[0], line);
  const phase = isOpen ? null : isSolo(match.rules) ? "solo" : match.phase === "paused" ? "paused" : "playing";
  const watchers = match.watchers ? `${match.watchers} watching` : null;
  setText(text.children[1], [phase, rulesLine(match.rules), watchers].filter(Boolean).join(", "));
  join.ariaLabel = `Join ${match.seats[0] ?? match.match}`;
  watch.ariaLabel = `Watch ${match.seats.join(" and ")}`;
  setShown(join, isOpen, watch);
}

/** Asks the host for what the lobby shows and the host does not send by itself. */
function refreshHome() {
  updateLobbyFollowing();
  if (isOnline()) wire.send({ type: "scores" });
  drawHome();
}

/** Asks for the code of a private match. */
function askCode() {
  const field = make("input", {
    type: "text", class: "code-field", maxLength: 12, autocomplete: "off", autocapitalize: "characters",
    spellcheck: false, "aria-label": "Code",
  });
  const act = (type) => {
    const code = field.value.trim().toUpperCase();
    if (code) dialog.close();
    if (code) type === "join" ? withName(() => send({ type, code }))() : send({ type, code });
  };
  const dialog = openDialog("Private match", [makeForm("", () => act("join"),
    make("p", {}, "The code has six characters."), field,
    makeActions(submitButton("Join"), button("Watch", () => act("watch"))))], [button("Cancel", null)]);
  field.focus();
}

function showRules(rules) {
  const list = make("select", { onchange: () => {
    keep("localStorage", "memory.marks", list.value || null);
    showMarks();
  } }, ...options([["", "no"], ["1", "yes"]]));
  list.value = kept("localStorage", "memory.marks") ?? "";
  openDialog(`How to play ${isSetGame(rules) ? "Set" : "Memory"}`,
    [...howToPlay(rules).map((line) => make("p", {}, line)), isSetGame(rules) ? labelled("Letters for the colours", list) : ""],
    [button("Close", null, { class: "primary" })]);
}

/** Shows the colours of Set's cards by letters, too, for players who chose that. */
function showMarks() {
  document.body.classList.toggle("marks", kept("localStorage", "memory.marks") !== null);
}
