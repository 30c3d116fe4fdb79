import Protocol

// Counting costs a flip next to nothing: moves are counted by the lobby, and bytes by their connection, in plain integers;
// here, a pass in which moves were made reads the clock once more. All else is looked up when somebody asks.

/// What a host has counted since it started, as far as nobody else counts it.
struct Meters: Sendable {
    /// The reason a connection was not let in.
    enum TurningAway: String, CaseIterable, Sendable {
        case foreignProtocol = "foreign_protocol"
        case hostFull = "host_full"
        case noMemory = "no_memory"
        case shuttingDown = "shutting_down"
        case tooManyConnections = "too_many_connections"
    }

    /// The moves of a pass that nobody may see yet.
    private struct Waiting: Sendable {
        /// The position that must be visible first.
        var position: Int
        /// The time at which they were read.
        let since: Int
        var count: Int
    }

    /// The refusals that clients were sent, by the position of their code in ``Refusal/codes``.
    private(set) var refusals = [Int](repeating: 0, count: Refusal.codes.count)
    /// The connections that were not let in.
    private(set) var turnedAway: [TurningAway: Int] = [:]
    /// The requests of HTTP that were forbidden.
    var forbidden = ForbiddenRequests()
    /// The times from reading a move to having its state ready to be sent.
    private(set) var flips = Histogram()
    /// The times that the disk took to sync.
    private(set) var syncs = Histogram()
    private var movesOfPass = 0
    private var waiting: [Waiting] = []

    private static let places = Dictionary(uniqueKeysWithValues: zip(Refusal.codes, 0...))

    /// Counts a refusal that is sent to a client.
    mutating func refused(_ code: String) {
        guard let place = Self.places[code] else { return assertionFailure("\(code) is no code of a refusal") }
        refusals[place] += 1
    }

    /// Counts a connection that is not let in.
    mutating func turnAway(_ reason: TurningAway) { turnedAway[reason, default: 0] += 1 }

    /// Counts a sync that took this long.
    mutating func synced(microseconds: Int) { syncs.add(microseconds: microseconds) }

    // MARK: Moves

    @inline(__always)
    mutating func moveMade() { movesOfPass += 1 }

    /// True if moves were made whose states may be ready now.
    @inline(__always)
    var hasMoves: Bool { movesOfPass > 0 || !waiting.isEmpty }

    /// Notes that what has happened so far was committed: the moves whose entries are visible are ready to be sent.
    ///
    /// - Parameters:
    ///   - appended: the position of the last entry.
    ///   - visible: the position up to which everything may be seen.
    ///   - began: the time at which the pass began, in microseconds.
    ///   - now: returns the time.
    mutating func committed(appended: Int, visible: Int, passBegan began: Int, _ now: () -> Int) {
        if movesOfPass > 0 {
            defer { movesOfPass = 0 }
            guard !waiting.isEmpty || appended > visible else {  // Nothing is waited for, as is usual without a sync.
                return flips.add(microseconds: now() - began, times: movesOfPass)
            }
            note(Waiting(position: appended, since: began, count: movesOfPass))
        }
        guard let first = waiting.first, first.position <= visible else { return }
        let (now, ready) = (now(), waiting.prefix { $0.position <= visible }.count)
        for moves in waiting[..<ready] { flips.add(microseconds: now - moves.since, times: moves.count) }
        waiting.removeSubrange(..<ready)
    }

    /// Adds moves to those that wait. A disk that hangs lets many passes wait, so that there is a limit.
    private mutating func note(_ moves: Waiting) {
        guard waiting.count >= Limits.Internal.timedPasses else { return waiting.append(moves) }
        waiting[waiting.count - 1].position = moves.position
        waiting[waiting.count - 1].count += moves.count
    }
}
