// The projector's view: a match that is watched, with names, clock and the last change in large letters.
// It follows the host from match to match; until there is one, it says how to join.

const projectorView = {
  news: make("p", { class: "projector-news", hidden: true }),
  exit: button("Exit projector view", () => setProjector(false), { class: "projector-exit quiet", hidden: true }),
  address: make("div"),
};
tableScene.append(projectorView.news, projectorView.exit);

addScene("projector", make("main", { class: "scene projector-wait" }, makeLogo(),
  make("p", {}, "Waiting for a match to watch."),
  make("p", { class: "note" }, "To play, open this address in a browser:"),
  projectorView.address, button("Back", () => {
    app.projector = null;
    go("home");
  }, { class: "quiet" })), { onshow: () => {
  const origin = sharedOrigin();
  projectorView.address.replaceChildren(
    make("p", { class: "projector-address" }, (origin ?? location.origin).replace(/^\w+:\/\//, "")),
    origin ? drawQR(`${origin}/`) : "");
} });

/** Watches a match, or whatever there is, in the projector's view. */
function startProjector(match = null) {
  app.projector = { isWaiting: true };
  app.isFollowing = true;
  // The list tells what there is to watch.
  wire.send({ type: "list", follow: true });
  if (match) wire.send({ type: "watch", match });
  // A page that has just been opened first waits for the host to say that there is none.
  if (currentScene && currentScene !== "table") go("projector");
}

function watchNext() {
  if (!wire.awaits("watch")) wire.send({ type: "watch", follow: true, ...gameToWatch() });
}

/** Switches the view of a match that is watched. */
function setProjector(isOn) {
  app.projector = isOn ? app.projector ?? {} : null;
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
function drawProjector() {
  const { match } = table;
  if (!app.projector || match.isPlayer) return;
  if (app.projector.isWaiting) {
    app.projector.isWaiting = false;
    showProjector(true);
  }
  const { state } = match;
  const news = state.phase === "over" ? `${winnerOf(state, null)}. ${endReason(state, null)}` : newsOf(state, null);
  if (news) setText(projectorView.news, news);
}
