// The sentences on the screen. None that stays visible says where a face is: players must remember that.

const counted = (number, noun, plural = `${noun}s`) => `${number} ${Number(number) === 1 ? noun : plural}`;
const scoreText = (score) => String(score).replace("-", "−");
const points = (score) => `${scoreText(score)} ${Math.abs(score) === 1 ? "point" : "points"}`;

/** Minutes and seconds, such as 2:05. */
function clockText(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A duration in a rule, such as 30 s or 2 minutes. */
function durationText(milliseconds) {
  const isMinutes = milliseconds >= 120_000 && milliseconds % 60_000 === 0;
  return isMinutes ? counted(milliseconds / 60_000, "minute") : `${milliseconds / 1000} s`;
}

/** Column and row of a card, such as B4. */
function placeOf(card, columns) {
  return `${String.fromCharCode(65 + card % columns)}${Math.floor(card / columns) + 1}`;
}

const pairCount = (rules) => Math.floor(rules.rows * rules.columns / 2);
const isSetGame = (rules) => rules.game === "set";
const deckSize = (rules) => isSetGame(rules) ? 81 : rules.rows * rules.columns;
const isSolo = (rules) => rules.seats === 1;
const seatName = (state, seat) => state.seats[seat]?.name ?? "Nobody";

/** A sentence about a state's change, as the player of seat `own` reads it; null if it is not news. */
function newsOf(state, own) {
  const { kind, seat, cost, fault } = state.change ?? {}, price = cost ? `There was a set: −${cost}. ` : "";
  const name = seatName(state, seat), isOwn = seat !== null && seat === own, who = isOwn ? "You" : name;
  switch (kind) {
    case "deal": return state.seats.length > 1 ? "The match begins." : "The game begins.";
    case "pair": case "set": return `${who} found a ${kind}!`;
    case "wrong": return `Not a set: −${cost || 1} for ${isOwn ? "you" : name}${fault ? ` (${fault}s differ)` : ""}.`;
    case "wish": return `${price}${who} asked for three more cards.`;
    case "more": return `${price}Three more cards are dealt.`;
    case "shuffle": return "The cards are reshuffled.";
    case "miss": return isOwn ? "No match." : `${name}: no match.`;
    case "timeout": return `${who} ran out of time.`;
    case "away": return `${name} disconnected.`;
    case "back": return isOwn ? null : `${name} reconnected.`;
    case "left": return `${name} left.`;
    case "offer": return !isOwn && state.seats[own]?.rematch ? `${name} accepted the rematch.` : `${who} offered a rematch.`;
    default: return null;
  }
}

/** The announcement of a change, with the face that everybody can see at this moment. */
function spokenNews(state, own) {
  const { kind, seat, cards } = state.change ?? {};
  const card = cards?.at(-1);
  const face = cards?.length ? `${placeOf(card, state.columns)}: ${faceName(state.cards[card])}.` : "";
  const who = seat === own ? "" : `${seatName(state, seat)}, `;
  switch (kind) {
    case "flip": return who + face;
    case "pair": return `${who}${face} ${newsOf(state, own)} ${points(state.seats[seat]?.score ?? 0)}.`;
    case "miss": return `${who}${face} No match.`;
    case "set": case "wrong": return `${newsOf(state, own)} ${setList(state.change.faces)}. ${points(state.seats[seat]?.score ?? 0)}.`;
    case "more": return `${newsOf(state, own)} ${setList(state.cards.slice(-3))}.`;
    default: return newsOf(state, own);
  }
}

/** The status of a match, for the viewer's seat. */
function statusOf(state, own) {
  switch (state.phase) {
    case "waiting": return "Waiting for an opponent";
    case "showing": return "No match";
    case "paused": {
      // Two long names would not fit.
      const gone = state.seats.filter((seat) => !seat.present);
      return gone.length ? `Paused: ${gone[1] ? "both players" : gone[0].name} disconnected` : "Paused";
    }
    case "over": return winnerOf(state, own);
    default:
      if (state.isSet) {
        const asking = state.seats.findIndex((seat) => seat.more);
        if (asking >= 0) return `${asking === own ? "You" : seatName(state, asking)} asked for three more cards`;
        return `Find a set · ${state.deckLeft || "none"} left`;
      }
      if (state.turn === null) return "";
      return state.turn === own ? "Your turn" : `${seatName(state, state.turn)}’s turn`;
  }
}

const isPlayedOut = (reason) => ["cleared", "turns"].includes(reason);
/** Cards of Set in words. */
const setList = (cards) => cards.map(setName).join(", ");

/** The winner, without a full stop. */
function winnerOf(state, own) {
  const { result } = state;
  if (!result) return "The match is over";
  if (state.seats.length < 2) return result.winner === null ? "The game is over" : "Cleared";
  if (result.winner === null) return isPlayedOut(result.reason) ? "It’s a draw" : "Nobody wins";
  if (result.winner === own) return "You win";
  return `${seatName(state, result.winner)} wins`;
}

/** The reason for the end, as a sentence. */
function endReason(state, own) {
  const { result } = state;
  if (!result) return "";
  const loser = state.seats.length < 2 ? 0 : result.winner === null ? null : 1 - result.winner;
  const player = loser === null ? null : loser === own ? "You" : seatName(state, loser);
  switch (result.reason) {
    case "cleared": return state.isSet ? "The deck is empty, and no set is left." : "All pairs found.";
    case "idle": return "Nobody made a move for too long.";
    case "turns": return state.isSet ? "The match ended after 10,000 moves." : "Out of turns.";
    case "resigned": return `${player ?? "Someone"} resigned.`;
    case "timeout": return `${player ?? "Someone"} timed out three times in a row.`;
    case "abandoned":
      // At the end, Memory shows its cards even if the match never began; Set has dealt none then.
      if (state.isSet ? !state.cards.some(Boolean) : state.turnNumber === 0) return "The match was closed before it began.";
      return player ? `${player} didn’t come back.` : "Nobody came back.";
    default: return "";
  }
}

/** Names and scores in one line. */
function scoreLine(names, scores) {
  if (names.length < 2) return `${names[0] ?? ""} ${points(scores[0] ?? 0)}`.trim();
  return `${names[0]} ${scoreText(scores[0] ?? 0)} : ${scoreText(scores[1] ?? 0)} ${names[1]}`;
}

/** The status of a rematch; null if there is nothing to say. */
function offerText(state, own) {
  if (state.seats.length < 2 || state.result?.rematch) return null;
  const gone = state.seats.find((seat) => seat.left), absent = state.seats.find((seat) => !seat.present);
  if (gone) return `${gone.name} left.`;
  if (absent) return `${absent.name} disconnected.`;
  const offering = state.seats.findIndex((seat) => seat.rematch);
  if (offering < 0) return null;
  return offering === own
    ? `Waiting for ${seatName(state, 1 - offering)}’s answer.` : `${seatName(state, offering)} offered a rematch.`;
}

// Rules

const turnsEach = (rules) => counted(rules.turns, "turn") + (isSolo(rules) ? "" : " each");

/** The rules in a line. */
function rulesLine(rules) {
  if (isSetGame(rules)) return `Set, ends after ${durationText(rules.idleMs)} without a move`;
  const parts = [`Memory, ${deckSize(rules)} cards`, rules.turns ? turnsEach(rules) : "no turn limit"];
  if (rules.turnMs) parts.push(`${durationText(rules.turnMs)} per turn`);
  if (rules.scoring === "points") parts.push("200 per pair, −100 per miss");
  if (rules.again && !isSolo(rules)) parts.push("a pair earns another turn");
  return parts.join(", ");
}

/** A warning about rules that are valid but probably a mistake; null about others. */
function rulesWarning(rules) {
  if (!rules.turns || (rules.again && !isSolo(rules)) || rules.turns * rules.seats >= pairCount(rules)) return null;
  return `${turnsEach(rules)} cannot clear ${pairCount(rules)} pairs.`;
}

/** The game, or Memory's board. */
const boardOf = (rules) => isSetGame(rules) ? "Set" : `${rules.rows}×${rules.columns}`;

/** How long a solo game took. */
const effortOf = ({ rules, turns, seconds }) => isSetGame(rules) ? clockText(seconds * 1000) : counted(turns, "turn");

/** Board, scoring and turns, by which solo games are ranked. */
function rankingOf(rules) {
  const { turns, again, scoring, faces } = rules;
  if (isSetGame(rules)) return "Set";
  return [boardOf(rules), scoring, again && "extra turns", turns && counted(turns, "turn"), faces].filter(Boolean).join(", ");
}

/** The explanation of Set, a paragraph each. */
function howToPlaySet(rules) {
  const solo = isSolo(rules);
  return [
    "Find sets of three cards. Each card has a number, a colour, a filling and a shape. Three cards are a set if each of "
      + "the four is the same on all three or different on all three.",
    `Tap three cards to claim them. ${solo ? "A" : "There are no turns: the first claim gets the cards. A"} set is 1 point. `
      + "A wrong claim costs 1 point, and you cannot claim for 3 s.",
    solo ? "You can have three more cards at any time. If there was a set, that costs 1 point."
      : "Three more cards are dealt when both players ask, or when one asks and nobody finds a set for 5 s.",
    `The ${solo ? "game" : "match"} ends when the deck is empty and no set is left, or after ${durationText(rules.idleMs)} without a move. `
      + (solo ? "Ranked by points, then time." : "The higher score wins."),
    "Swipe down or press + for more cards. Twist two fingers on the cards or press R to shuffle them. Escape "
      + "cancels your selection.",
  ];
}

/** The explanation of some rules, a paragraph each. */
function howToPlay(rules) {
  if (isSetGame(rules)) return howToPlaySet(rules);
  const solo = isSolo(rules);
  const turns = rules.turns
    ? `${solo ? "You have" : "Each player has"} ${counted(rules.turns, "turn")}.` : "There is no turn limit.";
  const sequence = solo ? "" : rules.again ? " A pair earns another turn." : " Players alternate, even after a pair.";
  const moment = rules.revealMs > 0 ? "after a moment" : "at once";
  const end = rules.turns ? solo ? " or your turns are used up" : " or all turns are used up" : "";
  return [
    "Find the pairs. On your turn, flip two cards: if they match, the pair is yours; if not, they are turned face down "
      + `again ${moment}.`,
    rules.scoring === "points"
      ? "Score: 200 points per pair, minus 100 for two cards that don’t match." : "Score: 1 point per pair.",
    turns + sequence,
    rules.turnMs
      ? `Clock: ${durationText(rules.turnMs)} for both cards. A turn that takes longer is lost, and losing three in a `
        + `row ${solo ? "ends the game" : "loses the match"}.` : null,
    `The ${solo ? "game" : "match"} ends when all ${pairCount(rules)} pairs are found${end}. `
      + (solo ? "The fewer turns, the better." : "The higher score wins."),
    rules.matched === "vanish"
      ? "Matched pairs are removed from the board." : "Matched pairs stay on the board, face up.",
    solo ? null : `A player who is disconnected has ${durationText(rules.graceMs)} to come back.`,
    "To flip a card: tap it, move to it with the arrows and press Enter, or type its position, such as B 4. While two "
      + "cards are face up, you can choose your next card; tap it again to cancel the choice.",
  ].filter(Boolean);
}

// Dates

const dayText = (date) => isNaN(date) ? "" : date.toLocaleDateString(undefined, { dateStyle: "full" });
const timeText = (date) => isNaN(date) ? "" : date.toLocaleTimeString(undefined, { timeStyle: "short" });
const dateText = (date) =>
  isNaN(date) ? "" : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
