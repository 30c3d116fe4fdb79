// The projector's view: a match that is watched, with names, clock and the last change in large letters.
// It follows the host from match to match; until there is one, it says how to join.

import { gameOf, games } from "../games/games.js";
import { endingOf, newsOf } from "../games/words.js";
import { button, make, setShown, setText } from "../lib/dom.js";
import { wire } from "../net/client.js";
import { pageAddress } from "../net/place.js";
import { session } from "../net/session.js";
import { drawQR, sharedAddress } from "./invitation.js";
import { addScene, currentScene, go, makeLogo } from "./router.js";
import { tableButtons } from "./table-view.js";

export const projectorView = {
  news: make("p", { class: "projector-news", hidden: true }),
  exit: button("Exit projector view", () => setProjector(false), { class: "projector-exit quiet", hidden: true }),
  address: make("div"),
};

addScene("projector", make("main", { class: "scene projector-wait" }, makeLogo(),
  make("p", {}, "Waiting for a match to watch."),
  make("p", { class: "note" }, "To play, open this address in a browser:"),
  projectorView.address, button("Back", () => {
    session.projector = null;
    go("lobby");
  }, { class: "quiet" })), { onshow: () => {
  const shared = sharedAddress();
  projectorView.address.replaceChildren(
    make("p", { class: "projector-address" }, (shared ?? pageAddress).replace(/^\w+:\/\/|\/$/g, "")),
    shared ? drawQR(shared) : "");
} });

export const isUnderWay = ({ phase }) => phase !== "waiting" && phase !== "over";

/** Fields that make `watch` choose the first game that is played; if none is, the first that is paused. */
export function gameToWatch() {
  const rank = ({ phase, rules }) => games.length * (phase === "paused") + games.indexOf(gameOf(rules));
  const best = Math.min(...session.lobby.matches.filter(isUnderWay).map(rank));
  return { game: (games[best % games.length] ?? games[0]).name };
}

/** Watches a match, or whatever there is, in the projector's view. */
export function startProjector(match = null) {
  session.projector = { isWaiting: true };
  session.isFollowing = true;
  // The list tells what there is to watch.
  wire.send({ type: "list", follow: true });
  if (match) wire.send({ type: "watch", match });
  // A page that has just been opened first waits for the host to say that there is none.
  if (currentScene() && currentScene() !== "table") go("projector");
}

/** Watches what there is, if the projector waits for it. */
export function watchNext() {
  if (!session.projector?.isWaiting || wire.awaits("watch")) return;
  wire.send({ type: "watch", follow: true, ...gameToWatch() });
}

/** Switches the view of a match that is watched. */
export function setProjector(isOn) {
  session.projector = isOn ? session.projector ?? {} : null;
  showProjector(isOn);
  if (isOn) projectorView.exit.focus();
  if (isOn && document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {});
  if (!isOn && document.fullscreenElement) document.exitFullscreen();
}

function showProjector(isOn) {
  document.documentElement.classList.toggle("projecting", isOn);
  setShown(projectorView.exit, isOn, tableButtons.leave);
  projectorView.news.hidden = !isOn;
}

/** Says the last change in large letters. */
export function drawProjector() {
  const { match, projector } = session;
  if (!projector || match.isPlayer) return;
  if (projector.isWaiting) {
    projector.isWaiting = false;
    showProjector(true);
  }
  const { state } = match;
  const news = match.isOver ? endingOf(state, null) : newsOf(state, null);
  if (news) setText(projectorView.news, news);
}
