// The code of a private match.

import { openDialog } from "../lib/dialogs.js";
import { button, make, makeActions, makeForm, submitButton } from "../lib/dom.js";
import { send } from "../net/client.js";
import { withName } from "./naming.js";

/** Asks for the code of a private match. */
export function askCode() {
  const field = make("input", {
    type: "text", class: "code-field", maxLength: 12, autocomplete: "off", autocapitalize: "characters",
    spellcheck: false, "aria-label": "Code",
  });
  const act = (type) => {
    const code = field.value.trim().toUpperCase();
    if (code) dialog.close();
    if (code) type === "join" ? withName(() => send({ type, code }))() : send({ type, code });
  };
  const dialog = openDialog("Private match", [makeForm("", () => act("join"),
    make("p", {}, "The code has six characters."), field,
    makeActions(submitButton("Join"), button("Watch", () => act("watch"))))], [button("Cancel", null)]);
  field.focus();
}
