// Memory.

import { drawShape } from "../../lib/shapes.js";
import { about, counted, durationText } from "../../lib/words.js";
import { miniature } from "../card.js";
import { Match } from "../match.js";
import { pausedForSentence } from "../sentences.js";
import { MemoryBoard } from "./board.js";
import { adaptTurns, makePreview, memoryFields } from "./form-fields.js";
import { MemoryHand } from "./hand.js";
import { memoryOf, readMemoryResult, recallLine } from "./recall.js";
import { allFoundSentence, outOfTurnsSentence } from "./sentences.js";
import {
  boardText, explainMemory, flipInReplay, memoryNews, memoryRanking, memoryRules, memoryStatus, memoryWarning,
  presetText, recordedFlip, spokenFlip,
} from "./words.js";
import { readFlip, readMemoryRules, readMemorySeat } from "./wire.js";

export const memoryGame = {
  name: "memory",
  title: "Memory",
  makeBoard: (actions) => new MemoryBoard(actions),
  makeMatch: (seating) => new Match(seating, (match) => new MemoryHand(match)),
  readRules: readMemoryRules,
  readSeat: readMemorySeat,
  readMove: readFlip,
  readResult: readMemoryResult,
  sightings: ({ cards }) => cards.map((face, card) => [face, card, card + 1]).filter(([face]) => face),
  buttons: [],

  statusOf: memoryStatus,
  longestNews: (player) => about(pausedForSentence, player),
  newsOf: memoryNews,
  spokenNews: spokenFlip,
  replayNews: flipInReplay,
  moveText: recordedFlip,
  endReasons: { cleared: allFoundSentence, turns: outOfTurnsSentence },
  // At the end, the cards are shown even if the match never began.
  hasBegun: (state) => state.turnNumber > 0,
  standingOf: ({ phase }, { turnsLeft }) =>
    turnsLeft !== null && phase !== "over" && `${counted(turnsLeft, "turn")} left`,

  howToPlay: explainMemory,
  makeSettings: () => [],
  rulesLine: memoryRules,
  recordTexts: (rules) => [boardText(rules), rules.faces],
  recordFigure: ({ recall, players }) => recallLine(recall, players),
  skillOf: memoryOf,
  effortText: ({ turns }) => counted(turns, "turn"),
  rankingText: memoryRanking,

  sounds: { pair: "pair", miss: "miss" },
  pileOf: ({ taken }) => taken.length / 2,
  drawSample: () => [miniature(), miniature(drawShape("star")), miniature(drawShape("star"))],

  hasPresets: true,
  presetText,
  isForOneDevice: true,
  formFields: memoryFields,
  adapt: adaptTurns,
  makePreview,
  levels: { novice: "forgets a lot", steady: "forgets a little", perfect: "forgets nothing" },
  paceText: (value) => value ? durationText(value) : "none",
  warningOf: memoryWarning,
  isPlayable: ({ rows, columns }) => rows * columns % 2 === 0,
};
