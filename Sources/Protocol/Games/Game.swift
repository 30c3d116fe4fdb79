/// The game of one match, from the deal to the end.
///
/// Memory is held in place, since flips are most of what a busy host does: a call of another game goes through its
/// ``TableGame``, and its value is boxed. A step takes the game out of `self` with `consume`, changes it and puts it
/// back, so that nothing in it is copied.
public enum Game: Equatable, Sendable {
    /// Memory, also called Concentration.
    case memory(Memory)
    /// Any other game. Boxed, so that it takes no room in a match of Memory.
    indirect case other(any TableGame)

    /// Sets up a match; see ``TableGame/init(rules:deck:starting:)``.
    public init(rules: Rules, deck: Deck, starting seat: Int = 0) {
        self.init(rules.game.type.init(rules: rules, deck: deck, starting: seat))
    }

    /// Holds a game.
    public init(_ game: any TableGame) {
        if let memory = game as? Memory { self = .memory(memory) } else { self = .other(game) }
    }

    /// The game itself.
    public var table: any TableGame {
        switch self {
        case .memory(let memory): memory
        case .other(let game): game
        }
    }

    /// Returns true if both are the same game in the same state.
    public static func == (one: Game, other: Game) -> Bool {
        switch (one, other) {
        case (.memory(let one), .memory(let other)): one == other
        case (.other(let one), .other(let other)): one.isEqual(to: other)
        default: false
        }
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

    /// A move that was made, and the change it caused.
    public typealias Played = (made: MadeMove, change: Change)

    // MARK: Events

    /// Makes a move for a seat.
    ///
    /// - Parameter version: the version of the match that will announce the move; see ``checkIsCurrent(_:by:seenIn:at:)``.
    /// - Throws: the reason if the move is illegal, such as when the match is over or the move belongs to another
    ///   game. Nothing has changed then.
    public mutating func play(
        _ move: Move, by seat: Int, at time: Int, announcedIn version: Int
    ) throws(Refusal) -> Played {
        switch consume self {
        case .memory(var memory):
            do throws(Refusal) {
                let played = try memory.play(move, by: seat, at: time, announcedIn: version)
                self = .memory(consume memory)
                return played
            } catch {
                self = .memory(consume memory)
                throw error
            }
        case .other(var game):
            do throws(Refusal) {
                let played = try game.play(move, by: seat, at: time, announcedIn: version)
                self = .other(consume game)
                return played
            } catch {
                self = .other(consume game)
                throw error
            }
        }
    }

    /// Checks that a move which a player makes now still applies, in a game in which several may move at once. A move
    /// that is replayed was checked when it was made.
    ///
    /// - Parameter version: the version of the match that the player had seen; nil if that is unknown.
    /// - Throws: `stale` if the game has changed since in a way that matters to the move.
    public func checkIsCurrent(_ move: Move, by seat: Int, seenIn version: Int?, at time: Int) throws(Refusal) {
        // Memory is guarded by its ply alone, and reading it out would copy it for every flip.
        guard case .other(let game) = self else { return }
        try game.checkIsCurrent(move, by: seat, seenIn: version, at: time)
    }

    /// The time at which something happens by itself, done by ``expire(at:announcedIn:)``; nil if nothing will.
    public var deadline: Int? {
        switch self {
        case .memory(let memory): memory.deadline
        case .other(let game): game.deadline
        }
    }

    /// Handles the deadline.
    ///
    /// - Parameter version: the version of the match that will announce the change.
    /// - Returns: the change; nil if there was no deadline.
    public mutating func expire(at time: Int, announcedIn version: Int) -> Change? {
        switch consume self {
        case .memory(var memory):
            let change = memory.expire(at: time, announcedIn: version)
            self = .memory(consume memory)
            return change
        case .other(var game):
            let change = game.expire(at: time, announcedIn: version)
            self = .other(consume game)
            return change
        }
    }

    /// Forfeits the match for a seat, whatever the score.
    ///
    /// - Parameters:
    ///   - seat: the seat that forfeits, one of the rules' seats; nil if every player is gone, which leaves no winner.
    ///   - forfeit: the kind of forfeit.
    /// - Returns: the change; nil if the match was already over.
    public mutating func forfeit(by seat: Int?, as forfeit: Forfeit) -> Change? {
        var game = table
        let change = game.forfeit(by: seat, as: forfeit)
        self = Game(game)
        return change
    }

    // MARK: State

    /// The rules of the match.
    public var rules: Rules {
        switch self {
        case .memory(let memory): memory.rules
        case .other(let game): game.rules
        }
    }

    /// The result of the match; nil while it isn't over.
    public var ending: Ending? {
        switch self {
        case .memory(let memory): memory.ending
        case .other(let game): game.ending
        }
    }

    /// Returns the score of a seat, which may be negative.
    public func score(of seat: Int) -> Int {
        switch self {
        case .memory(let memory): memory.score(of: seat)
        case .other(let game): game.score(of: seat)
        }
    }

    /// Returns the turns that a seat has used, or in a game without turns, its other attempts to score.
    public func turnsUsed(of seat: Int) -> Int { table.turnsUsed(of: seat) }

    /// The seat whose turn it is, or whose cards are shown; nil if it is nobody's turn, as always in a game without
    /// turns.
    public var active: Int? { table.active }

    /// The number of the current turn, or of the last one, from 1; 0 in a game without turns.
    public var turnNumber: Int {
        switch self {
        case .memory(let memory): memory.turnNumber
        case .other(let game): game.turnNumber
        }
    }

    /// The number of flips made and of turns that timed out, together; nil in a game in which nobody flips.
    public var ply: Int? {
        switch self {
        case .memory(let memory): memory.ply
        case .other(let game): game.ply
        }
    }

    /// The progress as part of a sentence, such as `3 of 15 pairs found`.
    public var progress: String { table.progress }

    /// The phase of the game, leaving aside anything that holds the match up.
    public var phase: MatchState.Phase {
        switch self {
        case .memory(let memory): memory.phase
        case .other(let game): game.phase
        }
    }

    /// Fills in the game's part of a state: the board, the turn and the score of each seat in `state.seats`. This is
    /// the only way for a face to leave a game before the end. A state that comes as `waiting` is of a match that
    /// hasn't begun.
    public func show(in state: inout MatchState, at time: Int) {
        switch self {
        case .memory(let memory): memory.show(in: &state, at: time)
        case .other(let game): game.show(in: &state, at: time)
        }
    }

    /// The whole deck, for the match's record; nil until the match is over.
    public var revealedDeck: Deck? { table.revealedDeck }

    /// The deck for the result of the match; see ``TableGame/unshownDeck``.
    public var unshownDeck: Deck? { table.unshownDeck }

    /// The recall of each seat; nil until the match is over, and in a game in which there is nothing to remember.
    public var recall: [Recall]? { table.recall }
}
