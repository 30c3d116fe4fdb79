/// The standings of a contest in plain words.
enum PlainStandings {
    static func write(_ standings: Standings, into writer: inout ByteWriter) {
        let pairs = PlainRules.counted(standings.pairs, "pair")
        let rest = standings.remaining == 0 ? "nothing" : PlainRules.counted(standings.remaining, "match", "matches")
        let state = standings.isClosed ? "it is over" : "\(rest) left to play"
        writer.put(text: "Contest, \(pairs) of matches for each two players: \(state).\n")
        if standings.players.isEmpty {
            writer.put(text: standings.isClosed ? "Nobody took part.\n" : "Nobody takes part yet. Type: enter\n")
        }
        for (index, player) in standings.players.enumerated() { write(player, at: index + 1, &writer) }
        if let former = standings.former { write(former, &writer) }
        writer.put(text: "The decks' seal: \(standings.seal)\n")
        if let seed = standings.seed { writer.put(text: "The decks' seed: \(seed)\n") }
        if let seal = standings.nextSeal { writer.put(text: "The next decks' seal: \(seal)\n") }
    }

    private static func write(_ former: Standings.Former, _ writer: inout ByteWriter) {
        let others = PlainRules.counted(former.count, "other")
        writer.put(text: "  \(others) (withdrawn): \(text(former.results)).\n")
    }

    private static func text(_ results: Standings.Results) -> String {
        "\(PlainRules.counted(results.points, "point")); won \(results.won), drawn \(results.drawn), lost \(results.lost)"
            + (results.forfeits > 0 ? ", \(results.forfeits) of them forfeited" : "")
    }

    private static func write(_ player: Standings.Player, at rank: Int, _ writer: inout ByteWriter) {
        writer.put(text: "  \(rank). \(player.name)\(presence(player)): \(text(player.results))")
        writer.put(text: ".\n     Rating \(signed(player.rating)) ± \(player.interval)")
        if let mean = player.mean {
            let error = player.standardError.map { ", standard error \(thousandths($0))" } ?? ""
            writer.put(text: "; mean difference \(mean < 0 ? "-" : "")\(thousandths(mean))\(error)")
        }
        if let recall = player.recall, recall.known > 0 {
            writer.put(text: "; remembered \(recall.found) of \(recall.known)")
        }
        writer.put(text: ".\n")
    }

    private static func presence(_ player: Standings.Player) -> String {
        if player.hasWithdrawn { return " (withdrawn)" }
        return player.isPresent ? "" : " (absent)"
    }

    private static func signed(_ number: Int) -> String {
        number == 0 ? "0" : "\(number < 0 ? "-" : "+")\(number.magnitude)"
    }

    private static func thousandths(_ number: Int) -> String {
        let number = number.magnitude
        return "\(number / 1000).\(String(number % 1000).zeroPadded(to: 3))"
    }
}
