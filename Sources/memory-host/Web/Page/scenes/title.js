// The page's title, which says whose turn it is, for players who are looking at another tab.

import { statusOf } from "../games/words.js";
import { isOnline } from "../net/client.js";
import { session } from "../net/session.js";

export function drawTitle() {
  const state = document.body.dataset.scene === "table" ? session.match?.state : null;
  const status = !isOnline() && session.wasOnline ? "Reconnecting" : state ? statusOf(state, session.match.own) : "";
  const title = status ? `${status} – Memory` : "Memory";
  if (document.title !== title) document.title = title;
}
