// The games. This is the only place that lists them; what differs between them is in their folders.
//
// A game is a value with these fields:
//
// - `name` on the wire, `title`; `start()`, if there, when the page starts; `canBeEmpty` if a state without cards can
//   be drawn
// - `makeBoard(actions)`: `actions` has `onpick(card)`, `oncancel()`, `onaction(name)` for buttons of the game,
//   `mayMove()`, and `arrangements` for `Stage`. A board has a `stage`, and `setUp(match, state, { rules, pictures
//   })`, true if the cards are new; `clear()`, `draw(state, { chosen })`, `play(change, previous, { speed, targetOf
//   })`, `timeOf(change)`, `settleAll()`; if it needs to, `mark(change)`, and `showsAll`, true when cards that were
//   removed are to be seen again.
// - `makeMatch(seating)`: a `Match` with a hand. The hand has `chosen`, `isAsked`, and `pick(card)` and, for the
//   buttons, `act(name, board)`, which return what follows: a `command`, a `complaint`, what is `said`. `follow()`
//   returns the same after a new state. `forget(command, code)` is called if one was refused, and returns true if that
//   is no news; `lose(commands)` if a break left some without an answer, and `resume()` after it. `drop()` gives up what
//   was chosen, true if that was anything. `clock(left)` is the length of the clock, or null for none. If it needs to,
//   it has `count(state, step)`, `noteFor(seat)`, `runsByItself`, and for the result `effort` and `figures`, a line
//   each.
// - what is its own in messages, made safe: `readRules(rules)`, `readMove(move)` of a record, and if there is any,
//   `readTable(state)`, `readSeat(seat)`, `readChange(change, places)`, `readResult(result)` of a state or a record
// - `sightings(state)`: the cards that a state shows, each with the first place in the deck that it may have, and the
//   one after the last
// - `buttons` at the table: `name`, `title`, `isShown(match)`, `isEnabled(state)`
// - `sounds` of changes by their kind, `pileOf(seat)`, the number of pairs or sets that it has taken, and
//   `drawSample()`, some small cards; if the board can, its `cheer(winner)` makes a wave of cards
// - words: `statusOf`, `longestNews(player, isReplay)`, `newsOf`, `spokenNews`, `replayNews`, `moveText`,
//   `isComplaint(change)` if any is one, `endReasons`, `hasBegun(state)`, `standingOf(state, seat)`,
//   `howToPlay(rules)`, `makeSettings()`, `rulesLine`, `recordTexts`, `effortText`, `rankingText`, and if there is any,
//   `recordFigure(record)`, a line, and `skillOf(player)` for the page of scores: a `title`, a `sentence`, and a table
//   with its `caption`, `heads` and `rows`
// - the form: `hasPresets`, `presetText(rules)` if so, `isForOneDevice`, `formFields` (see `form-fields.js`),
//   `makePreview()`, `levels` of the house, `paceText(houseMs)`, `warningOf(rules)`, `isPlayable(rules)`

import { memoryGame } from "./memory/memory.js";
import { setGame } from "./set/set.js";

/** All games, first the one that is meant where none is named. */
export const games = [memoryGame, setGame];

/** The game with a name. One that the page does not know is shown as the first. */
export const gameNamed = (name) => games.find((game) => game.name === name) ?? games[0];

/** The game of rules, or of a state. */
export const gameOf = ({ game }) => gameNamed(game);
