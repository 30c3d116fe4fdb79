// Asking for a name in a dialog.

import { openDialog } from "../lib/dialogs.js";
import { button, make, makeActions, makeForm, setText, submitButton } from "../lib/dom.js";
import { notify } from "../lib/say.js";
import { complainOfBreak, isOnline, sayName } from "../net/client.js";
import { identity } from "../net/identity.js";
import { session } from "../net/session.js";
import { currentScene, go } from "./router.js";

/** A field for a name, whose complaint is in the element with this ID. */
export const nameField = (value, complaint, more = {}) => make("input", {
  type: "text", value, maxLength: 60, autocomplete: "nickname", autocapitalize: "words", spellcheck: false,
  required: true, enterKeyHint: "go", "aria-describedby": complaint, ...more,
});

let nameComplaint = null;

/** Asks for a name; `then` is called once the host has confirmed it. */
export function askName(then = null) {
  const field = nameField(identity.name ?? "", "rename-complaint", { ariaLabel: "Your name" });
  nameComplaint = make("p", { id: "rename-complaint", role: "alert", class: "complaint" });
  const dialog = openDialog(identity.name ? "Change your name" : "Your name", [makeForm("", () => {
    const name = field.value.trim();
    if (!name) return;
    if (!isOnline()) return complainOfBreak();
    session.afterName = () => {
      dialog.close();
      then?.();
    };
    sayName(name);
  }, field, nameComplaint, makeActions(submitButton("OK")))], [button("Cancel", null)], () => {
    [session.afterName, session.askedName] = [null, null];
  });
  field.focus();
  field.select();
}

/** The host has refused another name. */
export function showNameComplaint(complaint) {
  session.afterName = null;
  if (document.querySelector("dialog[open]") && nameComplaint) setText(nameComplaint, complaint);
  else if (currentScene() === "welcome") go("welcome", { complaint });
  else notify(complaint, true);
}

/** Asks for a name first if there is none. */
export function withName(action) {
  return () => identity.name ? action() : askName(action);
}
