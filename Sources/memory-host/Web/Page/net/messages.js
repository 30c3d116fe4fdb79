// Messages from the host, made safe: every length and type that the page relies on is checked here.

import { gameNamed } from "../games/games.js";
import { clip, count, entries, integer, isObject, list, texts } from "../lib/read.js";

export const readScore = (value) => integer(value, -1e9, 1e9, 0);

/** A complete set of rules; missing fields get their original defaults. */
export function readRules(value) {
  const rules = isObject(value) ? value : {};
  return {
    game: gameNamed(rules.game).name, idleMs: count(rules.idleMs, 300_000),
    rows: integer(rules.rows, 1, 100, 5), columns: integer(rules.columns, 1, 100, 6),
    seats: integer(rules.seats, 1, 2, 2),
    turns: count(rules.turns), revealMs: count(rules.revealMs, 1000), turnMs: count(rules.turnMs),
    graceMs: count(rules.graceMs, 120_000), houseMs: count(rules.houseMs, 900),
    scoring: rules.scoring === "points" ? "points" : "pairs", matched: rules.matched === "vanish" ? "vanish" : "stay",
    again: rules.again === true, faces: clip(rules.faces) || "animals",
  };
}

/** Pictures by their labels: only from this host, and only from where it has them. */
function readPictures(value) {
  return new Map(entries(value).filter(([, path]) => /^\/faces\/[0-9a-f]{64}$/.test(path))
    .map(([label, path]) => [clip(label), path]));
}

/** A match that the client is in; nothing if it has no name. */
export function readMatch(value) {
  const match = clip(value.match);
  return match && {
    match, pictures: readPictures(value.pictures), seat: integer(value.seat, 0, 1, null),
    beside: integer(value.beside, 0, 1, null), code: clip(value.code), rules: readRules(value.rules),
  };
}

/** The numbers of cards, of this many in all. */
const readCards = (value, all) => list(value).filter((card) => integer(card, 0, all - 1, null) !== null);

function readSeat(value, cardCount) {
  const seat = isObject(value) ? value : {};
  return {
    name: clip(seat.name), present: seat.present === true, score: readScore(seat.score),
    turnsLeft: count(seat.turnsLeft, null), taken: readCards(seat.taken, cardCount), rematch: seat.rematch === true,
    left: seat.left === true, house: clip(seat.house), beside: seat.beside === true, sets: count(seat.sets),
    blockedMs: count(seat.blockedMs), more: seat.more === true,
  };
}

/** A state; null if it cannot be drawn. */
export function readState(value) {
  const rows = integer(value.rows, 1, 100, 0), columns = integer(value.columns, 0, 100, 0);
  const size = rows * columns, game = gameNamed(value.game), cards = texts(value.cards, 1001);
  if (!rows || !(size || game.canBeEmpty) || size > 1000 || cards.length !== size) return null;
  const seats = list(value.seats, 2).map((seat) => readSeat(seat, size));
  const seat = (number) => integer(number, 0, seats.length - 1, null);
  const { change, result } = value;
  return {
    match: clip(value.match), version: count(value.version), phase: clip(value.phase),
    game: game.name, deckLeft: count(value.deckLeft), rows, columns, seats, cards,
    turned: readCards(value.turned, size),
    turn: seat(value.turn), active: seat(value.active) ?? seat(value.turn), turnNumber: count(value.turnNumber),
    ply: count(value.ply, null),
    phaseEndsInMs: count(value.phaseEndsInMs ?? value.turnEndsInMs, null), watchers: count(value.watchers),
    atMs: count(value.atMs, null), isLast: value.last === true,
    change: isObject(change) ? {
      kind: clip(change.kind), seat: seat(change.seat), cards: readCards(change.cards, size),
      faces: texts(change.faces),
      cost: count(change.cost), fault: clip(change.fault, 30), missed: readCards(change.missed, size),
    } : null,
    result: isObject(result) ? {
      winner: seat(result.winner), reason: clip(result.reason), rematch: clip(result.rematch),
      record: clip(result.record), best: result.best === true,
    } : null,
  };
}

export function readLobby(value) {
  const matches = list(value.matches).filter(isObject).map((match) => ({
    match: clip(match.match), phase: clip(match.phase), seats: texts(match.seats, 2),
    scores: list(match.scores, 2).map(readScore), watchers: count(match.watchers), rules: readRules(match.rules),
  })).filter(({ match }) => match);
  const players = texts(value.players);
  return {
    matches, players, playerCount: count(value.playerCount, players.length), total: count(value.total, matches.length),
  };
}

/** A past match, in a list or with its moves. */
export function readRecord(value) {
  const record = isObject(value) ? value : {};
  const players = texts(record.players, 2);
  return {
    record: clip(record.record), rules: readRules(record.rules), players, scores: list(record.scores, 2).map(readScore),
    endedAt: new Date(clip(record.endedAt)), winner: integer(record.winner, 0, players.length - 1, null),
    reason: clip(record.reason), house: clip(record.house), beside: record.beside === true,
    deck: texts(record.deck, 1000),
    moves: list(record.moves, 2000).filter(isObject).map((move) => ({
      seat: integer(move.seat, 0, 1, 0), card: integer(move.card, 0, 1000, null), atMs: count(move.atMs),
      kind: clip(move.kind), faces: texts(move.faces),
    })),
  };
}

/** What precedes the states of a replay. */
export function readReplay(value) {
  return {
    rules: readRules(value.rules), players: texts(value.players, 2), pictures: readPictures(value.pictures),
    endedAt: new Date(clip(value.endedAt)), states: integer(value.states, 1, 100_000, 0),
  };
}

/** The host's presets, the ranges of the numbers in rules, and the sets of faces. */
export function readRuleBook(value) {
  const read = (value, map) => Object.fromEntries(entries(value).map(([name, each]) => [clip(name), map(each)]));
  return {
    preset: clip(value.preset), presets: read(value.presets, readRules),
    ranges: read(value.ranges, (range) => list(range, 2).map((value) => count(value))),
    faces: entries(value.faces).map(([name]) => clip(name)),
  };
}
