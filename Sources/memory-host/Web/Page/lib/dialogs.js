// Dialogs.

import { button, sceneHeading, make, makeActions } from "./dom.js";
import { makeVoice } from "./say.js";

/**
 * Opens a dialog and returns it. The browser keeps the focus inside and gives it back at the end.
 *
 * `actions` are buttons; each closes the dialog before its own click is handled.
 */
export function openDialog(title, content, actions, onclose = null) {
  const dialog = make("dialog", { "aria-label": title },
    make("h2", {}, title), ...content, makeActions(...actions), ...makeVoice());
  for (const each of actions) each.addEventListener("click", () => dialog.close(), { capture: true });
  dialog.addEventListener("close", () => {
    dialog.remove();
    onclose?.();
    if (document.activeElement === document.body) sceneHeading()?.focus();
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

/**
 * Asks a question; `yes` is the text of the button that carries it out. Enter does not: it may have been meant for a
 * card.
 */
export function ask(question, yes, action) {
  openDialog(question, [], [button(yes, action, { class: "primary" }), button("Cancel", null, { autofocus: true })]);
}

export function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}
