/// The change that produced a version of a match; the same for everybody who receives it.
///
/// Some changes are steps of the game, the others come from the match around it. A change names what a player or a
/// clock did, not the consequences: the pair that clears the board is a ``MemoryChange/pair(seat:first:second:)``, the
/// timeout that ends the match a ``MemoryChange/timeout(seat:card:)``; the state says that the match is over. Seats and
/// cards count from 0.
public enum Change: Hashable, Sendable {
    // MARK: Steps of a game

    /// A step of Memory.
    case memory(MemoryChange)
    /// A step of Set.
    case set(SetChange)

    // MARK: Around any game

    /// The match began.
    case deal
    /// A seat resigned; nil if it is unknown which.
    case resign(seat: Int?)
    /// An absent player's grace period ran out, or an opener left; nil if both players are gone.
    case abandon(seat: Int?)
    /// A player disconnected.
    case away(seat: Int)
    /// A player came back.
    case back(seat: Int)
    /// A player left a finished match for good.
    case left(seat: Int)
    /// A player offered a rematch.
    case offer(seat: Int)
    /// Everybody agreed to a rematch; the next match follows.
    case rematch
    /// The number of watchers changed.
    case watchers

    /// Asks the step of the game something; returns nil for what happened around it. Inlined, so that no step is boxed.
    @inline(__always)
    func ask<Answer>(_ question: (any GameChange) -> Answer) -> Answer? {
        switch self {
        case .memory(let step): question(step)
        case .set(let step): question(step)
        case .deal, .resign, .abandon, .away, .back, .left, .offer, .rematch, .watchers: nil
        }
    }

    /// The entry in a record for a step that happened by itself, in place of a move; nil for anything else.
    public var unprompted: UnpromptedStep? { ask { $0.unprompted } ?? nil }

    /// True if it affects the list of matches: phase, scores, names or watchers.
    public var changesList: Bool { if case .offer = self { false } else { ask { $0.changesList } ?? true } }
}

/// A step that happened by itself, as a record stores it: a turn that timed out, without a move, or the move that a
/// player had asked for. A replay has that happen before the next move, since no move may be legal before it.
public struct UnpromptedStep: Equatable, Sendable {
    /// The seat that it happened to.
    public let seat: Int
    /// The move that was made for that seat; nil for a turn that timed out.
    public let made: MadeMove?
}

/// A step of one game: what a move or a clock changed on the table.
protocol GameChange: Hashable, Sendable {
    /// The entry in a record if it happened by itself; see ``Change/unprompted``.
    var unprompted: UnpromptedStep? { get }
    /// True if it affects the scores or the phase of the match; see ``Change/changesList``.
    var changesList: Bool { get }
    var game: GameKind { get }
    /// What came of a move, by its position in ``TableGame/moveResults``; nil for a step that was no move.
    var result: Int? { get }

    /// Writes it as the `change` of a state: `,"change":` and an object.
    func write(into writer: inout ByteWriter)

    /// Returns true if people who read plain words need to see the table after it.
    func isDrawn(in state: MatchState) -> Bool
    /// Returns the sentence about it, as it happens.
    func sentence(in state: MatchState) -> String
    /// Returns the sentence about it in a record.
    ///
    /// - Parameter scores: the scores after it, by seat.
    /// - Returns: nil for a step that no record lists.
    func sentence(in record: MatchRecord, scores: [Int]) -> String?
}

extension GameChange {
    var unprompted: UnpromptedStep? { nil }
    func isDrawn(in state: MatchState) -> Bool { true }
}
