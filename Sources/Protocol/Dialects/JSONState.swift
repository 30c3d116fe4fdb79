/// A state in JSON: the only line written for every flip, so writing it has to be cheap.
enum JSONState {
    /// Writes a state as a line without its closing brace.
    static func write(_ state: MatchState, into writer: inout ByteWriter) {
        var pen = writer.pen(room: room(for: state))
        pen.put("{\"type\":\"state\",\"match\":\"m")
        pen.put(state.match.number)
        pen.put("\",\"version\":")
        pen.put(state.version)
        write(state.phase, &pen)
        pen.put(state.rows)
        pen.put(",\"columns\":")
        pen.put(state.columns)
        pen.put(",\"cards\":[")
        pen.put(state.cards)
        if !state.cards.isEmpty { pen.dropLast() }  // The trailing comma.
        pen.put("],\"turned\":[")
        pen.put(state.turned)
        pen.put("],\"turn\":")
        writeOrNull(state.turn, &pen)
        pen.put(",\"turnEndsInMs\":")
        writeOrNull(state.turnEndsInMilliseconds, &pen)
        pen.put(",\"active\":")
        writeOrNull(state.active, &pen)
        pen.put(",\"turnNumber\":")
        pen.put(state.turnNumber)
        if let ply = state.ply {
            pen.put(",\"ply\":")
            pen.put(ply)
        }
        pen.put(",\"phaseEndsInMs\":")
        writeOrNull(state.phaseEndsInMilliseconds, &pen)
        pen.put(",\"seats\":[")
        write(state.seats, isSet: state.isSet, &pen)
        pen.put("],\"watchers\":")
        pen.put(state.watchers)
        write(state.change, &pen)
        pen.put(",\"result\":")
        if state.result == nil { pen.put("null") }
        writer.end(pen)
        if let result = state.result { write(result, &writer) }
        if state.isSet {
            writer.putField("game", GameKind.set.rawValue)
            writer.putField("deckLeft", state.deckLeft)
        }
    }

    /// Returns the maximum size of a state without its result, in bytes, assuming the longest numbers.
    @inline(__always)
    private static func room(for state: MatchState) -> Int {
        var room = 768 + state.cards.palette.widest * state.cards.count + 21 * state.turned.count
        for index in 0..<state.seats.count {
            room += 320 + Pen.room(forJSON: state.seats[index].name) + 21 * state.seats[index].taken.count
        }
        return room
    }

    @inline(__always)
    private static func write(_ seats: [MatchState.Seat], isSet: Bool, _ pen: inout Pen) {
        for index in 0..<seats.count {
            if index > 0 { pen.put(",") }
            pen.put("{\"name\":")
            pen.putJSON(seats[index].name)
            if seats[index].present { pen.put(",\"present\":true,\"score\":") }
            if !seats[index].present { pen.put(",\"present\":false,\"score\":") }
            pen.put(seats[index].score)
            pen.put(",\"turnsLeft\":")
            writeOrNull(seats[index].turnsLeft, &pen)
            pen.put(",\"taken\":[")
            pen.put(seats[index].taken)
            if seats[index].rematch { pen.put("],\"rematch\":true") }
            if !seats[index].rematch { pen.put("],\"rematch\":false") }
            if seats[index].left { pen.put(",\"left\":true") }
            if !seats[index].left { pen.put(",\"left\":false") }
            if isSet { write(seats[index].set, &pen) }
            write(seats[index].kind, &pen)
        }
    }

    /// Writes the kind of player, and the end of the seat.
    @inline(__always)
    private static func write(_ kind: PlayerKind, _ pen: inout Pen) {
        switch kind {
        case .person: pen.put("}")
        case .beside: pen.put(",\"beside\":true}")
        case .house(.novice): pen.put(",\"house\":\"novice\"}")
        case .house(.steady): pen.put(",\"house\":\"steady\"}")
        case .house(.perfect): pen.put(",\"house\":\"perfect\"}")
        }
    }

