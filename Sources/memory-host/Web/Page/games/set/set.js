// Set.

import { clockText, counted, durationText, fill } from "../../lib/words.js";
import { miniature } from "../card.js";
import { numberField } from "../form-fields.js";
import { Match } from "../match.js";
import { SetBoard } from "./board.js";
import { drawSetCard } from "./cards.js";
import { deckFigure, movesFigure } from "./figures.js";
import { SetHand } from "./hand.js";
import { makeMarksField, showMarks } from "./marks.js";
import { afterMovesSentence, noneLeftSentence } from "./sentences.js";
import { readClaim, readSetChange, readSetRules, readSetSeat, readSetTable } from "./wire.js";
import {
  claimInReplay, explainSet, longestSetNews, recordedClaim, setNews, setRulesLine, setStatus, spokenClaim,
} from "./words.js";

const isUnderway = ({ state }) => state.phase !== "waiting" && state.phase !== "over";

export const setGame = {
  name: "set",
  title: "Set",
  start: showMarks,
  /** Before it begins, a table may have no cards, and at its end. */
  canBeEmpty: true,
  makeBoard: (actions) => new SetBoard(actions),
  makeMatch: (seating) => new Match(seating, (match) => new SetHand(match)),
  readRules: readSetRules,
  readSeat: readSetSeat,
  readTable: readSetTable,
  readChange: readSetChange,
  readMove: readClaim,
  // Where the cards that were dealt lie has no meaning.
  sightings: ({ cards, deckLeft }) => cards.filter(Boolean).map((face) => [face, 0, deckFigure - deckLeft]),
  buttons: [
    {
      name: "more", title: "Deal 3", isShown: (match) => isUnderway(match) && match.isPlayer,
      isEnabled: ({ deckLeft }) => deckLeft > 0,
    },
    { name: "shuffle", title: "Shuffle", isShown: isUnderway, isEnabled: () => true },
  ],

  statusOf: setStatus,
  longestNews: longestSetNews,
  newsOf: setNews,
  spokenNews: spokenClaim,
  replayNews: claimInReplay,
  moveText: recordedClaim,
  isComplaint: ({ kind, cost }) => kind === "wrong" || cost > 0,
  endReasons: {
    cleared: noneLeftSentence, turns: fill(afterMovesSentence, { moves: movesFigure.toLocaleString("en") }),
  },
  hasBegun: ({ cards }) => cards.some(Boolean),
  standingOf: (state, { more, sets }) => more ? "wants 3 more" : counted(sets, "set"),

  howToPlay: explainSet,
  makeSettings: () => [makeMarksField()],
  rulesLine: setRulesLine,
  recordTexts: () => ["Set"],
  effortText: ({ seconds }) => clockText(seconds * 1000),
  rankingText: () => "Set",

  sounds: { set: "pair", wrong: "miss" },
  pileOf: ({ sets }) => sets,
  drawSample: () => ["1rsd", "2gso", "3pss"].map((face) => miniature(drawSetCard(face, true))),

  hasPresets: false,
  isForOneDevice: false,
  formFields: [
    numberField("idleMs", "Ends if idle for", [60_000, 120_000, 300_000, 600_000, 3_600_000], durationText),
  ],
  levels: { novice: "slow", steady: "quick", perfect: "quicker than anybody" },
  // The house's own times are for 900.
  paceText: (value) => value ? `${Math.round(value / 9)}%` : "none",
  warningOf: () => "",
  isPlayable: () => true,
};
