/// A player's results in JSON: the `player` of `scores`.
enum JSONStatistics {
    // MARK: Writing

    static func write(_ player: PlayerStatistics, into writer: inout ByteWriter) {
        writer.put("{")
        writer.putField("name", player.name)
        writer.putField("games", player.games)
        writer.putField("solo", player.solo)
        writer.putField("cleared", player.cleared)
        write(player.people, into: &writer)
        writer.putField("streak", player.streak)
        writer.putField("longestStreak", player.longestStreak)
        writer.putKey("house")
        writer.putList(player.house) { writer, house in
            writer.put("{")
            writer.putField("house", house.level.rawValue)
            write(house.results, into: &writer)
            writer.put("}")
        }
        var rules = RulesTexts()
        writer.putKey("best")
        writer.putList(player.best) { writer, game in JSONScores.write(game, &rules, into: &writer) }
        writer.putKey("opponents")
        writer.putList(player.opponents) { writer, opponent in
            writer.put("{")
            JSONScores.write(opponent, into: &writer)
            writer.put("}")
        }
        if let recall = player.recall {
            writer.putKey("recall")
            recall.write(into: &writer)
        }
        writer.put("}")
    }

    /// Writes the fields of counts.
    static func write(_ results: PlayerStatistics.Results, into writer: inout ByteWriter) {
        writer.putField("won", results.won)
        writer.putField("drawn", results.drawn)
        writer.putField("lost", results.lost)
    }

    // MARK: Reading

    /// Reads the results of a player, if there are any. Skips what this client doesn't understand.
    static func read(_ object: JSONObject) -> PlayerStatistics? {
        guard let name = object["name"]?.string, let games = object["games"]?.int, let people = readResults(object)
        else { return nil }
        var player = PlayerStatistics(name: name)
        (player.games, player.people) = (games, people)
        (player.solo, player.cleared) = (object["solo"]?.int ?? 0, object["cleared"]?.int ?? 0)
        (player.streak, player.longestStreak) = (object["streak"]?.int ?? 0, object["longestStreak"]?.int ?? 0)
        player.house = list(object["house"]) { house in
            guard let level = house.parsed("house", HouseLevel.init(rawValue:)), let results = readResults(house)
            else { return nil }
            return PlayerStatistics.AgainstHouse(level: level, results: results)
        }
        player.best = list(object["best"], JSONScores.readGame)
        player.opponents = list(object["opponents"], JSONScores.readPlayer)
        player.recall = object["recall"]?.object.flatMap(Recall.init)
        return player
    }

    /// Reads counts; returns nil if one is missing.
    static func readResults(_ object: JSONObject) -> PlayerStatistics.Results? {
        guard let won = object["won"]?.int, let drawn = object["drawn"]?.int, let lost = object["lost"]?.int
        else { return nil }
        return PlayerStatistics.Results(won: won, drawn: drawn, lost: lost)
    }

    private static func list<Item>(_ value: JSONValue?, _ read: (JSONObject) -> Item?) -> [Item] {
        (value?.array ?? []).compactMap { $0.object.flatMap(read) }
    }
}
