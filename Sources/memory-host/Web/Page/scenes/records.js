// Past matches, newest first, by game, players, kind and date. The host filters by all but the date; dates are picked
// out here, from as many pages as that takes.

import { gameOf, games } from "../games/games.js";
import { checkOf } from "../games/seal.js";
import { openDialog } from "../lib/dialogs.js";
import {
  button, keyed, labelled, make, makeActions, makeForm, options, setShown, setText, submitButton,
} from "../lib/dom.js";
import { count, list } from "../lib/read.js";
import { tell } from "../lib/say.js";
import { clockText, counted, dateText, dayText, joined, resultLine, timeText } from "../lib/words.js";
import { makeQuestion } from "../net/client.js";
import { identity } from "../net/identity.js";
import { readRecord } from "../net/messages.js";
import { session } from "../net/session.js";
import { openReplay, replayQuestion } from "./replay.js";
import { addScene, currentScene, makeHead } from "./router.js";
import { warnOfSeal } from "./sealing.js";
import { awaitingHostSentence } from "./status.js";

/** Records per request, the most pages that one choice loads, and rows that are enough to stop at. */
const RECORDS_PAGE = 50, RECORD_PAGES = 40, ENOUGH_ROWS = 20;

const records = { all: [], total: 0, isComplete: false, pagesLeft: 0 };

/** The properties of a field for a player's name. */
export const NAME_FIELD = {
  type: "text", maxLength: 60, list: "known-names", autocomplete: "off", autocapitalize: "words",
};

const FILTERS = ["player", "with", "seats", "game", "from", "until"];

function makeFilter(label, properties, tag = "input") {
  const field = make(tag, { onchange: () => loadRecords(), ...properties });
  return { field, label: labelled(label, field, "") };
}

const recordsView = {
  player: makeFilter("Player", NAME_FIELD),
  with: makeFilter("With", NAME_FIELD),
  seats: makeFilter("Kind", {}, "select"),
  game: makeFilter("Game", {}, "select"),
  from: makeFilter("From", { onchange: () => showDates() }),
  until: makeFilter("Until", { onchange: () => showDates() }),
  names: make("datalist", { id: "known-names" }),
  count: make("p", { class: "note" }),
  list: make("div", { class: "records" }),
  mine: button("Yours", () => {
    const { player } = recordsView;
    player.field.value = player.field.value === identity.name ? "" : identity.name ?? "";
    loadRecords();
  }),
  clear: button("All", () => {
    for (const name of FILTERS) recordsView[name].field.value = "";
    loadRecords();
  }),
  older: button("Older matches", () => loadOlder(1)),
};
recordsView.seats.field.append(...options([["", "all"], ["2", "two players"], ["1", "solo"]]));
recordsView.game.field.append(...options([["", "all"], ...games.map(({ name, title }) => [name, title])]));

addScene("records", make("main", { class: "scene list-scene" },
  makeHead("Records"),
  makeForm("filters", () => loadRecords(), ...FILTERS.map((name) => recordsView[name].label),
  makeActions(recordsView.mine, recordsView.clear, submitButton("Show", { class: "unseen", tabIndex: -1 }))),
  recordsView.names, recordsView.count, recordsView.list, recordsView.older), { onshow: showRecords });

/** Loads the records, of one player and another if that is asked for. Back from a replay, they are as they were. */
function showRecords(about) {
  if (!about) return;
  // Fields for dates are slow to make, so they become that when they are first shown.
  recordsView.from.field.type = recordsView.until.field.type = "date";
  if (about.player !== undefined) {
    recordsView.player.field.value = about.player;
    recordsView.with.field.value = about.other ?? "";
  }
  const { lobby, scores } = session;
  const names = [...lobby.players, ...(scores?.players ?? []).map((entry) => entry.name), "House"];
  recordsView.names.replaceChildren(...options([...new Set(names)].map((name) => [name])));
  loadRecords();
}

/** The filter as the host takes it. */
function recordFilter() {
  const view = recordsView, filter = {};
  const player = view.player.field.value.trim(), other = view.with.field.value.trim();
  if (player || other) filter.player = player || other;
  if (player && other) filter.with = other;
  if (view.seats.field.value) filter.seats = Number(view.seats.field.value);
  if (view.game.field.value) filter.game = view.game.field.value;
  return filter;
}

