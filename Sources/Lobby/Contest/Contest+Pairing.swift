// Whom to seat. Everybody plays one match at a time. Two entrants with matches left to play against each other are
// seated as soon as both are free, whichever of their matches is next.

extension Contest {
    /// Returns the pairs of entrants to seat now: after them, no two are free that have matches left to play.
    ///
    /// The entrant who has waited longest is first; of the opponents, the one they have played least, then the one who
    /// has waited longest.
    ///
    /// - Parameter free: the positions of the entrants who are free, those that have waited longest first.
    func pairings(of free: [Int]) -> [(Int, Int)] {
        var (waiting, pairings) = (free[...], [(Int, Int)]())
        while let one = waiting.popFirst() {
            let opponents = waiting.indices.filter { remaining(one, waiting[$0]) > 0 }
            // Of equals, the first is taken.
            guard let next = opponents.max(by: { remaining(one, waiting[$0]) < remaining(one, waiting[$1]) }) else {
                continue
            }
            pairings.append((one, waiting.remove(at: next)))
        }
        return pairings
    }
}
