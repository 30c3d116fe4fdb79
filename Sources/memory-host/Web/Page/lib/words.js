// Sentences on the screen that are the same for every game. None that stays visible says where a face is: players must
// remember that.

export const counted = (number, noun, plural = `${noun}s`) => `${number} ${Number(number) === 1 ? noun : plural}`;
export const scoreText = (score) => String(score).replace("-", "−");
export const points = (score) => `${scoreText(score)} ${Math.abs(score) === 1 ? "point" : "points"}`;

/** Minutes and seconds, such as 2:05. */
export function clockText(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A duration in a rule, such as 30 s or 2 minutes. */
export function durationText(milliseconds) {
  const isMinutes = milliseconds >= 120_000 && milliseconds % 60_000 === 0;
  return isMinutes ? counted(milliseconds / 60_000, "minute") : `${milliseconds / 1000} s`;
}

/** Column and row of a card, such as B4. */
export function placeOf(card, columns) {
  return `${String.fromCharCode(65 + card % columns)}${Math.floor(card / columns) + 1}`;
}

export const isSolo = (rules) => rules.seats === 1;
export const seatName = (state, seat) => state.seats[seat]?.name ?? "Nobody";

// The end

/** True if a match came to its end by the rules, not because someone left. */
export const isPlayedOut = (reason) => ["cleared", "turns"].includes(reason);

/** The winner, without a full stop. */
export function winnerOf(state, own) {
  const { result } = state;
  if (!result) return "The match is over";
  if (state.seats.length < 2) return result.winner === null ? "The game is over" : "Cleared";
  if (result.winner === null) return isPlayedOut(result.reason) ? "It’s a draw" : "Nobody wins";
  if (result.winner === own) return "You win";
  return `${seatName(state, result.winner)} wins`;
}

/** Names and scores in one line. */
export function scoreLine(names, scores) {
  if (names.length < 2) return `${names[0] ?? ""} ${points(scores[0] ?? 0)}`.trim();
  return `${names[0]} ${scoreText(scores[0] ?? 0)} : ${scoreText(scores[1] ?? 0)} ${names[1]}`;
}

/** The status of a rematch; null if there is nothing to say. */
export function offerText(state, own) {
  if (state.seats.length < 2 || state.result?.rematch) return null;
  const gone = state.seats.find((seat) => seat.left), absent = state.seats.find((seat) => !seat.present);
  if (gone) return `${gone.name} left.`;
  if (absent) return `${absent.name} disconnected.`;
  const offering = state.seats.findIndex((seat) => seat.rematch);
  if (offering < 0) return null;
  return offering === own
    ? `Waiting for ${seatName(state, 1 - offering)}’s answer.` : `${seatName(state, offering)} offered a rematch.`;
}

// Dates

export const dayText = (date) => isNaN(date) ? "" : date.toLocaleDateString(undefined, { dateStyle: "full" });
export const timeText = (date) => isNaN(date) ? "" : date.toLocaleTimeString(undefined, { timeStyle: "short" });
export const dateText = (date) =>
  isNaN(date) ? "" : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