const recordsQuestion = makeQuestion((sentence) => tell(recordsView.count, sentence));

function loadRecords() {
  Object.assign(records, { all: [], total: 0, isComplete: false });
  loadOlder(1);
}

/** Asks for the next page, and after it for up to `pages` - 1 more while the dates ask for older ones. */
function loadOlder(pages) {
  records.pagesLeft = pages - 1;
  const before = records.all.at(-1)?.record;
  setText(recordsView.count, awaitingHostSentence);
  recordsQuestion.ask({ type: "records", limit: RECORDS_PAGE, ...recordFilter(), ...(before ? { before } : {}) });
}

export function addRecords(event, command) {
  if (!recordsQuestion.end(command)) return;
  const read = list(event.records).map(readRecord).filter(({ record }) => record);
  records.all.push(...read);
  records.total = count(event.total, records.all.length);
  records.isComplete = read.length === 0 || records.all.length >= records.total;
  drawRecords();
  if (wantsOlder() && records.pagesLeft > 0 && currentScene() === "records") loadOlder(records.pagesLeft);
}

/** The days that were chosen; a day counts as a whole, in the time of this device. */
function chosenDays() {
  const { from, until } = recordsView;
  return [from.field.value ? new Date(`${from.field.value}T00:00:00`) : null,
    until.field.value ? new Date(`${until.field.value}T23:59:59.999`) : null];
}

function showDates() {
  drawRecords();
  if (wantsOlder()) loadOlder(RECORD_PAGES);
}

/** True if older records may be among those that the dates ask for. */
function wantsOlder() {
  const [from, until] = chosenDays();
  if (records.isComplete || (!from && !until)) return false;
  const oldest = records.all.at(-1)?.endedAt;
  if (from && oldest < from) return false;
  return from !== null || shownRecords().length < ENOUGH_ROWS;
}

function shownRecords() {
  const [from, until] = chosenDays();
  return records.all.filter(({ endedAt }) => (!from || endedAt >= from) && (!until || endedAt <= until));
}

function drawRecords() {
  const shown = shownRecords(), isFiltered = shown.length !== records.all.length;
  const total = counted(records.total, "match", "matches");
  const isEmpty = records.total === 0 && !Object.keys(recordFilter()).length;
  const none = isEmpty ? "No matches played yet." : "No such records.";
  tell(recordsView.count, shown.length === 0 ? none : isFiltered ? `${shown.length} of ${total}` : total);
  const days = [];
  for (const record of shown) {
    const day = dayText(record.endedAt);
    if (days.at(-1)?.day !== day) days.push({ day, records: [] });
    days.at(-1).records.push(record);
  }
  const makeDay = ({ day }) => make("section", {}, make("h2", {}, day), make("ul"));
  keyed(recordsView.list, days, ({ day }) => day, makeDay, (section, { records }) => {
    keyed(section.lastChild, records, ({ record }) => record, makeRecord, () => {});
  });
  setShown(recordsView.older, !records.isComplete, recordsView.clear);
}

function makeRecord(record) {
  const kind = record.house ? `house: ${record.house}` : record.beside ? "two on one device" : null;
  const details = [timeText(record.endedAt), ...gameOf(record.rules).recordTexts(record.rules), kind];
  const row = button("", () => openReplay(record.record));
  row.append(make("strong", {}, resultLine(record)), make("span", { class: "note" }, joined(details)));
  return make("li", {}, row);
}

/** Shows the result of a record and its moves: the host does not play matches back. */
export function showMoves(event, command) {
  replayQuestion.end(command);
  const record = readRecord(event);
  if (!record.record) return;
  const { players, moves } = record, game = gameOf(record.rules);
  const lines = moves.map((move) =>
    make("li", {}, `${clockText(move.atMs)} ${game.moveText(record, move, players[move.seat] ?? "Somebody")}`));
  const notes = [dateText(record.endedAt), game.recordFigure?.(record)].filter(Boolean);
  openDialog(resultLine(record), [...notes.map((note) => make("p", { class: "note" }, note)),
    make("ol", {}, ...lines)], [button("Close", null, { class: "primary" })]);
  const check = checkOf(record);
  check?.seeRecord(record);
  warnOfSeal(check);
}
