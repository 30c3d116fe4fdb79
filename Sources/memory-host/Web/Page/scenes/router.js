// The scenes of the page. One is shown at a time; the browser's Back leads from any other to the lobby.

import { closeDialogs } from "../lib/dialogs.js";
import { button, make, sceneHeading } from "../lib/dom.js";
import { clearAddress } from "../net/place.js";
import { session } from "../net/session.js";

const scenes = new Map();
let current = null;

/** What is done when another scene is shown. */
const actions = [];

/** Has `action()` called whenever another scene is shown. */
export const onscene = (action) => actions.push(action);

/** The name of the scene that is shown; null before the first. */
export const currentScene = () => current;

/**
 * Adds a scene and returns its element. Of its functions, each of which may be left out, `onshow(about)` is called
 * before it is shown, with what `go` was given, also if it is shown already; `onshown()` after that; `onleave()` when
 * it is left; and `onback()` in place of leaving it when the browser's Back would.
 */
export function addScene(name, element, functions = {}) {
  element.hidden = true;
  scenes.set(name, { element, ...functions });
  document.getElementById("scenes").append(element);
  return element;
}

/**
 * Shows a scene, and moves the focus to its heading, unless the caller moves it elsewhere: each such move is a layout.
 */
export function go(name, about, movesFocus = true) {
  const scene = scenes.get(name);
  if (current === name) return about && scene.onshow?.(about);
  const previous = scenes.get(current);
  current = name;
  for (const action of actions) action();
  previous?.onleave?.();
  if (name !== "lobby" && history.state?.scene === undefined) history.pushState({ scene: name }, "");
  // Before anything has changed, no layout is needed for it.
  scrollTo(0, 0);
  scene.onshow?.(about);
  for (const [each, { element }] of scenes) element.hidden = each !== name;
  document.body.dataset.scene = name;
  if (movesFocus && previous) sceneHeading()?.focus({ preventScroll: true });
  scene.onshown?.();
}

/** The part of the address behind `#`. Following a link to another one is no way back, though the event is the same. */
let lastHash = location.hash;

addEventListener("popstate", () => {
  if (location.hash !== lastHash) {
    lastHash = location.hash;
    return;
  }
  closeDialogs();
  const onback = scenes.get(current)?.onback;
  if (onback) {
    // A match is not left by accident.
    history.pushState({ scene: current }, "");
    onback();
  } else if (current !== "lobby" && current !== "welcome") leaveScene();
});

/** Goes to where a scene was opened from. */
function leaveScene() {
  go(session.match ? "table" : "lobby");
}

/** A button that leads back. */
export const backButton = () => button("Back", leaveScene);

/** What a page of lists begins with: its title, what is said beside it, and the way back. */
export const makeHead = (title, ...more) =>
  make("div", { class: "head" }, make("h1", { tabIndex: -1 }, title), ...more, backButton());

/** The title of the game, as six cards of which two are a pair. */
export function makeLogo() {
  return make("h1", { class: "logo", tabIndex: -1, "aria-label": "Memory" }, ...[..."MEMORY"].map((letter) =>
    make("span", { class: letter === "M" ? "pair" : "", "aria-hidden": "true" }, letter)));
}

/** Reads the part of the address behind `#`: a code, `watch`, `watch=m3`, or `standings`. */
export function readLink() {
  const text = location.hash.slice(1);
  const [, watch, match] = /^(watch)(?:=(m\d{1,18}))?$/i.exec(text) ?? [];
  if (watch) session.link = { match: match ?? null };
  else if (text === "standings") session.link = { scene: text };
  else if (/^[A-Z2-9]{6}$/i.test(text)) session.link = { code: text.toUpperCase() };
  else return;
  // A code that was used once is of no use in the history.
  if (session.link.code) clearAddress();
  lastHash = location.hash;
}
