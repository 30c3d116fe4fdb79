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
        pen.dropLast()  // The trailing comma.
        pen.put("],\"turned\":[")
        pen.put(state.turned)
        pen.put("],\"turn\":")
        writeOrNull(state.turn, &pen)
        pen.put(",\"turnEndsInMs\":")
        writeOrNull(state.turnEndsInMilliseconds, &pen)
        pen.put(",\"seats\":[")
        write(state.seats, &pen)
        pen.put("],\"watchers\":")
        pen.put(state.watchers)
        pen.put(",\"result\":")
        if state.result == nil { pen.put("null") }
        writer.end(pen)
        if let result = state.result { write(result, &writer) }
    }

    /// Returns the maximum size of a state without its result, in bytes, assuming the longest numbers.
    @inline(__always)
    private static func room(for state: MatchState) -> Int {
        var room = 512 + state.cards.palette.widest * state.cards.count + 21 * state.turned.count
        for index in 0..<state.seats.count {
            room += 256 + Pen.room(forJSON: state.seats[index].name) + 21 * state.seats[index].taken.count
        }
        return room
    }

    @inline(__always)
    private static func write(_ seats: [MatchState.Seat], _ pen: inout Pen) {
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
            if seats[index].rematch { pen.put("],\"rematch\":true}") }
            if !seats[index].rematch { pen.put("],\"rematch\":false}") }
        }
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
    /// Parses a state; returns nil if it can't be drawn, such as a board of the wrong size or a card outside it.
    static func read(_ object: JSONObject) -> MatchState? {
        guard let match = object.parsed("match", MatchID.init), let version = object["version"]?.int,
            let phase = object.parsed("phase", MatchState.Phase.init(rawValue:)),
            let rows = object["rows"]?.int, let columns = object["columns"]?.int,
            Rules.Bounds.side.contains(rows), Rules.Bounds.side.contains(columns),
            let cards = object["cards"]?.strings, cards.count == rows * columns,
            let turned = object["turned"]?.ints, turned.allSatisfy(cards.indices.contains),
            let seats = object["seats"]?.array, seats.count <= 2
        else { return nil }
        let read = seats.compactMap { readSeat($0, cardCount: cards.count) }
        let turn = object["turn"]?.int
        let result = object["result"]?.object.map(readResult)
        guard read.count == seats.count, object.holdsNumberOrNull("turn"), turn.map(read.indices.contains) ?? true,
            result != nil || object["result"]?.isNull ?? true, result?.winner.map(read.indices.contains) ?? true
        else { return nil }
        return MatchState(
            match: match, version: version, phase: phase, rows: rows, columns: columns,
            cards: CardFaces(cards.map { $0.isEmpty ? nil : $0 }), turned: turned, turn: turn,
            turnEndsInMilliseconds: object["turnEndsInMs"]?.int, seats: read, watchers: object["watchers"]?.int ?? 0,
            result: result)
    }

    private static func readSeat(_ value: JSONValue, cardCount: Int) -> MatchState.Seat? {
        guard let seat = value.object, let name = seat["name"]?.string, let score = seat["score"]?.int,
            let taken = seat["taken"]?.ints, taken.allSatisfy((0..<cardCount).contains)
        else { return nil }
        return MatchState.Seat(
            name: name, present: seat["present"]?.bool ?? true, score: score, turnsLeft: seat["turnsLeft"]?.int,
            taken: taken, rematch: seat["rematch"]?.bool ?? false)
    }

    private static func readResult(_ result: JSONObject) -> MatchState.Result {
        MatchState.Result(
            winner: result["winner"]?.int, reason: Ending.Reason(text: result["reason"]?.string ?? ""),
            rematch: result.parsed("rematch", MatchID.init), best: result["best"]?.bool ?? false)
    }
}
