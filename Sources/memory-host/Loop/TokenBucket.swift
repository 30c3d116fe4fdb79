import Lobby
import Protocol

/// A bucket of tokens: so many at once, and then so many in each period. A command, a request or a guess costs one, or
/// several; the weight of a command is known only after a token was taken for it, so that the bucket may go below empty
/// and the next command waits longer.
///
/// It counts in parts of a token, as many as a period has milliseconds, so that each millisecond brings whole parts.
struct TokenBucket: Sendable {
    /// The parts that come back in a millisecond; 0 if there is no limit.
    private let rate: Int
    /// The parts of one token: the milliseconds of a period.
    private let token: Int
    private let capacity: Int
    private var parts: Int
    // As good a time as any: the bucket is full.
    private var filledAt = Instant(milliseconds: 0)
    /// It was full when a token was last spent: the client had paused for a while.
    private(set) var wasFull = true

    /// A full bucket.
    ///
    /// - Parameters:
    ///   - burst: the tokens it holds.
    ///   - rate: the tokens that come back in a period; 0 for no limit.
    ///   - seconds: the length of a period.
    init(burst: Int, rate: Int, seconds: Int = 1) {
        (self.rate, token) = (rate, seconds * 1000)
        capacity = burst * token
        parts = capacity
    }

    /// False if as many may be spent as anybody likes.
    var isLimited: Bool { rate > 0 }

    /// Takes out one token, if there is one.
    ///
    /// - Returns: nil if there was one; otherwise the time when there will be.
    mutating func spend(at now: Instant) -> Instant? {
        fill(at: now)
        wasFull = parts == capacity
        if let due = due(at: now, parts: token) { return due }
        parts -= token
        return nil
    }

    /// Takes out one token for what must wait if there is none: nobody else gets it meanwhile.
    ///
    /// - Returns: nil if there was one; otherwise the time until which it must wait.
    mutating func reserve(at now: Instant) -> Instant? {
        fill(at: now)
        parts -= token
        return due(at: now, parts: 0)
    }

    /// Puts back a token that was reserved and is not taken.
    mutating func cancel() { parts = min(capacity, parts + token) }

    /// Takes out the rest of a weight, beyond the token already taken.
    mutating func chargeRest(of weight: Int) { parts -= (weight - 1) * token }

    /// Takes out thousandths of a token; it may then go below empty.
    mutating func charge(thousandths count: Int, at now: Instant) {
        fill(at: now)  // What it would be filled with beyond its capacity does not pay for this.
        parts -= count * token / 1000
    }

    /// Remits what it is below empty by more than it holds when full.
    mutating func limitDebt() { parts = max(parts, -capacity) }

    /// Returns true if it holds so many tokens, or is below empty by no more, at a time.
    func holds(_ tokens: Int, at now: Instant) -> Bool { content(at: now) >= tokens * token }

    /// Returns the time when it will hold this many thousandths of a token; nil if it does.
    mutating func due(at now: Instant, holding thousandths: Int) -> Instant? {
        fill(at: now)
        return due(at: now, parts: thousandths * token / 1000)
    }

    /// Returns the thousandths of a token that it holds at a time.
    func thousandths(at now: Instant) -> Int { content(at: now) * 1000 / token }

    /// Returns the milliseconds after which it is full again, rounded up.
    func fullAfter(at now: Instant) -> Int { (capacity - content(at: now) + rate - 1) / rate }

    @inline(__always)
    private func content(at now: Instant) -> Int {
        // After this many milliseconds it is full at any rate; with more the product might overflow.
        let enough = capacity - parts
        return min(capacity, parts + min(max(0, now - filledAt), enough) * rate)
    }

    /// Returns the time when a bucket that has just been filled will hold this many parts; nil if it does.
    private func due(at now: Instant, parts wanted: Int) -> Instant? {
        parts >= wanted || !isLimited ? nil : now + (wanted - parts + rate - 1) / rate
    }

    private mutating func fill(at now: Instant) {
        parts = content(at: now)
        filledAt = now
    }
}
