/// Events in JSON, as written by the host. ``JSONEventReader`` parses them.
public enum JSONEvents {
    /// Writes a message as one line, including its LF; nothing for an `ok` without a request ID.
    public static func write(_ message: Message, into writer: inout ByteWriter) {
        let re = message.re
        switch message.event {
        case .state(let state): JSONState.write(state, into: &writer)
        case .ok:
            guard re != nil else { return }
            begin("ok", re, &writer)
        case .help:
            begin("help", re, &writer)
            JSONHelp.write(into: &writer)
        case .pong: begin("pong", re, &writer)
        case .hello(let hello):
            begin("hello", re, &writer)
            write(hello, &writer)
        case .welcome(let welcome):
            begin("welcome", re, &writer)
            writer.putField("name", welcome.name)
            writer.putField("token", welcome.token.text)
            writer.putField("resumed", welcome.resumed)
        case .lobby(let lobby):
            begin("lobby", re, &writer)
            write(lobby, &writer)
        case .match(let seating):
            begin("match", re, &writer)
            write(seating, &writer)
        case .said(let said):
            begin("said", re, &writer)
            write(said, &writer)
        case .records(let list):
            begin("records", re, &writer)
            JSONRecords.write(list, into: &writer)
        case .record(let report):
            begin("record", re, &writer)
            JSONRecords.write(report, into: &writer)
        case .scores(let scores):
            begin("scores", re, &writer)
            JSONRecords.write(scores, into: &writer)
        case .rules(let book):
            begin("rules", re, &writer)
            JSONRuleBook.write(book, into: &writer)
        case .error(let report):
            begin("error", re, &writer)
            write(report, &writer)
        case .bye(let farewell):
            begin("bye", re, &writer)
            writer.putField("reason", farewell.reason)
            writer.putField("message", farewell.message)
            writer.putField("retry", farewell.retry)
        }
        writer.put("}\n")
    }

    private static func begin(_ type: StaticString, _ re: RequestID?, _ writer: inout ByteWriter) {
        writer.put("{\"type\":\"")
        writer.put(type)
        writer.put("\"")
        if let re { writer.putField("re", re.text) }
    }

    private static func write(_ hello: Hello, _ writer: inout ByteWriter) {
        writer.putField("protocol", hello.version)
        writer.putField("host", hello.host)
        writer.putField("version", hello.program)
        writer.putField("features", hello.features)
        writer.putField("faces", hello.faces)
        writer.putField("preset", hello.preset)
        writer.putKey("limits")
        writer.put("{")
        for (name, field) in PublishedLimits.fields { writer.putField(name, hello.limits[keyPath: field]) }
        writer.put("}")
        if !hello.addresses.isEmpty { writer.putField("addresses", hello.addresses) }
        writer.putField("hint", hello.hint)
    }

    private static func write(_ lobby: LobbyList, _ writer: inout ByteWriter) {
        var rules = RulesTexts()
        writer.putKey("matches")
        writer.putList(lobby.matches) { writer, entry in
            writer.put("{")
            writer.putField("match", entry.match.text)
            writer.putField("phase", entry.phase.rawValue)
            writer.putField("seats", entry.seats)
            writer.putField("scores", entry.scores)
            writer.putField("watchers", entry.watchers)
            rules.putField(entry.rules, into: &writer)
            writer.put("}")
        }
        writer.putField("players", lobby.players)
        writer.putField("playerCount", lobby.playerCount)
        writer.putField("total", lobby.total)
    }

    private static func write(_ seating: Seating, _ writer: inout ByteWriter) {
        writer.putField("match", seating.match.text)
        writer.putField("seat", orNull: seating.seat)
        writer.putField("rules", seating.rules)
        if let code = seating.code { writer.putField("code", code.text) }
        if let beside = seating.beside { writer.putField("beside", beside) }
        writer.putField("pictures", seating.pictures)
    }

    private static func write(_ said: Said, _ writer: inout ByteWriter) {
        writer.putField("match", orNull: said.match?.text)
        writer.putField("from", said.from)
        writer.putField("role", orNull: said.role?.rawValue)
        writer.putField("text", said.text)
        if said.isPast { writer.putField("past", true) }
    }

    private static func write(_ report: ErrorReport, _ writer: inout ByteWriter) {
        writer.putField("code", report.code)
        writer.putField("message", report.message)
        writer.putField("command", orNull: report.command)
        writer.putField("fatal", report.isFatal)
    }
}

/// The answer to `help` in JSON: all commands, each with the names of its fields.
enum JSONHelp {
    /// Writes the fields of the event.
    static func write(into writer: inout ByteWriter) {
        writer.putKey("commands")
        writer.putList(Command.Kind.allCases) { writer, kind in
            writer.put("{")
            writer.putField("type", kind.name)
            writer.putField("fields", kind.row.fields.map { "\($0)" })
            writer.put("}")
        }
    }
}
