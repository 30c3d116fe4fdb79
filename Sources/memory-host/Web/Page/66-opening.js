// The form that opens a match: opponent, board, cards and all the other rules.

const SIZES = ["2x3", "2x5", "3x4", "4x4", "4x5", "5x6", "6x6", "6x8", "8x8", "8x10", "10x10"];
/** The opponents to choose from, and the title of the form for each. */
const OPPONENTS = {
  anybody: "Anyone in the lobby", friend: "A friend, by link", house: "The house", beside: "Someone on this device",
  solo: "Solo",
};
const FORM_TITLES = {
  anybody: "Open a match", friend: "Invite a friend", house: "Play the house", beside: "Two on this device", solo: "Solo",
};
const LEVELS = {
  novice: "novice: forgets a lot", steady: "steady: forgets a little", perfect: "perfect: forgets nothing",
};
const SET_LEVELS = { novice: "novice: slow", steady: "steady: quick", perfect: "perfect: quicker than anybody" };

/** The fields that `open` takes, out of complete rules. */
function askedRules({ game, idleMs, ...rules }) {
  const { seats, graceMs, houseMs } = rules;
  return game === "set" ? { game, idleMs, seats, graceMs, houseMs } : rules;
}

const defaultRules = () => app.ruleBook.presets[app.hello.preset] ?? readRules();

/** A form for a new match against an opponent of this kind. */
function newForm(opponent) {
  const rules = rulesOf(app.hello.preset, opponent);
  return { opponent, level: "steady", name: kept("localStorage", "memory.beside") ?? "", preset: app.hello.preset,
    rules: opponent !== "beside" && kept("localStorage", "memory.game") === "set" ? setRules(rules) : rules };
}

/** Set's rules for as many players. */
const setRules = ({ seats }) => readRules({ game: "set", seats });

/** A form for another match like one that was played. */
function formLike(match) {
  const { state, rules, code } = match, second = state?.seats[1];
  const filled = { opponent: code ? "friend" : "anybody", level: "steady", name: "", preset: "", rules: { ...rules } };
  if (isSolo(rules)) filled.opponent = "solo";
  else if (second?.house) Object.assign(filled, { opponent: "house", level: second.house });
  else if (second?.beside) Object.assign(filled, { opponent: "beside", name: second.name });
  return filled;
}

/** The rules of a preset for one or two players. A solo player gets the turns of both. */
function rulesOf(preset, opponent) {
  const rules = app.ruleBook.presets[preset] ?? defaultRules(), seats = opponent === "solo" ? 1 : 2;
  return { ...rules, seats, turns: rules.turns * rules.seats / seats };
}

/** A row of the form: a label and a list of values. `choices` maps values to their texts. */
function makeChooser(label, onchange) {
  const select = make("select", { onchange: () => onchange(select.value) });
  const row = labelled(label, select);
  return {
    row,
    draw(choices, value) {
      const entries = Object.entries(choices);
      if (!entries.some(([key]) => key === String(value))) entries.push([String(value), String(value)]);
      const text = JSON.stringify(entries);
      if (select.dataset.entries !== text) {
        select.dataset.entries = text;
        select.replaceChildren(...options(entries));
      }
      select.value = String(value);
    },
  };
}

/** Names as choices. */
const asChoices = (names) => Object.fromEntries(names.map((name) => [name, name]));

let form = null;

