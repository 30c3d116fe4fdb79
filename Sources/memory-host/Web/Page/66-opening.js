// The form that opens a match: opponent, board, cards and all the other rules.

/** The presets of every host, for those that cannot list theirs. */
const CLASSIC = {
  rows: 5, columns: 6, seats: 2, turns: 15, revealMs: 1000, turnMs: 60_000, graceMs: 120_000, houseMs: 900,
  scoring: "pairs", matched: "stay", again: false, faces: "animals",
};
/** Set's own rules. */
const SET_RULES = { game: "set", seats: 2, idleMs: 300_000, graceMs: 120_000, houseMs: 900 };
const PRESETS = {
  classic: CLASSIC,
  tiles: { ...CLASSIC, rows: 4, columns: 4, turns: 0, scoring: "points", matched: "vanish" },
  square: { ...CLASSIC, rows: 4, columns: 4, turns: 0 },
  quick: { ...CLASSIC, rows: 2, columns: 5 },
  duel: { ...CLASSIC, rows: 6, columns: 6, turns: 0, again: true },
};
const SIZES = ["2x3", "2x5", "3x4", "4x4", "4x5", "5x6", "6x6", "6x8", "8x8", "8x10", "10x10"];
const OPPONENTS = {
  anybody: "Anybody in the lobby", friend: "A friend, by link", house: "The house", beside: "Somebody next to me",
  solo: "Nobody: solo",
};
/** The titles of the form, and the features of the host that it needs. */
const FORM_TITLES = {
  anybody: "Open a match", friend: "Invite a friend", house: "Play the house", beside: "Two at this screen", solo: "Solo",
};
const FORM_FEATURES = { friend: "private", house: "house", beside: "beside", solo: "solo" };
const LEVELS = {
  novice: "novice: forgets a lot", steady: "steady: forgets a little", perfect: "perfect: forgets nothing",
};
const SET_LEVELS = { novice: "novice: slow", steady: "steady: quick", perfect: "perfect: quicker than anybody" };

/** The fields that `open` takes, out of complete rules. */
const askedRules = (rules) =>
  Object.fromEntries(Object.keys(isSet(rules) ? SET_RULES : CLASSIC).map((field) => [field, rules[field]]));

const presets = () => app.ruleBook?.presets ?? PRESETS;
const defaultRules = () => presets()[app.hello.preset] ?? CLASSIC;

/** A form for a new match against somebody. */
function newForm(opponent) {
  const rules = rulesOf(app.hello.preset, opponent);
  return { opponent, level: "steady", name: kept("localStorage", "memory.beside") ?? "", preset: app.hello.preset,
    rules: opponent !== "beside" && kept("localStorage", "memory.game") === "set" && hasFeature("set") ? setRules(rules) : rules };
}

/** Set's rules for as many players. */
const setRules = ({ seats }) => ({ ...defaultRules(), ...SET_RULES, seats });

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
  const rules = presets()[preset] ?? defaultRules(), solo = opponent === "solo";
  return { ...rules, seats: solo ? 1 : 2, turns: solo && !isSolo(rules) ? rules.turns * 2 : rules.turns };
}

/** A row of the form: a label and a list of values. `choices` maps values to their texts. */
function makeChooser(label, onchange) {
  const select = make("select", { onchange: () => onchange(select.value) });
  const row = make("label", { class: "field" }, make("span", {}, label), select);
  return {
    row,
    draw(choices, value) {
      const entries = Object.entries(choices);
      if (!entries.some(([key]) => key === String(value))) entries.push([String(value), String(value)]);
      const text = JSON.stringify(entries);
      if (select.dataset.entries !== text) {
        select.dataset.entries = text;
        select.replaceChildren(...entries.map(([key, text]) => make("option", { value: key }, text)));
      }
      select.value = String(value);
    },
  };
}

let form = null;

const changeRule = (field) => (value) => {
  const kind = typeof { ...SET_RULES, ...CLASSIC }[field];
  form.rules[field] = kind === "number" ? Number(value) : kind === "boolean" ? value === "true" : value;
  form.preset = "";
  drawForm();
};

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
    if (seats !== form.rules.seats) form.rules.turns = Math.ceil(form.rules.turns * (seats === 1 ? 2 : 0.5));
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
  faces: makeChooser("Cards", changeRule("faces")),
  turns: makeChooser("Turns", changeRule("turns")),
  turnMs: makeChooser("Clock", changeRule("turnMs")),
  again: makeChooser("After a pair", changeRule("again")),
  scoring: makeChooser("Score", changeRule("scoring")),
  idleMs: makeChooser("Ends if idle for", changeRule("idleMs")),
  matched: makeChooser("Matched pairs", changeRule("matched")),
  revealMs: makeChooser("Time to see a miss", changeRule("revealMs")),
  graceMs: makeChooser("Time to reconnect", changeRule("graceMs")),
  houseMs: makeChooser("House thinking time", changeRule("houseMs")),
  preview: make("div", { class: "preview", "aria-hidden": "true" }),
  summary: make("p", { class: "note" }), warning: make("p", { class: "complaint" }),
  start: make("button", { type: "submit", class: "primary" }, "Start"),
};
formView.beside = make("label", { class: "field" }, make("span", {}, "Second player"), formView.besideName);

