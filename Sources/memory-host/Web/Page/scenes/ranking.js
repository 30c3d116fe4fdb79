// The best solo games.

import { gameOf } from "../games/games.js";
import { session } from "../net/session.js";
import { usualRules } from "./new-match.js";

/** The rules by which a solo game is ranked, in words. */
export const rankingText = ({ rules }) => gameOf(rules).rankingText(rules);

/** How long a solo game took. */
export const effortText = (game) => gameOf(game.rules).effortText(game);

/** The best game by the rules that the form for a solo game begins with; else the first of all. */
export function bestOfDefault() {
  const best = session.scores?.best ?? [];
  const usual = rankingText({ rules: usualRules(undefined, "solo") });
  return best.find((game) => rankingText(game) === usual) ?? best[0] ?? null;
}
