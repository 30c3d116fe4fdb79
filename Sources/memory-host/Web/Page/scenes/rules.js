// How to play, in a dialog.

import { gameOf } from "../games/games.js";
import { openDialog } from "../lib/dialogs.js";
import { button, make } from "../lib/dom.js";
import { makeSoundButton } from "../lib/sound.js";

const soundButton = makeSoundButton();

export function showRules(rules) {
  const game = gameOf(rules);
  openDialog(`How to play ${game.title}`,
    [...game.howToPlay(rules).map((line) => make("p", {}, line)), ...game.makeSettings(), soundButton],
    [button("Close", null, { class: "primary" })]);
}
