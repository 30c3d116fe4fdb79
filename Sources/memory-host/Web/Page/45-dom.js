// The few functions through which the page touches its document. Text from the wire goes through `textContent` only.

/**
 * Makes an element. `properties` are properties of the element, attributes where it has no property of that name, and
 * listeners if it begins with `on`. Children may be nodes or texts; what is empty or false is left out.
 */
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name.includes("-") || ["role", "for", "list"].includes(name)) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter(Boolean));
  return element;
}

/** Makes an SVG element with these attributes. */
function makeSVG(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A button with a text. */
function button(text, onclick, properties = {}) {
  return make("button", { type: "button", onclick, ...properties }, text);
}

/** The button that submits a form. */
function submitButton(text, properties = { class: "primary" }) {
  return make("button", { type: "submit", ...properties }, text);
}

/** A form that calls `onsubmit`. */
function makeForm(className, onsubmit, ...children) {
  return make("form", { class: className, onsubmit: (event) => {
    event.preventDefault();
    onsubmit();
  } }, ...children);
}

/** Buttons in a row. */
function makeActions(...buttons) {
  return make("div", { class: "actions" }, ...buttons);
}

/** A label with a text above or before its field. */
function labelled(text, field, className = "field") {
  return make("label", { class: className }, make("span", {}, text), field);
}

/** A list to choose from: pairs of a value and its text. */
function options(entries) {
  return entries.map(([value, text]) => make("option", { value }, text));
}

/** A person's name, which may be written in either direction. */
function nameOf(text) {
  return make("bdi", { class: "name" }, text);
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Hides or shows an element; if it had the focus, `fallback` gets it. */
function setShown(element, isShown, fallback = null) {
  if (element.hidden === !isShown) return;
  const hadFocus = !isShown && element.contains(document.activeElement);
  element.hidden = !isShown;
  if (hadFocus) (fallback ?? focusHome())?.focus();
}

/** The heading of the scene that is shown, where the focus goes if there is no better place. */
function focusHome() {
  return document.querySelector(".scene:not([hidden]) h1");
}

/**
 * Makes the children of `list` match `items`, and leaves alone those that are there already, so that neither the focus
 * nor a finger on its way down loses its target. `key` names an item, `create` makes its element and `update` fills it.
 */
function keyed(list, items, key, create, update) {
  const known = new Map([...list.children].map((child) => [child.dataset.key, child]));
  const active = document.activeElement;
  const hadFocus = list.contains(active);
  let next = list.firstChild;
  for (const item of items) {
    const name = String(key(item));
    let child = known.get(name);
    if (child) known.delete(name);
    else {
      child = create(item);
      child.dataset.key = name;
    }
    update(child, item);
    if (child === next) next = next.nextSibling;
    else list.insertBefore(child, next);
  }
  for (const child of known.values()) child.remove();
  if (hadFocus && document.activeElement !== active) (list.contains(active) ? active : focusHome())?.focus();
}

// Announcements

let announced = [];

/** Says something to screen readers. What is said at almost the same time becomes one announcement. */
function announce(text) {
  if (!text) return;
  announced.push(text);
  if (announced.length > 1) return;
  setTimeout(() => {
    const live = document.getElementById("live");
    const text = announced.slice(-4).join(" ");
    announced = [];
    // The same text twice in a row would be no change, and would not be read.
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
  }, 40);
}

/** Shows a short notice for some seconds, and announces it. At the table, it takes the place of the status, and covers no card. */
function notify(text, isComplaint = false) {
  announce(text);
  if (currentScene === "table") return flash(text, isComplaint);
  const notices = document.getElementById("notices");
  for (const same of [...notices.children].filter((each) => each.textContent === text)) same.remove();
  const notice = make("p", { class: isComplaint ? "notice complaint" : "notice" }, text);
  while (notices.children.length > 2) notices.firstChild.remove();
  notices.append(notice);
  setTimeout(() => notice.remove(), readingTime(text));
}

/** Milliseconds for which a text is shown that goes away by itself. */
const readingTime = (text) => 3000 + 40 * text.length;

// Taps

/** Milliseconds and pixels within which a second tap belongs to the first. */
const DOUBLE_TAP = 350, FINGER = 24;
let lastClick = {};

// The second tap of a double one is meant for nothing, whatever is under the finger by then, and so is the second Enter. The
// `detail` of a key's click is 0.
addEventListener("click", (event) => {
  const { timeStamp: at, detail, clientX: x, clientY: y } = event, last = lastClick;
  lastClick = { at, detail, x, y };
  if (at - last.at > DOUBLE_TAP || event.target.closest(".controls")) return;
  if (detail ? Math.hypot(x - last.x, y - last.y) < FINGER : last.detail === 0) {
    event.preventDefault();
    event.stopPropagation();
  }
}, { capture: true });
addEventListener("keydown", ({ key }) => {
  if (key !== "Enter" && key !== " ") lastClick = {};
}, { capture: true });

// Dialogs

/**
 * Opens a dialog and returns it. The browser keeps the focus inside and gives it back at the end.
 *
 * `actions` are buttons; each closes the dialog before its own click is handled.
 */
function openDialog(title, content, actions, onclose = null) {
  const dialog = make("dialog", { "aria-label": title },
    make("h2", {}, title), ...content, makeActions(...actions));
  for (const each of actions) each.addEventListener("click", () => dialog.close(), { capture: true });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onclose?.();
    if (document.activeElement === document.body) focusHome()?.focus();
  });
  // A click beside the dialog closes it; one that begins in it, such as the selection of a text, does not.
  let isOutside = false;
  dialog.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    isOutside = x < left || x > right || y < top || y > bottom;
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && isOutside) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Asks a question; `yes` is the text of the button that carries it out. Enter does not: it may have been meant for a card. */
function ask(question, yes, action) {
  openDialog(question, [], [button(yes, action, { class: "primary" }), button("Cancel", null, { autofocus: true })]);
}

function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

// Motion

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** True if things may move. */
function mayMove() {
  return !reducedMotion.matches && document.visibilityState === "visible";
}
