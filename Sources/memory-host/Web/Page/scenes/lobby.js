// The lobby: what there is to play, who is there, and which matches wait or run.

import { gameOf, games } from "../games/games.js";
import { hostClosesSentence } from "../games/sentences.js";
import { button, keyed, make, nameOf, setShown, setText } from "../lib/dom.js";
import { makeSoundButton } from "../lib/sound.js";
import { counted, isSolo, joined, points, scoreLine } from "../lib/words.js";
import { send } from "../net/client.js";
import { identity } from "../net/identity.js";
import { session } from "../net/session.js";
import { askCode } from "./invitation.js";
import { newForm, usualRules } from "./new-match.js";
import { askName, withName } from "./naming.js";
import { gameToWatch, isUnderWay, startProjector } from "./projector.js";
import { addScene, currentScene, go, makeLogo } from "./router.js";
import { showRules } from "./rules.js";
import { bestOfDefault, effortText } from "./scores.js";
import { Talk } from "./talk.js";

/** What is said in the lobby. */
export const lobbyTalk = new Talk("Lobby talk", {
  onsay: (text) => send({ type: "say", text }), isOwn: (name) => name === identity.name,
});

const lobbyView = {
  who: make("p", { class: "who-am-i" }), best: make("p", { class: "note best-so-far" }),
  matches: make("ul", { class: "matches" }),
  none: make("p", { class: "note" }, "No matches right now. Open one for others to join."),
  more: make("p", { class: "note" }), people: make("ul", { class: "people" }), count: make("h2", {}, "Online"),
};
lobbyView.name = nameOf("");
lobbyView.host = make("span");
lobbyView.rename = button("Change name", () => askName(), { class: "quiet" });
lobbyView.contest = button("Contest", () => go("standings"), { hidden: true });
lobbyView.who.append(lobbyView.name, lobbyView.host, " ", lobbyView.rename);

/** A large button of the lobby: a title, what it does, and small cards. */
function choice(title, detail, onclick, cards = []) {
  return make("button", { type: "button", class: `choice ${cards.length ? "primary" : ""}`, onclick },
    make("strong", {}, title), make("span", {}, detail), cards.length > 0 && make("div", { class: "minis" }, ...cards));
}

const openForm = (opponent) => withName(() => go("match-form", newForm(opponent)));
const joinGame = (game) => withName(() => send({ type: "join", game: game.name }));

/** The buttons that begin something, which a host that is closing refuses. */
const beginnings = [
  ...games.map((game) => choice(`Play ${game.title}`, "Against another player", joinGame(game), game.drawSample())),
  choice("Play the house", "Against the computer", openForm("house")),
  choice("Solo", "Beat the high score", openForm("solo")),
  choice("Two on this device", "Take turns", openForm("beside")),
  choice("Open a match", "Your board, your rules", openForm("anybody")),
  choice("Invite a friend", "A private match with a link", openForm("friend")),
];

addScene("lobby", make("main", { class: "scene lobby" },
  make("header", {}, makeLogo(), lobbyView.who),
  make("nav", { class: "choices", "aria-label": "Play" }, ...beginnings,
    choice("Watch", "Follow a match in progress", () => send({ type: "watch", ...gameToWatch() }))),
  make("section", { class: "panel lobby-matches" },
    make("h2", {}, "Matches"), lobbyView.matches, lobbyView.none, lobbyView.more),
  make("section", { class: "panel lobby-people" }, lobbyView.count, lobbyView.people),
  lobbyTalk.element,
  make("nav", { class: "actions more", "aria-label": "More" },
    button("Projector view", () => startProjector()),
    button("Enter a code", () => askCode()), button("Records", () => go("records", {})),
    lobbyView.contest, button("Scores", () => go("scores")), button("Rules", () => showRules(usualRules())),
    makeSoundButton()),
  lobbyView.best), { onshow: () => drawLobby() });
lobbyTalk.element.classList.add("panel", "inline");

export function drawLobby() {
  if (currentScene() !== "lobby") return;
  const { hello, lobby } = session, view = lobbyView;
  setText(view.name, identity.name ?? "Not signed in");
  for (const each of beginnings) {
    each.disabled = session.isDraining;
    each.title = session.isDraining ? hostClosesSentence : "";
  }
  view.contest.hidden = !hello.features.includes("contest");
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
  setText(view.best, best ? `Best solo game: ${best.name}, ${points(best.score)} in ${effortText(best)}` : "");
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
  const isOpen = match.phase === "waiting", canJoin = isOpen && !session.isDraining;
  const line = isOpen ? `${match.seats[0] ?? "Someone"} is waiting` : scoreLine(match.seats, match.scores);
  setText(text.children[0], line);
  const phase = isOpen ? null : isSolo(match.rules) ? "solo" : match.phase === "paused" ? "paused" : "playing";
  const watchers = match.watchers ? `${match.watchers} watching` : null;
  const game = gameOf(match.rules), rules = game.rulesLine(match.rules);
  setText(text.children[1], joined([phase, rules, watchers]));
  const other = game === gameOf({}) ? "" : ` at ${game.title}`;
  join.ariaLabel = `Join ${match.seats[0] ?? match.match}${other}`;
  watch.ariaLabel = `Watch ${match.seats.join(" and ")}`;
  setShown(join, canJoin, watch);
}
