// Links to the host's page, for other devices.

import { make } from "../lib/dom.js";
import { fetchImage } from "../lib/images.js";
import { pageAddress } from "../net/place.js";
import { session } from "../net/session.js";

/** True if the page's address means another machine on every other device. */
const isLocalPage = () => ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);

/** The address at which other devices reach the page; null if the host knows of none. */
export const sharedAddress = () => {
  if (!isLocalPage()) return pageAddress;
  return session.hello.addresses.length > 0 ? `http://${session.hello.addresses[0]}/` : null;
};

/** The link that leads into a private match. */
export const linkTo = (code) => `${sharedAddress() ?? pageAddress}#${code}`;

/** A link as a QR code, drawn by the host. */
export const drawQR = (link) => fetchImage(make("img", {
  class: "qr", alt: "QR code for the link", hidden: true, onload: ({ target }) => { target.hidden = false; },
}), `qr?${encodeURIComponent(link)}`);

/** Copies a text. Browsers have a clipboard for pages on a secure origin only, and an old command for the others. */
export async function copyText(text) {
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
