// What happened in a record, by the rules of the games.

/** The moments of a record: a state for each step of the match, with the change that led to it and when it happened. */
function momentsOf(record) {
  const { rules, deck, players } = record;
  const hasSet = isSetGame(rules), count = deckSize(rules);
  const seats = players.map((name, number) => ({
    name, present: true, score: 0, turnsLeft: !hasSet && rules.turns || null, taken: [], sets: 0, more: false,
    house: number === 1 && record.house,
  }));
  let dealt = hasSet ? 12 : count;
  let state = {
    phase: "playing", columns: rules.columns, cards: hasSet ? deck.slice(0, dealt) : Array(count).fill(""), isSet: hasSet,
    deckLeft: count - dealt, turned: [], active: hasSet ? null : record.moves[0]?.seat ?? 0, seats,
  };
  const moments = [{ state, atMs: 0 }];
  const step = (change, atMs, changes) => {
    state = { ...state, ...changes, change };
    moments.push({ state, atMs });
  };
  const withFaces = (cards, isUp) =>
    state.cards.map((face, card) => cards.includes(card) ? isUp ? deck[card] : "" : face);
  const withSeat = (number, changes) =>
    state.seats.map((seat, index) => index === number ? { ...seat, ...changes(seat) } : seat);
  const used = (seat) => ({ turnsLeft: seat.turnsLeft && seat.turnsLeft - 1 });
  // Two cards that don't match are turned face down when due, or just before the next move.
  const cover = (latest) => {
    if (state.phase !== "showing") return;
    const cards = state.turned;
    step({ kind: "cover", seat: state.active, cards }, Math.min(latest, moments.at(-1).atMs + rules.revealMs),
      { phase: "playing", cards: withFaces(cards, false), turned: [] });
  };
  const playSet = ({ seat, kind, faces, atMs }, number) => {
    let lie = [...state.cards];
    // In a solo game, cards that were not needed cost a point.
    const worth = kind === "set" ? 1 : kind === "wrong" || kind === "more" && isSolo(rules) && holdsSet(lie) ? -1 : 0;
    if (kind === "set") {
      const fresh = lie.length > 12 ? [] : deck.slice(dealt, dealt + 3);
      dealt += fresh.length;
      if (fresh.length) lie = lie.map((face) => faces.includes(face) ? fresh.shift() : face).filter(Boolean);
      // The last card fills each gap, from the highest place down.
      else for (let place = lie.length - 1; place >= 0; place -= 1) {
        if (!faces.includes(lie[place])) continue;
        lie[place] = lie.at(-1);
        lie.pop();
      }
    } else if (kind === "more") {
      lie.push(...deck.slice(dealt, dealt + 3));
      dealt += 3;
    } else if (kind === "shuffle") {
      // As PROTOCOL.md specifies.
      for (let place = lie.length - 1; place > 0; place -= 1) {
        number = number * 48271 % 2147483647;
        const other = number % (place + 1);
        [lie[place], lie[other]] = [lie[other], lie[place]];
      }
    }
    const deckLeft = count - dealt, isWishOver = kind === "more" || !deckLeft;
    const seats = withSeat(seat, (seat) => ({
      score: seat.score + worth, sets: seat.sets + Number(kind === "set"), more: seat.more || kind === "wish",
    }));
    step({ kind, seat, cards: [], faces, cost: worth < 0 && 1, fault: faultOf(faces) }, atMs,
      { cards: lie, deckLeft, seats: isWishOver ? seats.map((seat) => ({ ...seat, more: false })) : seats });
  };
  for (const [index, move] of record.moves.entries()) {
    const { seat, card, atMs } = move;
    if (!seats[seat]) continue;
    if (hasSet) {
      playSet(move, index + 1);
      continue;
    }
    cover(atMs);
    state = { ...state, active: seat };
    if (card === null) {
      step({ kind: "timeout", seat, cards: state.turned }, atMs,
        { cards: withFaces(state.turned, false), turned: [], seats: withSeat(seat, used) });
    } else if (!deck[card] || state.cards[card]) continue;
    else if (!state.turned.length) {
      step({ kind: "flip", seat, cards: [card] }, atMs, { cards: withFaces([card], true), turned: [card] });
    } else {
      const cards = [state.turned[0], card], isPair = deck[cards[0]] === deck[card];
      const worth = rules.scoring === "points" ? isPair ? 200 : -100 : isPair ? 1 : 0;
      const changes = (seat) => ({
        score: seat.score + worth, taken: isPair ? [...seat.taken, ...cards] : seat.taken,
        ...(isPair && rules.again ? {} : used(seat)),
      });
      step({ kind: isPair ? "pair" : "miss", seat, cards }, atMs, {
        phase: isPair ? "playing" : "showing", cards: withFaces([card], true), turned: isPair ? [] : cards,
        seats: withSeat(seat, changes),
      });
    }
  }
  const end = Math.max(moments.at(-1).atMs, record.endedAt - record.startedAt || 0);
  step(null, end, {
    phase: "over", cards: hasSet ? state.cards : [...deck], turned: [], active: null,
    seats: state.seats.map((seat, number) => ({ ...seat, score: record.scores[number] ?? seat.score })),
    turnNumber: record.turns.reduce((sum, turns) => sum + turns, 0),
    result: { winner: record.winner, reason: record.reason },
  });
  return moments;
}
