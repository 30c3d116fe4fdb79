import Lobby
import Protocol

/// Counts, by address, what may be done only a few times a minute: wrong guesses, or opening matches.
///
/// A minute starts with an address's first attempt. An address over the limit waits until that minute ends.
struct Attempts: Sendable {
    private struct Minute: Sendable {
        let begin: Instant
        var count: Int
    }

    /// The attempts an address may make in a minute.
    private let limit: Int

    /// Starts with no attempts.
    init(limit: Int) { self.limit = limit }

    private var minutes: [SocketAddress.Host: Minute] = [:]

    /// True if this address has used up its attempts and must wait.
    func mustWait(_ host: SocketAddress.Host, at now: Instant) -> Bool {
        guard !minutes.isEmpty, let minute = minutes[host.network], !Self.isOver(minute, at: now) else { return false }
        return minute.count >= limit
    }

    /// Counts one more attempt.
    mutating func add(_ host: SocketAddress.Host, at now: Instant) {
        if let minute = minutes[host.network], !Self.isOver(minute, at: now) {
            minutes[host.network]?.count += 1
            return
        }
        minutes[host.network] = nil
        if minutes.count >= Limits.Internal.rememberedAddresses { makeRoom(at: now) }
        minutes[host.network] = Minute(begin: now, count: 1)
    }

    /// Forgets every address whose minute is over; if there is none, the one whose minute started first.
    private mutating func makeRoom(at now: Instant) {
        minutes = minutes.filter { !Self.isOver($0.value, at: now) }
        guard minutes.count >= Limits.Internal.rememberedAddresses else { return }
        if let first = minutes.min(by: { $0.value.begin < $1.value.begin }) { minutes[first.key] = nil }
    }

    private static func isOver(_ minute: Minute, at now: Instant) -> Bool {
        now - minute.begin >= Limits.guessingMilliseconds
    }
}
