import Protocol

@testable import Lobby

extension Witness {
    /// Holds all records against what was played.
    mutating func check(recordsOf records: [MatchRecord], _ referee: Referee) {
        var recorded: Set<MatchID> = []
        for (index, record) in records.enumerated() {
            if record.number != index + 1 { object("record \(record.number) stands in place \(index + 1)") }
            if !recorded.insert(record.match).inserted { object("\(record.match.text) has two records") }
            guard let known = referee.matches[record.match] else {
                object("a record of \(record.match.text), which nobody knows")
                continue
            }
            if let flaw = flaw(of: record, known) { object("the record of \(record.match.text): \(flaw)") }
        }
        for (id, known) in referee.matches where (known.begins > 0) != recorded.contains(id) {
            object("\(id.text) began \(known.begins) times and has \(recorded.contains(id) ? "a" : "no") record")
        }
        for (id, known) in referee.matches where known.begins != known.ends || known.begins > 1 {
            object("\(id.text) began \(known.begins) times and ended \(known.ends) times")
        }
    }

    private func flaw(of record: MatchRecord, _ known: Referee.Record) -> String? {
        guard record.rules == known.rules else { return "it has other rules" }
        let names = record.rules.faces.faces
        for (card, face) in known.faces where names[Int(record.deck[card])] != face {
            return "card \(card) was another"
        }
        let cards = record.moves.compactMap { $0.card.map(Int.init) }
        if record.moves.count < Limits.recordMoves, cards != (flips[record.match] ?? []) {
            return "\(cards) were turned, and not \(flips[record.match] ?? [])"
        }
        if !zip(record.moves, record.moves.dropFirst()).allSatisfy({ $0.atMilliseconds <= $1.atMilliseconds }) {
            return "time goes back"
        }
        return record.moves.count < Limits.recordMoves ? replayFlaw(of: record) : nil
    }

    /// Plays a recorded match again.
    private func replayFlaw(of record: MatchRecord) -> String? {
        guard let deck = Deck(faces: record.deck, set: record.rules.faces) else { return "no such deck" }
        var game = Game(rules: record.rules, deck: deck, starting: Int(record.moves.first?.seat ?? 0))
        do throws(Refusal) {
            for move in record.moves {
                if game.turned.count == 2 { game.turnBack() }
                if let card = move.card {
                    _ = try game.flip(Int(card), by: Int(move.seat))
                } else {
                    guard game.turn == Int(move.seat) else { return "the turn of another ran out" }
                    game.turnRanOut()
                }
            }
        } catch {
            return "a move is refused: \(error.code)"
        }
        if record.reason == "turns" { game.turnBack() }
        switch record.reason {
        case "resigned": game.forfeit(by: record.winner.map { 1 - $0 } ?? nil, as: .resigned)
        case "abandoned": game.forfeit(by: record.winner.map { 1 - $0 } ?? nil, as: .abandoned)
        default: break
        }
        guard let ending = game.ending else { return "it does not end" }
        let seats = 0..<record.rules.seats
        if ending.winner != record.winner || ending.reason.rawValue != record.reason { return "it ends by \(ending)" }
        if seats.map({ game.score(of: $0) }) + (record.rules.isSolo ? [-1] : []) != record.scores {
            return "\(record.scores) points, played again otherwise"
        }
        return seats.map { game.turnsUsed(of: $0) } == record.turns ? nil : "other turns"
    }
}
