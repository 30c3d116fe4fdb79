import Lobby
import Protocol

/// How often each address has guessed wrong lately: codes of private matches, and tokens.
///
/// A minute begins with an address's first wrong guess. Who has guessed wrong too often in it waits for its end.
struct Guesses: Sendable {
    private struct Minute: Sendable {
        let begin: Instant
        var wrong: Int
    }

    private var minutes: [SocketAddress.Host: Minute] = [:]

    /// How many addresses are remembered.
    var count: Int { minutes.count }

    /// Whether this address has guessed wrong so often that its next guess is not looked at.
    func mustWait(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        guard let minute = minutes[host.network], !Self.isOver(minute, at: now) else { return false }
        return minute.wrong >= Limits.wrongGuesses
    }

    /// Remembers one more wrong guess.
    mutating func addWrong(_ host: SocketAddress.Host, at now: Instant) {
        if let minute = minutes[host.network], !Self.isOver(minute, at: now) {
            minutes[host.network]?.wrong += 1
            return
        }
        minutes[host.network] = nil
        if minutes.count >= Limits.House.guessingAddresses { makeRoom(at: now) }
        minutes[host.network] = Minute(begin: now, wrong: 1)
    }

    /// Forgets all whose minute is over; where there is none, the one that began first.
    private mutating func makeRoom(at now: Instant) {
        minutes = minutes.filter { !Self.isOver($0.value, at: now) }
        guard minutes.count >= Limits.House.guessingAddresses else { return }
        if let first = minutes.min(by: { $0.value.begin < $1.value.begin }) { minutes[first.key] = nil }
    }

    private static func isOver(_ minute: Minute, at now: Instant) -> Bool {
        now - minute.begin >= Limits.guessingMilliseconds
    }
}

extension Command {
    /// How many commands it counts as, where the rate is limited.
    var weight: Int {
        switch self {
        case .say: Limits.sayWeight
        case .open: Limits.openWeight
        case .hello, .list, .join, .watch, .flip, .resign, .rematch, .leave, .records, .record, .scores, .ping, .bye, .help:
            1
        }
    }

    /// Whether it names a secret, and so may be a guess.
    var isGuess: Bool {
        switch self {
        case .hello(.token), .join(.code), .watch(.code): true
        case .hello, .join, .watch, .list, .open, .flip, .resign, .rematch, .leave, .say, .records, .record, .scores,
            .ping, .bye, .help:
            false
        }
    }

    /// Whether it may count as several, or may be a guess: what few commands do.
    var isDear: Bool {
        switch self {
        case .flip, .list, .resign, .rematch, .leave, .records, .record, .scores, .ping, .bye, .help, .hello(.name): false
        case .hello(.token), .open, .join, .watch, .say: true
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
