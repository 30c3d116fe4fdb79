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
        if !player.best.isEmpty { writer.put(text: "Best solo games:\n") }
        for game in player.best {
            let result = "\(PlainRules.counted(game.score, "point")) in \(PlainRecords.effort(game))"
            let day = Platform.plainDateText(milliseconds: game.endedAt).prefix(10)
            writer.put(text: "  \(PlainRules.long(game.rules)) \(result), \(day)\n")
        }
        if !player.opponents.isEmpty { writer.put(text: "Head to head:\n") }
        for opponent in player.opponents {
            let results = PlayerStatistics.Results(won: opponent.won, drawn: opponent.drawn, lost: opponent.lost)
            writer.put(text: "  Against \(opponent.name): \(words(results))\n")
        }
    }

    private static func words(_ results: PlayerStatistics.Results) -> String {
        "\(results.won) won, \(results.drawn) drawn, \(results.lost) lost"
    }
}
