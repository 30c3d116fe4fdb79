import HTTP
import Lobby
import Protocol
import Testing

@testable import memory_host

/// The states of a connection, without a host and without a network.
@Suite struct ConnectionTests {
    private let now = Instant(milliseconds: 0)
    /// A number that no file has: whatever touches the socket fails.
    private let socket = Socket(FileDescriptor(number: -1))

    private func connection(rate: Int = 0) throws -> Connection {
        Connection(
            client: ClientID(slot: 0, serial: 1), socket: socket, host: try host("::1"), rate: rate, at: now)
    }

    @discardableResult
    private func take(_ text: String, _ connection: inout Connection) -> Connection.Arrival {
        var bytes = Array(text.utf8)
        return connection.take(&bytes, bytes.count)
    }

    /// One thing that may happen to a connection.
    private enum Happening: CaseIterable {
        case line, otherProtocol, request, greeting, upgrade, close, flush, end
    }

    /// Has something happen, as the host would.
    private func tell(_ happening: Happening, _ connection: inout Connection) {
        var (commands, scratch) = (RateLimits().commands, [UInt8]())
        switch happening {
        case .line: take("ping\n", &connection)
        case .otherProtocol: take("SSH-2.0-x\r\n", &connection)
        case .request: take("GET / HTTP/1.1\r\n\r\n", &connection)
        case .greeting: _ = connection.greet(at: now)
        case .upgrade: _ = connection.upgrade(at: now)
        case .close: if connection.stage != .arriving { _ = connection.close(.normal, at: now) }
        case .flush: _ = connection.flush(at: now, visible: 0, scratch: &scratch)
        case .end: if connection.stage != .gone { connection.end() }
        }
        _ = connection.next(at: now, sharing: &commands)
    }

    @Test func `whatever happens, in any order, one state follows another as the table says, and each step is taken`()
        throws
    {
        var taken: [ConnectionState.Stage: Set<ConnectionState.Stage>] = [:]
        for sequence in 0..<8 * 8 * 8 * 8 {
            var (connection, rest) = (try connection(), sequence)
            for _ in 0..<4 {
                let before = connection.stage
                tell(Happening.allCases[rest % 8], &connection)
                rest /= 8
                if connection.stage != before { taken[before, default: []].insert(connection.stage) }
            }
        }
        #expect(taken == ConnectionState.following.filter { !$0.value.isEmpty })
    }

    @Test func `a new connection is polled for reading, and for writing once lines are queued`() throws {
        var connection = try connection()
        #expect(connection.nextInterest() == nil)
        connection.outbox.queue.append([10], .reply)
        #expect(connection.nextInterest() == [.readable, .writable])
        #expect(connection.nextInterest() == nil)
    }

    @Test func `a connection with too much queued is not read`() throws {
        var connection = try connection()
        connection.outbox.queue.append([UInt8](repeating: 10, count: Limits.outgoingBytes), .reply)
        #expect(connection.outbox.isBackedUp)
        #expect(connection.nextInterest() == .writable)
    }

    @Test func `a throttled client is not read until its alarm goes off`() throws {
        var connection = try connection(rate: 1)
        take(String(repeating: "ping\n", count: Limits.burst + 2), &connection)
        _ = connection.greet(at: now)
        var (commands, taken) = (RateLimits().commands, 0)
        while case .request = connection.next(at: now, sharing: &commands) { taken += 1 }
        #expect(taken == Limits.burst && connection.state.isThrottled)
        #expect(connection.nextInterest() == [])
        guard case .takeLines = connection.alarm(at: now + 1000, mayBeSpare: false) else {
            Issue.record("its lines are not taken")
            return
        }
        guard case .request = connection.next(at: now + 1000, sharing: &commands) else {
            Issue.record("it still has to wait")
            return
        }
    }

    @Test func `lines that were left unread are resumed with once, however often the connection is flushed`() throws {
        var (connection, scratch) = (try connection(), [UInt8]())
        _ = connection.greet(at: now)
        take("ping\nping\n", &connection)
        func resumes() -> Bool { connection.flush(at: now, visible: 0, scratch: &scratch)?.canResumeReading ?? false }
        #expect([resumes(), resumes()] == [true, false])
        #expect(connection.resumeReading() == .client)
        #expect(resumes())
    }

    @Test func `a closing connection is not read before all is sent, and then until its time is up`() throws {
        var (connection, scratch) = (try connection(), [UInt8]())
        _ = connection.greet(at: now)
        let due = [connection.close(.normal, at: now), connection.close(.normal, at: now)]
        #expect(due == [now + Limits.closingMilliseconds, nil], "the second time it is closing already")
        #expect(connection.nextInterest() == [])
        let after = try #require(connection.flush(at: now, visible: 0, scratch: &scratch))
        #expect(connection.state.isLingering && after.interest == .readable)
        #expect(after.alarmAt == now + Limits.lingerMilliseconds)
        guard case .drop = connection.alarm(at: now + Limits.lingerMilliseconds, mayBeSpare: false) else {
            Issue.record("it stays")
            return
        }
    }

    @Test func `a silent connection beside a browser is greeted later than any other`() throws {
        var connection = try connection()
        guard case .wait(until: now + Limits.spareMilliseconds) = connection.alarm(at: now + 150, mayBeSpare: true)
        else {
            Issue.record("it is greeted at once")
            return
        }
        guard case .greet = connection.alarm(at: now + Limits.spareMilliseconds, mayBeSpare: true) else {
            Issue.record("it is never greeted")
            return
        }
        var other = try self.connection()
        guard case .greet = other.alarm(at: now + 150, mayBeSpare: false) else {
            Issue.record("it is greeted late")
            return
        }
    }
}
