// The best solo games and the results of matches: of everybody, and of one player.

const readTally = (value) => ({
  name: clip(value.name, 100), won: integer(value.won, 0, 1e9, 0), drawn: integer(value.drawn, 0, 1e9, 0),
  lost: integer(value.lost, 0, 1e9, 0), house: clip(value.house, 20) || null,
});
const readGame = (value) => ({
  rules: readRules(value.rules), name: clip(value.name, 100), score: integer(value.score, -1e9, 1e9, 0),
  turns: integer(value.turns, 0, 1e9, 0), endedAt: new Date(clip(value.endedAt, 40)),
});
const readTallies = (value, most) => list(value, most).filter(isObject).map(readTally);
const readGames = (value) => list(value, 100).filter(isObject).map(readGame);

const scoresView = {
  field: make("input", { type: "text", maxLength: 60, list: "known-names", autocomplete: "off", autocapitalize: "words" }),
  content: make("div"),
};

addScene("scores", make("main", { class: "scene list-scene scores-page" },
  make("div", { class: "head" }, make("h1", { tabIndex: -1 }, "Scores"), backButton()),
  make("form", { class: "filters", onsubmit: (event) => {
    event.preventDefault();
    askScores(scoresView.field.value.trim());
  } }, make("label", {}, make("span", {}, "Player"), scoresView.field),
  make("div", { class: "actions" }, make("button", { type: "submit" }, "Show"),
    button("Mine", () => {
      scoresView.field.value = identity.name ?? "";
      askScores(scoresView.field.value);
    }), button("Everybody", () => {
      scoresView.field.value = "";
      askScores("");
    }))), scoresView.content));

function showScoresPage() {
  go("scores");
  askScores(scoresView.field.value.trim());
}

function askScores(player) {
  send({ type: "scores", ...(player ? { player } : {}) });
}

/** Takes scores over; those that were asked for on their page are shown there. */
function showScores(event, command) {
  const scores = { best: readGames(event.best), players: readTallies(event.players, 100), house: readTallies(event.house, 60) };
  app.scores = scores;
  drawHome();
  if (currentScene !== "scores") return;
  const content = isObject(event.player) && command?.player ? playerTables(event.player) : scoreTables(scores);
  scoresView.content.replaceChildren(...content.filter(Boolean));
}

/** The best game by the rules that are played most here: those of the lobby's Solo. */
function bestOfDefault() {
  const best = app.scores?.best ?? [];
  const usual = rankingOf(rulesOf(app.hello.preset, "solo"));
  return best.find((game) => rankingOf(game.rules) === usual) ?? best[0] ?? null;
}

function makeTable(caption, heads, rows) {
  return make("table", {}, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, cell))))));
}

const tallyCells = (tally) => [tally.won, tally.drawn, tally.lost].map(String);
const RESULTS = ["won", "drawn", "lost"];

/** A name that leads to that player's scores. */
function nameButton(name) {
  return button(name, () => {
    scoresView.field.value = name;
    askScores(name);
  }, { class: "quiet" });
}

function scoreTables({ best, players, house }) {
  const panel = (title, none, tables) => make("section", { class: "panel" }, make("h2", {}, title),
    ...(tables.length ? tables : [make("p", { class: "note" }, none)]));
  const byRules = new Map();
  for (const game of best) byRules.set(rankingOf(game.rules), [...(byRules.get(rankingOf(game.rules)) ?? []), game]);
  const levels = [...new Set(house.map((tally) => tally.house))];
  return [
    panel("Two-player matches", "No two-player matches yet.", players.length
      ? [makeTable("", ["Player", ...RESULTS], players.map((tally) => [nameButton(tally.name), ...tallyCells(tally)]))] : []),
    panel("Best solo games", "No solo games yet.", [...byRules].map(([rules, games]) => makeTable(rules, ["Player", "points", "turns", ""],
      games.map((game) => [nameButton(game.name), scoreText(game.score), String(game.turns), isNaN(game.endedAt) ? "" : game.endedAt.toLocaleDateString()])))),
    house.length ? panel("Against the house", "", levels.map((level) => makeTable(level ?? "", ["Player", ...RESULTS],
      house.filter((tally) => tally.house === level).map((tally) => [nameButton(tally.name), ...tallyCells(tally)])))) : null,
  ];
}

function playerTables(value) {
  const number = (name) => integer(value[name], 0, 1e9, 0);
  const name = clip(value.name, 100);
  if (!number("games")) return [make("section", { class: "panel" }, make("h2", {}, nameOf(name)), make("p", { class: "note" }, "No matches yet."))];
  const opponents = readTallies(value.opponents, 20), house = readTallies(value.house, 20), best = readGames(value.best);
  const versus = button("Their matches", () => showRecords(name), {});
  return [make("section", { class: "panel" }, make("h2", {}, nameOf(name)),
    make("p", {}, `${counted(number("games"), "match").replace("matchs", "matches")}: ${number("won")} won, ${number("drawn")} drawn, `
      + `${number("lost")} lost against people; ${counted(number("solo"), "solo game")}, ${number("cleared")} of them cleared.`),
    make("p", {}, `Matches won in a row: ${number("streak")} now, ${number("longestStreak")} at most.`),
    opponents.length ? makeTable("Head to head", ["Against", ...RESULTS, ""], opponents.map((tally) => [tally.name, ...tallyCells(tally),
      button("Matches", () => showRecords(name, tally.name), { "aria-label": `Matches with ${tally.name}` })])) : null,
    house.length ? makeTable("Against the house", ["Level", ...RESULTS], house.map((tally) => [tally.house ?? "", ...tallyCells(tally)])) : null,
    best.length ? makeTable("Best solo games", ["Rules", "points", "turns"], best.map((game) => [rankingOf(game.rules), scoreText(game.score), String(game.turns)])) : null,
    make("div", { class: "actions" }, versus))];
}
