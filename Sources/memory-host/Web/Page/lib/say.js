// What the page says to screen readers, and short notices.

import { make } from "./dom.js";

let announced = [];

/** Says something to screen readers. What is said at almost the same time becomes one announcement. */
export function announce(text) {
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

/** Shows notices in the place of the page; null where there is none. */
let takeNotice = null;

/** Has `show(text, isComplaint)` show all notices from now on; null ends that. */
export function divertNotices(show) {
  takeNotice = show;
}

/** Shows a short notice for some seconds, and announces it. */
export function notify(text, isComplaint = false) {
  announce(text);
  if (takeNotice) return takeNotice(text, isComplaint);
  const notices = document.getElementById("notices");
  for (const same of [...notices.children].filter((each) => each.textContent === text)) same.remove();
  const notice = make("p", { class: isComplaint ? "notice complaint" : "notice" }, text);
  while (notices.children.length > 2) notices.firstChild.remove();
  notices.append(notice);
  setTimeout(() => notice.remove(), readingTime(text));
}

/** Milliseconds for which a text is shown that goes away by itself. */
export const readingTime = (text) => 3000 + 40 * text.length;
