/// A state in JSON: the one line that is written for every flip, and so the one that must cost little.
enum JSONState {
    /// Writes a state as a line without its closing brace.
    static func write(_ state: MatchState, into writer: inout ByteWriter) {
        writer.put("{\"type\":\"state\",\"match\":\"m")
        writer.put(state.match.number)
        writer.put("\",\"version\":")
        writer.put(state.version)
        writer.put(",\"phase\":\"")
        writer.put(word(for: state.phase))
        writer.put("\",\"rows\":")
        writer.put(state.rows)
        writer.put(",\"columns\":")
        writer.put(state.columns)
        writer.put(",\"cards\":[")
        writer.put(state.cards)
        writer.dropLast()  // The last comma.
        writer.put("]")
        writer.put(",\"turned\":")
        write(state.turned, &writer)
        writer.put(",\"turn\":")
        writeOrNull(state.turn, &writer)
        writer.put(",\"turnEndsInMs\":")
        writeOrNull(state.turnEndsInMilliseconds, &writer)
        writer.put(",\"seats\":")
        writer.putList(state.seats, write)
        writer.put(",\"watchers\":")
        writer.put(state.watchers)
        writer.put(",\"result\":")
        if let result = state.result { write(result, &writer) } else { writer.put("null") }
    }

    private static func write(_ writer: inout ByteWriter, _ seat: MatchState.Seat) {
        writer.put("{\"name\":")
        writer.putJSON(seat.name)
        writer.put(seat.present ? ",\"present\":true,\"score\":" : ",\"present\":false,\"score\":")
        writer.put(seat.score)
        writer.put(",\"turnsLeft\":")
        writeOrNull(seat.turnsLeft, &writer)
        writer.put(",\"taken\":")
        write(seat.taken, &writer)
        writer.put(seat.rematch ? ",\"rematch\":true}" : ",\"rematch\":false}")
    }

    @inline(__always)
    private static func writeOrNull(_ number: Int?, _ writer: inout ByteWriter) {
        if let number { writer.put(number) } else { writer.put("null") }
    }

    @inline(__always)
    private static func write(_ cards: [Int], _ writer: inout ByteWriter) {
        writer.put("[")
        writer.put(cards)
        if !cards.isEmpty { writer.dropLast() }
        writer.put("]")
    }

    private static func write(_ result: MatchState.Result, _ writer: inout ByteWriter) {
        writer.put("{")
        writer.putField("winner", orNull: result.winner)
        writer.putField("reason", result.reason)
        writer.putField("rematch", orNull: result.rematch?.text)
        writer.putField("best", result.best)
        writer.put("}")
    }

    private static func word(for phase: MatchState.Phase) -> StaticString {
        switch phase {
        case .waiting: "waiting"
        case .playing: "playing"
        case .showing: "showing"
        case .paused: "paused"
        case .over: "over"
        }
    }
}
