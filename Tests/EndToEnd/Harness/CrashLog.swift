import Protocol

/// Everything clients have seen of all matches, across kills of their host; no later state may contradict it.
final class CrashLog {
    /// Everything seen of one match.
    private struct Seen {
        var version = 0
        var faces: [Int: String] = [:]
        var taken: [[Int]] = []
        var last: MatchState?
        var isOver = false
    }

    private var matches: [MatchID: Seen] = [:]
    /// The same when the host was killed last, and the matches in which a flip was on its way then.
    private var before: [MatchID: Seen] = [:]
    private var flipping: Set<MatchID> = []
    /// The flaws found.
    private(set) var flaws: [String] = []
    /// The number of states checked, and of those that were the first after a restart.
    private(set) var states = 0
    private(set) var returns = 0
    /// Matches whose last state nobody saw, because the host was killed between keeping and telling it.
    private(set) var untold = 0

    /// The number of matches seen to their end.
    var finished: Int { matches.values.count(where: \.isOver) }

    /// The scores of every match of which the end was seen.
    var results: [MatchID: [Int]] {
        matches.compactMapValues { $0.last?.phase == .over ? $0.last?.seats.map(\.score) : nil }
    }

    func object(_ flaw: String) { if flaws.count < 10 { flaws.append(flaw) } }

    /// The host has been killed, and what it had sent before has been read.
    func hostDied(flipping: Set<MatchID>) { (before, self.flipping) = (matches, flipping) }

    /// Looks at a state that a client got.
    ///
    /// - Parameter isFirst: whether it is the first that this client sees after a restart.
    func look(at state: MatchState, isFirst: Bool) {
        states += 1
        var seen = matches[state.match] ?? Seen()
        if isFirst, let before = before[state.match] { look(atFirst: state, after: before) }
        for (card, face) in state.cards.enumerated() where state.set == nil {
            guard let face else { continue }
            if let before = seen.faces.updateValue(face, forKey: card), before != face {
                object("\(state.match.text): card \(card) was \(before) and is \(face)")
            }
        }
        // Two clients are not told at the same moment: an older state of this host's is no step back.
        if state.version >= seen.version {
            for (before, now) in zip(seen.taken, state.seats.map(\.taken)) where !now.starts(with: before) {
                object("\(state.match.text): \(before) was taken, and now it is \(now)")
            }
            // These players only claim what is a set.
            if let last = seen.last, last.set != nil,
                zip(state.seats, last.seats).contains(where: { $0.score < $1.score })
            {
                object("\(state.match.text): a set was taken, and now it was not")
            }
            (seen.version, seen.last, seen.taken) = (state.version, state, state.seats.map(\.taken))
        }
        if state.phase == .over {
            seen.isOver = true
            if state.result?.reason != .cleared { object("\(state.match.text) ended before it was cleared") }
        }
        matches[state.match] = seen
    }

    private func look(atFirst state: MatchState, after seen: Seen) {
        returns += 1
        guard let last = seen.last else { return }
        if state.version < seen.version {
            object("\(state.match.text) went back from version \(seen.version) to \(state.version)")
        }
        // Where no flip was on its way, everything stands as it stood; a mismatch may have been turned back.
        if last.turned.count == 1, !flipping.contains(state.match), state.turned != last.turned {
            object("\(state.match.text): \(last.turned) was turned, and now \(state.turned) is")
        }
    }

    /// A player has come back and the match is gone: it must have come to its end by the flip that was on its way.
    func lost(_ match: MatchID) {
        guard let seen = before[match], !seen.isOver, let last = seen.last else { return }
        if let set = last.set, set.deckLeft == 0, flipping.contains(match) {
            matches[match]?.isOver = true
            untold += 1
            return
        }
        let left = last.cards.count - last.seats.reduce(0) { $0 + $1.taken.count }
        guard left <= 2, last.turned.count == 1, flipping.contains(match) else {
            return object("\(match.text) is gone, and \(left) cards of it were left")
        }
        matches[match]?.isOver = true
        untold += 1
    }
}