const formView = {
  title: make("h1", { tabIndex: -1 }),
  game: makeChooser("Game", (game) => {
    keep("localStorage", "memory.game", game);
    const rules = rulesOf(app.hello.preset, form.opponent);
    form = { ...form, preset: app.hello.preset, rules: game === "set" ? setRules(rules) : rules };
    drawForm();
  }),
  opponent: makeChooser("Opponent", (value) => {
    form.opponent = value;
    const seats = value === "solo" ? 1 : 2;
    // A solo player gets the turns of both.
    form.rules.turns = Math.ceil(form.rules.turns * form.rules.seats / seats);
    form.rules.seats = seats;
    drawForm();
  }),
  level: makeChooser("Level", (value) => { form.level = value; }),
  besideName: make("input", { type: "text", maxLength: 60, autocomplete: "off", "aria-label": "Second player",
    oninput: () => { form.name = formView.besideName.value; } }),
  preset: makeChooser("Rules", (value) => {
    if (value) form = { ...form, preset: value, rules: { ...rulesOf(value, form.opponent), faces: form.rules.faces } };
    drawForm();
  }),
  size: makeChooser("Board", (value) => {
    const [rows, columns] = value.split("x").map(Number);
    if (columns) resize(rows, columns);
  }),
  rows: makeChooser("Rows", (value) => resize(Number(value), form.rules.columns)),
  columns: makeChooser("Columns", (value) => resize(form.rules.rows, Number(value))),
  preview: make("div", { class: "preview", "aria-hidden": "true" }),
  summary: make("p", { class: "note" }), warning: make("p", { class: "complaint" }),
  start: submitButton("Start"),
};
const RULE_TITLES = {
  faces: "Cards", turns: "Turns", turnMs: "Clock", again: "After a pair", scoring: "Score", matched: "Matched pairs",
  revealMs: "Time to see a miss", idleMs: "Ends if idle for", graceMs: "Time to reconnect", houseMs: "House thinking time",
};
for (const [field, title] of Object.entries(RULE_TITLES)) {
  formView[field] = makeChooser(title, (value) => {
    const kind = typeof form.rules[field];
    form.rules[field] = kind === "number" ? Number(value) : kind === "boolean" ? value === "true" : value;
    form.preset = "";
    drawForm();
  });
}
formView.beside = labelled("Second player", formView.besideName);

const rowsOf = (...names) => names.map((name) => formView[name].row);

addScene("opening", make("main", { class: "scene opening" },
  makeForm("panel", openMatch, formView.title, ...rowsOf("game", "opponent", "level"), formView.beside,
    ...rowsOf("preset", "size", "rows", "columns", "faces"), formView.preview, formView.warning, formView.summary,
  make("details", {}, make("summary", {}, "More rules"), ...rowsOf(
    "turns", "turnMs", "again", "scoring", "matched", "revealMs", "idleMs", "graceMs", "houseMs")),
  makeActions(formView.start, backButton()))));

/** Opens the form. */
function fillIn(filled) {
  form = filled;
  drawForm();
  go("opening");
}

/** Changes the board, and scales the turns with the number of pairs. */
function resize(rows, columns) {
  const { rules } = form, before = pairCount(rules);
  Object.assign(rules, { rows, columns });
  if (rules.turns) rules.turns = Math.min(500, Math.max(1, Math.ceil(rules.turns * pairCount(rules) / before)));
  form.preset = "";
  drawForm();
}

function drawForm() {
  if (!form) return;
  const view = formView, { rules, opponent } = form, hasSet = isSetGame(rules);
  setText(view.title, FORM_TITLES[opponent]);
  view.game.draw({ memory: "Memory", set: "Set" }, rules.game ?? "memory");
  view.game.row.hidden = opponent === "beside";
  for (const name of ["preset", "size", "rows", "columns", "faces", "turns", "turnMs", "scoring", "matched", "revealMs"]) {
    view[name].row.hidden = hasSet;
  }
  view.preview.hidden = hasSet;
  view.idleMs.row.hidden = !hasSet;
  const isPossible = ([key]) => !hasSet || key !== "beside";
  view.opponent.draw(Object.fromEntries(Object.entries(OPPONENTS).filter(isPossible)), opponent);
  view.level.draw(hasSet ? SET_LEVELS : LEVELS, form.level);
  view.level.row.hidden = opponent !== "house";
  view.beside.hidden = opponent !== "beside";
  if (view.besideName.value !== form.name) view.besideName.value = form.name;
  view.besideName.required = opponent === "beside";
  const names = asChoices(Object.keys(app.ruleBook.presets));
  view.preset.draw(form.preset ? names : { "": "custom", ...names }, form.preset);
  drawBoardRules();
  drawOtherRules();
  setText(view.summary, `${rulesLine(rules)}.`);
  const isOdd = !hasSet && rules.rows * rules.columns % 2 === 1;
  const warning = hasSet ? "" : isOdd ? "An odd number of cards cannot be paired." : rulesWarning(rules) ?? "";
  if (warning !== view.warning.textContent) announce(warning);
  setText(view.warning, warning);
  view.start.disabled = isOdd;
}

