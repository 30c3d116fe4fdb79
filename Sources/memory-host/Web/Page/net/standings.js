// The standings of a contest as the host says them.

import { clip, count, integer, isObject, list } from "../lib/read.js";

/** The strongest that anybody is taken for. */
const RATING = 100_000;

const readStanding = ({ name, played, points, rating, interval, present }) => ({
  name: clip(name), played: count(played), points: count(points), isAway: present === false,
  rating: integer(rating, -RATING, RATING, 0), interval: count(interval),
});

/** Where the interval of each lies on a scale that has room for all, in hundredths of its length. */
export function intervalBars(rows) {
  const low = Math.min(...rows.map((row) => row.rating - row.interval));
  const all = Math.max(...rows.map((row) => row.rating + row.interval)) - low || 1;
  const part = (length) => Math.round(1000 * length / all) / 10;
  return rows.map(({ rating, interval }) => ({ left: part(rating - interval - low), width: part(2 * interval) }));
}

/** The entrants, in the host's order. */
export const readStandings = (event) => list(event.players).filter(isObject).map(readStanding);