    /// Writes the change: its kind, the seat whose doing it was, and the cards it is about.
    @inline(__always)
    private static func write(_ change: Change?, _ pen: inout Pen) {
        guard let change else { return pen.put(",\"change\":null") }
        switch change {
        case .flip(let seat, let card): write("flip", seat, card, nil, &pen)
        case .pair(let seat, let first, let second): write("pair", seat, first, second, &pen)
        case .miss(let seat, let first, let second): write("miss", seat, first, second, &pen)
        case .cover(let seat, let first, let second): write("cover", seat, first, second, &pen)
        case .timeout(let seat, let card): write("timeout", seat, card, nil, &pen)
        case .set(let seat, let claim): write("set", seat, claim, SetPenalty(), &pen)
        case .wrong(let seat, let claim, let penalty): write("wrong", seat, claim, penalty, &pen)
        case .wish(let seat): write("wish", seat, nil, nil, &pen)
        case .more(let seat, let penalty): write("more", seat, nil, penalty, &pen)
        case .shuffle(let seat): write("shuffle", seat, nil, nil, &pen)
        case .idle: write("idle", nil, nil, nil, &pen)
        case .resign(let seat): write("resign", seat, nil, nil, &pen)
        case .abandon(let seat): write("abandon", seat, nil, nil, &pen)
        case .deal: write("deal", nil, nil, nil, &pen)
        case .away(let seat): write("away", seat, nil, nil, &pen)
        case .back(let seat): write("back", seat, nil, nil, &pen)
        case .left(let seat): write("left", seat, nil, nil, &pen)
        case .offer(let seat): write("offer", seat, nil, nil, &pen)
        case .rematch: write("rematch", nil, nil, nil, &pen)
        case .watchers: write("watchers", nil, nil, nil, &pen)
        }
    }

    @inline(__always)
    private static func write(
        _ kind: StaticString, _ seat: Int?, _ card: Int?, _ second: Int?, _ pen: inout Pen
    ) {
        pen.put(",\"change\":{\"kind\":\"")
        pen.put(kind)
        pen.put("\",\"seat\":")
        writeOrNull(seat, &pen)
        pen.put(",\"cards\":[")
        if let card { pen.put(card) }
        if let second {
            pen.put(",")
            pen.put(second)
        }
        pen.put("]}")
    }

    @inline(__always)
    private static func writeOrNull(_ number: Int?, _ pen: inout Pen) {
        if let number { pen.put(number) } else { pen.put("null") }
    }

    private static func write(_ result: MatchState.Result, _ writer: inout ByteWriter) {
        writer.put("{")
        writer.putField("winner", orNull: result.winner)
        writer.putField("reason", result.reason.text)
        writer.putField("rematch", orNull: result.rematch?.text)
        writer.putField("best", result.best)
        writer.putField("record", orNull: result.record?.text)
        writer.put("}")
    }

    /// Writes the phase and the key after it, one literal each, so that the length is known at compile time.
    @inline(__always)
    private static func write(_ phase: MatchState.Phase, _ pen: inout Pen) {
        switch phase {
        case .waiting: pen.put(",\"phase\":\"waiting\",\"rows\":")
        case .playing: pen.put(",\"phase\":\"playing\",\"rows\":")
        case .showing: pen.put(",\"phase\":\"showing\",\"rows\":")
        case .paused: pen.put(",\"phase\":\"paused\",\"rows\":")
        case .over: pen.put(",\"phase\":\"over\",\"rows\":")
        }
    }
}

// MARK: - Reading

