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

    /// Fills in the game's part of a state; see ``Game/show(in:at:)``. Memory's fields get values that a client can
    /// draw which knows only Memory.
    public func show(in state: inout MatchState, at time: Int) {
        // Nobody sees a table before all do.
        state.cards = state.phase == .waiting ? CardFaces(table).allFaceDown : CardFaces(table)
        (state.phase, state.rows, state.columns) = (ending == nil ? .playing : .over, 3, table.count / 3)
        state.phaseEndsInMilliseconds = ending == nil ? max(0, idleEnd - time) : nil
        for seat in state.seats.indices { state.seats[seat].score = score(of: seat) }
        state.game = .set(
            SetState(
                deckLeft: deckLeft,
                seats: state.seats.indices.map { seat in
                    SetState.Seat(
                        sets: sets(of: seat), blockedMilliseconds: blockedMilliseconds(of: seat, at: time),
                        asksForMore: askingSeat == seat)
                }))
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
