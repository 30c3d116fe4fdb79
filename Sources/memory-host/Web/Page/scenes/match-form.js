// The form that opens a match: opponent, board, cards and all the other rules.

import { numberField } from "../games/form-fields.js";
import { gameNamed, gameOf, games } from "../games/games.js";
import { button, keyed, labelled, make, makeActions, makeForm, options, setText, submitButton } from "../lib/dom.js";
import { announce } from "../lib/say.js";
import { keep } from "../lib/storage.js";
import { durationText, isSolo } from "../lib/words.js";
import { send } from "../net/client.js";
import { session } from "../net/session.js";
import { BESIDE_KEY, GAME_KEY, rulesOf, usualRules } from "./new-match.js";
import { addScene, backButton } from "./router.js";

/** The opponents to choose from, and the title of the form for each. */
const OPPONENTS = {
  anybody: "Anyone in the lobby", friend: "A friend, by link", house: "The house", beside: "Someone on this device",
  solo: "Solo",
};
const FORM_TITLES = {
  anybody: "Open a match", friend: "Invite a friend", house: "Play the house", beside: "Two on this device",
  solo: "Solo",
};

/** The rules that all games have. */
const COMMON_FIELDS = [
  numberField("graceMs", "Time to reconnect", [0, 30_000, 60_000, 120_000, 300_000, 600_000, 3_600_000],
    (value) => value ? durationText(value) : "none", { isShown: (rules) => !isSolo(rules) }),
  numberField("houseMs", "House thinking time", [0, 300, 900, 2000, 5000, 10_000],
    (value, rules) => gameOf(rules).paceText(value), { isShown: (rules, opponent) => opponent === "house" }),
];

/** A row of the form: a label and a list of values. `choices` maps values to their texts. */
function makeChooser(label, onchange) {
  const select = make("select", { onchange: () => onchange(select.value) });
  const shown = make("span", { "aria-hidden": "true" });
  const row = labelled(label, make("div", { class: "picker" }, select, shown));
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
      setText(shown, select.selectedOptions[0]?.text ?? "");
    },
  };
}

/** The same with a button for each value, which `drawChoice(value, choice)` fills. */
function makeChips(label, drawChoice, onchange) {
  const chips = make("div", { class: "chips", role: "group", "aria-label": label });
  const fill = (chip, [value, choice], chosen) => {
    const text = JSON.stringify(choice);
    if (chip.dataset.choice !== text) chip.replaceChildren(...drawChoice(value, choice));
    chip.dataset.choice = text;
    chip.ariaPressed = value === chosen;
  };
  return {
    row: make("div", { class: "field" }, make("strong", {}, label), chips),
    draw(choices, chosen) {
      keyed(chips, Object.entries(choices), ([value]) => value, ([value]) => button("", () => onchange(value)),
        (chip, entry) => fill(chip, entry, chosen));
    },
  };
}

/** What is chosen; `changed` has the rules that differ from the usual ones, and `rules` all of them. */
let form = null;

/** Takes over changes. */
function change(changes) {
  form = { ...form, ...changes };
  form.rules = rulesOf(form);
  drawForm();
}

const formView = {
  title: make("h1", { tabIndex: -1 }),
  game: makeChooser("Game", (name) => {
    keep("localStorage", GAME_KEY, name);
    change({ game: gameNamed(name), preset: session.ruleBook.preset, changed: {} });
  }),
  opponent: makeChooser("Opponent", (opponent) => change({ opponent })),
  level: makeChips("Level", (level, text) => [make("strong", {}, level), make("span", {}, text)],
    (level) => change({ level })),
  besideName: make("input", { type: "text", maxLength: 60, autocomplete: "off", "aria-label": "Second player",
    oninput: () => { form.name = formView.besideName.value; } }),
  preset: makeChooser("Rules", (preset) => {
    if (preset) change({ preset, changed: { faces: form.rules.faces } });
    else drawForm();
  }),
  summary: make("p", { class: "note" }), warning: make("p", { class: "complaint" }),
  start: submitButton("Start"),
};
formView.beside = labelled("Second player", formView.besideName);

