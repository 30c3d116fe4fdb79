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
        for index in 0..<state.seats.count {
            if index > 0 { pen.put(",") }
            write(state.seats, index, &pen)
            if !state.game.isBoard {
                writer.end(pen)
                state.game.write(ofSeat: index, into: &writer)
                pen = writer.pen(room: room(for: state))
            }
            write(state.seats[index].kind, &pen)
        }
        pen.put("],\"watchers\":")
        pen.put(state.watchers)
        writer.end(pen)
        write(state.change, &writer)
        if let result = state.result { write(result, &writer) } else { writer.put(",\"result\":null") }
        state.game.write(into: &writer)
    }

    /// Returns the maximum size of what a pen writes of a state, in bytes, assuming the longest numbers. All else grows
    /// the writer as it needs: the step, the result and what only the game has.
    @inline(__always)
    private static func room(for state: MatchState) -> Int {
        var room = 448 + state.cards.palette.widest * state.cards.count + Pen.room(for: state.turned)
        for index in 0..<state.seats.count {
            room += 224 + Pen.room(forJSON: state.seats[index].name) + Pen.room(for: state.seats[index].taken)
        }
        return room
    }

    @inline(__always)
    private static func write(_ seats: [MatchState.Seat], _ index: Int, _ pen: inout Pen) {
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
    private static func write(_ change: Change?, _ writer: inout ByteWriter) {
        guard let change else { return writer.put(",\"change\":null") }
        switch change {
        case .resign(let seat): writeChange("resign", seat, nil, nil, &writer)
        case .abandon(let seat): writeChange("abandon", seat, nil, nil, &writer)
        case .deal: writeChange("deal", nil, nil, nil, &writer)
        case .away(let seat): writeChange("away", seat, nil, nil, &writer)
        case .back(let seat): writeChange("back", seat, nil, nil, &writer)
        case .left(let seat): writeChange("left", seat, nil, nil, &writer)
        case .offer(let seat): writeChange("offer", seat, nil, nil, &writer)
        case .rematch: writeChange("rematch", nil, nil, nil, &writer)
        case .watchers: writeChange("watchers", nil, nil, nil, &writer)
        default: change.ask { $0.write(into: &writer) }
        }
    }

    /// Writes a change with its seat and up to two cards.
    @inline(__always)
    static func writeChange(
        _ kind: StaticString, _ seat: Int?, _ card: Int?, _ second: Int?, _ writer: inout ByteWriter
    ) {
        var pen = writer.pen(room: 128 + kind.utf8CodeUnitCount)
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
        writer.end(pen)
    }

    @inline(__always)
    private static func writeOrNull(_ number: Int?, _ pen: inout Pen) {
        if let number { pen.put(number) } else { pen.put("null") }
    }

    private static func write(_ result: MatchState.Result, _ writer: inout ByteWriter) {
        writer.put(",\"result\":{")
        writer.putField("winner", orNull: result.winner)
        writer.putField("reason", result.reason.text)
        writer.putField("rematch", orNull: result.rematch?.text)
        writer.putField("best", result.best)
        writer.putField("record", orNull: result.record?.text)
        writer.putField(recall: result.recall)
        if let salt = result.salt { writer.putField("salt", salt.text) }
        if let deck = result.deck { writer.putField("deck", deck) }
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
    /// The board of a state that is being read, for what its game has beside it.
    struct BoardFields {
        /// The whole state.
        let object: JSONObject
        /// The faces, empty for a card that is face down.
        let cards: [String]
        /// The seats, of which there are at most two.
        let seats: [JSONObject]
    }

    /// The fields of a change that is being read.
    struct ChangeFields {
        /// The whole change.
        let object: JSONObject
        let kind: String
        /// The seat whose doing it was, if it names one; one of the state's.
        let seat: Int?
        /// The cards or places that it names, each of which the game has.
        let cards: [Int]
    }

    /// Parses a state; returns nil if it can't be drawn, such as a board of a size that its game does not have, or a
    /// card outside it.
    static func read(_ object: JSONObject) -> MatchState? {
        let kind = object["game"]?.string.flatMap { GameKind(rawValue: $0) } ?? .usual
        guard let match = object.parsed("match", MatchID.init), let version = object["version"]?.int,
            let phase = object.parsed("phase", MatchState.Phase.init(rawValue:)),
            let rows = object["rows"]?.int, let columns = object["columns"]?.int,
            kind.type.mayShow(rows: rows, columns: columns),
            let cards = object["cards"]?.strings, cards.count == rows * columns,
            let turned = object["turned"]?.ints, turned.allSatisfy(cards.indices.contains),
            let listed = object["seats"]?.array, listed.count <= 2,
            case let seats = listed.compactMap(\.object), seats.count == listed.count,
            let game = kind.type.readState(BoardFields(object: object, cards: cards, seats: seats))
        else { return nil }
        let read = seats.compactMap { readSeat($0, cardCount: cards.count) }
        let turn = object["turn"]?.int
        let result = object["result"]?.object.map { readResult($0, seats: read.count) }
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
                readChange($0, seats: read.count, places: kind.type.places(on: cards.count), of: kind)
            }, game: game)
    }

    /// Parses a change; nil if it is unknown, or is about a seat or a card that the state doesn't have.
    private static func readChange(_ change: JSONObject, seats: Int, places: Int, of game: GameKind) -> Change? {
        guard let kind = change["kind"]?.string else { return nil }
        let seat = change["seat"]?.int
        let named = change["cards"]?.ints ?? []
        guard seat.map((0..<seats).contains) ?? true, named.allSatisfy((0..<places).contains) else { return nil }
        switch (kind, seat) {
        case ("away", let seat?): return .away(seat: seat)
        case ("back", let seat?): return .back(seat: seat)
        case ("left", let seat?): return .left(seat: seat)
        case ("offer", let seat?): return .offer(seat: seat)
        case ("resign", _): return .resign(seat: seat)
        case ("abandon", _): return .abandon(seat: seat)
        case ("deal", _): return .deal
        case ("rematch", _): return .rematch
        case ("watchers", _): return .watchers
        default:
            return game.type.readChange(ChangeFields(object: change, kind: kind, seat: seat, cards: named))
        }
    }

    private static func readSeat(_ seat: JSONObject, cardCount: Int) -> MatchState.Seat? {
        guard let name = seat["name"]?.string, let score = seat["score"]?.int,
            let taken = seat["taken"]?.ints, taken.allSatisfy((0..<cardCount).contains)
        else { return nil }
        return MatchState.Seat(
            name: name, present: seat["present"]?.bool ?? true, score: score, turnsLeft: seat["turnsLeft"]?.int,
            taken: taken, rematch: seat["rematch"]?.bool ?? false, left: seat["left"]?.bool ?? false,
            kind: PlayerKind(seat))
    }

    private static func readResult(_ result: JSONObject, seats: Int) -> MatchState.Result {
        MatchState.Result(
            winner: result["winner"]?.int, reason: Ending.Reason(text: result["reason"]?.string ?? ""),
            rematch: result.parsed("rematch", MatchID.init), best: result["best"]?.bool ?? false,
            record: result.parsed("record", RecordID.init), recall: Recall.read(result["recall"], seats: seats),
            salt: result.parsed("salt", Salt.init),
            deck: (result["deck"]?.strings).flatMap { $0.count <= Limits.Internal.deckCards ? $0 : nil })
    }
}
