// How well players of Memory remember the cards, as the host counts it: the turns in which a pair could be taken from
// memory, and those in which it was.

import { make } from "../../lib/dom.js";
import { count, isObject, list } from "../../lib/read.js";
import { counted } from "../../lib/words.js";

/** The most spans that are told apart. */
const SPANS = 16;
/** Known pairs from which it is an achievement to have found them all. */
const MANY = 3;

/** What one player remembered; null for nonsense. `span` has found and missed pairs by how long they were known. */
export function readRecall(value) {
  const { known, found, span } = isObject(value) ? value : {};
  if (!count(known) || count(found, Infinity) > known) return null;
  return { known, found, span: list(span, SPANS).map((pairs) => [0, 1].map((index) => count(list(pairs)[index]))) };
}

/** What is Memory's own in the result of a match, or in its record. */
export const readMemoryResult = ({ recall }) => ({ recall: list(recall, 2).map(readRecall) });

const shareText = ({ known, found }) => found === known && known > 1 ? `all ${known}` : `${found} of ${known}`;

/** What the players remembered, in a line, without those who remembered nothing; empty if nobody did. */
export function recallLine(recall, names) {
  const share = (each, seat) => each?.found && (names.length > 1 ? `${names[seat]} ` : "") + shareText(each);
  const shares = recall.slice(0, names.length).map(share).filter(Boolean);
  return shares.length ? `Remembered: ${shares.join(", ")}` : "";
}

/** Names those who remembered every pair, in a sentence; empty if nobody did. A house that never forgets is no news. */
export function perfectRecall({ seats, result }, own) {
  const isPerfect = (each, seat) => each?.known >= MANY && each.found === each.known && !seats[seat]?.house;
  const names = seats.map(({ name }, seat) => isPerfect(result?.recall[seat], seat) && (seat === own ? "You" : name));
  const some = names.filter(Boolean).sort((one, other) => (other === "You") - (one === "You"));
  return some.length ? `${some.join(" and ")} remembered every pair.` : "";
}

/** The flips of a span, such as 4–7. */
const spanText = (index) => index < 2 ? String(index) : `${2 ** (index - 1)}–${2 ** index - 1}`;

/** The spans with any pairs: how long they were known, the share that was found, and that in words. */
export const spanRows = ({ span }) => span.map(([found, missed], index) => ({
  after: `after ${counted(spanText(index), "flip")}`, share: found / (found + missed),
  of: `${found} of ${found + missed}`,
})).filter(({ share }) => share >= 0);

/** A player's memory, for the page of scores; null if nothing is known of it. */
export function memoryOf(player) {
  const recall = readRecall(player.recall);
  if (!recall) return null;
  const withBar = (text, share) => make("div", {}, text, make("div", { class: "bar", "aria-hidden": "true" },
    make("div", { style: `transform: scaleX(${share})` })));
  return {
    title: "Memory for cards", sentence: `Remembered ${shareText(recall)} pairs.`,
    caption: "By how long ago the second card was last seen",
    heads: ["Remembered", "Pairs", ""],
    rows: spanRows(recall).map(({ after, share, of }) => [withBar(after, share), of, `${Math.round(share * 100)}%`]),
  };
}
