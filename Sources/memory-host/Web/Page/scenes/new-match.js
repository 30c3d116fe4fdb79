// What the form that opens a match begins with, and the rules that it asks for.

import { gameNamed, gameOf } from "../games/games.js";
import { kept } from "../lib/storage.js";
import { isSolo } from "../lib/words.js";
import { readRules } from "../net/messages.js";
import { session } from "../net/session.js";

/** Where the choice of a game, and the name of the second player, are kept. */
export const GAME_KEY = "memory.game", BESIDE_KEY = "memory.beside";

/** The host's usual rules against an opponent of this kind: those of a preset, in a game that has any. */
export function usualRules(game = gameOf({}), opponent = "", preset = session.ruleBook.preset) {
  const { presets, solo, games } = session.ruleBook, isAlone = opponent === "solo";
  const usual = game.hasPresets ? isAlone && solo[preset] || presets[preset] : games[game.name];
  return { ...usual ?? readRules({ game: game.name }), seats: isAlone ? 1 : 2 };
}

/** The rules that a form asks for: the usual ones, but for those that were changed, and what follows from these. */
export function rulesOf({ game, opponent, preset, changed }) {
  const usual = usualRules(game, opponent, preset), rules = { ...usual, ...changed, seats: usual.seats };
  return game.adapt?.(rules, changed, session.ruleBook) ?? rules;
}

const emptyForm = (opponent, game) =>
  ({ opponent, game, level: "steady", name: "", preset: session.ruleBook.preset, changed: {} });

/** A form for a new match against an opponent of this kind. */
export function newForm(opponent) {
  const game = gameNamed(kept("localStorage", GAME_KEY)), isPossible = opponent !== "beside" || game.isForOneDevice;
  return { ...emptyForm(opponent, isPossible ? game : gameOf({})), name: kept("localStorage", BESIDE_KEY) ?? "" };
}

/** A form for another match like one that was played. */
export function formLike({ state, rules, code }) {
  const second = state?.seats[1];
  const form = emptyForm(code ? "friend" : "anybody", gameOf(rules));
  if (isSolo(rules)) form.opponent = "solo";
  else if (second?.house) Object.assign(form, { opponent: "house", level: second.house });
  else if (second?.beside) Object.assign(form, { opponent: "beside", name: second.name });
  const usual = rulesOf(form);
  form.changed = Object.fromEntries(Object.entries(rules).filter(([name, value]) => value !== usual[name]));
  return form;
}