function makeFieldRow(game, field) {
  const choose = (value) => {
    change({ changed: { ...form.changed, ...field.set(form.rules, value, session.ruleBook) } });
  };
  const { title, drawChoice } = field;
  return { game, field, chooser: drawChoice ? makeChips(title, drawChoice, choose) : makeChooser(title, choose) };
}

/** The rows for the fields of each game, and for those of all; `game` is null for these. */
const fieldRows = [
  ...games.flatMap((game) => game.formFields.map((field) => makeFieldRow(game, field))),
  ...COMMON_FIELDS.map((field) => makeFieldRow(null, field)),
];
const rowsWhere = (isWanted) => fieldRows.filter(({ field }) => isWanted(field)).map(({ chooser }) => chooser.row);

/** The boards in small of the games that have one. */
const previews = games.filter((game) => game.makePreview).map((game) => ({ game, ...game.makePreview() }));

addScene("match-form", make("main", { class: "scene match-form" },
  makeForm("panel", openMatch, formView.title, formView.game.row, formView.opponent.row, formView.level.row,
    formView.beside, formView.preset.row, ...rowsWhere(({ isMore }) => !isMore),
    ...previews.map(({ element }) => element),
    formView.warning, formView.summary,
    make("details", {}, make("summary", {}, "More rules"), ...rowsWhere(({ isMore }) => isMore)),
    makeActions(formView.start, backButton()))), { onshow: change });

function drawForm() {
  if (!form) return;
  const view = formView, { rules, opponent, game, preset } = form, isBeside = opponent === "beside";
  const usual = usualRules(game, opponent, preset);
  // Other faces make no other preset.
  const isCustom = Object.keys(usual).some((name) => name !== "faces" && rules[name] !== usual[name]);
  setText(view.title, FORM_TITLES[opponent]);
  view.game.draw(Object.fromEntries(games.map(({ name, title }) => [name, title])), game.name);
  view.game.row.hidden = isBeside;
  const isPossible = ([key]) => game.isForOneDevice || key !== "beside";
  view.opponent.draw(Object.fromEntries(Object.entries(OPPONENTS).filter(isPossible)), opponent);
  view.level.draw(game.levels, form.level);
  view.level.row.hidden = opponent !== "house";
  view.beside.hidden = !isBeside;
  if (view.besideName.value !== form.name) view.besideName.value = form.name;
  view.besideName.required = isBeside;
  const names = Object.fromEntries(Object.keys(session.ruleBook.presets).map((name) =>
    [name, `${name}: ${game.presetText?.(usualRules(game, opponent, name))}`]));
  view.preset.draw(isCustom ? { "": "custom", ...names } : names, isCustom ? "" : preset);
  view.preset.row.hidden = !game.hasPresets;
  drawFields(game);
  setText(view.summary, `${game.rulesLine(rules)}.`);
  const warning = game.warningOf(rules);
  if (warning !== view.warning.textContent) announce(warning);
  setText(view.warning, warning);
  view.start.disabled = !game.isPlayable(rules);
}

function drawFields(current) {
  const { rules, opponent } = form;
  for (const { game, field, chooser } of fieldRows) {
    const isCurrent = (game ?? current) === current && (field.isShown?.(rules, opponent) ?? true);
    chooser.row.hidden = !isCurrent;
    if (isCurrent) chooser.draw(field.choices(rules, session.ruleBook), field.value?.(rules) ?? rules[field.name]);
  }
  for (const { game, element, draw } of previews) {
    element.hidden = game !== current;
    if (game === current) draw(rules);
  }
}

function openMatch() {
  const { opponent, rules, level, name } = form;
  const command = { type: "open", rules };
  if (opponent === "house") command.house = level;
  if (opponent === "friend") command.private = true;
  if (opponent === "beside") {
    command.beside = name.trim();
    keep("localStorage", BESIDE_KEY, command.beside);
  }
  send(command);
}

/** The host's presets and ranges have come. A form that was opened before has waited for them. */
export function refillForm() {
  if (form) change({ preset: form.preset || session.ruleBook.preset });
}
