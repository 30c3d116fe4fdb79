// Names and tokens. A token reclaims a name and a seat, so the host's own page keeps it in the browser: in
// `localStorage` for one tab at a time, and in `sessionStorage` for every other tab.

import { keep, kept } from "../lib/storage.js";
import { folder } from "./place.js";

/** The key of something kept for this host: a proxy may have several, each in a folder, and a browser mixes them. */
const own = (key) => folder === "/" ? key : key + folder;
const NAME = own("memory.name"), TOKEN = own("memory.token"), CLAIM = own("memory-token");

/** Milliseconds for another tab to say that it has the token, where the browser has no locks. */
const CLAIM_TIME = 80;

/**
 * Claims the token in `localStorage` for this tab, until the tab is closed.
 *
 * Browsers have locks for that, but only on a secure origin, which a host on the local network is not. There, this tab
 * asks on a channel that all tabs of the host share, and the one that has the token answers. A tab that sleeps does not
 * answer; its connection is replaced when this one uses the token.
 *
 * @returns a promise of true if no other tab has it.
 */
function claimToken() {
  if (navigator.locks) {
    return new Promise((resolve) => {
      navigator.locks.request(CLAIM, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock && new Promise(() => {});
      });
    });
  }
  if (!("BroadcastChannel" in window)) return Promise.resolve(true);
  const channel = new BroadcastChannel(CLAIM);
  const number = Math.random();
  let hasToken = false, isTaken = false;
  channel.onmessage = ({ data }) => {
    if (data?.taken !== undefined) isTaken ||= data.taken === number && !hasToken;
    // Of two tabs that ask at the same time, the one with the lower number gets it.
    else if (!isTaken && (hasToken || number < data?.asks)) channel.postMessage({ taken: data.asks });
  };
  channel.postMessage({ asks: number });
  return new Promise((resolve) => {
    setTimeout(() => {
      hasToken = !isTaken;
      resolve(hasToken);
    }, CLAIM_TIME);
  });
}

/** The name and the token of this tab. */
export const identity = {
  name: null,
  token: null,
  /** True if another tab has the name and the token of this browser. */
  isSecondTab: false,

  /** Reads what is kept. A second tab has a name and a token of its own, if any. */
  async load() {
    this.isSecondTab = kept("sessionStorage", TOKEN) !== null || !(await claimToken());
    this.name = kept(this.storage, NAME);
    this.token = kept(this.storage, TOKEN);
  },

  /** Keeps what the host has confirmed. */
  save(name, token) {
    [this.name, this.token] = [name, token];
    keep(this.storage, NAME, name);
    keep(this.storage, TOKEN, token);
  },

  /** Forgets a token that the host does not know. */
  forgetToken() {
    this.token = null;
    keep(this.storage, TOKEN, null);
  },

  get storage() {
    return this.isSecondTab ? "sessionStorage" : "localStorage";
  },
};
