// The messages of the host, made safe: every length and type that the page relies on is checked here.

/** A text from the wire: at most `most` characters, without control characters and marks that change the direction. */
function clip(value, most = 200) {
  if (typeof value !== "string") return "";
  return value.slice(0, most).replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "");
}

function list(value, most) {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

function integer(value, low, high, otherwise) {
  return Number.isInteger(value) && value >= low && value <= high ? value : otherwise;
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** A complete set of rules; missing fields get their original defaults. */
function readRules(value) {
  const rules = isObject(value) ? value : {};
  const rows = integer(rules.rows, 1, 100, 5), columns = integer(rules.columns, 1, 100, 6);
  return {
    game: rules.game === "set" ? "set" : "memory", rows, columns, idleMs: integer(rules.idleMs, 0, 1e8, 300_000),
    seats: integer(rules.seats, 1, 2, 2),
    turns: integer(rules.turns, 0, 1e6, 0),
    revealMs: integer(rules.revealMs, 0, 1e7, 1000),
    turnMs: integer(rules.turnMs, 0, 1e8, 0),
    graceMs: integer(rules.graceMs, 0, 1e8, 120_000),
    houseMs: integer(rules.houseMs, 0, 1e7, 900),
    scoring: rules.scoring === "points" ? "points" : "pairs",
    matched: rules.matched === "vanish" ? "vanish" : "stay",
    again: rules.again === true,
    faces: clip(rules.faces, 40) || "animals",
  };
}

const NO_PICTURES = new Map();

/** Pictures by their labels: only from this host, and only from where it has them. */
function readPictures(value) {
  if (!isObject(value)) return NO_PICTURES;
  const entries = Object.entries(value).slice(0, 200);
  return new Map(entries.filter(([, path]) => typeof path === "string" && /^\/faces\/[0-9a-f]{64}$/.test(path))
    .map(([label, path]) => [clip(label, 40), path]));
}

/** A match that the client is in; null if it makes no sense. */
function readMatch(value) {
  const match = clip(value.match, 40);
  if (!match) return null;
  return {
    match, pictures: readPictures(value.pictures),
    seat: integer(value.seat, 0, 1, null),
    beside: integer(value.beside, 0, 1, null),
    code: clip(value.code, 12) || null,
    rules: readRules(value.rules),
  };
}

function readSeat(value, cardCount) {
  const seat = isObject(value) ? value : {};
  return {
    name: clip(seat.name, 100),
    present: seat.present === true,
    score: integer(seat.score, -1e9, 1e9, 0),
    turnsLeft: integer(seat.turnsLeft, 0, 1e6, null),
    taken: list(seat.taken, cardCount).filter((card) => integer(card, 0, cardCount - 1, null) !== null),
    rematch: seat.rematch === true,
    left: seat.left === true,
    house: clip(seat.house, 20) || null,
    beside: seat.beside === true,
    sets: integer(seat.sets, 0, 1e6, 0), blockedMs: integer(seat.blockedMs, 0, 1e7, 0), more: seat.more === true,
  };
}

/** A state; null if it cannot be drawn. */
function readState(value) {
  const rows = integer(value.rows, 1, 100, null), columns = integer(value.columns, 0, 100, null);
  const count = rows * columns, isSet = value.game === "set";
  // Only a table of Set can be empty.
  if (rows === null || columns === null || !(count || isSet) || count > 1000 || !Array.isArray(value.cards) || value.cards.length !== count) return null;
  const seats = list(value.seats, 2).map((seat) => readSeat(seat, count));
  const seat = (number) => integer(number, 0, seats.length - 1, null);
  const cards = (numbers) => list(numbers, 3).filter((card) => integer(card, 0, count - 1, null) !== null);
  const phases = ["waiting", "playing", "showing", "paused", "over"];
  const result = isObject(value.result) ? value.result : null;
  return {
    match: clip(value.match, 40),
    version: integer(value.version, 0, Number.MAX_SAFE_INTEGER, 0),
    phase: phases.includes(value.phase) ? value.phase : "paused",
    isSet, deckLeft: integer(value.deckLeft, 0, 81, 0), rows, columns, seats,
    cards: value.cards.map((face) => clip(face, 40)),
    turned: cards(value.turned),
    turn: seat(value.turn),
    active: seat(value.active) ?? seat(value.turn),
    turnNumber: integer(value.turnNumber, 0, 1e9, 0),
    phaseEndsInMs: integer(value.phaseEndsInMs ?? value.turnEndsInMs, 0, 1e9, null),
    watchers: integer(value.watchers, 0, 1e6, 0),
    change: isObject(value.change) ? {
      kind: clip(value.change.kind, 20), seat: seat(value.change.seat), cards: cards(value.change.cards),
      faces: list(value.change.faces, 3).map((face) => clip(face, 40)),
    } : null,
    result: result && {
      winner: seat(result.winner), reason: clip(result.reason, 40), rematch: clip(result.rematch, 40) || null,
      record: clip(result.record, 40) || null, best: result.best === true,
    },
  };
}

function readLobby(value) {
  const matches = list(value.matches, 50).filter(isObject).map((match) => ({
    match: clip(match.match, 40),
    phase: clip(match.phase, 20),
    seats: list(match.seats, 2).map((name) => clip(name, 100)),
    scores: list(match.scores, 2).map((score) => integer(score, -1e9, 1e9, 0)),
    watchers: integer(match.watchers, 0, 1e6, 0),
    rules: readRules(match.rules),
  }));
  const players = list(value.players, 100).map((name) => clip(name, 100));
  return {
    matches: matches.filter(({ match }) => match), players,
    playerCount: integer(value.playerCount, 0, 1e6, players.length),
    total: integer(value.total, 0, 1e6, matches.length),
  };
}

/** A past match, in a list or with its moves. */
function readRecord(value) {
  const record = isObject(value) ? value : {};
  const rules = readRules(record.rules);
  const players = list(record.players, 2).map((name) => clip(name, 100));
  const scores = list(record.scores, 2).map((score) => integer(score, -1e9, 1e9, 0));
  const count = deckSize(rules);
  return {
    record: clip(record.record, 40), rules, players, scores, pictures: readPictures(record.pictures),
    startedAt: new Date(clip(record.startedAt, 40)), endedAt: new Date(clip(record.endedAt, 40)),
    winner: integer(record.winner, 0, players.length - 1, null),
    reason: clip(record.reason, 40),
    turns: list(record.turns, 2).map((turns) => integer(turns, 0, 1e9, 0)),
    house: clip(record.house, 20) || null,
    beside: record.beside === true,
    deck: list(record.deck, count).map((face) => clip(face, 40)),
    moves: list(record.moves, 20_000).filter(isObject).map((move) => ({
      seat: integer(move.seat, 0, 1, 0), card: integer(move.card, 0, count - 1, null),
      atMs: integer(move.atMs, 0, 1e12, 0),
      kind: clip(move.kind, 20), faces: list(move.faces, 3).map((face) => clip(face, 40)),
    })),
  };
}
