import Lobby
import Protocol
import Testing

@testable import memory_host

@Suite struct AcceptorTests {
    private func listener() throws -> Socket {
        try Socket.listen(on: try #require(SocketAddress(host: "127.0.0.1", port: 0)))
    }

    @Test func `of a name's addresses those that the machine lacks are skipped, and the others share a port`() throws {
        let addresses = try ["192.0.2.1", "127.0.0.1", "2001:db8::1", "127.0.0.2"].map {
            try #require(SocketAddress(host: $0, port: 0))
        }
        let bound = try Listening.listen(onEach: addresses).map { socket in
            defer { socket.close() }
            return socket.localAddress
        }
        #expect(bound.map { $0?.hostText } == ["127.0.0.1", "127.0.0.2"])
        #expect(bound[0]?.port != 0 && bound[0]?.port == bound[1]?.port)
    }

    @Test func `the host is full at its limit for every address`() throws {
        let acceptor = Acceptor(listeners: [], connections: 10, perAddress: nil)
        #expect(acceptor.refusal(open: 9, fromHost: 0, try host("10.0.0.1")) == nil)
        #expect(acceptor.refusal(open: 10, fromHost: 0, try host("10.0.0.1")) == .hostFull)
        #expect(acceptor.refusal(open: 10, fromHost: 0, try host("127.0.0.1")) == .hostFull)
    }

    @Test func `the configured limit per address applies to this machine, too`() throws {
        let acceptor = Acceptor(listeners: [], connections: 10, perAddress: 2)
        for text in ["10.0.0.1", "127.0.0.1", "::1"] {
            #expect(acceptor.refusal(open: 5, fromHost: 1, try host(text)) == nil)
            #expect(acceptor.refusal(open: 5, fromHost: 2, try host(text)) == .tooManyConnections)
        }
    }

    @Test func `by default this machine may have more connections than others`() throws {
        let acceptor = Acceptor(listeners: [], connections: 10_000, perAddress: nil)
        let most = Limits.connectionsPerAddress
        #expect(acceptor.refusal(open: 500, fromHost: most - 1, try host("10.0.0.1")) == nil)
        #expect(acceptor.refusal(open: 500, fromHost: most, try host("10.0.0.1")) == .tooManyConnections)
        #expect(acceptor.refusal(open: 500, fromHost: most, try host("127.0.0.1")) == nil)
        let here = Limits.connectionsPerLoopbackAddress
        #expect(acceptor.refusal(open: 5000, fromHost: here, try host("::1")) == .tooManyConnections)
    }

    @Test func `an address at its limit is told so on a full host, too`() throws {
        let acceptor = Acceptor(listeners: [], connections: 10, perAddress: 2)
        #expect(acceptor.refusal(open: 10, fromHost: 2, try host("10.0.0.1")) == .tooManyConnections)
        #expect(acceptor.refusal(open: 10, fromHost: 1, try host("10.0.0.1")) == .hostFull)
    }

    @Test func `a listener is found by its position until it is closed`() throws {
        let listeners = [try listener(), try listener()]
        var acceptor = Acceptor(listeners: listeners, connections: 10, perAddress: nil)
        var poller = try Poller()
        defer { poller.close() }
        try acceptor.watched.start(&poller)
        #expect((0...2).map { acceptor.listener(at: $0) } == [listeners[0], listeners[1], nil])
        acceptor.stop(&poller)
        #expect(acceptor.listener(at: 0) == nil)
    }
}
