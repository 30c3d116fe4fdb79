// The best solo games and the results of matches: of everybody, and of one player.

import { gameOf, games } from "../games/games.js";
import { button, labelled, make, makeActions, makeForm, nameOf, sceneHeading, submitButton } from "../lib/dom.js";
import { clip, count, isObject } from "../lib/read.js";
import { announce } from "../lib/say.js";
import { counted, scoreText } from "../lib/words.js";
import { lobbyScores, makeQuestion } from "../net/client.js";
import { identity } from "../net/identity.js";
import { readGames, readTallies } from "../net/messages.js";
import { session } from "../net/session.js";
import { usualRules } from "./new-match.js";
import { NAME_FIELD } from "./records.js";
import { addScene, currentScene, go, makeHead } from "./router.js";
import { awaitingHostSentence } from "./status.js";

/** The rules by which a solo game is ranked, in words. */
const rankingText = ({ rules }) => gameOf(rules).rankingText(rules);

/** How long a solo game took. */
export const effortText = (game) => gameOf(game.rules).effortText(game);

/** The best game by the rules that the form for a solo game begins with; else the first of all. */
export function bestOfDefault() {
  const best = session.scores?.best ?? [];
  const usual = rankingText({ rules: usualRules(undefined, "solo") });
  return best.find((game) => rankingText(game) === usual) ?? best[0] ?? null;
}

const scoresView = {
  field: make("input", NAME_FIELD),
  content: make("div"),
};

addScene("scores", make("main", { class: "scene list-scene scores-page" },
  makeHead("Scores"),
  makeForm("filters", () => askScores(), labelled("Player", scoresView.field, ""),
    makeActions(submitButton("Show", {}), button("Yours", () => askScores(identity.name ?? "")),
      button("Everybody", () => askScores("")))), scoresView.content), { onshow: () => askScores() });

const scoresQuestion = makeQuestion((sentence) => {
  showContent(make("p", { class: "complaint" }, sentence));
  announce(sentence);
});

/** Asks for the scores of a player, or of everybody. */
function askScores(name = scoresView.field.value) {
  const player = scoresView.field.value = name.trim();
  showContent(make("p", { class: "note" }, awaitingHostSentence));
  scoresQuestion.ask({ type: "scores", ...(player ? { player } : {}) });
}

function showContent(...content) {
  const hadFocus = scoresView.content.contains(document.activeElement);
  scoresView.content.replaceChildren(...content.filter(Boolean));
  if (hadFocus) sceneHeading().focus();
}

/** Stores scores, and shows those that the scores page asked for. */
export function showScores(event, command) {
  const scores = session.scores = {
    best: readGames(event.best), players: readTallies(event.players), house: readTallies(event.house),
  };
  // If there were a seat to go back to, its table would have come before.
  if (lobbyScores.end(command) && currentScene() === null && !session.projector) go("lobby");
  if (!scoresQuestion.end(command)) return;
  showContent(...isObject(event.player) && command.player ? playerTables(event.player) : scoreTables(scores));
}

function makeTable(caption, heads, rows) {
  return make("table", {}, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))))));
}

const tallyCells = (tally) => [tally.won, tally.drawn, tally.lost].map(String);
const RESULTS = ["Won", "Drawn", "Lost"];

/** A name that leads to that player's scores. */
function nameButton(name) {
  return button(name, () => askScores(name), { class: "quiet" });
}

/** A part of the page: a title, and tables or a sentence that there are none. */
function makeSection(title, none, tables) {
  const content = tables.length ? tables : [make("p", { class: "note" }, none)];
  return make("section", { class: "panel" }, make("h2", {}, title), ...content);
}

/** The items with the same text, in the order in which the texts come. */
function grouped(items, text) {
  const groups = new Map();
  for (const item of items) groups.set(text(item), [...(groups.get(text(item)) ?? []), item]);
  return [...groups];
}

function scoreTables({ best, players, house }) {
  const results = (caption, tallies) => makeTable(caption, ["Player", ...RESULTS],
    tallies.map((tally) => [nameButton(tally.name), ...tallyCells(tally)]));
  const day = (date) => isNaN(date) ? "" : date.toLocaleDateString();
  const games = ([rules, games]) => makeTable(rules, ["Player", "Points", "", "Date"],
    games.map((game) => [nameButton(game.name), scoreText(game.score), effortText(game), day(game.endedAt)]));
  const levels = grouped(house, (tally) => tally.house).map(([level, tallies]) => results(level, tallies));
  return [
    makeSection("Two-player matches", "No two-player matches yet.", players.length ? [results("", players)] : []),
    makeSection("Best solo games", "No solo games yet.", grouped(best, rankingText).map(games)),
    house.length ? makeSection("Against the house", "", levels) : null,
  ];
}

function playerTables(value) {
  const number = (name) => count(value[name]);
  const name = clip(value.name);
  if (!number("games")) return [makeSection(nameOf(name), "No games yet.", [])];
  const opponents = readTallies(value.opponents), house = readTallies(value.house), best = readGames(value.best);
  const against = (tally) => [tally.name, ...tallyCells(tally),
    button("Matches", () => go("records", { player: name, other: tally.name }),
      { "aria-label": `Matches with ${tally.name}` })];
  const skills = games.map((game) => game.skillOf?.(value)).filter(Boolean);
  return [makeSection(nameOf(name), "", [
    make("p", {}, `${counted(number("games"), "game")}: ${number("won")} won, ${number("drawn")} drawn, `
      + `${number("lost")} lost against people; ${counted(number("solo"), "solo game")}, `
      + `${number("cleared")} cleared.`),
    make("p", {}, `Wins in a row: ${number("streak")} now, longest ${number("longestStreak")}.`),
    opponents.length && makeTable("Head to head", ["Against", ...RESULTS, ""], opponents.map(against)),
    house.length && makeTable("Against the house", ["Level", ...RESULTS],
      house.map((tally) => [tally.house, ...tallyCells(tally)])),
    best.length && makeTable("Best solo games", ["Rules", "Points", ""],
      best.map((game) => [rankingText(game), scoreText(game.score), effortText(game)])),
    makeActions(button("Their matches", () => go("records", { player: name }))),
  ]), ...skills.map(({ title, sentence, caption, heads, rows }) => makeSection(title, "", [
    make("p", {}, sentence), rows.length && makeTable(caption, heads, rows),
  ]))];
}
