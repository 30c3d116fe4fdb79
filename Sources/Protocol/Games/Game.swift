// The one place that tells games apart. The lobby, a match and the journal hold a `Game` and call it; they know none
// of its rules, only some of its changes. Another game adds a case here and in `GameKind`, its deal in `Deck.swift`,
// its rules in a file beside `Memory.swift`, and its own `Move`, `Change` and part of `MatchState`. CONTRIBUTING.md ("Adding a game") lists every place.
//
// A step takes the game out of `self` with `consume`, changes it and puts it back, so that nothing in it is copied.
//
// A game has no clock, names or connections. Time is an argument: the milliseconds that the match has been in play,
// not counting pauses. Hidden faces leave a game only through `show`, once a rule has turned them up.

/// The game of one match, from the deal to the end.
public enum Game: Equatable, Sendable {
    /// Memory, also called Concentration.
    case memory(Memory)
    /// Set. Boxed, so that it takes no room in a match of Memory.
    indirect case set(SetGame)

    /// Sets up a match.
    ///
    /// - Parameters:
    ///   - rules: the rules to play by.
    ///   - deck: a deck for these rules; any other traps.
    ///   - seat: the seat that begins; one of the rules' seats.
    public init(rules: Rules, deck: Deck, starting seat: Int = 0) {
        switch rules.game {
        case .memory: self = .memory(Memory(rules: rules, deck: deck, starting: seat))
        case .set: self = .set(SetGame(rules: rules, deck: deck))
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
    /// - Parameter version: the version of the match that will announce the move; see ``checkIsCurrent(_:by:seenIn:)``.
    /// - Throws: the reason if the move is illegal, such as when the match is over or the move belongs to another
    ///   game. Nothing has changed then.
    public mutating func play(
        _ move: Move, by seat: Int, at time: Int, announcedIn version: Int
    ) throws(Refusal) -> Played {
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
        case .set(var set):
            do throws(Refusal) {
                let played = try set.play(move, by: seat, at: time, announcedIn: version)
                self = .set(consume set)
                return played
            } catch {
                self = .set(consume set)
                throw error
            }
        }
    }

    /// Checks that a move still applies, in a game in which several players may move at once.
    ///
    /// - Parameter version: the version of the match that the player had seen.
    /// - Throws: `stale` if the game has changed since in a way that matters to the move.
    public func checkIsCurrent(_ move: Move, by seat: Int, seenIn version: Int) throws(Refusal) {
        switch self {
        case .memory: break
        case .set(let set): try set.checkIsCurrent(move, by: seat, seenIn: version)
        }
    }

    /// The time at which something happens by itself, done by ``expire(at:)``; nil if nothing will.
    public var deadline: Int? {
        switch self {
        case .memory(let memory): memory.deadline
        case .set(let set): set.deadline
        }
    }

    /// Handles the deadline.
    ///
    /// - Parameter version: the version of the match that will announce the change.
    /// - Returns: the change; nil if there was no deadline.
    public mutating func expire(at time: Int, announcedIn version: Int) -> Change? {
        switch consume self {
        case .memory(var memory):
            let change = memory.expire(at: time)
            self = .memory(consume memory)
            return change
        case .set(var set):
            let change = set.expire(at: time, announcedIn: version)
            self = .set(consume set)
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
        case .set(var set):
            let change = set.forfeit(by: seat, as: forfeit)
            self = .set(consume set)
            return change
        }
    }

    // MARK: State

    /// The rules of the match.
    public var rules: Rules {
        switch self {
        case .memory(let memory): memory.rules
        case .set(let set): set.rules
        }
    }

    /// The result of the match; nil while it isn't over.
    public var ending: Ending? {
        switch self {
        case .memory(let memory): memory.ending
        case .set(let set): set.ending
        }
    }

    /// Returns the score of a seat, one of the rules' seats; it may be negative.
    public func score(of seat: Int) -> Int {
        switch self {
        case .memory(let memory): memory.score(of: seat)
        case .set(let set): set.score(of: seat)
        }
    }

    /// Returns the number of turns a seat has used, which ranks solo games of equal score; in a game without turns, of
    /// claims it has made.
    public func turnsUsed(of seat: Int) -> Int {
        switch self {
        case .memory(let memory): memory.turnsUsed(of: seat)
        case .set(let set): set.claims(of: seat)
        }
    }

    /// The seat whose turn it is, or whose cards are shown; nil if it is nobody's turn, as always in a game without turns.
    public var active: Int? {
        switch self {
        case .memory(let memory): memory.active
        case .set: nil
        }
    }

    /// The number of the current turn, or of the last one, from 1; 0 in a game without turns.
    public var turnNumber: Int {
        switch self {
        case .memory(let memory): memory.turnNumber
        case .set: 0
        }
    }

    /// The number of flips made and of turns that timed out, together; nil in a game in which nobody flips.
    public var ply: Int? {
        switch self {
        case .memory(let memory): memory.ply
        case .set: nil
        }
    }

    /// The progress as part of a sentence, such as `3 of 15 pairs found`.
    public var progress: String {
        switch self {
        case .memory(let memory): memory.progress
        case .set(let set): set.progress
        }
    }

    /// The phase of the game, leaving aside anything that holds the match up.
    public var phase: MatchState.Phase {
        switch self {
        case .memory(let memory): memory.phase
        case .set(let set): set.ending == nil ? .playing : .over
        }
    }

    /// Fills in the game's part of a state: the board, the turn and the score of each seat in `state.seats`. This is
    /// the only way for a face to leave a game before the end. A state that comes as `waiting` is of a match that hasn't
    /// begun.
    public func show(in state: inout MatchState, at time: Int) {
        switch self {
        case .memory(let memory): memory.show(in: &state, at: time)
        case .set(let set): set.show(in: &state, at: time)
        }
    }

    /// The whole deck, for the match's record; nil until the match is over.
    public var revealedDeck: Deck? {
        switch self {
        case .memory(let memory): memory.revealedDeck
        case .set(let set): set.revealedDeck
        }
    }
}
