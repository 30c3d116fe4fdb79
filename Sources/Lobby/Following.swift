import Protocol

/// Decides when those that follow matches are moved on: some seconds after the end of the match that they watch, in
/// which they see how it ended and a rematch may take them along, or once there is another match to watch.
struct Following: Sendable {
    /// The finished matches that followers may be watching, and when these are moved on.
    private var ended: [MatchID: Instant] = [:]
    /// The next of these times; nil if there is none.
    private(set) var due: Instant?
    /// True if somebody has been waiting since then, because there was no other match to watch.
    var isWaiting = false

    /// Notes a finished match, unless it is known.
    mutating func matchEnded(_ match: MatchID, at now: Instant) {
        guard ended[match] == nil else { return }
        let moment = now + Limits.moveOnMilliseconds
        ended[match] = moment
        due = Instant.earlier(due, moment)
    }

    /// Returns true if the followers of a finished match stay with it for now.
    func isRecent(_ match: MatchID) -> Bool { ended[match] != nil }

    /// Forgets the matches whose time has come.
    ///
    /// - Returns: true if there were any.
    mutating func popDue(at now: Instant) -> Bool {
        guard let due, due <= now else { return false }
        ended = ended.filter { $0.value > now }
        self.due = ended.values.min { $0 < $1 }
        return true
    }

    /// Forgets everything.
    mutating func stop() { self = Following() }
}
