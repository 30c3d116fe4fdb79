import Lobby
import Protocol
import Testing

@testable import memory_host

@Suite struct DoorTests {
    private func host(_ text: String) throws -> SocketAddress.Host {
        try #require(SocketAddress(host: text, port: 1)).host
    }

    private func listener() throws -> Socket {
        try Socket.listen(on: try #require(SocketAddress(host: "127.0.0.1", port: 0)))
    }

    @Test func `the host is full at its limit for every address`() throws {
        let door = Door(listeners: [], connections: 10, perAddress: nil)
        #expect(door.refusal(open: 9, fromHost: 0, try host("10.0.0.1")) == nil)
        #expect(door.refusal(open: 10, fromHost: 0, try host("10.0.0.1")) == .hostFull)
        #expect(door.refusal(open: 10, fromHost: 0, try host("127.0.0.1")) == .hostFull)
    }

    @Test func `the configured limit per address applies to this machine, too`() throws {
        let door = Door(listeners: [], connections: 10, perAddress: 2)
        for text in ["10.0.0.1", "127.0.0.1", "::1"] {
            #expect(door.refusal(open: 5, fromHost: 1, try host(text)) == nil)
            #expect(door.refusal(open: 5, fromHost: 2, try host(text)) == .tooManyConnections)
        }
    }

    @Test func `by default this machine may have more connections than others`() throws {
        let door = Door(listeners: [], connections: 10_000, perAddress: nil)
        let most = Limits.connectionsPerAddress
        #expect(door.refusal(open: 500, fromHost: most - 1, try host("10.0.0.1")) == nil)
        #expect(door.refusal(open: 500, fromHost: most, try host("10.0.0.1")) == .tooManyConnections)
        #expect(door.refusal(open: 500, fromHost: most, try host("127.0.0.1")) == nil)
        let here = Limits.connectionsPerLoopbackAddress
        #expect(door.refusal(open: 5000, fromHost: here, try host("::1")) == .tooManyConnections)
    }

    @Test func `a listener is found by its token, which no client shares`() throws {
        let listeners = [try listener(), try listener()]
        var door = Door(listeners: listeners, connections: 10, perAddress: nil)
        var poller = try Poller()
        defer { poller.close() }
        try door.open(&poller)
        #expect(door.listener(token: UInt64.max - 1) == listeners[0])
        #expect(door.listener(token: UInt64.max - 2) == listeners[1])
        #expect(door.listener(token: UInt64.max - 3) == nil)
        #expect(door.listener(token: ClientID(slot: 4096, serial: 3).token) == nil)
        door.closeForGood(&poller)
        #expect(door.listener(token: UInt64.max - 1) == nil)
    }

    @Test func `a closed door accepts nobody, and reopens when a connection closes`() throws {
        let listener = try listener()
        let now = Instant(milliseconds: 5000)
        var door = Door(listeners: [listener], connections: 10, perAddress: nil)
        var poller = try Poller()
        defer { poller.close() }
        try door.open(&poller)
        let visitor = try Socket.startConnecting(to: try #require(listener.localAddress))
        defer { visitor.close() }
        var ready: [Readiness] = []
        try poller.wait(milliseconds: 10_000, into: &ready)
        #expect(ready.count == 1)
        door.close(&poller, at: now)
        try poller.wait(milliseconds: 0, into: &ready)
        #expect(ready.isEmpty)
        let due = try #require(door.openAt)
        #expect(due > now)
        door.openIfDue(&poller, at: now)
        try poller.wait(milliseconds: 0, into: &ready)
        #expect(ready.isEmpty)
        door.descriptorFreed()
        door.openIfDue(&poller, at: now)
        #expect(door.openAt == nil)
        try poller.wait(milliseconds: 10_000, into: &ready)
        #expect(ready.count == 1)
        door.closeForGood(&poller)
    }

    @Test func `a closed door reopens by itself after its delay`() throws {
        let now = Instant(milliseconds: 5000)
        var door = Door(listeners: [try listener()], connections: 10, perAddress: nil)
        var poller = try Poller()
        defer { poller.close() }
        try door.open(&poller)
        door.close(&poller, at: now)
        door.openIfDue(&poller, at: try #require(door.openAt))
        #expect(door.openAt == nil)
        door.descriptorFreed()
        #expect(door.openAt == nil)
        door.closeForGood(&poller)
    }
}
