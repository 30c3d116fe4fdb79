// Numbers, times, names and dates in words.

export const counted = (number, noun, plural = `${noun}s`) => `${number} ${Number(number) === 1 ? noun : plural}`;
export const scoreText = (score) => String(score).replace("-", "−");
export const points = (score) => `${scoreText(score)} ${Math.abs(score) === 1 ? "point" : "points"}`;

/** The parts that are not empty, joined. */
export const joined = (parts, separator = ", ") => parts.filter(Boolean).join(separator);

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

/** A sentence with what belongs in its braces, and with the apostrophes of print. */
export const fill = (sentence, values = {}) =>
  sentence.replaceAll("'", "’").replace(/\{(\w+)\}/g, (brace, name) => values[name] ?? brace);

/** The same about a player. */
export const about = (sentence, player) => fill(sentence, { player });

/** The same without its full stop: a heading. */
export const heading = (sentence, player) => about(sentence, player).replace(/\.$/, "");

export const isSolo = (rules) => rules.seats === 1;
export const seatName = (state, seat) => state.seats[seat]?.name ?? "Nobody";

/** Names and scores in one line. */
export function scoreLine(names, scores) {
  if (names.length < 2) return `${names[0] ?? ""} ${points(scores[0] ?? 0)}`.trim();
  return `${names[0]} ${scoreText(scores[0] ?? 0)} : ${scoreText(scores[1] ?? 0)} ${names[1]}`;
}

/** The scores of a record, and who won. */
export function resultLine({ players, scores, winner }) {
  const hasWinner = winner !== null && players.length > 1;
  return scoreLine(players, scores) + (hasWinner ? `, ${players[winner]} won` : "");
}

// Dates

export const dayText = (date) => isNaN(date) ? "" : date.toLocaleDateString(undefined, { dateStyle: "full" });
export const timeText = (date) => isNaN(date) ? "" : date.toLocaleTimeString(undefined, { timeStyle: "short" });
export const dateText = (date) =>
  isNaN(date) ? "" : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
