/// The change that produced a version of a match; the same for everybody who receives it.
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
    /// Set: a seat claimed a set rightly, and took the cards. The places are those before it.
    case set(seat: Int, SetClaim)
    /// Set: a seat claimed three cards that are not a set; nothing moved.
    case wrong(seat: Int, SetClaim, SetPenalty = SetPenalty())
    /// Set: a seat asked for three more cards; they are dealt when the opponent agrees or after 5 s.
    case wish(seat: Int)
    /// Set: three more cards were dealt into the last places, because a seat had asked for them.
    case more(seat: Int, SetPenalty = SetPenalty())
    /// Set: a seat shuffled the table.
    case shuffle(seat: Int)
    /// Set: nobody made a move for too long, so the match is over.
    case idle
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

    /// What a record stores of a change that happened by itself, in place of a move: a turn that timed out, without a
    /// move, or the cards that were dealt because nobody objected. Nil for anything else. A replay has that happen before
    /// the next move, since no move may be legal before it.
    public var recorded: (seat: Int, made: MadeMove?)? {
        switch self {
        case .timeout(let seat, _): (seat, nil)
        case .more(let seat, _): (seat, .more)
        default: nil
        }
    }

    /// True if it affects the list of matches: phase, scores, names or watchers.
    public var changesList: Bool {
        switch self {
        case .flip, .offer, .wish, .more, .shuffle: false
        case .set, .wrong, .idle, .deal, .pair, .miss, .cover, .timeout, .resign, .abandon, .away, .back, .left,
            .rematch, .watchers:
            true
        }
    }
}
