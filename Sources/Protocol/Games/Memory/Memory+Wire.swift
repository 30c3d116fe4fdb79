// Memory on the wire: its state is the board that every state has, and its one move the flip that every game may have.

extension Memory {
    static let rules: [Rule] = [
        .rows, .columns, .seats, .turns, .reveal, .turnTime, .grace, .house, .scoring, .matched, .again, .faces,
    ]

    /// The flip is read here for every game.
    static let commands = [
        CommandRow(
            .flip, .ofMove, fields: [.card], guards: .turn,
            help: ["b4              Memory: flip the card in column B, row 4"], json: JSONCommands.flip
        ) { _, rest throws(Refusal) in
            guard let coordinate = Coordinate(rest) else {
                throw .badField("Name a card by its column and row, such as b4.")
            }
            return .move(.flip(.coordinate(coordinate)))
        }
    ]

    static let moveResults = ["first", "pair", "miss"]

    static let refusalCodes = ["card_face_up", "showing"]

    static func readChange(_ change: JSONState.ChangeFields) -> Change? { MemoryChange(change).map { .memory($0) } }

    static func readState(_ state: JSONState.BoardFields) -> GameState? { .memory }

    /// Fills in the game's part of a state; see ``Game/show(in:at:)``.
    public func show(in state: inout MatchState, at time: Int) {
        (state.phase, state.rows, state.columns) = (phase, rules.rows, rules.columns)
        (state.cards, state.turned, state.turn, state.matched) = (faces, turned, turn, rules.matched)
        (state.active, state.turnNumber, state.ply) = (active, turnNumber, ply)
        state.phaseEndsInMilliseconds = deadline.map { max(0, $0 - time) }
        state.turnEndsInMilliseconds = turn == nil ? nil : state.phaseEndsInMilliseconds
        for seat in state.seats.indices {
            state.seats[seat].score = score(of: seat)
            state.seats[seat].turnsLeft = turnsLeft(of: seat)
            state.seats[seat].taken = taken[seat]
        }
    }
}

extension Refusal {
    /// The card in this place is already face up in this turn, or was taken before.
    public static func cardFaceUp(_ place: Coordinate, isTaken: Bool) -> Refusal {
        .ofGame(code: "card_face_up", message: (isTaken ? MemorySentence.taken : .faceUp).text(["place": place.text]))
    }

    /// Two cards that differ are still open.
    public static let showing = Refusal.ofGame(
        code: "showing", message: "Two cards are still face up; wait until they are face down again.")
}