extension JSONState {
    /// Parses a state; returns nil if it can't be drawn, such as a board of the wrong size or a card outside it. A state of
    /// Set may have any table of the deck, whose cards are shown or, before the match, face down.
    static func read(_ object: JSONObject) -> MatchState? {
        guard let match = object.parsed("match", MatchID.init), let version = object["version"]?.int,
            let phase = object.parsed("phase", MatchState.Phase.init(rawValue:)),
            let rows = object["rows"]?.int, let columns = object["columns"]?.int,
            case let isSet = object["game"]?.string == GameKind.set.rawValue,
            isSet
                ? rows == 3 && 0...SetCard.count / 3 ~= columns
                : Rules.Bounds.side.contains(rows) && Rules.Bounds.side.contains(columns),
            let cards = object["cards"]?.strings, cards.count == rows * columns,
            let turned = object["turned"]?.ints, turned.allSatisfy(cards.indices.contains),
            let seats = object["seats"]?.array, seats.count <= 2
        else { return nil }
        let read = seats.compactMap { readSeat($0, cardCount: cards.count) }
        let turn = object["turn"]?.int
        let set = isSet ? readSet(object, cards, seats) : nil
        guard isSet == (set != nil) else { return nil }
        let result = object["result"]?.object.map(readResult)
        guard read.count == seats.count, object.holdsNumberOrNull("turn"), turn.map(read.indices.contains) ?? true,
            result != nil || object["result"]?.isNull ?? true, result?.winner.map(read.indices.contains) ?? true
        else { return nil }
        return MatchState(
            match: match, version: version, phase: phase, rows: rows, columns: columns,
            cards: CardFaces(cards.map { $0.isEmpty ? nil : $0 }), turned: turned, turn: turn,
            turnEndsInMilliseconds: object["turnEndsInMs"]?.int,
            active: object["active"]?.int.flatMap { read.indices.contains($0) ? $0 : nil },
            turnNumber: object["turnNumber"]?.int ?? 0, ply: object["ply"]?.int,
            phaseEndsInMilliseconds: object["phaseEndsInMs"]?.int,
            seats: read, watchers: object["watchers"]?.int ?? 0, result: result,
            change: object["change"]?.object.flatMap {
                readChange($0, seats: read.count, cards: isSet ? SetCard.count : cards.count)
            }, set: set)
    }

    /// Parses a change; nil if it is unknown, or is about a seat or a card that the state doesn't have.
    private static func readChange(_ change: JSONObject, seats: Int, cards: Int) -> Change? {
        let (kind, seat) = (change["kind"]?.string, change["seat"]?.int)
        let named = change["cards"]?.ints ?? []
        guard seat.map((0..<seats).contains) ?? true, named.allSatisfy((0..<cards).contains) else { return nil }
        switch (kind, seat, named.count) {
        case ("flip", let seat?, 1): return .flip(seat: seat, card: named[0])
        case ("pair", let seat?, 2): return .pair(seat: seat, first: named[0], second: named[1])
        case ("miss", let seat?, 2): return .miss(seat: seat, first: named[0], second: named[1])
        case ("cover", let seat?, 2): return .cover(seat: seat, first: named[0], second: named[1])
        case ("timeout", let seat?, 0...1): return .timeout(seat: seat, card: named.first)
        case ("set", let seat?, 3): return JSONMove.claim(change).map { .set(seat: seat, $0) }
        case ("wrong", let seat?, 3):
            return JSONMove.claim(change).map { .wrong(seat: seat, $0, readPenalty(change, cards)) }
        case ("wish", let seat?, _): return .wish(seat: seat)
        case ("more", let seat?, _): return .more(seat: seat, readPenalty(change, cards))
        case ("shuffle", let seat?, _): return .shuffle(seat: seat)
        case ("idle", _, _): return .idle
        case ("away", let seat?, _): return .away(seat: seat)
        case ("back", let seat?, _): return .back(seat: seat)
        case ("left", let seat?, _): return .left(seat: seat)
        case ("offer", let seat?, _): return .offer(seat: seat)
        case ("resign", _, _): return .resign(seat: seat)
        case ("abandon", _, _): return .abandon(seat: seat)
        case ("deal", _, _): return .deal
        case ("rematch", _, _): return .rematch
        case ("watchers", _, _): return .watchers
        default: return nil
        }
    }

    private static func readSeat(_ value: JSONValue, cardCount: Int) -> MatchState.Seat? {
        guard let seat = value.object, let name = seat["name"]?.string, let score = seat["score"]?.int,
            let taken = seat["taken"]?.ints, taken.allSatisfy((0..<cardCount).contains)
        else { return nil }
        return MatchState.Seat(
            name: name, present: seat["present"]?.bool ?? true, score: score, turnsLeft: seat["turnsLeft"]?.int,
            taken: taken, rematch: seat["rematch"]?.bool ?? false, left: seat["left"]?.bool ?? false,
            kind: PlayerKind(seat))
    }

    private static func readResult(_ result: JSONObject) -> MatchState.Result {
        MatchState.Result(
            winner: result["winner"]?.int, reason: Ending.Reason(text: result["reason"]?.string ?? ""),
            rematch: result.parsed("rematch", MatchID.init), best: result["best"]?.bool ?? false,
            record: result.parsed("record", RecordID.init))
    }
}
