import Protocol

/// Durations, counted by their lengths.
struct Histogram: Equatable, Sendable {
    /// The longest duration that each bucket counts, in microseconds, in ascending order; the last bucket has no bound.
    let bounds: [Int]
    /// The durations in each bucket, without those in the ones before.
    private(set) var counts: [Int]
    /// The sum of all durations, in microseconds.
    private(set) var sum = 0

    /// Creates a histogram without durations.
    init(bounds: [Int] = Histogram.usualBounds) {
        (self.bounds, counts) = (bounds, [Int](repeating: 0, count: bounds.count + 1))
    }

    /// From a tenth of a millisecond, in which a host without a disk answers, to ten seconds, after which a disk counts as
    /// failed.
    static let usualBounds = [
        100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
        10_000_000,
    ]

    /// The number of durations.
    var count: Int { counts.reduce(0, +) }

    /// Counts something that has happened so many times and taken this long each time.
    mutating func add(microseconds: Int, times: Int = 1) {
        var bucket = 0
        while bucket < bounds.count, microseconds > bounds[bucket] { bucket += 1 }
        counts[bucket] += times
        sum += microseconds * times
    }
}
