/// Counts durations in buckets whose width grows with the duration: each is less than 0.8 % wide.
struct Histogram {
    private static let bucketsPerDoubling = 256

    private var counts = [UInt64](repeating: 0, count: 64 * bucketsPerDoubling)
    /// The number of durations counted.
    private(set) var count: UInt64 = 0
    /// The longest of them, in nanoseconds, as it was.
    private(set) var longest: UInt64 = 0

    /// Counts one duration, in nanoseconds.
    mutating func record(_ nanoseconds: UInt64) {
        longest = max(longest, nanoseconds)
        // Shifted so, a value of 256 or more lies in 128..<256.
        let shift = nanoseconds < 256 ? 0 : 56 - nanoseconds.leadingZeroBitCount
        counts[shift * Self.bucketsPerDoubling + Int(nanoseconds >> UInt64(shift))] += 1
        count += 1
    }

    /// The duration, in microseconds, that this part of all do not exceed by more than a bucket; 0 when there are none.
    func quantile(_ part: Double) -> Double {
        let wanted = UInt64(part * Double(count))
        var passed: UInt64 = 0
        for (index, counted) in counts.enumerated() {
            passed += counted
            if passed > wanted {
                let (shift, value) = index.quotientAndRemainder(dividingBy: Self.bucketsPerDoubling)
                return Double(value << shift) / 1000
            }
        }
        return Double(longest) / 1000
    }
}
