// Invitations to private matches: the link, as a text and as a QR code, and the code, which can be typed.

import { openDialog } from "../lib/dialogs.js";
import { button, make, makeActions, makeForm, submitButton } from "../lib/dom.js";
import { fetchImage } from "../lib/images.js";
import { notify } from "../lib/say.js";
import { send } from "../net/client.js";
import { pageAddress } from "../net/place.js";
import { session } from "../net/session.js";
import { withName } from "./naming.js";

/** True if the page's address means another machine on every other device. */
const isLocalPage = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** The address at which other devices reach the page; null if the host knows of none. */
export const sharedAddress = () => {
  if (!isLocalPage()) return pageAddress;
  return session.hello.addresses.length > 0 ? `http://${session.hello.addresses[0]}/` : null;
};

/** The link that leads into a private match. */
const linkTo = (code) => `${sharedAddress() ?? pageAddress}#${code}`;

/** A link as a QR code, drawn by the host. */
export const drawQR = (link) => fetchImage(make("img", {
  class: "qr", alt: "QR code for the link", hidden: true, onload: ({ target }) => { target.hidden = false; },
}), `qr?${encodeURIComponent(link)}`);

/** Copies a text. Browsers have a clipboard for pages on a secure origin only, and an old command for the others. */
async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { value: text, class: "unseen" });
    const active = document.activeElement;
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    active?.focus();
    return isCopied;
  }
}

/** What the players of a private match are shown while they wait: how to invite somebody. */
export function inviteTo(code) {
  const link = linkTo(code);
  const copy = button("Copy link", async () => {
    notify(await copyText(link) ? "Link copied." : "Couldn’t copy. Select the link and copy it.");
  }, { class: "primary" });
  const share = navigator.share && button("Share", () => {
    navigator.share({ title: "Memory", url: link }).catch(() => {});
  });
  const isLocal = sharedAddress() === null;
  return [
    make("h2", {}, "Private match"), make("p", {}, "Anyone with this link can join or watch:"),
    !isLocal && drawQR(link),
    make("p", { class: "link" }, link), make("p", { class: "code", "aria-label": `Code ${[...code].join(" ")}` }, code),
    isLocal && make("p", { class: "note" }, "Only this machine can open it."), makeActions(copy, share),
  ].filter(Boolean);
}

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
