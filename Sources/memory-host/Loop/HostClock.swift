import Lobby
import Protocol

/// The host's time: milliseconds since the start of 1970, UTC, by a clock that never goes back while the host runs.
///
/// It does not start before the last stored entry, even if the machine's clock has been set back, so that times from
/// before and after a restart can be compared.
struct HostClock: Sendable {
    private var offset: Int
    private var comparedAt: Instant

    init(notBefore moment: Instant?) {
        let wall = Platform.wallMilliseconds
        let start = max(wall, moment?.milliseconds ?? wall)
        offset = start - Platform.monotonicMilliseconds
        comparedAt = Instant(milliseconds: start)
    }

    /// The current time.
    var now: Instant { Instant(milliseconds: offset + Platform.monotonicMilliseconds) }

    /// Catches up with the machine's clock when that has run ahead: because the machine slept, or its clock was
    /// wrong. Checks once a second.
    ///
    /// - Returns: the milliseconds skipped; nil if there were none.
    mutating func catchUp(at now: Instant) -> Int? {
        guard now - comparedAt >= Limits.Internal.clockMilliseconds else { return nil }
        comparedAt = now
        let skipped = Platform.wallMilliseconds - now.milliseconds
        guard skipped >= Limits.Internal.clockMilliseconds else { return nil }
        offset += skipped
        return skipped
    }
}
