// The few functions through which the page touches its document. Text from the wire goes through `textContent` only.

/**
 * Makes an element. `properties` are properties of the element, attributes where it has no property of that name, and
 * listeners if it begins with `on`. Children may be nodes or texts; what is empty or false is left out.
 */
export function make(tag, properties = {}, ...children) {
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
export function makeSVG(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A button with a text. */
export function button(text, onclick, properties = {}) {
  return make("button", { type: "button", onclick, ...properties }, text);
}

/** The button that submits a form. */
export function submitButton(text, properties = { class: "primary" }) {
  return make("button", { type: "submit", ...properties }, text);
}

/** A form that calls `onsubmit`. */
export function makeForm(className, onsubmit, ...children) {
  return make("form", { class: className, onsubmit: (event) => {
    event.preventDefault();
    onsubmit();
  } }, ...children);
}

/** Buttons in a row. */
export function makeActions(...buttons) {
  return make("div", { class: "actions" }, ...buttons);
}

/** A label with a text above or before its field. */
export function labelled(text, field, className = "field") {
  return make("label", { class: className }, make("span", {}, text), field);
}

/** A list to choose from: pairs of a value and its text. */
export function options(entries) {
  return entries.map(([value, text]) => make("option", { value }, text));
}

/** A person's name, which may be written in either direction. */
export function nameOf(text) {
  return make("bdi", { class: "name" }, text);
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Hides or shows an element; if it had the focus, `fallback` gets it. */
export function setShown(element, isShown, fallback = null) {
  if (element.hidden === !isShown) return;
  const hadFocus = !isShown && element.contains(document.activeElement);
  element.hidden = !isShown;
  if (hadFocus) (fallback && !fallback.hidden ? fallback : sceneHeading())?.focus();
}

/** The heading of the scene that is shown, where the focus goes if there is no better place. */
export function sceneHeading() {
  return document.querySelector(".scene:not([hidden]) h1");
}

/**
 * Makes the children of `list` match `items`, and leaves alone those that are there already, so that neither the focus
 * nor a finger on its way down loses its target. `key` names an item, `create` makes its element and `update` fills it.
 */
export function keyed(list, items, key, create, update) {
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
  if (hadFocus && document.activeElement !== active) (list.contains(active) ? active : sceneHeading())?.focus();
}

// Motion

let reducedMotion = null;

/** True if less motion was asked for. */
export function wantsRest() {
  reducedMotion ??= matchMedia("(prefers-reduced-motion: reduce)");
  return reducedMotion.matches;
}

/** True if things may move. */
export const mayMove = () => !wantsRest() && document.visibilityState === "visible";
