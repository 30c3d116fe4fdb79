import Protocol

/// What a lobby knows of one connection.
struct Session: Sendable {
    /// The connection.
    let client: ClientID
    /// The dialect of its last line that counted.
    var dialect = Dialect.json
    /// Who it is, once it has said so.
    var name: PlayerName?
    /// Whether it has said nothing since it came back with a token, and so may not know its new one.
    var isFresh = false
    /// Where it is.
    var place = Place.lobby

    /// The seat of a client that speaks JSON and has nothing to be settled first; nil if it is not so. (It changes
    /// nothing; being `mutating` has it look in place.)
    mutating func settledSeat(of client: ClientID) -> (MatchID, Int)? {
        guard self.client == client, dialect == .json, !isFresh, case .seated(let match, let seat) = place else {
            return nil
        }
        return (match, seat)
    }

    /// Where a client is.
    enum Place: Equatable, Sendable {
        /// In no match.
        case lobby
        /// In a seat of a match.
        case seated(MatchID, Int)
        /// Watching a match.
        case watching(MatchID)

        /// The match, if the client is in one.
        var match: MatchID? {
            switch self {
            case .lobby: nil
            case .seated(let match, _), .watching(let match): match
            }
        }
    }
}
