// What a host sends when it plays a match back.

/// The beginning of a replay: the match, and the number of its states, which follow.
public struct ReplayHeader: Equatable, Sendable {
    /// The record; nil for a match without one that clients may see.
    public let record: RecordID?
    public let match: MatchID
    /// The times it began and ended, in milliseconds since 1970, UTC.
    public let startedAt, endedAt: Int
    /// The names in its seats, in order.
    public var players: [String]
    public let rules: Rules
    /// The seal of its cards; nil for a match that was dealt without one.
    public let seal: Seal?
    /// The number of states.
    public let states: Int
    /// The pictures among its faces that the host has.
    public let pictures: [Picture]

    /// Creates a header.
    public init(
        record: RecordID?, match: MatchID, startedAt: Int, endedAt: Int, players: [String], rules: Rules,
        seal: Seal? = nil, states: Int, pictures: [Picture] = []
    ) {
        (self.record, self.match, self.startedAt, self.endedAt) = (record, match, startedAt, endedAt)
        (self.players, self.rules, self.states, self.pictures) = (players, rules, states, pictures)
        self.seal = seal
    }

    /// Creates the header of a replay of which nothing has been shown.
    public init(_ replay: MatchReplay, pictures: [Picture] = []) {
        let summary = replay.record.summary
        self.init(
            record: summary.listedID, match: summary.match, startedAt: summary.startedAt,
            endedAt: summary.endedAt, players: summary.players, rules: summary.rules, seal: replay.record.seal,
            states: replay.count, pictures: pictures)
    }
}

/// A state of a match that is replayed.
public struct ReplayedState: Equatable, Sendable {
    /// The match as a watcher saw it, with versions from 1 on.
    public var state: MatchState
    /// The record; nil for a match without one that clients may see.
    public let record: RecordID?
    /// Milliseconds since the match began; never less than in the state before.
    public var atMilliseconds: Int
    /// True if no state follows.
    public let isLast: Bool

    /// Creates a replayed state.
    public init(state: MatchState, record: RecordID?, atMilliseconds: Int, isLast: Bool) {
        (self.state, self.record, self.atMilliseconds, self.isLast) = (state, record, atMilliseconds, isLast)
    }
}
