import Lobby
import Protocol
import Testing

@testable import memory_host

@Suite struct `Host: the clock` {
    private let hour = 3_600_000

    @Test func `a clock that is behind the machine's catches up, and says by how much`() {
        var clock = HostClock(notBefore: nil)
        let now = clock.now + Limits.Internal.clockMilliseconds
        #expect(clock.catchUp(at: now, wall: now.milliseconds + hour) == hour)
        #expect(clock.now - now >= hour - Limits.Internal.clockMilliseconds)
    }

    @Test func `a clock does not go back when the machine's is set back`() {
        var clock = HostClock(notBefore: nil)
        let (start, now) = (clock.now, clock.now + Limits.Internal.clockMilliseconds)
        #expect(clock.catchUp(at: now, wall: now.milliseconds - hour) == nil)
        #expect(clock.now >= start)
    }

    @Test func `a clock does not start before the last stored entry`() {
        let last = HostClock(notBefore: nil).now + hour
        #expect(HostClock(notBefore: last).now >= last)
    }
}