function drawBoardRules() {
  const view = formView, { rules } = form;
  const size = `${rules.rows}x${rules.columns}`;
  const cards = (rows, columns) => `${rows}×${columns}, ${counted(pairCount({ rows, columns }), "pair")}`;
  const sizes = Object.fromEntries(SIZES.map((size) => [size, cards(...size.split("x").map(Number))]));
  view.size.draw({ ...sizes, [size]: cards(rules.rows, rules.columns) }, size);
  view.faces.draw(asChoices(app.hello.faces), rules.faces);
  const { preview } = view;
  preview.style.gridTemplateColumns = `repeat(${rules.columns}, 1fr)`;
  preview.style.aspectRatio = `${rules.columns} / ${rules.rows}`;
  if (preview.children.length !== rules.rows * rules.columns) {
    preview.replaceChildren(...Array.from({ length: rules.rows * rules.columns }, () => make("span")));
  }
}

/** The usual values of a rule and the one that it has, as far as the host allows them, with their texts. */
function numberChoices(field, usual, text) {
  const [low, high] = app.ruleBook.ranges[field] ?? [];
  // An object keeps integer keys in numeric order; 0 has a meaning of its own.
  return Object.fromEntries([...usual, form.rules[field]].filter((value) => !value || !(value < low || value > high))
    .map((value) => [value, text(value)]));
}

const RULE_VALUES = {
  rows: [2, 3, 4, 5, 6, 7, 8, 9, 10],
  columns: [2, 3, 4, 5, 6, 7, 8, 9, 10],
  turns: [0, 5, 10, 15, 20, 30, 40, 50, 75, 100, 200],
  turnMs: [0, 5000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000],
  revealMs: [0, 500, 1000, 1500, 2000, 3000, 5000, 10_000],
  graceMs: [0, 30_000, 60_000, 120_000, 300_000, 600_000, 3_600_000],
  houseMs: [0, 300, 900, 2000, 5000, 10_000],
  idleMs: [60_000, 120_000, 300_000, 600_000, 3_600_000],
};

function drawOtherRules() {
  const view = formView, { rules, opponent } = form, solo = isSolo(rules);
  const time = (value) => value ? durationText(value) : "none";
  const texts = {
    rows: String, columns: String,
    turns: (value) => value ? counted(value, "turn") + (solo ? "" : " each") : "no limit",
    turnMs: (value) => value ? `${durationText(value)} per turn` : "none",
    revealMs: time, graceMs: time, idleMs: time,
    // At Set it is a pace: its own times are for 900.
    houseMs: isSetGame(rules) ? (value) => value ? `${Math.round(value / 9)} %` : "none" : time,
  };
  for (const [field, text] of Object.entries(texts)) {
    view[field].draw(numberChoices(field, RULE_VALUES[field], text), rules[field]);
  }
  view.again.draw({ false: "next player", true: "another turn" }, rules.again);
  view.scoring.draw({ pairs: "1 point per pair", points: "200 per pair, −100 per miss" }, rules.scoring);
  view.matched.draw({ stay: "stay face up", vanish: "are removed" }, rules.matched);
  view.again.row.hidden = solo || isSetGame(rules);
  view.graceMs.row.hidden = solo;
  view.houseMs.row.hidden = opponent !== "house";
}

function openMatch() {
  const { opponent, rules, level, name } = form;
  const command = { type: "open", rules: askedRules(rules) };
  if (opponent === "house") command.house = level;
  if (opponent === "friend") command.private = true;
  if (opponent === "beside") {
    command.beside = name.trim();
    keep("localStorage", "memory.beside", command.beside);
  }
  // Once a match is over, the host opens another; during one, it would refuse.
  if (!table.match || table.match.state?.phase === "over") send(command);
}

/** Takes over the presets and ranges of the host. */
function readRuleBook(event) {
  const read = (value, map) => Object.fromEntries(entries(value).map(([name, each]) => [clip(name), map(each)]));
  app.ruleBook = {
    presets: read(event.presets, readRules),
    ranges: read(event.ranges, (range) => list(range, 2).map((value) => count(value))),
  };
  // A form that was opened before has waited for this.
  if (form?.preset && !isSetGame(form.rules)) form.rules = rulesOf(form.preset, form.opponent);
  drawForm();
}
