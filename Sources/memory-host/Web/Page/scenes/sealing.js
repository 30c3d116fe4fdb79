// What is said when a seal does not fit.

import { openDialog } from "../lib/dialogs.js";
import { button, make } from "../lib/dom.js";

/** Says once, and loudly, that the cards of a match are not those that were sealed. */
export function warnOfSeal(check) {
  const alarm = check?.takeAlarm();
  if (alarm) {
    openDialog("Warning", [make("p", { class: "complaint", role: "alert" }, alarm)],
      [button("Close", null, { class: "primary" })]);
  }
}
