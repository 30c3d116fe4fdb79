import Lobby
import Protocol
import Testing

@testable import memory_host

@Suite struct TokenBucketTests {
    private let start = Instant(milliseconds: 1_000_000)

    /// Takes this many commands at one moment; returns how many there were.
    private func take(_ count: Int, from bucket: inout TokenBucket, at now: Instant) -> Int {
        (0..<count).filter { _ in bucket.spend(at: now) == nil }.count
    }

    @Test func `a burst is allowed at once, and not one command more`() {
        var bucket = TokenBucket(burst: Limits.burst, rate: 10)
        #expect(take(Limits.burst + 5, from: &bucket, at: start) == Limits.burst)
    }

    @Test(arguments: [1, 3, 7, 10, 333, 1000])
    func `a refusal states when the next command is allowed, and then it is`(_ rate: Int) throws {
        var bucket = TokenBucket(burst: Limits.burst, rate: rate)
        _ = take(Limits.burst, from: &bucket, at: start)
        let wait = bucket.spend(at: start)
        let due = try #require(wait)
        #expect(due - start == (1000 + rate - 1) / rate)
        var early = bucket
        #expect(early.spend(at: Instant(milliseconds: due.milliseconds - 1)) != nil)
        #expect(bucket.spend(at: due) == nil)
    }

    @Test func `at a rate above a thousand the next command is at most a millisecond away`() {
        var bucket = TokenBucket(burst: Limits.burst, rate: 5000)
        _ = take(Limits.burst, from: &bucket, at: start)
        #expect(bucket.spend(at: start) == start + 1)
        #expect(take(10, from: &bucket, at: start + 1) == 5)
    }

    @Test func `over a long time exactly the rate is allowed`() {
        var bucket = TokenBucket(burst: Limits.burst, rate: 7)
        var taken = 0
        for millisecond in 0..<60_000 { taken += take(1, from: &bucket, at: start + millisecond) }
        #expect((Limits.burst + 7 * 60 - 1...Limits.burst + 7 * 60).contains(taken))
    }

    @Test func `a pause of years fills one burst without an overflow`() {
        var bucket = TokenBucket(burst: Limits.burst, rate: 100_000_000)
        _ = take(Limits.burst, from: &bucket, at: start)
        let years = start + 10 * 365 * 24 * 3600 * 1000
        #expect(take(2 * Limits.burst, from: &bucket, at: years) == Limits.burst)
    }

    @Test func `a clock that goes back takes no commands away`() {
        var bucket = TokenBucket(burst: Limits.burst, rate: 10)
        #expect(bucket.spend(at: start) == nil)
        #expect(take(Limits.burst, from: &bucket, at: Instant(milliseconds: 0)) == Limits.burst - 1)
    }

    @Test func `a heavy command needs only one token, and the next command waits for the rest`() throws {
        var bucket = TokenBucket(burst: Limits.burst, rate: 10)
        #expect(take(Limits.burst, from: &bucket, at: start) == Limits.burst)
        #expect(bucket.spend(at: start + 100) == nil)
        bucket.chargeRest(of: 5)
        #expect(bucket.spend(at: start + 100) == start + 600)
        #expect(bucket.spend(at: start + 599) == start + 600)
        #expect(bucket.spend(at: start + 600) == nil)
    }

    @Test func `a command of weight one is not charged twice`() {
        var bucket = TokenBucket(burst: Limits.burst, rate: 10)
        bucket.chargeRest(of: 1)
        #expect(take(Limits.burst + 1, from: &bucket, at: start) == Limits.burst)
    }
}
