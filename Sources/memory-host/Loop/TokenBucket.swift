import Lobby
import Protocol

/// How many commands a client may send: a burst at once, then so many a second.
///
/// It counts in thousandths of a command, so that it needs no fractions. Some commands count as several; what a command
/// is shows only after it was taken, so the bucket may be short then, and the next command waits for longer.
struct TokenBucket: Sendable {
    private var thousandths = Limits.burst * 1000
    private var filledAt: Instant
    /// Whether it was full when a command was last taken: the client had kept still for a while.
    private(set) var wasFull = true

    /// A full bucket.
    init(at now: Instant) { filledAt = now }

    /// Takes one command out.
    ///
    /// - Parameters:
    ///   - now: when.
    ///   - rate: commands a second, 1 or more.
    /// - Returns: nil if there was one; else when there will be.
    mutating func take(at now: Instant, rate: Int) -> Instant? {
        thousandths = min(Limits.burst * 1000, thousandths + max(0, now - filledAt) * rate)
        filledAt = now
        wasFull = thousandths == Limits.burst * 1000
        guard thousandths < 1000 else {
            thousandths -= 1000
            return nil
        }
        return now + (1000 - thousandths + rate - 1) / rate
    }

    /// Takes out what a command that was taken counts as, beyond one.
    mutating func charge(_ weight: Int) { thousandths -= (weight - 1) * 1000 }
}
