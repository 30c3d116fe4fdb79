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
        var isFirst = true
        for face in state.cards {
            if !isFirst { writer.put(UInt8(ascii: ",")) }
            isFirst = false
            if let face { writer.putJSON(face) } else { writer.put("\"\"") }
        }
        writer.put("]")
        writer.putField("turned", state.turned)
        writer.putField("turn", orNull: state.turn)
        writer.putField("turnEndsInMs", orNull: state.turnEndsInMilliseconds)
        writer.putKey("seats")
        writer.putList(state.seats, write)
        writer.putField("watchers", state.watchers)
        writer.putKey("result")
        if let result = state.result { write(result, &writer) } else { writer.put("null") }
    }

    private static func write(_ writer: inout ByteWriter, _ seat: MatchState.Seat) {
        writer.put("{\"name\":")
        writer.putJSON(seat.name)
        writer.putField("present", seat.present)
        writer.putField("score", seat.score)
        writer.putField("turnsLeft", orNull: seat.turnsLeft)
        writer.putField("taken", seat.taken)
        writer.putField("rematch", seat.rematch)
        writer.put("}")
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
