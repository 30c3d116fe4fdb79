// Which match to watch.

import { gameOf, games } from "../games/games.js";
import { session } from "../net/session.js";

export const isUnderWay = ({ phase }) => phase !== "waiting" && phase !== "over";

/** Fields that make `watch` choose the first game that is played; if none is, the first that is paused. */
export function gameToWatch() {
  const rank = ({ phase, rules }) => games.length * (phase === "paused") + games.indexOf(gameOf(rules));
  const best = Math.min(...session.lobby.matches.filter(isUnderWay).map(rank));
  return { game: (games[best % games.length] ?? games[0]).name };
}
