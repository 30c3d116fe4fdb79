/// Events in plain words: append-only text without escape codes, in sentences suitable for a screen reader.
public enum PlainEvents {
    /// Writes a message as lines, including LFs; writes nothing if the next event says it all.
    public static func write(_ message: Message, into writer: inout ByteWriter) {
        switch message.event.withQuotedNames {
        case .state(let state): PlainBoard.write(state, into: &writer)
        case .ok(let kind): if let kind { writer.put(kind.row.confirmation) }
        case .help: writer.put(text: help)
        case .pong: writer.put(text: "Pong.\n")
        case .hello(let hello):
            writer.put(text: "This is \(hello.host), a Memory host. \(hello.hint)\n")
            if hello.isDraining { writer.put(text: "\(Refusal.draining.message)\n") }
        case .welcome(let welcome): write(welcome, &writer)
        case .lobby(let lobby): write(lobby, &writer)
        case .match(let seating): write(seating, &writer)
        case .said(let said): write(said, &writer)
        case .records(let list): PlainRecords.write(list, into: &writer)
        case .record(let record, _): PlainRecords.write(record, into: &writer)
        case .replay(let header): PlainRecords.write(header, into: &writer)
        case .replayed(let replayed): PlainRecords.write(replayed, into: &writer)
        case .scores(let scores): PlainRecords.write(scores, into: &writer)
        case .standings(let standings): PlainStandings.write(standings, into: &writer)
        case .rules(let book): book.game.type.write(book, into: &writer)
        case .error(let report):
            if report.isFatal { return }  // The farewell that follows says the same.
            let hint = report.code == "unknown_type" ? " Type help for a list." : ""
            writer.put(text: "Error: \(report.message)\(hint)\n")
        case .bye(let farewell): writer.put(text: "\(farewell.message)\n")
        }
    }

    private static func write(_ welcome: Welcome, _ writer: inout ByteWriter) {
        writer.put(text: "Welcome\(welcome.resumed ? " back" : ""), \(welcome.name). ")
        writer.put(text: "If you get disconnected, reconnect and type: resume \(welcome.token.text)\n")
    }

    private static func write(_ lobby: LobbyList, _ writer: inout ByteWriter) {
        if lobby.isDraining { writer.put(text: "\(Refusal.draining.message)\n") }
        if lobby.matches.isEmpty {
            let hint = lobby.isDraining ? "" : " Type join to open one, or open to choose its rules."
            writer.put(text: "No matches.\(hint)\n")
        } else {
            writer.put(text: lobby.total == 1 ? "1 match:\n" : "\(lobby.total) matches:\n")
        }
        for entry in lobby.matches {
            let phase = entry.phase == .showing ? .playing : entry.phase
            writer.put(text: "  \(entry.match.text), \(phase.rawValue): ")
            let seats = zip(entry.seats, entry.scores).map { "\($0) \($1)" }
            writer.put(text: seats.joined(separator: ", "))
            writer.put(text: "; \(PlainRules.short(entry.rules))")
            if entry.watchers > 0 { writer.put(text: "; \(entry.watchers) watching") }
            let canJoin = entry.phase == .waiting && !lobby.isDraining
            writer.put(text: canJoin ? ". Type: join \(entry.match.text)\n" : ".\n")
        }
        if lobby.matches.count < lobby.total { writer.put(text: "  and \(lobby.total - lobby.matches.count) more\n") }
        guard lobby.playerCount > 0 else { return }
        writer.put(text: "Online: \(lobby.players.joined(separator: ", "))")
        let more = lobby.playerCount - lobby.players.count
        writer.put(text: more > 0 ? " and \(more) more.\n" : ".\n")
    }

    private static func write(_ seating: Seating, _ writer: inout ByteWriter) {
        switch seating.seat {
        case nil: writer.put(text: "You are watching \(seating.match.text): ")
        case let seat?: writer.put(text: "You are in \(seating.match.text), seat \(seat + 1): ")
        }
        writer.put(text: "\(PlainRules.long(seating.rules))\n")
        if seating.beside != nil { writer.put(text: "Both players use this client and take turns.\n") }
        if let contest = seating.contest { writer.put(text: "This is the contest, \(contest.text).\n") }
        if let seal = seating.seal { PlainSeal.write(seal, into: &writer) }
        if let code = seating.code { writer.put(text: "This match is private; its code is \(code.text).\n") }
    }

    private static func write(_ said: Said, _ writer: inout ByteWriter) {
        writer.put(text: "\(said.speaker) \(said.isPast ? "said earlier" : "says"): \(said.text)\n")
    }

    /// The commands, on a screen of 24 lines of 80 characters.
    private static let help = """
        Commands:
          \(CommandRow.all.flatMap(\.help).joined(separator: "\n  "))
        On a board: . is face down, - is removed, [ ] was flipped this turn.
        \(openOptions)

        """

    /// The options of `open`, in lines of at most 80 characters.
    private static let openOptions = {
        var lines = ["For open:"]
        for word in PlainCommands.openWords.split(separator: " ") {
            if lines[lines.count - 1].utf8.count + 1 + word.utf8.count > 80 { lines.append(" ") }
            lines[lines.count - 1] += " \(word)"
        }
        return lines.joined(separator: "\n") + "."
    }()
}

extension PlainEvents {
    /// Returns a finished match as a single line for lists, without its LF.
    public static func line(_ summary: RecordSummary) -> String { PlainRecords.line(summary.withQuotedNames) }

    /// Returns the beginning of a replay as a line without its LF, for a program whose next line does not end it.
    public static func line(_ header: ReplayHeader) -> String {
        PlainRecords.line(header.withQuotedNames)
    }

    /// Returns the text of a message, line by line.
    public static func lines(_ message: Message) -> [String] {
        var writer = ByteWriter()
        write(message, into: &writer)
        return String(decoding: writer.drain(), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .dropLast().map(String.init)
    }

    /// Returns true if the event is a state that is printed with its board, not as a sentence alone.
    public static func drawsBoard(_ event: Event) -> Bool {
        if case .state(let state) = event { PlainBoard.isDrawn(state) } else { false }
    }
}
