// Set on the wire. Its steps, its part of a state and its moves write and read themselves.

extension SetGame {
    static let rules: [Rule] = [.seats, .grace, .house, .idle]

    static func palette(under rules: Rules) -> Palette { SetCard.palette }

    static var commands: [CommandRow] { SetMove.commands }

    static func mayMake(_ made: MadeMove?, under rules: Rules) -> Bool { if case .set = made { true } else { false } }

    static let moveResults = ["set", "wrong", "asked", "more", "shuffle"]

    static let refusalCodes = ["blocked", "deck_empty"]

    static func readMade(_ object: JSONObject, word: String) -> MadeMove? {
        MadeSetMove(object, word: word).map { .set($0) }
    }

    /// Clients that know only Memory see three rows, of as many columns as the table needs.
    static func mayShow(rows: Int, columns: Int) -> Bool { rows == 3 && 0...SetCard.count / 3 ~= columns }

    /// A change names places of the table before it, which may have had more cards.
    static func places(on cards: Int) -> Int { SetCard.count }

    static func readChange(_ change: JSONState.ChangeFields) -> Change? { SetChange(change).map { .set($0) } }

    static func readState(_ state: JSONState.BoardFields) -> GameState? { SetState(state).map { .set($0) } }

    /// A card on the table is one of those that have been dealt. Where each lay has no meaning.
    static func sightings(in state: MatchState) -> [CardSighting] {
        let dealt = 0..<SetCard.count - min(max(0, state.set?.deckLeft ?? 0), SetCard.count)
        return state.cards.compactMap { face in face.map { CardSighting($0, in: dealt) } }
    }
}

extension Refusal {
    /// A wrong claim still blocks the player, for this many milliseconds.
    public static func blocked(milliseconds: Int) -> Refusal {
        .ofGame(
            code: "blocked", message: SetSentence.blocked.text(["seconds": "\((milliseconds + 999) / 1000)"]))
    }

    /// All cards have been dealt.
    public static let deckEmpty = Refusal.ofGame(code: "deck_empty", message: SetSentence.deckEmpty.text())
}
