/// Tells the moves of a record one after another, each in a sentence; after a pair, also the scores so far.
struct MoveTeller {
    private let summary: RecordSummary
    private let deck: CardFaces
    /// The face that the turn at hand has turned before, if it has.
    private var open: String?
    private var scores: [Int]

    /// Somebody who has told nothing yet. The record's moves are on its board, as whoever made it has seen to.
    init(_ report: RecordReport) {
        (summary, deck) = (report.summary, report.deck)
        scores = Array(repeating: 0, count: report.summary.players.count)
    }

    /// The next move, without its time.
    mutating func told(_ move: MatchRecord.Move) -> String {
        let seat = Int(move.seat)
        let name = summary.players[seat]
        guard let card = move.card.map(Int.init) else {
            open = nil
            return "The time of \(name) runs out."
        }
        let face = deck[card] ?? ""
        let sentence = "\(name) turns \(Coordinate(card: card, columns: summary.rules.columns).text), \(face)"
        guard let first = open else {
            open = face
            return sentence + "."
        }
        open = nil
        let isPair = first == face
        switch summary.rules.scoring {
        case .pairs: scores[seat] += isPair ? 1 : 0
        case .points: scores[seat] += isPair ? 200 : -100
        }
        return sentence + (isPair ? ": a pair! \(standing)." : ": no pair.")
    }

    private var standing: String {
        zip(summary.players, scores).map { "\($0) \($1)" }.joined(separator: ", ")
    }
}
