/// Finished matches in plain words.
enum PlainRecords {
    // MARK: The list

    static func write(_ list: RecordList, into writer: inout ByteWriter) {
        guard let last = list.records.last else {
            let none = list.filter == .all ? "No matches played yet." : "No such records."
            return writer.put(text: (list.total == 0 ? none : "No older records.") + "\n")
        }
        writer.put(text: list.total == 1 ? "1 record:\n" : "\(list.total) records, newest first:\n")
        for summary in list.records {
            writer.put(text: "  \(line(summary))\n")
        }
        if list.records.count < list.total, last.id.number > 1 {
            writer.put(text: "For older records, type: records\(words(list.filter)) before \(last.id.text)\n")
        }
        writer.put(text: "To see a match move by move, type: record \(list.records[0].id.text)\n")
    }

    /// Returns the arguments of `records` for a filter, each after a space.
    private static func words(_ filter: RecordFilter) -> String {
        // In quotation marks, since a name may be a word of the command, such as solo or 50.
        let names = filter.players.map { "\"\($0.text)\"" }.joined(separator: " with ")
        let seats = filter.seats.map { $0 == 1 ? " solo" : " two" } ?? ""
        let game = filter.game.map { " \($0.rawValue)" } ?? ""
        return (names.isEmpty ? "" : " " + names) + seats + game
    }

    /// Returns a match as one line, without its LF.
    static func line(_ summary: RecordSummary) -> String {
        "\(summary.id.text), \(minute(summary.endedAt)): \(playersAndRules(summary)). \(ending(summary))"
    }

    /// Returns the players with their scores, and the rules.
    private static func playersAndRules(_ summary: RecordSummary) -> String {
        let seats = zip(summary.players, summary.scores).map { "\($0) \($1)" }.joined(separator: ", ")
        let level = summary.opponent.houseLevel.map { " (\($0.rawValue))" } ?? ""
        return "\(seats)\(level); \(PlainRules.short(summary.rules))"
    }

    private static func ending(_ summary: RecordSummary) -> String {
        PlainBoard.ending(
            winner: summary.winner, reason: summary.reason, players: summary.players, game: summary.rules.game)
    }

    private static func minute(_ milliseconds: Int) -> String {
        "\(Platform.plainDateText(milliseconds: milliseconds).prefix(16)) UTC"
    }

    // MARK: One match

    static func write(_ report: RecordReport, into writer: inout ByteWriter) {
        let summary = report.summary
        writer.put(text: "\(summary.id.text), match \(summary.match.text): \(PlainRules.long(summary.rules))\n")
        let seconds = max(0, summary.endedAt - summary.startedAt) / 1000
        writer.put(text: "Started \(Platform.plainDateText(milliseconds: summary.startedAt)) UTC ")
        writer.put(text: "and lasted \(duration(seconds)).\n\n")
        if summary.rules.game == .memory {
            PlainBoard.writeBoard(report.deck, columns: summary.rules.columns, into: &writer)
        }
        for (seat, name) in summary.players.enumerated() {
            writer.put(
                text:
                    "\(name): \(PlainRules.counted(summary.scores[seat], "point")) in \(attempts(summary.turns[seat], summary.rules)).\n"
            )
        }
        writer.put(text: "\(ending(summary))\n")
        guard !report.results.isEmpty else { return }
        writer.put(text: "Moves, with time since the start:\n")
        writeMoves(report, into: &writer)
        if report.moves.count >= summary.rules.game.recordMoves {
            writer.put(text: "  Later moves were not recorded.\n")
        }
        // Repeated, so that people who listened to all the moves hear the result last.
        writer.put(text: "  \(clock(seconds)) \(ending(summary))\n")
    }

    private static func writeMoves(_ report: RecordReport, into writer: inout ByteWriter) {
        let start = writer.count
        for (index, (move, result)) in zip(report.moves, report.results).enumerated() {
            // With long names, 1400 moves would exceed the bytes that may be queued for a connection.
            guard writer.count - start < Limits.Internal.movesBytes else {
                return writer.put(text: "  and \(report.moves.count - index) more moves.\n")
            }
            guard let sentence = sentence(result, report) else { continue }
            writer.put(text: "  \(clock(move.atMilliseconds / 1000)) \(sentence)\n")
        }
    }

