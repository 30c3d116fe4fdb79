// Talk and news, in one list: beside the cards where there is room, else in a sheet of its own.

import { button, make, makeForm, nameOf, setText, submitButton } from "../lib/dom.js";
import { announce } from "../lib/say.js";

/** Lines that are kept. */
const TALK_LINES = 200;

export class Talk {
  #unread = 0;
  /** What was said, as the log shows it, in lines that the host may repeat after a break. */
  #known = [];
  /** True as long as nobody has scrolled back. */
  #isAtEnd = true;
  #top = 0;

  /**
   * `onsay(text)` sends what was typed, and `isOwn(name)` tells who sits here. `opener` is the button that opens the
   * sheet, where there is one.
   */
  constructor(title, { onsay, isOwn, opener = null }) {
    this.isOwn = isOwn;
    this.opener = opener;
    opener?.addEventListener("click", () => this.toggle());
    this.log = make("ol", { class: "log", tabIndex: 0, "aria-label": title });
    this.input = make("input", {
      type: "text", maxLength: 500, autocomplete: "off", "aria-label": "Say something", placeholder: "Say something",
      enterKeyHint: "send",
    });
    // What comes beside it, such as a result, makes it smaller.
    new ResizeObserver(() => this.#showEnd()).observe(this.log);
    this.log.addEventListener("scroll", () => {
      const { scrollTop: top, scrollHeight, clientHeight } = this.log, isAtEnd = scrollHeight - top - clientHeight < 40;
      // Lines that have come since are no scrolling back.
      if (isAtEnd || top < this.#top) this.#isAtEnd = isAtEnd;
      this.#top = top;
    }, { passive: true });
    const form = makeForm("say", () => {
      const text = this.input.value.trim();
      if (text && onsay(text)) this.input.value = "";
    }, this.input, submitButton("Send", {}));
    this.closer = button("Close", () => this.toggle(), { class: "closer" });
    this.element = make("aside", { class: "talk", "aria-label": title, onkeydown: (event) => {
      if (event.key === "Escape" && this.isOpen) this.toggle();
    } }, make("div", { class: "talk-head" }, make("h2", {}, title), this.closer), this.log, form);
  }

  get isOpen() {
    return this.element.classList.contains("open");
  }

  clear() {
    this.log.replaceChildren();
    this.#known = [];
    this.#count(0);
  }

  addNews(text) {
    this.#add(make("li", { class: "news" }, text));
  }

  /** The connection is a new one: expects the last lines once more. */
  expectKnown() {
    this.#known = [...this.log.querySelectorAll("li:not(.news)")].map(({ textContent }) => textContent);
  }

  /**
   * Adds what someone said; lines from before the client came are not announced, and those that are known not repeated.
   */
  addTalk(from, role, text, isPast) {
    const note = role === "watcher" ? " (watching)" : "";
    const line = make("li", {}, nameOf(from), make("span", { class: "note" }, note), " ", make("span", {}, text));
    const known = isPast ? this.#known.indexOf(line.textContent) : -1;
    if (known >= 0) return void this.#known.splice(0, known + 1);
    this.#add(line);
    if (isPast) return;
    if (!this.isOwn(from)) {
      this.#count(this.#unread + 1);
      announce(`${from} says: ${text}`);
    }
  }

  /** Puts a text back into the field, unless another one is being written. */
  giveBack(text) {
    this.input.value ||= text;
  }

  #add(line) {
    const { log } = this;
    log.append(line);
    while (log.children.length > TALK_LINES) log.firstChild.remove();
    // Later, with the next frame, since measuring is slow.
    requestAnimationFrame(() => this.#showEnd());
  }

  #showEnd() {
    if (this.#isAtEnd) this.log.scrollTop = this.log.scrollHeight;
  }

  /** Opens or closes the sheet. */
  toggle() {
    const isOpen = this.element.classList.toggle("open");
    this.opener.setAttribute("aria-expanded", String(isOpen));
    this.#count(0);
    if (isOpen) {
      this.log.scrollTop = this.log.scrollHeight;
      this.input.focus();
    } else this.opener.focus();
  }

  #count(number) {
    const isSeen = this.isOpen || this.closer.offsetParent === null && this.element.offsetParent !== null;
    this.#unread = isSeen ? 0 : number;
    if (this.opener) setText(this.opener, this.#unread ? `Talk (${this.#unread})` : "Talk");
  }
}
