import Protocol

/// All matches, side by side, found by their names and codes.
struct MatchTable: Sendable {
    /// The matches in no order that matters; read and changed in place, never copied on the way of a flip.
    var all: [Match] = []
    private var positions: [MatchID: Int] = [:]
    private var codes: [MatchCode: MatchID] = [:]
    /// Where a match was when it was last looked for, by the low bits of its number: so that a flip hashes nothing.
    private var recent = [Int32](repeating: 0, count: 1024)
    /// The number of the match that was opened last.
    private(set) var lastNumber = 0

    /// The name of a match that is about to be added.
    mutating func nextID() -> MatchID {
        lastNumber += 1
        return MatchID(number: lastNumber)
    }

    /// Where the match is now; nil if there is none. Good until the next match is removed.
    func position(of id: MatchID) -> Int? { positions[id] }

    /// The same, for who asks again and again.
    mutating func recentPosition(of id: MatchID) -> Int? {
        let place = id.number & 1023
        let position = Int(recent[place])
        if position < all.count, all[position].id == id { return position }
        guard let position = positions[id] else { return nil }
        recent[place] = Int32(position)
        return position
    }

    /// The match with this code.
    func id(of code: MatchCode) -> MatchID? { codes[code] }

    /// Whether there is a match with this name.
    func contains(_ id: MatchID) -> Bool { positions[id] != nil }

    /// Has the next match be numbered higher than this.
    mutating func count(from number: Int) { lastNumber = max(lastNumber, number) }

    /// Adds a match.
    mutating func add(_ match: Match) {
        count(from: match.id.number)
        positions[match.id] = all.count
        if let code = match.code { codes[code] = match.id }
        all.append(match)
    }

    /// Removes a match; the last one takes its position.
    mutating func remove(_ id: MatchID) {
        guard let position = positions.removeValue(forKey: id) else { return }
        if let code = all[position].code, codes[code] == id { codes[code] = nil }
        let last = all.removeLast()
        guard last.id != id else { return }
        all[position] = last
        positions[last.id] = position
    }
}
