import Protocol

/// Decides when the clients in the lobby are sent the list unasked: after it has changed, but not too often.
struct LobbyPush: Sendable {
    /// True if the list may have changed since it was last sent.
    private var isStale = false
    /// The list sent last, provided everybody in the lobby has received it.
    private var sent: LobbyList?
    private var sentAt: Instant?

    /// The time at which to send the list; nil if there is no need to.
    var due: Instant? {
        guard isStale else { return nil }
        return sentAt.map { $0 + Limits.pushMilliseconds } ?? Instant(milliseconds: 0)
    }

    /// Notes that the list may have changed.
    mutating func listChanged() { isStale = true }

    /// Notes that a client came to the lobby that doesn't have the list.
    mutating func clientArrived() { sent = nil }

    /// Cancels any pending push.
    mutating func stop() { isStale = false }

    /// Notes that the list is being sent now.
    mutating func pushed(at now: Instant) { (isStale, sentAt) = (false, now) }

    /// Records a list that is about to be sent.
    ///
    /// - Returns: true if it differs from the last one, or a client has come since.
    mutating func shouldSend(_ list: LobbyList) -> Bool {
        guard list != sent else { return false }
        sent = list
        return true
    }
}
