/// The game of one match, from the deal to the end: one of those that a host knows, each of which is a ``TableGame``.
public enum Game: Equatable, Sendable {
    /// Memory, also called Concentration.
    case memory(Memory)
    case set(SetGame)

    /// Sets up a match.
    ///
    /// - Parameters:
    ///   - rules: the rules to play by.
    ///   - deck: a deck for these rules; any other traps.
    ///   - seat: the seat that begins; one of the rules' seats.
    public init(rules: Rules, deck: Deck, starting seat: Int = 0) {
        self = rules.game.type.init(rules: rules, deck: deck, starting: seat).game
    }

    /// Asks the game something. Inlined, so that each game is asked in place and none is boxed.
    @inline(__always)
    private func ask<Answer, Failure>(
        _ question: (any TableGame) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        switch self {
        case .memory(let game): try question(game)
        case .set(let game): try question(game)
        }
    }

    // MARK: Events

    // What happens in every match takes the game out of `self`, changes it and puts it back: nothing in it is copied.

    /// A move that was made, and the change it caused.
    public typealias Played = (made: MadeMove, change: Change)

    /// Makes a move for a seat.
    ///
    /// - Parameter version: the version of the match that will announce the move; see ``checkIsCurrent(_:by:seenIn:at:)``.
    /// - Throws: the reason if the move is illegal, such as when the match is over or the move belongs to another
    ///   game. Nothing has changed then.
    public mutating func play(
        _ move: Move, by seat: Int, at time: Int, announcedIn version: Int
    ) throws(Refusal) -> Played {
        let played: Result<Played, Refusal>
        switch consume self {
        case .memory(var game):
            played = Result { () throws(Refusal) in try game.play(move, by: seat, at: time, announcedIn: version) }
            self = .memory(consume game)
        case .set(var game):
            played = Result { () throws(Refusal) in try game.play(move, by: seat, at: time, announcedIn: version) }
            self = .set(consume game)
        }
        return try played.get()
    }

    /// Checks that a move which a player makes now still applies, in a game in which several may move at once. A move
    /// that is replayed was checked when it was made.
    ///
    /// - Parameter version: the version of the match that the player had seen; nil if that is unknown.
    /// - Throws: `stale` if the game has changed since in a way that matters to the move.
    public func checkIsCurrent(_ move: Move, by seat: Int, seenIn version: Int?, at time: Int) throws(Refusal) {
        try ask { (game) throws(Refusal) in try game.checkIsCurrent(move, by: seat, seenIn: version, at: time) }
    }

    /// The time at which something happens by itself, done by ``expire(at:announcedIn:)``; nil if nothing will.
    public var deadline: Int? { ask { $0.deadline } }

    /// Handles the deadline.
    ///
    /// - Parameter version: the version of the match that will announce the change.
    /// - Returns: the change; nil if there was no deadline.
    public mutating func expire(at time: Int, announcedIn version: Int) -> Change? {
        let change: Change?
        switch consume self {
        case .memory(var game):
            change = game.expire(at: time, announcedIn: version)
            self = .memory(consume game)
        case .set(var game):
            change = game.expire(at: time, announcedIn: version)
            self = .set(consume game)
        }
        return change
    }

    /// A way for a match to end before its rules end it.
    public enum Forfeit: CaseIterable, Sendable {
        /// A player gave up.
        case resigned
        /// An absent player's grace period ran out.
        case abandoned

        /// The change when a seat forfeits, or when every seat does (nil), which leaves no winner.
        public func change(by seat: Int?) -> Change {
            switch self {
            case .resigned: .resign(seat: seat)
            case .abandoned: .abandon(seat: seat)
            }
        }

        /// The reason given in the ending.
        var reason: Ending.Reason {
            switch self {
            case .resigned: .resigned
            case .abandoned: .abandoned
            }
        }
    }

    /// Forfeits the match for a seat, whatever the score.
    ///
    /// - Parameters:
    ///   - seat: the seat that forfeits, one of the rules' seats; nil if every player is gone, which leaves no winner.
    ///   - forfeit: the kind of forfeit.
    /// - Returns: the change; nil if the match was already over.
    public mutating func forfeit(by seat: Int?, as forfeit: Forfeit) -> Change? {
        var table = ask { $0 }
        defer { self = table.game }
        return table.forfeit(by: seat, as: forfeit)
    }

    // MARK: State

    /// The rules of the match.
    public var rules: Rules { ask { $0.rules } }

    /// The result of the match; nil while it isn't over.
    public var ending: Ending? { ask { $0.ending } }

    /// Returns the score of a seat, which may be negative.
    public func score(of seat: Int) -> Int { ask { $0.score(of: seat) } }

    /// Returns the turns that a seat has used, or in a game without turns, its other attempts to score.
    public func turnsUsed(of seat: Int) -> Int { ask { $0.turnsUsed(of: seat) } }

    /// The seat whose turn it is, or whose cards are shown; nil if it is nobody's turn, as always in a game without
    /// turns.
    public var active: Int? { ask { $0.active } }

    /// The number of the current turn, or of the last one, from 1; 0 in a game without turns.
    public var turnNumber: Int { ask { $0.turnNumber } }

    /// The number of flips made and of turns that timed out, together; nil in a game in which nobody flips.
    public var ply: Int? { ask { $0.ply } }

    /// The progress as part of a sentence, such as `3 of 15 pairs found`.
    public var progress: String { ask { $0.progress } }

    /// The phase of the game, leaving aside anything that holds the match up.
    public var phase: MatchState.Phase { ask { $0.phase } }

    /// Fills in the game's part of a state: the board, the turn and the score of each seat in `state.seats`. This is
    /// the only way for a face to leave a game before the end. A state that comes as `waiting` is of a match that
    /// hasn't begun.
    public func show(in state: inout MatchState, at time: Int) { ask { $0.show(in: &state, at: time) } }

    /// The whole deck, for the match's record; nil until the match is over.
    public var revealedDeck: Deck? { ask { $0.revealedDeck } }

    /// The deck for the result of the match: nil until the match is over, and in a game whose last state shows every
    /// card.
    public var unshownDeck: Deck? { ask { $0.unshownDeck } }

    /// The recall of each seat; nil until the match is over, and in a game in which there is nothing to remember.
    public var recall: [Recall]? { ask { $0.recall } }
}
