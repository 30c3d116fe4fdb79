import Lobby
import Protocol

// What a command costs its sender, and whether it may be a guess.
extension Command {
    /// How many commands it counts as, where the rate is limited, unless it opens a match.
    var weight: Int {
        switch self {
        case .say: Limits.sayWeight
        case .hello, .list, .open, .join, .watch, .flip, .resign, .rematch, .leave, .records, .record, .scores, .ping,
            .bye,
            .help:
            1
        }
    }

    /// Whether it may open a match.
    var mayOpen: Bool {
        switch self {
        case .open, .join(nil): true
        case .join, .hello, .list, .watch, .flip, .resign, .rematch, .leave, .say, .records, .record,
            .scores, .ping, .bye, .help:
            false
        }
    }

    /// Whether it names a secret, and so may be a guess.
    var isGuess: Bool {
        switch self {
        case .hello(.token), .join(.code), .watch(.code): true
        case .hello, .join, .watch, .list, .open, .flip, .resign, .rematch, .leave, .say, .records, .record,
            .scores, .ping, .bye, .help:
            false
        }
    }

    /// Whether it may count as several, or may be a guess: what few commands do.
    var isDear: Bool {
        switch self {
        case .flip, .list, .resign, .rematch, .leave, .records, .record, .scores, .ping, .bye, .help, .hello: isGuess
        case .open, .join, .watch, .say: true
        }
    }
}

extension Effect {
    /// Whether it tells somebody that a code or a token was wrong.
    var isWrongGuess: Bool {
        guard case .send(let message, _) = self, case .error(let report) = message.event else { return false }
        return report.code == Refusal.badCode.code || report.code == Refusal.badToken.code
    }

    /// Whether it gives a client the first seat of a match that it has opened, be it by `join`.
    func opensMatch(for client: ClientID) -> Bool {
        guard case .send(let message, client) = self, case .match(let seating) = message.event else { return false }
        return seating.seat == 0
    }
}
