// What is said about a match, by its game where that has words of its own.

import { seatName, winnerOf } from "../lib/words.js";
import { gameOf } from "./games.js";

/** The status of a match, for the viewer's seat. */
export function statusOf(state, own) {
  switch (state.phase) {
    case "waiting": return "Waiting for an opponent";
    case "paused": {
      // Two long names would not fit.
      const gone = state.seats.filter((seat) => !seat.present);
      return gone.length ? `Paused: ${gone[1] ? "both players" : gone[0].name} disconnected` : "Paused";
    }
    case "over": return winnerOf(state, own);
    default: return gameOf(state).statusOf(state, own);
  }
}

/** A sentence about a state's change, as the player of seat `own` reads it; null if it is not news. */
export function newsOf(state, own) {
  const { kind, seat } = state.change ?? {}, isOwn = seat !== null && seat === own;
  const name = seatName(state, seat), who = isOwn ? "You" : name;
  switch (kind) {
    case "deal": return state.seats.length > 1 ? "The match begins." : "The game begins.";
    case "away": return `${name} disconnected.`;
    case "back": return isOwn ? null : `${name} reconnected.`;
    case "left": return `${name} left.`;
    case "offer":
      return !isOwn && state.seats[own]?.rematch ? `${name} accepted the rematch.` : `${who} offered a rematch.`;
    default: return kind ? gameOf(state).newsOf(state, { name, who, isOwn }) : null;
  }
}

/** The announcement of a change, with the faces that everybody can see at this moment. */
export function spokenNews(state, own) {
  const { seat } = state.change ?? {}, news = newsOf(state, own);
  return state.change ? gameOf(state).spokenNews(state, news, seat === own ? "" : `${seatName(state, seat)}, `) : news;
}

/** The reason for the end, as a sentence. */
export function endReason(state, own) {
  const { result } = state, game = gameOf(state);
  if (!result) return "";
  const loser = state.seats.length < 2 ? 0 : result.winner === null ? null : 1 - result.winner;
  const player = loser === null ? null : loser === own ? "You" : seatName(state, loser);
  switch (result.reason) {
    case "idle": return "Nobody made a move for too long.";
    case "resigned": return `${player ?? "Someone"} resigned.`;
    case "timeout": return `${player ?? "Someone"} timed out three times in a row.`;
    case "abandoned":
      if (!game.hasBegun(state)) return "The match was closed before it began.";
      return player ? `${player} didn’t come back.` : "Nobody came back.";
    default: return game.endReasons[result.reason] ?? "";
  }
}
