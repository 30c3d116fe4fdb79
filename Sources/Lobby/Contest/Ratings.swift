/// The strengths of the entrants of a contest, by their results.
///
/// The model is that of Bradley and Terry: with a strength of r and s, one wins against the other with a probability of
/// 1 / (1 + e^(s − r)). The strengths are those that make the results most likely, a draw counting as half a win for
/// each. So that they stay finite for who has won or lost everything, each entrant has one draw more, against a player
/// of strength 0. They are then shifted so that their mean is 0.
///
/// The interval comes from the inverse of the Fisher information, which is the negative second derivative of the
/// likelihood's logarithm. On Elo's scale, a strength of 1 is 400 / ln 10 points.
struct Ratings: Equatable {
    /// The strengths on Elo's scale.
    private(set) var elo: [Int] = []
    /// Half the width of the interval in which each lies with a probability of 95 %.
    private(set) var intervals: [Int] = []

    private static let eloPerUnit = 173.717792761
    /// The quantile of the normal distribution at 97.5 %.
    private static let quantile = 1.95996398454
    /// Newton's method converges in some ten steps; the longest are those of who has won thousands of matches.
    private static let steps = 100

    /// The strengths, before they are shifted.
    private(set) var strengths: [Double] = []

    /// Computes the strengths.
    ///
    /// - Parameters:
    ///   - results: the wins of each against each other, draws as half a win for both.
    ///   - former: strengths by fewer results, near which they are: it takes fewer steps from there.
    init(of results: [[Double]], startingFrom former: [Double] = []) {
        guard !results.isEmpty else { return }
        strengths = former.count == results.count ? former : [Double](repeating: 0, count: results.count)
        for _ in 0..<Self.steps {
            let (gradient, information) = Self.slope(at: strengths, results)
            let step = information.solved(for: gradient)
            // A step longer than this may overshoot, since the logistic function is flat far from 0.
            let longest = step.reduce(0) { max($0, abs($1)) }
            let scale = longest > 2 ? 2 / longest : 1
            for index in strengths.indices { strengths[index] += scale * step[index] }
            if longest < 1e-9 { break }
        }
        let mean = strengths.reduce(0, +) / Double(strengths.count)
        elo = strengths.map { Int((($0 - mean) * Self.eloPerUnit).rounded()) }
        intervals = Self.variances(Self.slope(at: strengths, results).information)
            .map { Int((Self.quantile * $0.squareRoot() * Self.eloPerUnit).rounded()) }
    }

    /// Returns the first derivatives of the likelihood's logarithm, and its second derivatives with the sign changed.
    private static func slope(
        at strengths: [Double], _ results: [[Double]]
    ) -> (gradient: [Double], information: SymmetricMatrix) {
        var gradient = strengths.map { 0.5 - expected($0) }
        var information = SymmetricMatrix(diagonal: strengths.map { expected($0) * expected(-$0) })
        for one in strengths.indices {
            for other in 0..<one {
                let (won, lost) = (results[one][other], results[other][one])
                guard won + lost > 0 else { continue }
                let chance = expected(strengths[one] - strengths[other])
                let surplus = won - (won + lost) * chance
                gradient[one] += surplus
                gradient[other] -= surplus
                information.join(one, other, by: (won + lost) * chance * (1 - chance))
            }
        }
        return (gradient, information)
    }

    /// Returns the variance of each strength minus the mean of all.
    private static func variances(_ information: SymmetricMatrix) -> [Double] {
        let covariance = information.inverse
        let count = Double(covariance.count)
        let means = covariance.map { $0.reduce(0, +) / count }
        let mean = means.reduce(0, +) / count
        return covariance.indices.map { max(0, covariance[$0][$0] - 2 * means[$0] + mean) }
    }

    /// Returns the probability to win for who is stronger by this much.
    private static func expected(_ difference: Double) -> Double { 1 / (1 + exponential(-difference)) }

    /// Returns e to the given power, which the standard library has no function for: halved until it is small, then the
    /// series, then squared as often.
    private static func exponential(_ power: Double) -> Double {
        let power = min(max(power, -700), 700)
        var (halvings, small) = (0, power)
        while abs(small) > 0.25 { (halvings, small) = (halvings + 1, small / 2) }
        var (sum, term) = (1.0, 1.0)
        for factor in 1...14 {
            term *= small / Double(factor)
            sum += term
        }
        for _ in 0..<halvings { sum *= sum }
        return sum
    }
}

/// A symmetric, positive definite matrix.
private struct SymmetricMatrix {
    private var rows: [[Double]]

    init(diagonal: [Double]) {
        rows = diagonal.indices.map { row in
            diagonal.indices.map { row == $0 ? diagonal[row] : 0 }
        }
    }

    /// Adds the information of matches between two.
    mutating func join(_ one: Int, _ other: Int, by weight: Double) {
        rows[one][one] += weight
        rows[other][other] += weight
        rows[one][other] -= weight
        rows[other][one] -= weight
    }

    /// Returns the vector that the matrix maps to this one.
    func solved(for vector: [Double]) -> [Double] { Self.solve(lowerHalf, vector) }

    /// The inverse, row by row.
    var inverse: [[Double]] {
        let half = lowerHalf
        return rows.indices.map { row in Self.solve(half, rows.indices.map { row == $0 ? 1 : 0 }) }
    }

    /// The lower triangular matrix whose product with its own transpose is the matrix (Cholesky).
    private var lowerHalf: [[Double]] {
        var half = rows
        for row in rows.indices {
            for column in 0...row {
                var rest = rows[row][column]
                for index in 0..<column { rest -= half[row][index] * half[column][index] }
                half[row][column] = row == column ? rest.squareRoot() : rest / half[column][column]
            }
        }
        return half
    }

    private static func solve(_ half: [[Double]], _ vector: [Double]) -> [Double] {
        var solution = vector
        for row in half.indices {
            for column in 0..<row { solution[row] -= half[row][column] * solution[column] }
            solution[row] /= half[row][row]
        }
        for row in half.indices.reversed() {
            for other in row + 1..<half.count { solution[row] -= half[other][row] * solution[other] }
            solution[row] /= half[row][row]
        }
        return solution
    }
}
