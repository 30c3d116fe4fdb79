// How a match is left, or lost.

import { noLongerInSentence, youLeftSentence } from "../games/sentences.js";
import { Series } from "../games/series.js";
import { ask } from "../lib/dialogs.js";
import { notify } from "../lib/say.js";
import { fill } from "../lib/words.js";
import { later, refreshLobby, updateLobbyFollowing } from "../net/client.js";
import { session } from "../net/session.js";
import { setProjector, startProjector } from "./projector.js";
import { go } from "./router.js";
import { table } from "./table-view.js";

/** Leaves the match; asks first if that would resign it. */
export function askToLeave() {
  if (session.match?.isRunning) ask("Resign this match and leave?", "Resign and leave", leaveMatch);
  else leaveMatch();
}

export function leaveMatch() {
  const { match } = session;
  if (!match) return go("lobby");
  // Without a connection, the host is told once there is one again.
  if (!match.isGone) later({ type: "leave", match: match.match });
  const isWaiting = match.isPlayer && match.state?.phase === "waiting";
  closeTable(isWaiting ? "You closed the match." : match.isRunning ? youLeftSentence : null);
}

/** Goes back to the lobby. */
export function closeTable(sentence = null) {
  // Only a game that was played to its end can have changed the high score.
  const hasScore = session.match?.isOver;
  session.match = null;
  table.rest();
  table.series = new Series();
  table.board.clear();
  setProjector(false);
  go("lobby");
  if (sentence) notify(sentence);
  if (hasScore) refreshLobby();
  else updateLobbyFollowing();
}

/** Leaves a match that cannot be shown: without a table, there is nothing that leads away from it. */
export function giveUpTable(sentence) {
  leaveMatch();
  notify(sentence, true);
}

/** The match that is shown is gone. */
export function loseMatch() {
  const { match, projector } = session;
  match.isGone = true;
  if (!projector) return closeTable(fill(noLongerInSentence, match));
  session.match = null;
  table.rest();
  go("projector");
  startProjector();
}