addScene("opening", make("main", { class: "scene opening" },
  make("form", { class: "panel", onsubmit: (event) => {
    event.preventDefault();
    openMatch();
  } }, formView.title, formView.game.row, formView.opponent.row, formView.level.row, formView.beside, formView.preset.row, formView.size.row, formView.rows.row,
  formView.columns.row, formView.faces.row, formView.preview, formView.warning, formView.summary,
  make("details", {}, make("summary", {}, "More rules"), formView.turns.row, formView.turnMs.row, formView.again.row,
    formView.scoring.row, formView.matched.row, formView.revealMs.row, formView.idleMs.row, formView.graceMs.row, formView.houseMs.row),
  make("div", { class: "actions" }, formView.start, backButton()))));

/** Opens the form. */
function fillIn(filled) {
  form = filled;
  if (!app.ruleBook && hasFeature("rules")) wire.send({ type: "rules" });
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
  const view = formView, { rules, opponent } = form, hasSet = isSet(rules);
  setText(view.title, FORM_TITLES[opponent]);
  view.game.draw({ memory: "Memory", set: "Set" }, rules.game ?? "memory");
  view.game.row.hidden = !hasFeature("set") || opponent === "beside";
  for (const name of ["preset", "size", "rows", "columns", "faces", "turns", "turnMs", "scoring", "matched", "revealMs"]) {
    view[name].row.hidden = hasSet;
  }
  view.preview.hidden = hasSet;
  view.idleMs.row.hidden = !hasSet;
  const isPossible = ([key]) => key === opponent || !(hasSet && key === "beside")
    && (!FORM_FEATURES[key] || hasFeature(FORM_FEATURES[key]));
  view.opponent.draw(Object.fromEntries(Object.entries(OPPONENTS).filter(isPossible)), opponent);
  view.level.draw(hasSet ? SET_LEVELS : LEVELS, form.level);
  view.level.row.hidden = opponent !== "house";
  view.beside.hidden = opponent !== "beside";
  if (view.besideName.value !== form.name) view.besideName.value = form.name;
  view.besideName.required = opponent === "beside";
  const names = Object.fromEntries(Object.keys(presets()).map((name) => [name, name]));
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
  const [low, high] = app.ruleBook?.ranges.rows ?? [2, 10];
  const count = Math.min(50, Math.max(1, high - low + 1));
  const numbers = Object.fromEntries(Array.from({ length: count }, (_, index) => [low + index, low + index]));
  view.rows.draw(numbers, rules.rows);
  view.columns.draw(numbers, rules.columns);
  view.faces.draw(Object.fromEntries(app.hello.faces.map((name) => [name, name])), rules.faces);
  const preview = view.preview;
  preview.style.gridTemplateColumns = `repeat(${rules.columns}, 1fr)`;
  preview.style.aspectRatio = `${rules.columns} / ${rules.rows}`;
  if (preview.children.length !== rules.rows * rules.columns) {
    preview.replaceChildren(...Array.from({ length: rules.rows * rules.columns }, () => make("span")));
  }
}

/** The usual values of a rule and the one that it has, as far as the host allows them, with their texts. */
function numberChoices(field, usual, text) {
  const [low, high] = app.ruleBook?.ranges[field] ?? [0, Infinity];
  const values = [...new Set([...usual, form.rules[field]])].sort((one, two) => one - two);
  // Integers come first in an object, in their order; 0 has a meaning of its own.
  return Object.fromEntries(values.filter((value) => value === 0 || (value >= low && value <= high))
    .map((value) => [value, text(value)]));
}

const RULE_VALUES = {
  turns: [0, 5, 10, 15, 20, 30, 40, 50, 75, 100, 200],
  turnMs: [0, 5000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000],
  revealMs: [0, 500, 1000, 1500, 2000, 3000, 5000, 10_000],
  graceMs: [0, 30_000, 60_000, 120_000, 300_000, 600_000, 3_600_000],
  houseMs: [0, 300, 900, 2000, 5000, 10_000],
  idleMs: [60_000, 120_000, 300_000, 600_000, 3_600_000],
};

function drawOtherRules() {
  const view = formView, { rules, opponent } = form, solo = opponent === "solo";
  const time = (none) => (value) => value ? durationText(value) : none;
  const texts = {
    turns: (value) => value ? counted(value, "turn") + (solo ? "" : " each") : "no limit",
    turnMs: (value) => value ? `${durationText(value)} per turn` : "none",
    revealMs: time("none"), graceMs: time("none"),
    // At Set it is a pace: its own times are for 900.
    houseMs: isSet(rules) ? (value) => value ? `${Math.round(value / 9)} %` : "none" : time("none"),
    idleMs: durationText,
  };
  for (const [field, text] of Object.entries(texts)) {
    view[field].draw(numberChoices(field, RULE_VALUES[field], text), rules[field]);
  }
  view.again.draw({ false: "next player", true: "another turn" }, rules.again);
  view.scoring.draw({ pairs: "1 point per pair", points: "200 per pair, −100 per miss" }, rules.scoring);
  view.matched.draw({ stay: "stay face up", vanish: "are removed" }, rules.matched);
  view.again.row.hidden = solo || isSet(rules);
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
  const read = {};
  if (isObject(event.presets)) {
    for (const [name, rules] of Object.entries(event.presets).slice(0, 40)) read[clip(name, 40)] = readRules(rules);
  }
  const ranges = {};
  if (isObject(event.ranges)) {
    for (const [name, range] of Object.entries(event.ranges).slice(0, 40)) {
      if (Array.isArray(range) && range.length === 2 && range.every(Number.isInteger)) ranges[name] = range;
    }
  }
  if (Object.keys(read).length) app.ruleBook = { presets: read, ranges };
  drawForm();
}
