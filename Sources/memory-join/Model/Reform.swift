import Protocol

/// The cards of a table on their way to other places, after it was laid out anew.
struct Reform: Equatable, Sendable {
    /// Where each card was, by its face.
    private let former: [String: Rect]
    private let start: Instant

    /// The pictures of a card on its way.
    private static let steps = 4
    /// The milliseconds in which all cards arrive.
    static let milliseconds = steps * Motion.step

    /// The way from one layout to another; nil if no card of both has moved.
    init?(from former: [String: Rect], to next: [String: Rect], at now: Instant) {
        let moved = former.filter { face, rect in next[face].map { $0 != rect } ?? false }
        guard !moved.isEmpty else { return nil }
        (self.former, start) = (moved, now)
    }

    func isOver(at now: Instant) -> Bool { now - start >= Self.milliseconds }

    /// The next moment at which the cards are elsewhere; nil once they have arrived.
    func nextStep(after now: Instant) -> Instant? {
        if isOver(at: now) { return nil }
        return start + (max(0, now - start) / Motion.step + 1) * Motion.step
    }

    /// The place of a card on its way; nil if it has arrived or never moved.
    func rect(of face: String, to end: Rect, at now: Instant) -> Rect? {
        guard !isOver(at: now), let begin = former[face] else { return nil }
        let step = max(0, now - start) / Motion.step
        func between(_ first: Int, _ last: Int) -> Int { first + (last - first) * (step + 1) / (Self.steps + 1) }
        return Rect(
            row: between(begin.row, end.row), column: between(begin.column, end.column),
            rows: between(begin.rows, end.rows), columns: between(begin.columns, end.columns))
    }
}
