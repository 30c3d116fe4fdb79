import Protocol

/// The seals of matches that the client was in: a host that shows one of these again is held to the first seal that it
/// named for it.
///
/// They are of use as long as the host knows the client's token. One that has lost its data counts its matches from 1
/// again, and seals others under the same numbers.
struct KnownSeals: Equatable, Sendable {
    /// The most matches, some days of play without a break; the one that was entered first is forgotten first. A host
    /// must not fill the memory of a client that watches for months.
    static let capacity = 1000

    private var seals: [MatchID: Seal] = [:]
    /// The matches in the order in which they were entered first.
    private var matches: [MatchID] = []

    /// Notes the seal of a match that the client enters, unless one is known.
    mutating func note(_ seal: Seal?, of match: MatchID) {
        guard let seal, seals[match] == nil else { return }
        if matches.count == Self.capacity { seals[matches.removeFirst()] = nil }
        matches.append(match)
        seals[match] = seal
    }

    /// Returns the check of a match for which the host names a seal, or none: one that goes on, or a new one; nil for a
    /// match without a seal.
    func check(_ match: MatchID, under seal: Seal?, goingOn former: SealCheck? = nil) -> SealCheck? {
        guard let first = seals[match] ?? seal else { return nil }
        var check = former.flatMap { $0.seal == first ? $0 : nil } ?? SealCheck(first)
        check.compare(seal)
        return check
    }
}
