public import Protocol

// Where games are told apart. The lobby, a match and the journal hold a `Game` and ask it; they name none of its rules,
// though some of its changes. A second game is a case here and in `Kind`, with a field of `Rules` that chooses it,
// its deal in `Deck.swift`, its rules in a file beside `Memory.swift`, and its own `Move`, `Change` and part of `MatchState`.
// CONTRIBUTING.md ("Adding a game") lists every place.
//
// A step takes the game out of `self`, changes it, and puts it back by `consume`, so that nothing in it is copied.
//
// A game knows no clock, no names and no connections. Time is an argument: milliseconds for which the match has been in
// play, which stand still while it is paused. What is hidden leaves through `show` only, once a rule has turned it up.

/// The game of one match, from the deal to the end.
public enum Game: Equatable, Sendable {
    /// Memory, also called Concentration.
    case memory(Memory)

    /// Lays out a match.
    ///
    /// - Parameters:
    ///   - rules: what to play by.
    ///   - deck: a deck for these rules; any other traps.
    ///   - seat: who begins; one of the rules' seats.
    public init(rules: Rules, deck: Deck, starting seat: Int = 0) {
        switch Kind(rules) {
        case .memory: self = .memory(Memory(rules: rules, deck: deck, starting: seat))
        }
    }

    /// The games that there are.
    enum Kind {
        case memory

        /// The game that these rules are for.
        init(_ rules: Rules) { self = .memory }
    }

    /// How a match ends before its rules end it.
    public enum Forfeit: CaseIterable, Sendable {
        /// A seat gave up.
        case resigned
        /// An absent player's seat was kept for long enough.
        case abandoned

        /// What the game comes to when a seat forfeits; nil for every seat, and then nobody wins.
        func change(by seat: Int?) -> Change {
            switch self {
            case .resigned: .resign(seat: seat)
            case .abandoned: .abandon(seat: seat)
            }
        }

        /// The reason that the ending gives.
        var reason: Ending.Reason {
            switch self {
            case .resigned: .resigned
            case .abandoned: .abandoned
            }
        }
    }

    /// A move that was made, in the one form that is kept, which names each card by its index; and what it changed.
    public typealias Played = (move: Move, change: Change)

    // MARK: What happens

    /// A seat makes a move.
    ///
    /// - Throws: why it cannot be made, as when the match is over, or the move is another game's; then nothing has changed.
    public mutating func play(_ move: Move, by seat: Int, at time: Int) throws(Refusal) -> Played {
        switch consume self {
        case .memory(var memory):
            do throws(Refusal) {
                let played = try memory.play(move, by: seat, at: time)
                self = .memory(consume memory)
                return played
            } catch {
                self = .memory(consume memory)
                throw error
            }
        }
    }

    /// When something happens by itself, which ``expire(at:)`` then does; nil if nothing will.
    public var deadline: Int? {
        switch self {
        case .memory(let memory): memory.deadline
        }
    }

    /// The deadline has come.
    ///
    /// - Returns: what that changed; nil if there was no deadline.
    public mutating func expire(at time: Int) -> Change? {
        switch consume self {
        case .memory(var memory):
            let change = memory.expire(at: time)
            self = .memory(consume memory)
            return change
        }
    }

    /// A seat gives the match up, whatever the score.
    ///
    /// - Parameters:
    ///   - seat: who does, one of the rules' seats; nil when every player is gone, and then nobody wins.
    ///   - forfeit: how.
    /// - Returns: what that changed; nil if the match was over.
    public mutating func forfeit(by seat: Int?, as forfeit: Forfeit) -> Change? {
        switch consume self {
        case .memory(var memory):
            let change = memory.forfeit(by: seat, as: forfeit)
            self = .memory(consume memory)
            return change
        }
    }

    // MARK: What is known of it

    /// The rules that the match is played by.
    public var rules: Rules {
        switch self {
        case .memory(let memory): memory.rules
        }
    }

    /// How the match ended; nil until it has.
    public var ending: Ending? {
        switch self {
        case .memory(let memory): memory.ending
        }
    }

    /// The points of a seat, one of the rules' seats; they may be below 0.
    public func score(of seat: Int) -> Int {
        switch self {
        case .memory(let memory): memory.score(of: seat)
        }
    }

    /// The turns that a seat has spent, by which solo games of equal score are ranked; 0 in a game without turns.
    public func turnsUsed(of seat: Int) -> Int {
        switch self {
        case .memory(let memory): memory.turnsUsed(of: seat)
        }
    }

    /// How much of the game is done, as a part of a sentence such as `3 of 15 pairs taken`.
    public var progress: String {
        switch self {
        case .memory(let memory): memory.progress
        }
    }

    /// Where the game stands while nothing keeps it from going on.
    public var phase: MatchState.Phase {
        switch self {
        case .memory(let memory): memory.phase
        }
    }

    /// Fills in what a state shows of the game: the board, the turn and, for each seat that is there, its score. It is
    /// the one way in which a face leaves a game before the end.
    public func show(in state: inout MatchState, at time: Int) {
        switch self {
        case .memory(let memory): memory.show(in: &state, at: time)
        }
    }

    /// The whole deck, for the record of the match; nil until it is over.
    public var revealedDeck: Deck? {
        switch self {
        case .memory(let memory): memory.revealedDeck
        }
    }
}
