/// Events in JSON, as written by the host. ``JSONEventReader`` parses them.
public enum JSONEvents {
    /// Writes a message as one line, including its LF; nothing for an `ok` without a request ID.
    public static func write(_ message: Message, into writer: inout ByteWriter) {
        switch message.event {
        case .state(let state): JSONState.write(state, into: &writer)
        case .replayed(let replayed): JSONRecords.write(replayed, into: &writer)
        case .ok where message.re == nil: return
        case let event:
            writer.put("{\"type\":\"")
            writer.put(text: event.kind.rawValue)
            writer.put("\"")
            if let re = message.re { writer.putField("re", re.text) }
            writeFields(of: event, into: &writer)
        }
        writer.put("}\n")
    }

    private static func writeFields(of event: Event, into writer: inout ByteWriter) {
        switch event {
        case .hello(let hello): write(hello, &writer)
        case .welcome(let welcome):
            writer.putField("name", welcome.name)
            writer.putField("token", welcome.token.text)
            writer.putField("resumed", welcome.resumed)
        case .lobby(let lobby): write(lobby, &writer)
        case .match(let seating): write(seating, &writer)
        case .said(let said): write(said, &writer)
        case .records(let list): JSONRecords.write(list, into: &writer)
        case .record(let record, let pictures): JSONRecords.write(record, pictures, into: &writer)
        case .replay(let header): JSONRecords.write(header, into: &writer)
        case .scores(let scores): JSONScores.write(scores, into: &writer)
        case .standings(let standings): JSONStandings.write(standings, into: &writer)
        case .rules(let book): JSONRuleBook.write(book, into: &writer)
        case .error(let report): write(report, &writer)
        case .bye(let farewell):
            writer.putField("reason", farewell.reason)
            writer.putField("message", farewell.message)
            writer.putField("retry", farewell.retry)
        case .help: JSONHelp.write(into: &writer)
        case .state, .replayed, .ok, .pong: break  // A state has been written whole, the others have no fields.
        }
    }

    private static func write(_ hello: Hello, _ writer: inout ByteWriter) {
        writer.putField("protocol", hello.protocolVersion)
        writer.putField("host", hello.host)
        writer.putField("version", hello.programVersion)
        writer.putField("features", hello.features)
        writer.putField("faces", hello.faces)
        writer.putField("preset", hello.preset)
        writer.putKey("limits")
        writer.put("{")
        for (name, field) in PublishedLimits.fields { writer.putField(name, hello.limits[keyPath: field]) }
        writer.put("}")
        if !hello.addresses.isEmpty { writer.putField("addresses", hello.addresses) }
        if hello.isDraining { writer.putField("draining", true) }
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
        if lobby.isDraining { writer.putField("draining", true) }
    }

    private static func write(_ seating: Seating, _ writer: inout ByteWriter) {
        writer.putField("match", seating.match.text)
        writer.putField("seat", orNull: seating.seat)
        writer.putField("rules", seating.rules)
        if let seal = seating.seal { writer.putField("seal", seal.text) }
        if let code = seating.code { writer.putField("code", code.text) }
        if let beside = seating.beside { writer.putField("beside", beside) }
        writer.putField(seating.contest)
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
