/// The best solo games and everybody's wins in JSON.
enum JSONScores {
    // MARK: Writing

    /// Writes the fields of `scores`.
    static func write(_ scores: ScoreList, into writer: inout ByteWriter) {
        var rules = RulesTexts()
        writer.putKey("best")
        writer.putList(scores.best) { writer, game in write(game, &rules, into: &writer) }
        writer.putKey("players")
        writer.putList(scores.players) { writer, player in
            writer.put("{")
            write(player, into: &writer)
            writer.put("}")
        }
        writer.putKey("house")
        writer.putList(scores.house) { writer, result in
            writer.put("{")
            writer.putField("house", result.level.rawValue)
            write(result.player, into: &writer)
            writer.put("}")
        }
        if let player = scores.player {
            writer.putKey("player")
            JSONStatistics.write(player, into: &writer)
        }
    }

    /// Writes a solo game as an object.
    static func write(_ game: ScoreList.Game, _ rules: inout RulesTexts, into writer: inout ByteWriter) {
        writer.put("{")
        rules.putField(game.rules, into: &writer)
        writer.putField("name", game.name)
        writer.putField("score", game.score)
        writer.putField("turns", game.turns)
        if let seconds = game.seconds { writer.putField("seconds", seconds) }
        writer.putField("endedAt", Platform.dateText(milliseconds: game.endedAt))
        writer.put("}")
    }

    /// Writes the fields of a player's results.
    static func write(_ player: ScoreList.Player, into writer: inout ByteWriter) {
        writer.putField("name", player.name)
        JSONStatistics.write(player.results, into: &writer)
    }

    // MARK: Reading

    /// Reads `scores`; skips games and players that this client doesn't understand.
    static func read(_ object: JSONObject) -> ScoreList? {
        guard let games = object["best"]?.array, let players = object["players"]?.array else { return nil }
        return ScoreList(
            best: games.compactMap { $0.object.flatMap(readGame) },
            players: players.compactMap { $0.object.flatMap(readPlayer) },
            house: (object["house"]?.array ?? []).compactMap { $0.object.flatMap(readAgainstHouse) },
            player: object["player"]?.object.flatMap(JSONStatistics.read))
    }

    static func readGame(_ game: JSONObject) -> ScoreList.Game? {
        guard let rules = JSONRules.readComplete(game["rules"]), let name = game["name"]?.string,
            let score = game["score"]?.int, let turns = game["turns"]?.int, let end = JSONRecords.date(game["endedAt"])
        else { return nil }
        return ScoreList.Game(
            rules: rules, name: name, score: score, turns: turns, seconds: game["seconds"]?.int, endedAt: end)
    }

    static func readPlayer(_ player: JSONObject) -> ScoreList.Player? {
        guard let name = player["name"]?.string, let results = JSONStatistics.readResults(player) else { return nil }
        return ScoreList.Player(name: name, results: results)
    }

    private static func readAgainstHouse(_ result: JSONObject) -> ScoreList.AgainstHouse? {
        guard let level = result.parsed("house", HouseLevel.init(rawValue:)), let player = readPlayer(result) else {
            return nil
        }
        return ScoreList.AgainstHouse(level: level, player: player)
    }
}
