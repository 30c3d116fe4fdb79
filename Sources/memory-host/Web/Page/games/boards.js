// A board for each game, of which one is shown.

import { gameOf, games } from "./games.js";

/** The boards of a scene: `actions` are those of each board. */
export class Boards {
  #byGame;

  constructor(actions) {
    this.#byGame = new Map(games.map((game) => [game, game.makeBoard(actions)]));
    this.choose({});
  }

  get elements() {
    return [...this.#byGame.values()].map(({ stage }) => stage.element);
  }

  /** Shows the board for a match by these rules. */
  choose(rules) {
    this.current = this.#byGame.get(gameOf(rules));
    for (const { stage } of this.#byGame.values()) stage.element.hidden = stage !== this.current.stage;
  }
}
