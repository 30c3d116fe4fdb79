// How to play, and the settings, in a dialog.

import { gameOf } from "../games/games.js";
import { sealedSentence } from "../games/sentences.js";
import { openDialog } from "../lib/dialogs.js";
import { button, make } from "../lib/dom.js";
import { makeSoundButton } from "../lib/sound.js";

const soundButton = makeSoundButton();

/** `check` is the `SealCheck` of the match that is played by these rules, if it has one. */
export function showRules(rules, check = null) {
  const game = gameOf(rules);
  openDialog(`How to play ${game.title}`,
    [...game.howToPlay(rules).map((line) => make("p", {}, line)),
      check && make("p", { class: "note seal" }, `${sealedSentence} SHA-256: ${check.seal}`),
      ...game.makeSettings(), soundButton],
    [button("Close", null, { class: "primary" })]);
}
