import Lobby
import Protocol

/// A client's rate limit: a burst at once, then a number of commands a second.
///
/// It counts in thousandths of a command, to avoid fractions. Some commands count as several; a command's weight is
/// known only after it was taken, so the bucket may then go below zero, and the next command waits longer.
struct TokenBucket: Sendable {
    private var thousandths = Limits.burst * 1000
    private var filledAt: Instant
    /// It was full when a command was last taken: the client had paused for a while.
    private(set) var wasFull = true

    /// A full bucket.
    init(at now: Instant) { filledAt = now }

    /// Takes out one command.
    ///
    /// - Parameters:
    ///   - now: the current time.
    ///   - rate: commands a second, 1 or more.
    /// - Returns: nil if there was one; otherwise the time when there will be.
    mutating func spend(at now: Instant, rate: Int) -> Instant? {
        thousandths = min(Limits.burst * 1000, thousandths + max(0, now - filledAt) * rate)
        filledAt = now
        wasFull = thousandths == Limits.burst * 1000
        guard thousandths < 1000 else {
            thousandths -= 1000
            return nil
        }
        return now + (1000 - thousandths + rate - 1) / rate
    }

    /// Takes out the rest of a command's weight, beyond the one already taken.
    mutating func charge(_ weight: Int) { thousandths -= (weight - 1) * 1000 }
}
