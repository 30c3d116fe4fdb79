public import Protocol

// The standings: sums over what each entrant has played, and the ratings that follow from the results.

extension Contest {
    /// The results of all entrants but for who is present, those with the most points first; of equals, those with the
    /// higher rating, then by name. It looks at each two of them, and so is kept until something changes.
    public var standings: Standings { standings(by: Ratings(of: results)) }

    /// The ratings by what has been played.
    ///
    /// - Parameter former: the strengths by what had been played before.
    func ratings(startingFrom former: [Double]) -> Ratings { Ratings(of: results, startingFrom: former) }

    /// The standings by these ratings.
    func standings(by ratings: Ratings) -> Standings {
        let players = entrants.indices.map { player(at: $0, ratings) }.sorted {
            ($1.results.points, $1.rating, $0.name) < ($0.results.points, $0.rating, $1.name)
        }
        return Standings(
            players: players, former: former.names.isEmpty ? nil : former.results, remaining: remaining, pairs: pairs,
            isClosed: isClosed, seal: seeds.shown.seal, seed: seeds.showsPublished ? seeds.shown.text : nil,
            nextSeal: seeds.next?.seal, seeds: seeds.published.map(\.text))
    }

    /// The points of each entrant against each other one: one for a match won, half of one for a draw.
    private var results: [[Double]] {
        var results = [[Double]](
            repeating: [Double](repeating: 0, count: entrants.count), count: entrants.count)
        for second in entrants.indices {
            for first in 0..<second {
                let meeting = meeting(first, second)
                results[first][second] = Double(meeting.won[0]) + Double(meeting.drawn) / 2
                results[second][first] = Double(meeting.won[1]) + Double(meeting.drawn) / 2
            }
        }
        return results
    }

    private func player(at position: Int, _ ratings: Ratings) -> Standings.Player {
        var sum = entrants[position].past
        for other in entrants.indices where other != position { sum.add(meeting(of: position, with: other)) }
        return Standings.Player(
            name: entrants[position].name.text, isPresent: false, hasWithdrawn: entrants[position].hasWithdrawn,
            sum.results, mean: sum.mean, standardError: sum.standardError, rating: ratings.elo[position],
            interval: ratings.intervals[position],
            recall: sum.recall?[0])
    }
}

// The mean score difference of pairs of matches, and how far it is to be trusted. The mean of a pair's two matches is
// one observation, since two matches with swapped seats are not independent of who begins.
extension Meeting {
    /// In thousandths of a point.
    fileprivate var mean: Int? {
        guard pairs > 0 else { return nil }
        return Int((500 * Double(difference) / Double(pairs)).rounded())
    }

    /// In thousandths of a point.
    fileprivate var standardError: Int? {
        guard pairs > 1 else { return nil }
        let (count, mean) = (Double(pairs), Double(difference) / Double(pairs))
        let variance = max(0, Double(squares) - count * mean * mean) / (count - 1)
        return Int((500 * (variance / count).squareRoot()).rounded())
    }
}
