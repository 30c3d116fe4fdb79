import Protocol

/// The end of a match on the table, once its last cards have been seen: the winner's cards turn in a wave, or all that
/// were taken if nobody has won, and then all cards fall off the lower edge. It is the same on every screen.
struct Finale: Equatable, Sendable {
    /// The moment at which it begins, and the one at which it is over.
    let start, end: Instant
    /// The times at which each card turns and falls, in milliseconds from the start.
    private let turns, falls: [Int: Int]

    /// The pictures of a card that turns in the wave, once around: its width in quarters, and true for its face.
    private static let wave: [(quarters: Int, showsFace: Bool)] = [
        (3, true), (1, true), (0, true), (2, false), (4, false), (4, false), (2, false), (0, false), (1, true),
        (3, true),
    ]
    /// The pictures of a card that falls, over and over.
    private static let tumble: [(quarters: Int, showsFace: Bool)] = [
        (4, true), (4, true), (3, true), (1, true), (0, false), (2, false), (4, false), (3, false), (1, false),
        (0, true),
        (2, true),
    ]
    /// Milliseconds between two cards of the wave: at most, and for all of them.
    private static let stagger = 60, waveTime = 600
    /// Milliseconds of a picture of a card that falls.
    private static let tumbleTime = 50
    /// Milliseconds by which a row falls later than the one below it, and up to which its cards differ.
    private static let rowTime = 60, jitter = 150
    /// Milliseconds in which a card falls out of sight, and by how many rows in the first second.
    private static let fallTime = 900, fall = 130

    /// The end of a match whose last cards have been seen at a moment.
    init(_ state: MatchState, from start: Instant) {
        let all = state.cards.indices.map { (card: $0, cell: state.onScreen.cell(of: $0, in: state)) }
        let taken = Set(
            state.seats.indices.filter { (state.result?.winner ?? $0) == $0 }.flatMap { state.seats[$0].taken })
        let order = all.filter { taken.contains($0.card) }.sorted { one, other in
            (one.cell.row + one.cell.column, one.card) < (other.cell.row + other.cell.column, other.card)
        }
        let step = min(Self.stagger, Self.waveTime / max(1, order.count))
        let waveEnd = order.isEmpty ? 0 : (order.count - 1) * step + Self.wave.count * Motion.frame
        let last = all.map(\.cell.row).max() ?? 0
        let falls = all.map {
            ($0.card, waveEnd + (last - $0.cell.row) * Self.rowTime + $0.card * 5 % 7 * Self.jitter / 6)
        }
        turns = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($0.element.card, $0.offset * step) })
        self.falls = Dictionary(uniqueKeysWithValues: falls)
        (self.start, end) = (start, start + (falls.map(\.1).max().map { $0 + Self.fallTime } ?? waveEnd))
    }

    /// The pose of a card; nil before the start and after the end.
    func pose(of card: Int, at now: Instant) -> Motion.Pose? {
        guard start <= now, now < end else { return nil }
        let time = now - start
        if let fall = falls[card], fall <= time { return Self.falling(time - fall) }
        guard let turn = turns[card], turn <= time else { return Motion.Pose() }
        let index = (time - turn) / Motion.frame
        return index < Self.wave.count ? Self.pose(Self.wave[index]) : Motion.Pose()
    }

    private static func falling(_ time: Int) -> Motion.Pose {
        guard time < fallTime else { return Motion.Pose(isHidden: true) }
        var pose = pose(tumble[time / tumbleTime % tumble.count])
        pose.rows = fall * time * time / 1_000_000
        pose.isFalling = true
        return pose
    }

    private static func pose(_ picture: (quarters: Int, showsFace: Bool)) -> Motion.Pose {
        Motion.Pose(quarters: picture.quarters, side: picture.showsFace ? .asInState : .back)
    }

    /// The next moment at which the cards look different; nil once it is over.
    func nextStep(after now: Instant) -> Instant? {
        if now < start { return start }
        return now < end ? min(end, start + ((now - start) / Motion.frame + 1) * Motion.frame) : nil
    }
}
