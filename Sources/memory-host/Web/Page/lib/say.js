// What the page says to screen readers, and short notices.

import { make, setText } from "./dom.js";

/** The places for both: the page has them, and each dialog, since to a screen reader nothing beside that is there. */
export const makeVoice = () =>
  [make("div", { class: "notices" }), make("div", { class: "unseen live", "aria-live": "polite" })];

document.body.append(...makeVoice());

/** That of the dialog on top, else that of the page. */
const voice = (selector) =>
  [...document.querySelectorAll(`dialog[open] ${selector}`)].at(-1) ?? document.querySelector(`body > ${selector}`);

let announced = [];

/** Says something to screen readers. What is said at almost the same time becomes one announcement. */
export function announce(text) {
  if (!text) return;
  announced.push(text);
  if (announced.length > 1) return;
  setTimeout(() => {
    const live = voice(".live");
    const text = announced.slice(-4).join(" ");
    announced = [];
    // The same text twice in a row would be no change, and would not be read.
    live.textContent = live.textContent === text ? `${text}\u00a0` : text;
  }, 40);
}

/** Sets the text of an element, and says it. */
export function tell(element, text) {
  setText(element, text);
  announce(text);
}

/** Shows notices in the place of the page; null where there is none. */
let takeNotice = null;

/** Has `show(text, isComplaint)` show all notices from now on; null ends that. */
export function divertNotices(show) {
  takeNotice = show;
}

/** Shows a short notice for some seconds, and announces it. */
export function notify(text, isComplaint = false) {
  announce(text);
  const notices = voice(".notices");
  if (takeNotice && notices.parentNode === document.body) return takeNotice(text, isComplaint);
  for (const same of [...notices.children].filter((each) => each.textContent === text)) same.remove();
  const notice = make("p", { class: isComplaint ? "notice complaint" : "notice" }, text);
  while (notices.children.length > 2) notices.firstChild.remove();
  notices.append(notice);
  setTimeout(() => notice.remove(), readingTime(text));
}

/** Milliseconds for which a text is shown that goes away by itself. */
export const readingTime = (text) => 3000 + 40 * text.length;
