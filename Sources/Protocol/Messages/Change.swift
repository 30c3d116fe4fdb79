/// The change that produced a version of a match; the same for everybody who is told of it.
///
/// Some changes come from the game, the others from the match around it. A change names what a player or a clock did,
/// not the consequences: the pair that clears the board is a ``pair(seat:first:second:)``, the timeout that ends the
/// match a ``timeout(seat:card:)``; the state says that the match is over. Seats and cards count from 0.
public enum Change: Hashable, Sendable {
    // MARK: Steps of the game

    /// A seat flipped the first card of its turn.
    case flip(seat: Int, card: Int)
    /// A seat flipped a second card that matches the first, and took both.
    case pair(seat: Int, first: Int, second: Int)
    /// A seat flipped a second card that differs from the first; both stay open for a moment.
    case miss(seat: Int, first: Int, second: Int)
    /// The two cards of a miss turned back.
    case cover(seat: Int, first: Int, second: Int)
    /// A seat's turn timed out; the card it had flipped, if any, turned back.
    case timeout(seat: Int, card: Int?)
    /// A seat resigned; nil if it is unknown which.
    case resign(seat: Int?)
    /// An absent player's grace period ran out, or an opener left; nil if both players are gone.
    case abandon(seat: Int?)

    // MARK: Around the game

    /// The match began.
    case deal
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

    /// The seat whose turn timed out, if that is the change. A record stores it like a move. Nothing else that happens
    /// by itself is recorded; a replay has it happen before the next move, since no move may be legal before it.
    public var missedTurn: Int? {
        if case .timeout(let seat, _) = self { seat } else { nil }
    }

    /// True if it affects the list of matches: phase, scores, names or watchers.
    public var changesList: Bool {
        switch self {
        case .flip, .offer: false
        case .deal, .pair, .miss, .cover, .timeout, .resign, .abandon, .away, .back, .left, .rematch, .watchers: true
        }
    }
}
