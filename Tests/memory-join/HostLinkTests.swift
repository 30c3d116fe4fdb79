import TestSupport
import Testing

@testable import Protocol
@testable import memory_join

/// A host that only listens, and its address.
struct Listener {
    let socket: Socket
    let address: SocketAddress

    init() throws {
        socket = try Socket.listen(on: try #require(SocketAddress(host: "127.0.0.1", port: 0)))
        address = try #require(socket.localAddress)
    }

    func close() { socket.close() }

    /// An address where nobody listens any more.
    static func nobody() throws -> SocketAddress {
        let listener = try Listener()
        listener.close()
        return listener.address
    }

    func accepted() throws -> Socket {
        #expect(try socket.descriptor.wait(for: .readable, milliseconds: 10_000))
        guard case .accepted(let peer, _) = try socket.accept() else { throw UsageError(sentence: "no peer") }
        return peer
    }
}

@Suite struct HostLinkTests {
    /// A link for which the host has these addresses.
    private func link(to addresses: SocketAddress...) -> HostLink {
        HostLink { _ throws(ResolutionError) in addresses }
    }

    /// Waits until the link's socket is ready, and has the link go on with connecting.
    private func settle(_ link: inout HostLink) throws -> HostLink.Outcome {
        var outcome = link.connect(to: home, start)
        while outcome == .nothing, link.isConnecting {
            let socket = try #require(link.socket)
            #expect(try socket.descriptor.wait(for: .writable, milliseconds: 10_000))
            outcome = link.isWritable(start)
        }
        return outcome
    }

    @Test func `an address where nobody listens is skipped`() throws {
        let listener = try Listener()
        defer { listener.close() }
        var link = link(to: try Listener.nobody(), listener.address)
        defer { link.close() }
        #expect(try settle(&link) == .opened)
        try listener.accepted().close()
    }

    @Test func `an address of this machine alone is nothing to pass on`() throws {
        let listener = try Listener()
        defer { listener.close() }
        var link = link(to: listener.address)
        defer { link.close() }
        #expect(try settle(&link) == .opened)
        #expect(link.joinAddresses == [])
        try listener.accepted().close()
    }

    @Test func `when every address fails, the last reason is reported`() throws {
        let nobody = try Listener.nobody()
        var link = link(to: nobody, nobody)
        #expect(try settle(&link) == .lost("Connection refused"))
        #expect(link.socket == nil)
    }

    @Test func `an address that does not answer is given up after five seconds`() throws {
        let listener = try Listener()
        defer { listener.close() }
        var link = link(to: listener.address)
        _ = link.connect(to: home, start)
        #expect(link.deadline == start + 5_000)
        #expect(link.checkTime(start + 4_999) == .nothing)
        #expect(link.checkTime(start + 5_000) == .lost("no answer"))
    }

    @Test func `a host name is looked up for each connection, since its address may change`() throws {
        let listener = try Listener()
        defer { listener.close() }
        var asked: [HostAddress] = []
        var link = HostLink { host throws(ResolutionError) in
            asked.append(host)
            return [listener.address]
        }
        defer { link.close() }
        let other = HostAddress(host: "pine", port: 7000)
        for host in [home, home, other] { #expect(link.connect(to: host, start) == .nothing) }
        #expect(asked == [home, home, other])
    }

    @Test func `a host name that cannot be looked up any more is tried at the addresses it had`() throws {
        let listener = try Listener()
        defer { listener.close() }
        var isKnown = true
        var link = HostLink { host throws(ResolutionError) in
            if isKnown { return [listener.address] }
            throw ResolutionError(host: host.host, message: "no name server answers")
        }
        defer { link.close() }
        #expect(try settle(&link) == .opened)
        isKnown = false
        #expect(try settle(&link) == .opened)
        let other = HostAddress(host: "pine", port: 7000)
        #expect(link.connect(to: other, start) == .lost("host not found (no name server answers)"))
    }

    @Test func `a host name that cannot be resolved is reported, and looked up again`() throws {
        let listener = try Listener()
        defer { listener.close() }
        var isKnown = false
        var link = HostLink { host throws(ResolutionError) in
            if isKnown { return [listener.address] }
            isKnown = true
            throw ResolutionError(host: host.host, message: "nobody knows it")
        }
        defer { link.close() }
        #expect(link.connect(to: home, start) == .lost("host not found (nobody knows it)"))
        #expect(link.connect(to: home, start) == .nothing)
    }

    @Test func `lines of any length are read as they arrive, and the end is reported after them`() throws {
        let listener = try Listener()
        defer { listener.close() }
        var link = link(to: listener.address)
        defer { link.close() }
        #expect(try settle(&link) == .opened)
        let peer = try listener.accepted()
        defer { peer.close() }
        let text = String(repeating: "x", count: 20_000)
        let lines =
            "{\"type\":\"pong\"}\n{\"type\":\"said\",\"from\":\"Bob\",\"text\":\"\(text)\"}\nSSH-2.0\n{\"type\":\"pong\"}"
        #expect(peer.send(Array(lines.utf8)) == .bytes(lines.utf8.count))
        peer.shutDownWriting()
        var all: [HostMessage] = []
        var outcome = HostLink.Outcome.nothing
        while outcome == .nothing {
            let socket = try #require(link.socket)
            #expect(try socket.descriptor.wait(for: .readable, milliseconds: 10_000))
            outcome = link.receive()
            while let message = link.nextMessage() { all.append(message) }
        }
        #expect(outcome == .lost("closed by the host"))
        let said = Message(.said(Said(match: nil, from: "Bob", role: nil, text: text)))
        #expect(all.count == 4 && all[0] == .message(Message(.pong)) && all[3] == all[0])
        #expect(all[1] == .message(said))
    }

    @Test func `commands are sent as lines of JSON`() throws {
        let listener = try Listener()
        defer { listener.close() }
        var link = link(to: listener.address)
        defer { link.close() }
        #expect(try settle(&link) == .opened)
        let peer = try listener.accepted()
        defer { peer.close() }
        link.send(.move(.flip(.card(7))), id: mark(1))
        link.send(.ping, id: nil)
        #expect(link.interest == [.readable, .writable])
        #expect(link.flush() == .nothing)
        #expect(link.interest == .readable)
        #expect(try peer.descriptor.wait(for: .readable, milliseconds: 10_000))
        var buffer = [UInt8](repeating: 0, count: 1000)
        guard case .bytes(let count) = peer.receive(into: &buffer) else { throw UsageError(sentence: "nothing came") }
        let sent = String(decoding: buffer[..<count], as: UTF8.self)
        #expect(sent == "\n{\"type\":\"flip\",\"id\":\"c1\",\"card\":7}\n{\"type\":\"ping\"}\n")
    }
}
