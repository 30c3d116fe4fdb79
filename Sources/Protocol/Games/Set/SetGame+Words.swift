// Set in plain words.

extension SetGame {
    static let name = "Set"

    /// The progress as part of a sentence.
    public var progress: String {
        let found = (0..<rules.seats).reduce(0) { $0 + sets(of: $1) }
        return "\(found) sets found, \(deckLeft) cards left in the deck"
    }

    static func write(_ book: RuleBook, into writer: inout ByteWriter) { writer.put(text: howToPlay) }

    private static let howToPlay = """
        Set: find three cards that belong together.
        - A card has four features: a number (1, 2, 3), a colour (red, green, purple),
          a filling (solid, striped, unfilled) and a shape (diamond, squiggle, oval).
        - Three cards are a set if each feature is the same on all three or different
          on all three.
        - Twelve cards lie on the table, in numbered places. Type take 1 5 9 to claim
          the cards in places 1, 5 and 9. Whoever is first gets them.
        - A set scores a point, and three new cards take its place. A wrong claim costs
          a point, and you can't claim again for 3 seconds.
        - No set in sight? Type more for three more cards. In a solo game, they come at
          once, and cost a point if there was a set. With two players, they come when
          both ask, or when one asks and nobody takes a set for 5 seconds.
        - Playing solo, type shuffle to rearrange the cards.
        - The match ends when the deck is empty and no set is left. The higher score
          wins; of solo games with equal scores, the fastest ranks first.
        2gto is 2 green striped ovals: the number, the colour (r, g, p), the filling
          (s solid, t striped, u unfilled), the shape (d diamond, s squiggle, o oval).
        Examples: open set; open set solo; open set house novice; join set; watch set.

        """

    static func board(_ rules: Rules) -> String { name }

    static func short(_ rules: Rules) -> String { name + (rules.isSolo ? ", solo" : "") }

    static func long(_ rules: Rules) -> String {
        "\(short(rules)). 1 point per set, minus \(penaltyPoints) per wrong claim."
    }

    static func draw(_ state: MatchState, into writer: inout ByteWriter) {
        PlainTable.write(state.cards, into: &writer)
    }

    /// Nothing: the order of the deck says nothing about the places that the cards had.
    static func draw(_ deck: CardFaces, under rules: Rules, into writer: inout ByteWriter) {}

    static func tally(of seat: Int, in state: MatchState) -> String {
        state.set.map { ", \(PlainRules.counted($0.seats[seat].sets, "set"))" } ?? ""
    }

    static func status(of state: MatchState) -> String {
        guard let set = state.set else { return "" }
        let deck = "\(PlainRules.counted(set.deckLeft, "card")) left in the deck."
        let asking = set.seats.firstIndex(where: \.asksForMore)
        return deck + (asking.map { " " + SetSentence.asked.text(state.name(of: $0)) } ?? "")
    }

    static func hasBegun(_ state: MatchState) -> Bool { state.cards.contains { $0 != nil } }

    static var attempt: String { "claim" }

    static func sentence(_ reason: Ending.Reason) -> String? {
        switch reason {
        case .cleared: SetSentence.noneLeft.text()
        case .turns: SetSentence.afterMoves.text(["moves": "\(Limits.matchTurns)"])
        default: nil
        }
    }
}
