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
        let id = list.records[0].id.text
        writer.put(text: "To list the moves of a match, type: record \(id); to watch it again: replay \(id)\n")
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
        let seats = scores(summary.scores, of: summary.players)
        let level = summary.opponent.houseLevel.map { " (\($0.rawValue))" } ?? ""
        let contest = summary.contest.map { "; contest, \($0.text)" } ?? ""
        return "\(seats)\(level); \(PlainRules.short(summary.rules))\(contest)"
    }

    private static func ending(_ summary: RecordSummary) -> String {
        PlainBoard.ending(
            winner: summary.winner, reason: summary.reason, players: summary.players, game: summary.rules.game)
    }

    private static func minute(_ milliseconds: Int) -> String {
        "\(Platform.plainDateText(milliseconds: milliseconds).prefix(16)) UTC"
    }

    // MARK: One match

    static func write(_ record: MatchRecord, into writer: inout ByteWriter) {
        let summary = record.summary
        writer.put(text: "\(summary.id.text), match \(summary.match.text): \(PlainRules.long(summary.rules))\n")
        let seconds = max(0, summary.endedAt - summary.startedAt) / 1000
        writer.put(text: "Started \(Platform.plainDateText(milliseconds: summary.startedAt)) UTC ")
        writer.put(text: "and lasted \(duration(seconds)).\n\n")
        summary.rules.game.type.draw(record.deck, under: summary.rules, into: &writer)
        for (seat, name) in summary.players.enumerated() {
            let points = PlainRules.counted(summary.scores[seat], "point")
            writer.put(text: "\(name): \(points) in \(attempts(summary.turns[seat], summary.rules)).\n")
        }
        writer.put(text: "\(ending(summary))\n")
        if let recall = Recall.line(summary.recall, of: summary.players) { writer.put(text: "\(recall).\n") }
        if let seal = record.seal, let salt = record.salt {
            writer.put(text: "Sealed: \(seal.text).\n")
            PlainSeal.write(salt, record.deck.texts, into: &writer)
        }
        guard !record.moves.isEmpty else { return }
        writer.put(text: "Moves, with time since the start:\n")
        writeMoves(record, into: &writer)
        if record.moves.count >= summary.rules.game.recordMoves {
            writer.put(text: "  Later moves may not have been recorded.\n")
        }
        // Repeated, so that people who listened to all the moves hear the result last.
        writer.put(text: "  \(clock(seconds)) \(ending(summary))\n")
    }

    /// Writes what each move did. The rules of the game tell that, so the match is played again.
    private static func writeMoves(_ record: MatchRecord, into writer: inout ByteWriter) {
        let start = writer.count
        var replay = MatchReplay(record)
        for (index, move) in record.moves.enumerated() {
            // With long names, 1400 moves would exceed the bytes that may be queued for a connection.
            guard writer.count - start < Limits.Internal.movesBytes else {
                return writer.put(text: "  and \(record.moves.count - index) more moves.\n")
            }
            guard let change = replay.play(move).last?.change,
                let sentence = change.ask({ $0.sentence(in: record, scores: replay.scores) }) ?? nil
            else { continue }
            writer.put(text: "  \(clock(move.atMilliseconds / 1000)) \(sentence)\n")
        }
    }

    /// Returns the scores of all players, as part of a sentence.
    static func scores(_ scores: [Int], of players: [String]) -> String {
        zip(players, scores).map { "\($0) \($1)" }.joined(separator: ", ")
    }

    // MARK: A replay

    static func write(_ header: ReplayHeader, into writer: inout ByteWriter) {
        writer.put(text: "\(line(header)) Type anything to end it.\n")
        if let seal = header.seal { PlainSeal.write(seal, into: &writer) }
    }

    /// Returns what is played back, and how long it is.
    static func line(_ header: ReplayHeader) -> String {
        let name = header.record?.text ?? header.match.text
        let players = header.players.joined(separator: " and ")
        return "Replay of \(name), \(players): \(PlainRules.counted(header.states, "step"))."
    }

    static func write(_ replayed: ReplayedState, into writer: inout ByteWriter) {
        PlainBoard.write(replayed.state, isReplayed: true, into: &writer)
        if replayed.isLast { writer.put(text: "The replay has ended.\n") }
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
        "\(player.name): \(PlainStatistics.words(player.results))"
    }

    // MARK: Numbers

    /// Returns the number of turns, or of what a game without turns counts instead.
    private static func attempts(_ count: Int, _ rules: Rules) -> String {
        PlainRules.counted(count, rules.game.type.attempt)
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

/// A player's results in plain words.
enum PlainStatistics {
    static func write(_ player: PlayerStatistics, into writer: inout ByteWriter) {
        guard player.games > 0 else { return writer.put(text: "\(player.name) has no records here.\n") }
        writer.put(text: "\(player.name): \(PlainRules.counted(player.games, "game"))\n")
        if player.solo > 0 { writer.put(text: "  Solo: \(player.solo) played, \(player.cleared) cleared\n") }
        if player.people.played > 0 {
            writer.put(text: "  Two-player matches: \(words(player.people))\n")
            writer.put(text: "  Wins in a row: \(player.streak) now, longest \(player.longestStreak)\n")
        }
        for house in player.house {
            writer.put(text: "  Against the \(house.level.rawValue) house player: \(words(house.results))\n")
        }
        if let recall = player.recall { write(recall, into: &writer) }
        if !player.best.isEmpty { writer.put(text: "Best solo games:\n") }
        for game in player.best {
            let result = "\(PlainRules.counted(game.score, "point")) in \(PlainRecords.effort(game))"
            let day = Platform.plainDateText(milliseconds: game.endedAt).prefix(10)
            writer.put(text: "  \(PlainRules.long(game.rules)) \(result), \(day)\n")
        }
        if !player.opponents.isEmpty { writer.put(text: "Head to head:\n") }
        for opponent in player.opponents {
            writer.put(text: "  Against \(PlainRecords.results(opponent))\n")
        }
    }

    /// Writes how much a player remembered, and of what was seen how long ago.
    private static func write(_ recall: Recall, into writer: inout ByteWriter) {
        writer.put(text: "  Remembered: \(recall.found) of \(PlainRules.counted(recall.known, "pair"))\n")
        for (bucket, turns) in recall.span.enumerated() where turns.known > 0 {
            writer.put(text: "    \(Recall.words(bucket)): \(turns.found) of \(turns.known)\n")
        }
    }

    static func words(_ results: PlayerStatistics.Results) -> String {
        "\(results.won) won, \(results.drawn) drawn, \(results.lost) lost"
    }
}
