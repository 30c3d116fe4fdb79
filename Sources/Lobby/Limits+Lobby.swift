import Protocol

extension Limits.Internal {
    /// Milliseconds after which a host with as many matches as it can have looks again for room for one of a
    /// contest.
    static let seatingRetryMilliseconds = 1000
    /// Players of ended matches that are remembered for ``Limits/seatedMilliseconds``, or twice as many: those of as
    /// many matches as a host has.
    static let rememberedSeats = 2 * Limits.matches
    /// Alarms of removed matches that may accumulate before they are purged.
    static let idleAlarms = 64
    /// State versions that may be sent without the journal's knowledge; a restart skips twice as many.
    static let versionsPerCheckpoint = 64
}
