// The wait for an opponent.

import { gameOf } from "../games/games.js";
import { hostClosesSentence } from "../games/sentences.js";
import { button, make, makeActions, setShown } from "../lib/dom.js";
import { notify } from "../lib/say.js";
import { send } from "../net/client.js";
import { session } from "../net/session.js";
import { copyText, drawQR, linkTo, sharedAddress } from "./sharing.js";
import { tableView } from "./table-view.js";

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

function inviteTo(code) {
  const link = linkTo(code);
  const copy = button("Copy link", async () => {
    notify(await copyText(link) ? "Link copied." : "Couldn’t copy. Select the link and copy it.");
  }, { class: "primary" });
  const share = navigator.share && button("Share", () => {
    navigator.share({ title: "Memory", url: link }).catch(() => {});
  });
  const isLocal = sharedAddress() === null;
  return [
    make("h2", {}, "Private match"), make("p", {}, "Anyone with this link can join or watch:"),
    !isLocal && drawQR(link),
    make("p", { class: "link" }, link), make("p", { class: "code", "aria-label": `Code ${[...code].join(" ")}` }, code),
    isLocal && make("p", { class: "note" }, "Only this machine can open it."), makeActions(copy, share),
  ].filter(Boolean);
}

/** Plays the house instead of waiting; the waiting match is closed. */
function playHouseInstead() {
  const { rules, match } = session.match;
  if (session.isDraining) return void notify(hostClosesSentence);
  if (!send({ type: "leave", match })) return;
  send({ type: "open", house: "steady", rules: { ...rules, seats: 2 } });
}
