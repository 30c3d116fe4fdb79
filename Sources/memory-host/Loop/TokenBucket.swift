import Lobby
import Protocol

/// A rate limit: a burst at once, then a number of commands a second.
///
/// It counts in thousandths of a command, to avoid fractions. Some commands count as several; a command's weight is
/// known only after it was taken, so the bucket may then go below zero, and the next command waits longer.
struct TokenBucket: Sendable {
    private let capacity: Int
    private var thousandths: Int
    private var filledAt: Instant
    /// It was full when a command was last taken: the client had paused for a while.
    private(set) var wasFull = true

    /// A full bucket.
    ///
    /// - Parameter burst: the commands it holds.
    init(burst: Int = Limits.burst, at now: Instant) {
        capacity = burst * 1000
        (thousandths, filledAt) = (capacity, now)
    }

    /// Takes out one command, if there is one.
    ///
    /// - Parameters:
    ///   - now: the current time.
    ///   - rate: commands a second, 1 or more.
    /// - Returns: nil if there was one; otherwise the time when there will be.
    mutating func spend(at now: Instant, rate: Int) -> Instant? {
        fill(at: now, rate: rate)
        wasFull = thousandths == capacity
        guard thousandths < 1000 else {
            thousandths -= 1000
            return nil
        }
        return now + (1000 - thousandths + rate - 1) / rate
    }

    /// Takes out one command, which must wait if there is none: nobody else gets it meanwhile.
    ///
    /// - Returns: nil if there was one; otherwise the time until which it must wait.
    mutating func reserve(at now: Instant, rate: Int) -> Instant? {
        fill(at: now, rate: rate)
        thousandths -= 1000
        return thousandths >= 0 ? nil : now + (-thousandths + rate - 1) / rate
    }

    /// Puts back a command that was reserved and is not taken.
    mutating func cancel() { thousandths = min(capacity, thousandths + 1000) }

    /// Takes out the rest of a command's weight, beyond the one already taken.
    mutating func charge(_ weight: Int) { thousandths -= (weight - 1) * 1000 }

    /// Takes out thousandths of a command for something that is none; it may then go below zero.
    mutating func charge(thousandths count: Int, at now: Instant, rate: Int) {
        fill(at: now, rate: rate)  // What it would be filled with beyond its capacity does not pay for this.
        thousandths -= count
    }

    /// Remits what it is below zero by more than it holds when full.
    mutating func limitDebt() { thousandths = max(thousandths, -capacity) }

    /// Returns the time when it will hold this many thousandths of a command; nil if it does.
    mutating func nextTime(at now: Instant, rate: Int, holding wanted: Int = 0) -> Instant? {
        fill(at: now, rate: rate)
        return thousandths >= wanted ? nil : now + (wanted - thousandths + rate - 1) / rate
    }

    /// Returns the thousandths of a command that it holds at a time.
    func content(at now: Instant, rate: Int) -> Int {
        // After this many milliseconds it is full at any rate; with more the product might overflow.
        let enough = capacity - thousandths
        return min(capacity, thousandths + min(max(0, now - filledAt), enough) * rate)
    }

    /// Returns the milliseconds after which it is full again, rounded up.
    func fullAfter(at now: Instant, rate: Int) -> Int {
        (capacity - content(at: now, rate: rate) + rate - 1) / rate
    }

    private mutating func fill(at now: Instant, rate: Int) {
        thousandths = content(at: now, rate: rate)
        filledAt = now
    }
}
