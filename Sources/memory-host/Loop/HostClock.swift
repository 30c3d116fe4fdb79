import Lobby
import Protocol

/// The host's time. Time when the machine slept or the process was stopped counts for nobody and is left out.
struct HostClock {
    /// The time as of the last reading.
    private(set) var now: Instant
    /// The milliseconds left out so far. Added to ``now``, they make the lobby's time: milliseconds since the start of
    /// 1970, UTC, which never go back while the host runs.
    private(set) var leftOut = 0
    /// The microseconds of a clock that is never set, as of the last reading, from which durations are measured.
    private(set) var microseconds: Int
    /// The time of the last stored entry, if that is so far ahead of the machine's clock that it does not count; nil
    /// otherwise.
    let discarded: Instant?
    private var offset: Int
    private var comparedAt: Instant
    private let monotonic, wall: () -> Int

    /// Starts at the machine's time of day, or at the last stored entry if that is later, so that times from before and
    /// after a restart can be compared. An entry that is more than a day ahead was stored when the machine's clock was
    /// wrong, and does not count.
    ///
    /// - Parameters:
    ///   - moment: the time of the last stored entry; nil if there is none.
    ///   - monotonic: reads the microseconds of a clock that is never set.
    ///   - wall: reads the machine's time of day in milliseconds.
    init(
        notBefore moment: Instant?, monotonic: @escaping () -> Int = { Platform.monotonicMicroseconds },
        wall: @escaping () -> Int = { Platform.wallMilliseconds }
    ) {
        (self.monotonic, self.wall) = (monotonic, wall)
        let time = Instant(milliseconds: wall())
        let isWrong = moment.map { $0 - time > Limits.Internal.clockErrorMilliseconds } ?? false
        discarded = isWrong ? moment : nil
        now = isWrong ? time : max(time, moment ?? time)
        microseconds = monotonic()
        offset = now.milliseconds - microseconds / 1000
        comparedAt = now
    }

    /// Reads the clock after a wait. A wait that took too long shows that the process was stopped. A machine whose time
    /// of day, compared once a second, has run ahead has slept, or was set wrong.
    ///
    /// - Parameter timeout: the longest that the wait should have taken, in milliseconds; nil for no limit.
    /// - Returns: the milliseconds left out since the previous call.
    mutating func advance(afterWaiting timeout: Int?) -> Int {
        microseconds = monotonic()
        let elapsed = offset + microseconds / 1000 - now.milliseconds
        let stopped = timeout.map { significant(elapsed - $0) } ?? 0
        offset -= stopped
        now = now + (elapsed - stopped)
        leftOut += stopped
        guard now - comparedAt >= Limits.Internal.clockMilliseconds else { return stopped }
        comparedAt = now
        let slept = significant(wall() - (now + leftOut).milliseconds)
        leftOut += slept
        return stopped + slept
    }

    /// Reads the clock of ``microseconds``, for the end of what began at one of its readings.
    func readMicroseconds() -> Int { monotonic() }

    /// Returns the milliseconds if they are enough for a pause, otherwise 0.
    private func significant(_ milliseconds: Int) -> Int {
        milliseconds >= Limits.Internal.clockMilliseconds ? milliseconds : 0
    }
}
