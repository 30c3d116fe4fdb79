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
