// What the form that opens a match begins with.

import { gameNamed, gameOf } from "../games/games.js";
import { kept } from "../lib/storage.js";
import { isSolo } from "../lib/words.js";
import { readRules } from "../net/messages.js";
import { session } from "../net/session.js";

/** Where the choice of a game, and the name of the second player, are kept. */
export const GAME_KEY = "memory.game", BESIDE_KEY = "memory.beside";

export const defaultRules = () => session.ruleBook.presets[session.ruleBook.preset] ?? readRules();

/** The rules as a match against such an opponent has them. */
export const seatedFor = (opponent, rules) =>
  gameOf(rules).seated(rules, opponent === "solo" ? 1 : 2, session.ruleBook);

/** The rules of a preset against an opponent of this kind. */
export const rulesOf = (preset, opponent) =>
  seatedFor(opponent, session.ruleBook.presets[preset] ?? defaultRules());

/** The rules that a game begins with: those of a preset, if it has any. */
export const rulesFor = (game, opponent) => game.hasPresets ? rulesOf(session.ruleBook.preset, opponent)
  : seatedFor(opponent, readRules({ game: game.name }));

/** A form for a new match against an opponent of this kind. */
export function newForm(opponent) {
  const game = gameNamed(kept("localStorage", GAME_KEY)), isPossible = opponent !== "beside" || game.isForOneDevice;
  return {
    opponent, level: "steady", name: kept("localStorage", BESIDE_KEY) ?? "", preset: session.ruleBook.preset,
    rules: rulesFor(isPossible ? game : gameOf(defaultRules()), opponent),
  };
}

/** A form for another match like one that was played. */
export function formLike({ state, rules, code }) {
  const second = state?.seats[1], opponent = code ? "friend" : "anybody";
  const filled = { opponent, level: "steady", name: "", preset: null, rules: { ...rules } };
  if (isSolo(rules)) filled.opponent = "solo";
  else if (second?.house) Object.assign(filled, { opponent: "house", level: second.house });
  else if (second?.beside) Object.assign(filled, { opponent: "beside", name: second.name });
  return filled;
}
