public import Protocol

/// What came of an input: what is to be kept, and then what is to be done.
///
/// Whoever drives a lobby keeps one and hands it over again and again. The states in it are not thrown away when they
/// have been told, but written over: to make and destroy one for every flip would cost as much as to encode it.
public struct Outcome: Sendable {
    /// What must be on the disk before any of the effects is done, in this order.
    public var entries: [Entry] = []
    /// The records of matches that have ended.
    public var records: [MatchRecord] = []
    /// What is to be done, in this order.
    public var effects: [Effect] = []
    /// The states that the effects speak of; those that none speaks of hold nothing of interest.
    public private(set) var states: [MatchState] = []
    private var stateCount = 0

    /// Nothing.
    public init() {}

    /// Forgets what it holds, and keeps the room for it.
    public mutating func removeAll() {
        while entries.popLast() != nil {}  // A few; to remove them all at once costs more.
        if !records.isEmpty { records.removeAll() }
        while effects.popLast() != nil {}
        for place in 0..<stateCount { states[place].letGo() }
        stateCount = 0
    }

    /// Forgets what was to be kept, since it is.
    public mutating func forgetKept() {
        while entries.popLast() != nil {}  // A few; to remove them all at once costs more.
        if !records.isEmpty { records.removeAll() }
    }

    /// Adds the state of a match as it is now, and returns its place. (The match is not changed; it is read in place.)
    mutating func add(_ match: inout Match, at now: Instant) -> Int {
        if stateCount == states.count { states.append(.blank) }
        match.show(in: &states[stateCount], at: now)
        stateCount += 1
        return stateCount - 1
    }

    /// Writes a state as a line of JSON, from where it stands.
    public mutating func writeState(_ place: Int, into writer: inout ByteWriter) {
        JSONEvents.write(&states[place], into: &writer)
    }
}

extension MatchState {
    /// A state of no match.
    fileprivate static let blank = MatchState(
        match: MatchID(number: 0), version: 0, phase: .waiting, rows: 0, columns: 0, cards: [], turned: [], turn: nil,
        turnEndsInMilliseconds: nil, seats: [], watchers: 0, result: nil)

    /// Lets go of what it shares with its match, which could not change it in place otherwise.
    fileprivate mutating func letGo() {
        cards.letGo()
        for seat in 0..<seats.count { seats[seat].taken = [] }
    }
}
