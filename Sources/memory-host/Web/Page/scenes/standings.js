// The standings of a contest, made for a projector: live, the best first, each strength with the interval it is within.

import { make, nameOf, setText } from "../lib/dom.js";
import { count } from "../lib/read.js";
import { tell } from "../lib/say.js";
import { counted, scoreText } from "../lib/words.js";
import { makeQuestion, wire } from "../net/client.js";
import { intervalBars, readStandings } from "../net/standings.js";
import { addScene, currentScene, makeHead } from "./router.js";
import { awaitingHostSentence } from "./status.js";

const view = { rows: make("tbody"), left: make("p", { class: "note" }) };

addScene("standings", make("main", { class: "scene list-scene standings" },
  makeHead("Contest", view.left),
  make("table", {}, make("thead", {}, make("tr", {},
    ...["", "Player", "Played", "Points", "Rating", ""].map((head) => make("th", { scope: "col" }, head)))),
  view.rows)),
{
  onshow() {
    setText(view.left, awaitingHostSentence);
    follow();
  },
  onleave() {
    standingsQuestion.end();
    wire.send({ type: "standings", follow: false });
  },
});

const standingsQuestion = makeQuestion((sentence) => tell(view.left, sentence));
const follow = () => standingsQuestion.askOnce({ type: "standings", follow: true });

/** Asks the host again for what is shown, once it is back. */
export const followStandings = () => currentScene() === "standings" && follow();

export function showStandings(event, command) {
  standingsQuestion.end(command);
  const rows = readStandings(event), bars = intervalBars(rows), left = count(event.remaining);
  const former = count(event.former?.count);
  setText(view.left, (event.closed === true ? "The contest is over."
    : !rows.length ? "Nobody has entered yet."
    : left ? `${counted(left, "match", "matches")} to play` : "All matches have been played.")
    + (former ? ` (${counted(former, "player")} withdrew and made room for others.)` : ""));
  view.rows.replaceChildren(...rows.map(({ name, played, points, rating, interval, isAway }, place) =>
    make("tr", isAway && left ? { class: "away" } : {},
      ...[`${place + 1}`, nameOf(name), `${played}`, `${points}`, `${scoreText(rating)} ± ${interval}`]
        .map((text) => make("td", {}, text)),
    make("td", { "aria-hidden": "true" },
      make("div", { style: `margin-left: ${bars[place].left}%; width: ${bars[place].width}%` })))));
}
