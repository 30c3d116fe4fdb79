public import Protocol

// The one place that tells games apart. The lobby, a match and the journal hold a `Game` and call it; they know none
// of its rules, only some of its changes. A second game adds a case here and in `Kind`, a field of `Rules` that
// selects it, its deal in `Deck.swift`, its rules in a file beside `Memory.swift`, and its own `Move`, `Change` and
// part of `MatchState`. CONTRIBUTING.md ("Adding a game") lists every place.
//
// A step takes the game out of `self` with `consume`, changes it and puts it back, so that nothing in it is copied.
//
// A game has no clock, names or connections. Time is an argument: the milliseconds that the match has been in play,
// not counting pauses. Hidden faces leave a game only through `show`, once a rule has turned them up.

/// The game of one match, from the deal to the end.
public enum Game: Equatable, Sendable {
    /// Memory, also called Concentration.
    case memory(Memory)

    /// Sets up a match.
    ///
    /// - Parameters:
    ///   - rules: the rules to play by.
    ///   - deck: a deck for these rules; any other traps.
    ///   - seat: the seat that begins; one of the rules' seats.
    public init(rules: Rules, deck: Deck, starting seat: Int = 0) {
        switch Kind(rules) {
        case .memory: self = .memory(Memory(rules: rules, deck: deck, starting: seat))
        }
    }

    /// The games that exist.
    enum Kind {
        case memory

        /// The game that these rules select.
        init(_ rules: Rules) { self = .memory }
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

    /// A move that was made, in its stored form, which names each card by its index, and the change it caused.
    public typealias Played = (move: Move, change: Change)

    // MARK: Events

    /// Makes a move for a seat.
    ///
    /// - Throws: the reason if the move is illegal, such as when the match is over or the move belongs to another
    ///   game. Nothing has changed then.
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

    /// The time at which something happens by itself, done by ``expire(at:)``; nil if nothing will.
    public var deadline: Int? {
        switch self {
        case .memory(let memory): memory.deadline
        }
    }

    /// Handles the deadline.
    ///
    /// - Returns: the change; nil if there was no deadline.
    public mutating func expire(at time: Int) -> Change? {
        switch consume self {
        case .memory(var memory):
            let change = memory.expire(at: time)
            self = .memory(consume memory)
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
        switch consume self {
        case .memory(var memory):
            let change = memory.forfeit(by: seat, as: forfeit)
            self = .memory(consume memory)
            return change
        }
    }

    // MARK: State

    /// The rules of the match.
    public var rules: Rules {
        switch self {
        case .memory(let memory): memory.rules
        }
    }

    /// The result of the match; nil while it isn't over.
    public var ending: Ending? {
        switch self {
        case .memory(let memory): memory.ending
        }
    }

    /// Returns the score of a seat, one of the rules' seats; it may be negative.
    public func score(of seat: Int) -> Int {
        switch self {
        case .memory(let memory): memory.score(of: seat)
        }
    }

    /// Returns the number of turns a seat has used, which ranks solo games of equal score; 0 in a game without turns.
    public func turnsUsed(of seat: Int) -> Int {
        switch self {
        case .memory(let memory): memory.turnsUsed(of: seat)
        }
    }

    /// The seat whose turn it is, or whose cards are shown; nil if it is nobody's turn.
    public var active: Int? {
        switch self {
        case .memory(let memory): memory.active
        }
    }

    /// The number of the current turn, or of the last one; from 1.
    public var turnNumber: Int {
        switch self {
        case .memory(let memory): memory.turnNumber
        }
    }

    /// The progress as part of a sentence, such as `3 of 15 pairs found`.
    public var progress: String {
        switch self {
        case .memory(let memory): memory.progress
        }
    }

    /// The phase of the game, leaving aside anything that holds the match up.
    public var phase: MatchState.Phase {
        switch self {
        case .memory(let memory): memory.phase
        }
    }

    /// Fills in the game's part of a state: the board, the turn and the score of each seat in `state.seats`. This is
    /// the only way for a face to leave a game before the end.
    public func show(in state: inout MatchState, at time: Int) {
        switch self {
        case .memory(let memory): memory.show(in: &state, at: time)
        }
    }

    /// The whole deck, for the match's record; nil until the match is over.
    public var revealedDeck: Deck? {
        switch self {
        case .memory(let memory): memory.revealedDeck
        }
    }
}
