// Messages from the host, made safe: every length and type that the page relies on is checked here.

import { gameNamed, gameOf } from "../games/games.js";
import { breaksLine, clip, count, entries, integer, isObject, list, readCards, texts } from "../lib/read.js";

const readScore = (value) => integer(value, -1e9, 1e9, 0);

/** A complete set of rules; missing fields get their original defaults. */
export function readRules(value) {
  const rules = isObject(value) ? value : {}, game = gameOf(rules);
  return {
    game: game.name, seats: integer(rules.seats, 1, 2, 2), graceMs: count(rules.graceMs, 120_000),
    houseMs: count(rules.houseMs, 900), ...game.readRules(rules),
  };
}

/** Pictures by their labels: only from this host, and only from where it has them, which is beside the page. */
function readPictures(value) {
  return new Map(entries(value).filter(([, path]) => /^\/faces\/[0-9a-f]{64}$/.test(path))
    .map(([label, path]) => [clip(label), path.slice(1)]));
}

/** A seal or its salt, both 64 hexadecimal digits; empty for anything else. */
const readDigest = (value) => /^[0-9a-f]{64}$/.test(clip(value)) ? value : "";

/** True if a face is no line of text: a seal hashes a line for each, so it could pass for two. */
const hasBrokenFace = (...decks) => decks.some((faces) => list(faces, 1001).some(breaksLine));

/** A match that the client is in; nothing if it has no name. */
export function readMatch(value) {
  const match = clip(value.match);
  return match && {
    match, pictures: readPictures(value.pictures), seat: integer(value.seat, 0, 1, null),
    beside: integer(value.beside, 0, 1, null), code: clip(value.code), rules: readRules(value.rules),
    seal: readDigest(value.seal), contest: readPlace(value.contest),
  };
}

/** The place of a match in a contest, in words; empty if it is none of one. */
function readPlace(value) {
  return isObject(value) ? `round ${count(value.round)}, match ${count(value.leg)} of 2` : "";
}

function readSeat(value, game, cardCount) {
  const seat = isObject(value) ? value : {};
  return {
    name: clip(seat.name), present: seat.present === true, score: readScore(seat.score),
    taken: readCards(seat.taken, cardCount), rematch: seat.rematch === true, left: seat.left === true,
    house: clip(seat.house), beside: seat.beside === true, ...game.readSeat?.(seat),
  };
}

/** A state; null if it cannot be drawn. */
export function readState(value) {
  const rows = integer(value.rows, 1, 100, 0), columns = integer(value.columns, 0, 100, 0);
  const size = rows * columns, game = gameNamed(value.game), cards = texts(value.cards, 1001);
  if (!rows || !(size || game.canBeEmpty) || size > 1000 || cards.length !== size) return null;
  const seats = list(value.seats, 2).map((seat) => readSeat(seat, game, size));
  const seat = (number) => integer(number, 0, seats.length - 1, null);
  const { change, result } = value;
  return {
    hasBrokenFace: hasBrokenFace(value.cards, result?.deck),
    match: clip(value.match), version: count(value.version), phase: clip(value.phase),
    game: game.name, rows, columns, seats, cards, ...game.readTable?.(value),
    turn: seat(value.turn), active: seat(value.active) ?? seat(value.turn), turnNumber: count(value.turnNumber),
    ply: count(value.ply, null),
    phaseEndsInMs: count(value.phaseEndsInMs ?? value.turnEndsInMs, null), watchers: count(value.watchers),
    atMs: count(value.atMs, null),
    change: isObject(change) ? {
      kind: clip(change.kind), seat: seat(change.seat), cards: readCards(change.cards, size),
      ...game.readChange?.(change, size),
    } : null,
    result: isObject(result) ? {
      winner: seat(result.winner), reason: clip(result.reason), rematch: clip(result.rematch),
      record: clip(result.record), best: result.best === true, salt: readDigest(result.salt),
      deck: result.deck ? texts(result.deck) : null, ...game.readResult?.(result),
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
  const players = texts(record.players, 2), rules = readRules(record.rules), game = gameOf(rules);
  return {
    record: clip(record.record), rules, players, scores: list(record.scores, 2).map(readScore),
    endedAt: new Date(clip(record.endedAt)), winner: integer(record.winner, 0, players.length - 1, null),
    house: clip(record.house), beside: record.beside === true,
    match: clip(record.match), seal: readDigest(record.seal), salt: readDigest(record.salt),
    deck: texts(record.deck, 1000), hasBrokenFace: hasBrokenFace(record.deck), ...game.readResult?.(record),
    moves: list(record.moves, 2000).filter(isObject).map((move) => ({
      seat: integer(move.seat, 0, 1, 0), atMs: count(move.atMs), kind: clip(move.kind), ...game.readMove(move),
    })),
  };
}

/** Results of matches, by player or by level of the house. */
export const readTallies = (value) => list(value).filter(isObject).map(({ name, won, drawn, lost, house }) => ({
  name: clip(name), won: count(won), drawn: count(drawn), lost: count(lost), house: clip(house),
}));
/** The best solo games. */
export const readGames = (value) => list(value).filter(isObject).map((game) => ({
  rules: readRules(game.rules), name: clip(game.name), score: readScore(game.score), turns: count(game.turns),
  seconds: count(game.seconds), endedAt: new Date(clip(game.endedAt)),
}));

/** What precedes the states of a replay. */
export function readReplay(value) {
  return {
    match: clip(value.match),
    rules: readRules(value.rules), players: texts(value.players, 2), pictures: readPictures(value.pictures),
    endedAt: new Date(clip(value.endedAt)), states: integer(value.states, 1, 100_000, 0), seal: readDigest(value.seal),
  };
}

/** What the host says of rules. */
export function readRuleBook(value) {
  const read = (value, map) => Object.fromEntries(entries(value).map(([name, each]) => [clip(name), map(each)]));
  return {
    preset: clip(value.preset), presets: read(value.presets, readRules), solo: read(value.solo, readRules),
    games: read(value.games, readRules),
    ranges: read(value.ranges, (range) => list(range, 2).map((value) => count(value))),
    faces: read(value.faces, (faces) => texts(faces, 3)),
  };
}
