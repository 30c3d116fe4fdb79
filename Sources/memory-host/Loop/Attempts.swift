import Lobby
import Protocol

/// How often each address has done something lately that it may do a few times a minute: guessed wrong, opened a match.
///
/// A minute begins with an address's first time. Who has done it too often in it waits for its end.
struct Attempts: Sendable {
    private struct Minute: Sendable {
        let begin: Instant
        var count: Int
    }

    /// How often an address may do it in a minute.
    private let limit: Int

    /// Nobody has done it yet.
    init(limit: Int) { self.limit = limit }

    private var minutes: [SocketAddress.Host: Minute] = [:]

    /// How many addresses are remembered.
    var count: Int { minutes.count }

    /// Whether this address has done it so often that it must wait.
    func mustWait(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        guard !minutes.isEmpty, let minute = minutes[host.network], !Self.isOver(minute, at: now) else { return false }
        return minute.count >= limit
    }

    /// Remembers one more time.
    mutating func add(_ host: SocketAddress.Host, at now: Instant) {
        if let minute = minutes[host.network], !Self.isOver(minute, at: now) {
            minutes[host.network]?.count += 1
            return
        }
        minutes[host.network] = nil
        if minutes.count >= Limits.House.guessingAddresses { makeRoom(at: now) }
        minutes[host.network] = Minute(begin: now, count: 1)
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
