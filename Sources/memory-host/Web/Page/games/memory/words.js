// What is said about Memory.

import { about, counted, durationText, fill, heading, isSolo, joined, points, seatName } from "../../lib/words.js";
import { higherScoreSentence, mayComeBackSentence, turnSentence, yourTurnSentence } from "../sentences.js";
import { faceName } from "./faces.js";
import {
  aimSentence, alternateSentence, anotherTurnSentence, cannotClearSentence, clockSentence, eachHasTurnsSentence,
  endsSentence, fewerTurnsSentence, foundPairSentence, noPairSentence, noPairForYouSentence, noTurnLimitSentence,
  outOfTimeSentence, pairsGoSentence, pairsStaySentence, turnedBackSentence, youHaveTurnsSentence,
} from "./sentences.js";

/** Column and row of a card, such as B4. */
export const placeOf = (card, columns) =>
  `${String.fromCharCode(65 + card % columns)}${Math.floor(card / columns) + 1}`;

/** The status while cards can be flipped, and while two that differ are seen. */
export function memoryStatus(state, own) {
  if (state.phase === "showing") return heading(noPairForYouSentence);
  if (state.turn === null) return "";
  return state.turn === own ? heading(yourTurnSentence) : heading(turnSentence, seatName(state, state.turn));
}

/** A sentence about a change; null if it is not news. */
export function memoryNews(state, { name, who, isOwn }) {
  switch (state.change.kind) {
    case "pair": return about(foundPairSentence, who);
    case "miss": return isOwn ? noPairForYouSentence : about(noPairSentence, name);
    case "timeout": return about(outOfTimeSentence, who);
    default: return null;
  }
}

/** The announcement of a change, with the face that everybody can see at this moment. */
export function spokenFlip(state, news, who) {
  const { kind, seat, cards } = state.change, card = cards.at(-1);
  const face = cards.length ? `${placeOf(card, state.columns)}: ${faceName(state.cards[card])}.` : "";
  switch (kind) {
    case "flip": return who + face;
    case "pair": return `${who}${face} ${news} ${points(state.seats[seat]?.score ?? 0)}.`;
    case "miss": return `${who}${face} ${noPairForYouSentence}`;
    default: return news;
  }
}

const flipEndings = { flip: ".", pair: ", a pair!", miss: ", no match." };

/** A sentence about a flip that is over, with the face. */
const flipSentence = (name, place, face, kind) => `${name} flips ${place}: ${faceName(face)}${flipEndings[kind]}`;

/** The status of a replay, which may name the card: nobody is playing any more. */
export function flipInReplay(state, news) {
  const { kind, seat, cards } = state.change, card = cards.at(-1), name = seatName(state, seat);
  if (kind === "cover") return `${name}’s cards are turned face down again.`;
  if (!(kind in flipEndings)) return news ?? "";
  return flipSentence(name, placeOf(card, state.columns), state.cards[card], kind);
}

/** A move of a record in words. */
export function recordedFlip({ deck, rules }, { card }, name) {
  if (card === null) return about(outOfTimeSentence, name);
  return flipSentence(name, placeOf(card, rules.columns), deck[card] ?? "", "flip");
}

// Rules

/** What each way to score gives. */
export const pairsText = "1 point per pair", pointsText = "200 per pair, −100 per miss";

export const pairCount = (rules) => Math.floor(rules.rows * rules.columns / 2);

const turnsEach = (rules) => counted(rules.turns, "turn") + (isSolo(rules) ? "" : " each");

/** Some rules in a line that begins with the size of the board. */
const rulesAfter = (size, rules) => joined([
  size, rules.turns ? turnsEach(rules) : "no turn limit", rules.turnMs && `${durationText(rules.turnMs)} per turn`,
  rules.scoring === "points" && pointsText,
  rules.again && !isSolo(rules) && "a pair earns another turn",
]);

/** The rules in a line. */
export const memoryRules = (rules) => rulesAfter(`Memory, ${rules.rows * rules.columns} cards`, rules);

/** The rules of a preset in a line, without the clock, which all share. */
export const presetText = (rules) => rulesAfter(boardText(rules), { ...rules, turnMs: 0 });

/** A warning about rules that cannot be played, or are probably a mistake; empty about others. */
export function memoryWarning(rules) {
  if (rules.rows * rules.columns % 2) return "An odd number of cards cannot be paired.";
  if (!rules.turns || (rules.again && !isSolo(rules)) || rules.turns * rules.seats >= pairCount(rules)) return "";
  return fill(cannotClearSentence, { turns: turnsEach(rules), pairs: pairCount(rules) });
}

export const boardText = (rules) => `${rules.rows}×${rules.columns}`;

/** Board, scoring and turns, by which solo games are ranked. */
export function memoryRanking(rules) {
  const { turns, again, scoring, matched, faces } = rules, gaps = matched === "vanish" && "pairs removed";
  return joined([boardText(rules), scoring, gaps, again && "extra turns", turns && counted(turns, "turn"), faces]);
}

/** The explanation of some rules, a paragraph each. */
export function explainMemory(rules) {
  const solo = isSolo(rules);
  const { again, graceMs, matched, revealMs, scoring, turnMs } = rules, turns = counted(rules.turns, "turn");
  const end = rules.turns ? solo ? " or your turns are used up" : " or all turns are used up" : "";
  const text = (...parts) => parts.map((part) => fill(part, {
    turns, when: revealMs > 0 ? "after a moment" : "at once", time: durationText(turnMs),
    loss: solo ? "ends the game" : "loses the match",
  })).join(" ");
  return [
    text(aimSentence, turnedBackSentence),
    `Score: ${scoring === "points" ? pointsText : pairsText}.`,
    text(!rules.turns ? noTurnLimitSentence : solo ? youHaveTurnsSentence : eachHasTurnsSentence,
      ...solo ? [] : [again ? anotherTurnSentence : alternateSentence]),
    turnMs && text(clockSentence),
    fill(endsSentence, { match: solo ? "game" : "match", pairs: pairCount(rules), turns: end })
      + ` ${solo ? fewerTurnsSentence : higherScoreSentence}`,
    matched === "vanish" ? pairsGoSentence : pairsStaySentence,
    solo ? null : fill(mayComeBackSentence, { time: durationText(graceMs) }),
    "To flip a card: tap it, move to it with the arrows and press Enter, or type its position, such as B 4. While two "
      + "cards are face up, you can choose your next card; tap it again to cancel.",
  ].filter(Boolean);
}
