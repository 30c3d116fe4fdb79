// The scenes of the page. One is shown at a time; the browser's Back leads from any other to the lobby.

const scenes = new Map();
let currentScene = null;

/** Adds a scene and returns its element. `options.onshow` is called before it is shown, `options.onleave` when it is left. */
function addScene(name, element, options = {}) {
  element.hidden = true;
  scenes.set(name, { element, ...options });
  document.getElementById("scenes").append(element);
  return element;
}

/** Shows a scene, and moves the focus to its heading, unless the caller moves it elsewhere: each such move is a layout. */
function go(name, movesFocus = true) {
  if (currentScene === name) return;
  const previous = scenes.get(currentScene);
  const isFirst = currentScene === null;
  currentScene = name;
  previous?.onleave?.();
  if (name !== "home" && history.state?.scene === undefined) history.pushState({ scene: name }, "");
  // Before anything has changed, no layout is needed for it.
  scrollTo(0, 0);
  // At the table, a notice from elsewhere would cover cards or buttons.
  if (name === "table") document.getElementById("notices").replaceChildren();
  scenes.get(name).onshow?.();
  for (const [each, { element }] of scenes) element.hidden = each !== name;
  document.body.dataset.scene = name;
  if (movesFocus && !isFirst) focusHome()?.focus({ preventScroll: true });
  // Where there is a keyboard that does not cover the screen, a name can be typed at once.
  if (name === "welcome" && matchMedia("(hover: hover)").matches) welcomeView.field.focus();
  drawTitle();
}

/** The part of the address behind `#`. Following a link to another one is no way back, though the event is the same. */
let lastHash = location.hash;

addEventListener("popstate", () => {
  if (location.hash !== lastHash) {
    lastHash = location.hash;
    return;
  }
  closeDialogs();
  if (currentScene === "table" && table.match) {
    // A match is not left by accident.
    history.pushState({ scene: "table" }, "");
    askToLeave();
  } else if (currentScene !== "home" && currentScene !== "welcome") leaveScene();
});

/** Goes to where a scene was opened from. */
function leaveScene() {
  go(table.match ? "table" : "home");
}

/** A button that leads back. */
const backButton = () => button("Back", leaveScene);