    /// Returns a move without its time, with the scores after a pair; nil if the move was illegal.
    private static func sentence(_ result: RecordReport.MoveResult, _ report: RecordReport) -> String? {
        let players = report.summary.players
        func turns(_ seat: Int, _ card: Int) -> String {
            let coordinate = Coordinate(card: card, columns: report.summary.rules.columns).text
            return "\(players[seat]) flips \(coordinate): \(report.deck[card] ?? "")"
        }
        switch result.change {
        case .flip(let seat, let card): return turns(seat, card) + "."
        case .miss(let seat, _, let card): return turns(seat, card) + ", no pair."
        case .pair(let seat, _, let card):
            let scores = zip(players, result.scores).map { "\($0) \($1)" }.joined(separator: ", ")
            return turns(seat, card) + ", a pair! \(scores)."
        case .timeout(let seat, _): return "\(players[seat]) ran out of time."
        case .set(let seat, let claim):
            let scores = zip(players, result.scores).map { "\($0) \($1)" }.joined(separator: ", ")
            return "\(players[seat]) takes \(PlainTable.words(claim)). A set! \(scores)."
        case .wrong(let seat, let claim, _):
            return "\(players[seat]) takes \(PlainTable.words(claim)). Not a set."
        case .wish(let seat): return "\(players[seat]) asks for three more cards."
        case .more: return "Three more cards."
        case .shuffle(let seat): return "\(players[seat]) shuffles the table."
        case nil, .idle, .deal, .cover, .resign, .abandon, .away, .back, .left, .offer, .rematch, .watchers: return nil
        }
    }

    // MARK: The scores

    static func write(_ scores: ScoreList, into writer: inout ByteWriter) {
        if let player = scores.player { return PlainStatistics.write(player, into: &writer) }
        if scores.best.isEmpty, scores.players.isEmpty, scores.house.isEmpty {
            return writer.put(text: "No scores yet. Finish a match or a solo game.\n")
        }
        var rules: Rules?
        var rank = 0
        if !scores.best.isEmpty { writer.put(text: "Best solo games:\n") }
        for game in scores.best {
            rank = game.rules == rules ? rank + 1 : 1
            if game.rules != rules { writer.put(text: "  \(PlainRules.long(game.rules))\n") }
            rules = game.rules
            let day = Platform.plainDateText(milliseconds: game.endedAt).prefix(10)
            writer.put(
                text:
                    "    \(rank). \(game.name): \(PlainRules.counted(game.score, "point")) in \(effort(game)), \(day)\n"
            )
        }
        if !scores.players.isEmpty { writer.put(text: "Two-player matches:\n") }
        for player in scores.players { writer.put(text: "  \(results(player))\n") }
        for level in HouseLevel.allCases.reversed() {
            let results = scores.house.filter { $0.level == level }
            if !results.isEmpty { writer.put(text: "Against the \(level.rawValue) house player:\n") }
            for result in results { writer.put(text: "  \(Self.results(result.player))\n") }
        }
    }

    static func results(_ player: ScoreList.Player) -> String {
        "\(player.name): \(player.won) won, \(player.drawn) drawn, \(player.lost) lost"
    }

    // MARK: Numbers

    /// Returns the number of turns, or of claims in a game without turns.
    private static func attempts(_ count: Int, _ rules: Rules) -> String {
        PlainRules.counted(count, rules.game.hasTurns ? "turn" : "claim")
    }

    /// Returns what ranks games of equal score: the turns, or the time.
    static func effort(_ game: ScoreList.Game) -> String {
        game.seconds.map { clock($0) } ?? PlainRules.counted(game.turns, "turn")
    }

    /// Returns a time in minutes and seconds, such as `4:07`, or with hours, `1:04:07`.
    private static func clock(_ seconds: Int) -> String {
        func two(_ number: Int) -> String { String(number).zeroPadded(to: 2) }
        let rest = two(seconds % 60)
        if seconds < 3600 { return "\(seconds / 60):\(rest)" }
        return "\(seconds / 3600):\(two(seconds / 60 % 60)):\(rest)"
    }

    /// Returns a duration in words.
    private static func duration(_ seconds: Int) -> String {
        if seconds < 60 { return PlainRules.counted(seconds, "second") }
        if seconds < 3600 { return PlainRules.counted(seconds / 60, "minute") }
        return "\(PlainRules.counted(seconds / 3600, "hour")) \(PlainRules.counted(seconds / 60 % 60, "minute"))"
    }
}
