/// A sample of a random quantity, with its mean.
struct Sample: CustomStringConvertible {
    private(set) var count = 0
    private var sum = 0.0
    private var squares = 0.0

    mutating func add(_ value: Double) {
        count += 1
        sum += value
        squares += value * value
    }

    /// The mean.
    var mean: Double { sum / Double(count) }

    /// The standard error of the mean.
    var error: Double { (max(0, squares / Double(count) - mean * mean) / Double(count)).squareRoot() }

    /// Returns true if the mean is within 4.5 standard errors of a value, as all but one in 100,000 samples are, plus
    /// a tolerance for a value that is itself not exact.
    func isNear(_ value: Double, within tolerance: Double = 0) -> Bool {
        abs(mean - value) <= 4.5 * error + tolerance + 1e-9
    }

    /// Returns true if the mean is in a range, or as near to it as chance may take it.
    func isNear(_ range: ClosedRange<Double>) -> Bool {
        isNear(min(max(mean, range.lowerBound), range.upperBound))
    }

    var description: String { "\(mean) ± \(1.96 * error)" }
}
