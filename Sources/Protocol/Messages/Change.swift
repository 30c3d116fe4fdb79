/// What made a version of a match: the same for all who are told of it.
///
/// Some come from the game, the others from the match around it. A change names what a player or a clock did, not what followed:
/// the pair that clears the board is a ``pair(seat:first:second:)``, the timeout that ends the match a
/// ``timeout(seat:card:)``; the state says that the match is over. Seats and cards count from 0.
public enum Change: Hashable, Sendable {
    // MARK: Steps of the game

    /// A seat turned the first card of its turn.
    case flip(seat: Int, card: Int)
    /// A seat turned a second card that is like the first, and took both.
    case pair(seat: Int, first: Int, second: Int)
    /// A seat turned a second card that differs from the first; both lie open for a moment.
    case miss(seat: Int, first: Int, second: Int)
    /// The two cards of a miss are turned back.
    case cover(seat: Int, first: Int, second: Int)
    /// A seat's time ran out; the card that it had turned, if there was one, is turned back.
    case timeout(seat: Int, card: Int?)
    /// A seat gave up; nil if it cannot be said which.
    case resign(seat: Int?)
    /// An absent player's time ran out, or whoever opened the match left; nil if nobody is left.
    case abandon(seat: Int?)

    // MARK: Around the game

    /// The match begins.
    case deal
    /// A player's connection broke.
    case away(seat: Int)
    /// A player came back.
    case back(seat: Int)
    /// A player left a match that is over, for good.
    case left(seat: Int)
    /// A player offers to play again.
    case offer(seat: Int)
    /// Everybody plays again: the next match follows.
    case rematch
    /// The number of watchers changed.
    case watchers

    /// The seat whose turn ran out, if that is the change. A record tells of it as of a move; all else that happens by
    /// itself is in no record, and a replay has it happen before the next move: none may be allowed before it.
    public var missedTurn: Int? {
        if case .timeout(let seat, _) = self { seat } else { nil }
    }

    /// Whether it alters what the list of matches says: phase, scores, names or watchers.
    public var changesList: Bool {
        switch self {
        case .flip, .offer: false
        case .deal, .pair, .miss, .cover, .timeout, .resign, .abandon, .away, .back, .left, .rematch, .watchers: true
        }
    }
}
