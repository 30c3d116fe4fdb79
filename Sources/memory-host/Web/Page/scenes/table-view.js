// What the table consists of. What it does is in `table.js` and in the files for its parts.

import { gameOf, games } from "../games/games.js";
import { Series } from "../games/series.js";
import { button, make, makeActions, setShown } from "../lib/dom.js";
import { identity } from "../net/identity.js";
import { send } from "../net/client.js";
import { session } from "../net/session.js";
import { Seats } from "./seats.js";
import { Talk } from "./talk.js";

/** The table; `boards` is set by `table.js`. */
export const table = {
  boards: null,
  get board() {
    return this.boards.current;
  },
  series: new Series(),
  /** Ends the look at the last cards of a match. */
  resultTimer: null,
  /** A text in place of the status, for some seconds. */
  flash: null,
  flashTimer: null,

  /** Ends all that moves, and the way to the result. */
  rest() {
    clearTimeout(this.resultTimer);
    this.board.settleAll();
  },
};

export const tableView = {
  title: make("h1", { class: "unseen", tabIndex: -1 }),
  seats: new Seats(),
  status: make("strong", { class: "status" }),
  time: make("span", { class: "time", role: "timer", "aria-live": "off", "aria-label": "Time" }),
  bar: make("div", { class: "bar", "aria-hidden": "true" }, make("div")),
  watchers: make("span", { class: "watchers" }), turn: make("div", { class: "turn" }),
  waiting: make("div", { class: "waiting panel", hidden: true }),
  result: make("div", { class: "result panel", role: "group", "aria-label": "Result", hidden: true }),
  actions: makeActions(),
};

/** The buttons of the games, by game, in the order of their lists. */
export const gameButtons = new Map(games.map((game) => [game, game.buttons.map(({ title }) => button(title, null))]));

export const tableButtons = {
  talk: button("Talk", null, { class: "talk-button", "aria-expanded": "false" }),
  rules: button("Rules", null),
  projector: button("Projector view", null),
  join: button("Join", null, { hidden: true }),
  resign: button("Resign", null),
  leave: button("Leave", null),
};
tableView.turn.append(tableView.status, tableView.time, tableView.bar, tableView.watchers);
tableView.actions.append(...[...gameButtons.values()].flat(), ...Object.values(tableButtons));

/** Shows or hides a button of the table. */
export function showButton(button, isShown) {
  setShown(button, isShown, tableButtons.leave);
}

/** Draws the buttons of the game that is played. */
export function drawGameButtons(match) {
  const current = gameOf(match.rules);
  for (const [game, buttons] of gameButtons) {
    game.buttons.forEach(({ isShown, isEnabled }, index) => {
      const isCurrent = game === current && isShown(match);
      showButton(buttons[index], isCurrent);
      if (isCurrent) buttons[index].disabled = !isEnabled(match.state);
    });
  }
}

/** What is said at the table. */
export const tableTalk = new Talk("Talk", {
  onsay: (text) => send({ type: "say", text, match: session.match?.match }), isOwn: (name) => name === identity.name,
  opener: tableButtons.talk,
});
