// The wait for an opponent: one's own, and during a match against the house that of somebody else.

import { gameOf } from "../games/games.js";
import { hostClosesSentence } from "../games/sentences.js";
import { ask } from "../lib/dialogs.js";
import { button, make, makeActions, setShown, setText } from "../lib/dom.js";
import { notify } from "../lib/say.js";
import { isSolo } from "../lib/words.js";
import { send } from "../net/client.js";
import { session } from "../net/session.js";
import { inviteTo } from "./invitation.js";
import { showButton, tableButtons, tableView } from "./table-view.js";

export function drawWaiting() {
  const { match } = session, view = tableView.waiting;
  const isWaiting = match.isPlayer && match.state.phase === "waiting" && !match.isGone;
  setShown(view, isWaiting);
  if (!isWaiting || view.dataset.match === match.match) return;
  view.dataset.match = match.match;
  const content = match.code ? inviteTo(match.code) : [
    make("h2", {}, "Waiting for an opponent"),
    make("p", {}, "Everybody in the lobby can see your match and join it."),
    makeActions(button("Play the house instead", playHouseInstead, { class: "primary" })),
  ];
  view.replaceChildren(...content, make("p", { class: "note" }, `${gameOf(match.rules).rulesLine(match.rules)}.`));
}

/** Plays the house instead of waiting; the waiting match is closed. */
function playHouseInstead() {
  const { rules, match } = session.match;
  if (session.isDraining) return void notify(hostClosesSentence);
  if (!send({ type: "leave", match })) return;
  send({ type: "open", house: "steady", rules: { ...rules, seats: 2 } });
}

/** Joins the person who waits. */
function joinAnother() {
  const { match } = tableButtons.join.dataset;
  const join = () => {
    if (!session.match?.isRunning || send({ type: "leave", match: session.match.match })) send({ type: "join", match });
  };
  if (session.match?.isRunning) ask("Resign this match and join?", "Resign and join", join);
  else join();
}

tableButtons.join.onclick = joinAnother;

/** During a match against the house, offers to join a person who is waiting for an opponent. */
export function drawOffer() {
  const { match } = session;
  const waiting = !session.isDraining && match?.isPlayer && (match.isAgainstHouse || isSolo(match.rules))
    && match.state?.phase !== "waiting"
    ? session.lobby.matches.find((entry) => entry.phase === "waiting" && !isSolo(entry.rules)) : null;
  const { join } = tableButtons;
  showButton(join, Boolean(waiting));
  if (!waiting || join.dataset.match === waiting.match) return;
  join.dataset.match = waiting.match;
  const name = waiting.seats[0] ?? "Someone", game = gameOf(waiting.rules);
  const other = game === gameOf(match.rules) ? "" : ` at ${game.title}`;
  setText(join, `Join ${name}${other}`);
  notify(`${name} is waiting for an opponent${other}.`);
}
