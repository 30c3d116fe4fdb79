import Lobby
import Protocol

/// The host's time: milliseconds since the start of 1970, UTC, by a clock that does not go back while the host runs.
///
/// So that what is kept before a restart and after it can be compared, it does not begin before what was kept last,
/// even if the machine's own clock has been set back meanwhile.
struct HostClock: Sendable {
    private var offset: Int
    private var comparedAt: Instant

    init(notBefore moment: Instant?) {
        let wall = Platform.wallMilliseconds
        let start = max(wall, moment?.milliseconds ?? wall)
        offset = start - Int(Platform.monotonicMilliseconds)
        comparedAt = Instant(milliseconds: start)
    }

    /// What time it is.
    var now: Instant { Instant(milliseconds: offset + Int(Platform.monotonicMilliseconds)) }

    /// How far the machine's clock has run ahead: for as long as the machine slept, or its clock was wrong. The host's
    /// own time then goes on from there. It is looked at once a second.
    ///
    /// - Returns: the milliseconds that were skipped; nil if there were none.
    mutating func catchUp(at now: Instant) -> Int? {
        guard now - comparedAt >= Limits.House.clockMilliseconds else { return nil }
        comparedAt = now
        let skipped = Platform.wallMilliseconds - now.milliseconds
        guard skipped >= Limits.House.clockMilliseconds else { return nil }
        offset += skipped
        return skipped
    }
}
