// What is said about a match, by its game where that has words of its own.

import { about, heading, seatName } from "../lib/words.js";
import { gameOf } from "./games.js";
import {
  acceptedRematchSentence, awaitingAnswerSentence, clearedSentence, disconnectedSentence, drawSentence,
  gameBeginsSentence, gameOverSentence, idleSentence, leftSentence, matchBeginsSentence, matchOverSentence,
  neverBeganSentence, nobodyCameBackSentence, nobodyWinsSentence, offeredRematchSentence, pausedSentence,
  pausedForSentence, reconnectedSentence, resignedSentence, stayedAwaySentence, timedOutSentence, waitingSentence,
  winsSentence, youWinSentence,
} from "./sentences.js";

/** The status of a match, for the viewer's seat. */
export function statusOf(state, own) {
  switch (state.phase) {
    case "waiting": return heading(waitingSentence);
    case "paused": {
      // Two long names would not fit.
      const gone = state.seats.filter((seat) => !seat.present);
      if (!gone.length) return heading(pausedSentence);
      return heading(pausedForSentence, gone[1] ? "both players" : gone[0].name);
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
    case "deal": return state.seats.length > 1 ? matchBeginsSentence : gameBeginsSentence;
    case "away": return about(disconnectedSentence, name);
    case "back": return isOwn ? null : about(reconnectedSentence, name);
    case "left": return about(leftSentence, name);
    case "offer":
      return !isOwn && state.seats[own]?.rematch ? about(acceptedRematchSentence, name)
        : about(offeredRematchSentence, who);
    default: return kind ? gameOf(state).newsOf(state, { name, who, isOwn }) : null;
  }
}

/** The announcement of a change, with the faces that everybody can see at this moment. */
export function spokenNews(state, own) {
  const { seat } = state.change ?? {}, news = newsOf(state, own);
  return state.change ? gameOf(state).spokenNews(state, news, seat === own ? "" : `${seatName(state, seat)}, `) : news;
}

/** True if a match came to its end by the rules, not because someone left. */
export const isPlayedOut = (reason) => ["cleared", "turns"].includes(reason);

/** The winner, without a full stop. */
export function winnerOf(state, own) {
  const { result, seats } = state;
  if (!result) return heading(matchOverSentence);
  if (seats.length < 2) return heading(result.winner === null ? gameOverSentence : clearedSentence);
  if (result.winner === null) return heading(isPlayedOut(result.reason) ? drawSentence : nobodyWinsSentence);
  if (result.winner === own) return heading(youWinSentence);
  return heading(winsSentence, seatName(state, result.winner));
}

/** The reason for the end, as a sentence. */
export function endReason(state, own) {
  const { result } = state, game = gameOf(state);
  if (!result) return "";
  const loser = state.seats.length < 2 ? 0 : result.winner === null ? null : 1 - result.winner;
  const player = loser === null ? null : loser === own ? "You" : seatName(state, loser);
  switch (result.reason) {
    case "idle": return idleSentence;
    case "resigned": return about(resignedSentence, player ?? "Somebody");
    case "timeout": return about(timedOutSentence, player ?? "Somebody");
    case "abandoned":
      if (!game.hasBegun(state)) return neverBeganSentence;
      return player ? about(stayedAwaySentence, player) : nobodyCameBackSentence;
    default: return game.endReasons[result.reason] ?? "";
  }
}

/** Who won, and why it ended. */
export const endingOf = (state, own) => `${winnerOf(state, own)}. ${endReason(state, own)}`;

/** The status of a rematch; null if there is nothing to say. */
export function offerText(state, own) {
  if (state.seats.length < 2 || state.result?.rematch) return null;
  const gone = state.seats.find((seat) => seat.left), absent = state.seats.find((seat) => !seat.present);
  if (gone) return about(leftSentence, gone.name);
  if (absent) return about(disconnectedSentence, absent.name);
  const offering = state.seats.findIndex((seat) => seat.rematch);
  if (offering < 0) return null;
  return offering === own ? about(awaitingAnswerSentence, seatName(state, 1 - offering))
    : about(offeredRematchSentence, seatName(state, offering));
}
