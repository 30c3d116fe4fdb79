import Protocol

@testable import Lobby

extension Witness {
    /// Holds all records against what was played.
    mutating func check(recordsOf records: [MatchRecord], _ referee: Referee) {
        var recorded: Set<MatchID> = []
        for (index, record) in records.enumerated() {
            if record.summary.id.number != index + 1 {
                object("record \(record.summary.id.number) stands in place \(index + 1)")
            }
            if !recorded.insert(record.summary.match).inserted {
                object("\(record.summary.match.text) has two records")
            }
            guard let known = referee.matches[record.summary.match] else {
                object("a record of \(record.summary.match.text), which nobody knows")
                continue
            }
            if let flaw = flaw(of: record, known) { object("the record of \(record.summary.match.text): \(flaw)") }
        }
        for (id, known) in referee.matches where (known.begins > 0) != recorded.contains(id) {
            object("\(id.text) began \(known.begins) times and has \(recorded.contains(id) ? "a" : "no") record")
        }
        for (id, known) in referee.matches where known.begins != known.ends || known.begins > 1 {
            object("\(id.text) began \(known.begins) times and ended \(known.ends) times")
        }
    }

    private func flaw(of record: MatchRecord, _ known: Referee.Record) -> String? {
        guard record.summary.rules == known.rules else { return "it has other rules" }
        for (card, face) in known.faces where record.deck[card] != face {
            return "card \(card) was another"
        }
        if let dealt = known.set.dealt, !record.deck.starts(with: dealt) { return "cards came in another order" }
        let cards = record.moves.compactMap(\.made?.mark)
        let limit = record.summary.rules.game.recordMoves
        if record.moves.count < limit, cards != (flips[record.summary.match] ?? []) {
            return "\(cards) were turned, and not \(flips[record.summary.match] ?? [])"
        }
        if !zip(record.moves, record.moves.dropFirst()).allSatisfy({ $0.atMilliseconds <= $1.atMilliseconds }) {
            return "time goes back"
        }
        return record.moves.count < limit ? replayFlaw(of: record) : nil
    }

    /// Plays a recorded match again, as a client does.
    private func replayFlaw(of record: MatchRecord) -> String? {
        guard Deck(record.deck, for: record.summary.rules) != nil else { return "no such deck" }
        var playback = Playback(RecordReport(record))
        for move in record.moves where playback.play(move).isEmpty { return "a move cannot be made: \(move)" }
        if record.summary.reason == .turns || record.summary.reason == .idle { _ = playback.finish(at: .max) }
        var game = playback.game
        if let forfeit: Game.Forfeit = record.summary.reason == .resigned
            ? .resigned : record.summary.reason == .abandoned ? .abandoned : nil
        {
            guard game.forfeit(by: record.summary.winner.map { 1 - $0 }, as: forfeit) != nil else {
                return "it had ended"
            }
        }
        guard let ending = game.ending else { return "it does not end" }
        let seats = 0..<record.summary.rules.seats
        if ending != Ending(winner: record.summary.winner, reason: record.summary.reason) {
            return "it ends by \(ending)"
        }
        if seats.map(game.score) + (record.summary.rules.isSolo ? [-1] : []) != record.summary.scores {
            return "\(record.summary.scores) points, played again otherwise"
        }
        return seats.map(game.turnsUsed) == record.summary.turns ? nil : "other turns"
    }
}
