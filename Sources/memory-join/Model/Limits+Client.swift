import Protocol

extension Limits.Internal {
    /// States of a replay that a client keeps: more than any match has.
    static let replayedStates = 3 * Limits.recordMoves + 2
    /// Bytes of a paste that a client reads: enough for the longest line that can be typed, of 1,000 characters with
    /// four bytes each. What follows is dropped.
    static let pasteBytes = 4096
    /// Hosts that a client lists; further ones are ignored.
    static let foundHosts = 100
}
