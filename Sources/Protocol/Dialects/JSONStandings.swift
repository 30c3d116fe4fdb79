/// The standings of a contest in JSON, and the place of a match in one.
enum JSONStandings {
    static func write(_ standings: Standings, into writer: inout ByteWriter) {
        writer.putKey("players")
        writer.putList(standings.players) { write($1, into: &$0) }
        if let former = standings.former {
            writer.putKey("former")
            writer.put("{\"count\":")
            writer.put(former.count)
            write(former.results, into: &writer)
            writer.put("}")
        }
        writer.putField("remaining", standings.remaining)
        writer.putField("pairs", standings.pairs)
        if standings.isClosed { writer.putField("closed", true) }
        writer.putField("seal", standings.seal)
        if let seed = standings.seed { writer.putField("seed", seed) }
        if let seal = standings.nextSeal { writer.putField("nextSeal", seal) }
        if !standings.seeds.isEmpty { writer.putField("seeds", standings.seeds) }
    }

    private static func write(_ player: Standings.Player, into writer: inout ByteWriter) {
        writer.put("{")
        writer.putField("name", player.name)
        writer.putField("present", player.isPresent)
        if player.hasWithdrawn { writer.putField("withdrawn", true) }
        write(player.results, into: &writer)
        if let mean = player.mean { writer.putField("mean", mean) }
        if let error = player.standardError { writer.putField("standardError", error) }
        writer.putField("rating", player.rating)
        writer.putField("interval", player.interval)
        if let recall = player.recall {
            writer.putKey("recall")
            writer.put("{\"known\":")
            writer.put(recall.known)
            writer.putField("found", recall.found)
            writer.put("}")
        }
        writer.put("}")
    }

    private static func write(_ results: Standings.Results, into writer: inout ByteWriter) {
        writer.putField("played", results.played)
        writer.putField("won", results.won)
        writer.putField("drawn", results.drawn)
        writer.putField("lost", results.lost)
        writer.putField("forfeits", results.forfeits)
        writer.putField("points", results.points)
    }

    /// Parses `standings`; returns nil if a field is missing. Skips players that this client doesn't understand.
    static func read(_ object: JSONObject) -> Standings? {
        guard let players = object["players"]?.array, let remaining = object["remaining"]?.int,
            let pairs = object["pairs"]?.int, let seal = object["seal"]?.string
        else { return nil }
        return Standings(
            players: players.compactMap { $0.object.flatMap(readPlayer) },
            former: object["former"]?.object.flatMap(readFormer), remaining: remaining, pairs: pairs,
            isClosed: object["closed"]?.bool ?? false, seal: seal, seed: object["seed"]?.string,
            nextSeal: object["nextSeal"]?.string, seeds: object["seeds"]?.strings ?? [])
    }

    private static func readFormer(_ object: JSONObject) -> Standings.Former? {
        guard let count = object["count"]?.int, let results = readResults(object) else { return nil }
        return Standings.Former(count: count, results)
    }

    private static func readResults(_ object: JSONObject) -> Standings.Results? {
        guard let won = object["won"]?.int, let drawn = object["drawn"]?.int, let lost = object["lost"]?.int else {
            return nil
        }
        return Standings.Results(won: won, drawn: drawn, lost: lost, forfeits: object["forfeits"]?.int ?? 0)
    }

    private static func readPlayer(_ object: JSONObject) -> Standings.Player? {
        guard let name = object["name"]?.string, let results = readResults(object),
            let rating = object["rating"]?.int, let interval = object["interval"]?.int
        else { return nil }
        return Standings.Player(
            name: name, isPresent: object["present"]?.bool ?? false, hasWithdrawn: object["withdrawn"]?.bool ?? false,
            results, mean: object["mean"]?.int, standardError: object["standardError"]?.int, rating: rating,
            interval: interval,
            recall: object["recall"]?.object.flatMap(readRecall))
    }

    private static func readRecall(_ object: JSONObject) -> Recall.Turns? {
        guard let known = object["known"]?.int, let found = object["found"]?.int, 0 <= found, found <= known else {
            return nil
        }
        return Recall.Turns(found: found, missed: known - found)
    }
}

extension ContestPlace {
    /// Reads a place; returns nil if there is none.
    init?(_ value: JSONValue?) {
        guard let object = value?.object, let round = object["round"]?.int, let leg = object["leg"]?.int else {
            return nil
        }
        self.init(round: round, leg: leg)
    }

    /// Reads a place exactly as written.
    init?(_ reader: inout FieldReader) {
        guard reader.skip("{\"round\":"), let round = reader.readNumber(), reader.skip(",\"leg\":"),
            let leg = reader.readNumber(), reader.skip("}")
        else { return nil }
        self.init(round: round, leg: leg)
    }
}

extension ByteWriter {
    /// Writes the field with a match's place in the contest; nothing outside of contests.
    package mutating func putField(_ place: ContestPlace?) {
        guard let place else { return }
        put(",\"contest\":{\"round\":")
        put(place.round)
        putField("leg", place.leg)
        put("}")
    }
}

extension JSONObject {
    /// Returns the place in the contest; nil if the line has none.
    package var contest: ContestPlace? { ContestPlace(self["contest"]) }
}

/// A contest as a line of an export: what it takes to deal all its decks again, and its standings.
public enum ContestLine {
    /// Writes the line, including its LF.
    ///
    /// - Parameter first: its first match, or the one after the last that was opened before it.
    public static func write(
        _ standings: Standings, _ rules: Rules, first: MatchID, into writer: inout ByteWriter
    ) {
        writer.put("{")
        writer.putField("type", "contest")
        JSONStandings.write(standings, into: &writer)
        writer.putField("firstMatch", first.text)
        writer.putField("rules", rules)
        writer.putField("faces", rules.faces.faces)
        writer.put("}\n")
    }
}
