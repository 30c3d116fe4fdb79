// What is said about Set.

import { about, counted, durationText, fill, heading, isSolo, points, seatName } from "../../lib/words.js";
import { higherScoreSentence, mayComeBackSentence } from "../sentences.js";
import { blockFigure, costFigure, wishFigure } from "./figures.js";
import {
  askedSentence, endsWithDeckSentence, findSentence, foundSetSentence, isSetSentence, missedSentence, moreSentence,
  noSetSentence, notASetSentence, noSetBecauseSentence, notASetBecauseSentence, rankedSentence, shuffledSentence,
  wrongClaimSentence,
} from "./sentences.js";

/** The words for the letters of a card, behind its number. */
const SET_WORDS = [
  { r: "red", g: "green", p: "purple" }, { s: "solid", t: "striped", u: "unfilled" },
  { d: "diamond", s: "squiggle", o: "oval" },
];

/** A card in words, such as 2 green striped ovals. */
export function setName(card) {
  const words = SET_WORDS.map((word, index) => word[card[index + 1]]);
  return counted(card[0], words.join(" "));
}

const setList = (cards) => cards.map(setName).join(", ");

/** The status while sets can be claimed. */
export function setStatus(state, own) {
  const asking = state.seats.findIndex((seat) => seat.more);
  if (asking >= 0) return heading(askedSentence, asking === own ? "You" : seatName(state, asking));
  return fill(findSentence, { left: state.deckLeft || "none" });
}

/** A sentence about a change; null if it is not news. */
export function setNews(state, { name, who, isOwn }) {
  const { kind, cost, fault } = state.change, price = `−${cost}`;
  const missed = cost ? " " + fill(missedSentence, { cost: price }) : "";
  switch (kind) {
    case "set": return about(foundSetSentence, who);
    case "wrong": {
      if (!cost) return fault ? fill(noSetBecauseSentence, { feature: fault }) : noSetSentence;
      const values = { cost: price, player: isOwn ? "you" : name, feature: fault };
      return fill(fault ? notASetBecauseSentence : notASetSentence, values);
    }
    case "wish": return about(askedSentence, who) + missed;
    case "more": return moreSentence + missed;
    case "shuffle": return about(shuffledSentence, who);
    default: return null;
  }
}

/** The longest sentence about a player that the status or, with cards, that of a replay shows. */
export const longestSetNews = (player, hasCards = false) =>
  fill(notASetBecauseSentence, { cost: "−1", player, feature: "number" })
    + (hasCards ? ` ${setList(Array(3).fill("3pus"))}.` : "");

/** The announcement of a change, with its cards. */
export function spokenClaim(state, news) {
  const { kind, seat, faces } = state.change;
  switch (kind) {
    case "set": case "wrong": return `${news} ${setList(faces)}. ${points(state.seats[seat]?.score ?? 0)}.`;
    case "more": return `${news} ${setList(state.cards.slice(-3))}.`;
    default: return news;
  }
}

/** The status of a replay. */
export const claimInReplay = ({ change: { faces } }, news) =>
  (news ?? "") + (faces.length ? ` ${setList(faces)}.` : "");

const moveEndings = {
  set: "found a set", wrong: "claimed three cards that are not a set", wish: "asked for three more cards",
  more: "got three more cards", shuffle: "shuffled the cards",
};

/** A move of a record in words. */
export const recordedClaim = (record, { kind, faces }, name) =>
  `${name} ${moveEndings[kind] ?? kind}${faces.length ? `: ${setList(faces)}` : ""}.`;

/** The rules in a line. */
export const setRulesLine = (rules) => `Set, ends after ${durationText(rules.idleMs)} without a move`;

/** The explanation of Set, a paragraph each. */
export function explainSet(rules) {
  const solo = isSolo(rules), { graceMs, idleMs } = rules;
  return [
    `Find sets of three cards. Each card has a number, a colour, a filling and a shape. ${isSetSentence}`,
    `Tap three cards to claim them. ${solo ? "" : "There are no turns: the first claim gets the cards. "}`
      + `A set is 1 point. ${fill(wrongClaimSentence, { cost: points(costFigure), time: durationText(blockFigure) })}`,
    solo ? `You can have three more cards at any time. If there was a set, that costs ${points(costFigure)}.`
      : "Three more cards are dealt when both players ask, or when one asks and nobody finds a set for "
        + `${durationText(wishFigure)}.`,
    fill(endsWithDeckSentence, { match: solo ? "game" : "match", time: durationText(idleMs) })
      + ` ${solo ? rankedSentence : higherScoreSentence}`,
    solo ? null : fill(mayComeBackSentence, { time: durationText(graceMs) }),
    "Swipe down or press + for more cards. Twist two fingers on the cards or press R to shuffle them. Escape "
      + "cancels your selection.",
  ].filter(Boolean);
}
