import Testing

@testable import Protocol
@testable import memory_join

@Suite struct HostLinkTests {
    /// A link for which the host has these addresses.
    private func link(to addresses: [SocketAddress]) -> HostLink {
        HostLink { _ throws(ResolutionError) in addresses }
    }

    private func loopback(port: UInt16 = 0) throws -> SocketAddress {
        try #require(SocketAddress(host: "127.0.0.1", port: port))
    }

    /// Waits until the link's socket is ready, and has the link go on with connecting.
    private func settle(_ link: inout HostLink) throws -> HostLink.Outcome {
        var outcome = HostLink.Outcome.nothing
        while outcome == .nothing, link.isConnecting {
            let socket = try #require(link.socket)
            #expect(try socket.descriptor.wait(for: .writable, milliseconds: 10_000))
            outcome = link.isWritable(start)
        }
        return outcome
    }

    private func accepted(_ listener: Socket) throws -> Socket {
        #expect(try listener.descriptor.wait(for: .readable, milliseconds: 10_000))
        guard case .accepted(let peer, _) = try listener.accept() else { throw UsageError(sentence: "no peer") }
        return peer
    }

    private func receive(_ link: inout HostLink) throws -> HostLink.Outcome {
        let socket = try #require(link.socket)
        #expect(try socket.descriptor.wait(for: .readable, milliseconds: 10_000))
        return link.receive()
    }

    @Test func `an address where nobody listens is skipped`() throws {
        let closed = try Socket.listen(on: loopback())
        let nobody = try #require(closed.localAddress)
        closed.close()
        let listener = try Socket.listen(on: loopback())
        defer { listener.close() }
        var link = link(to: [nobody, try #require(listener.localAddress)])
        defer { link.close() }
        #expect(link.connect(to: home, start) == .nothing)
        #expect(try settle(&link) == .opened)
        let peer = try accepted(listener)
        peer.close()
    }

    @Test func `when every address fails, the last reason is reported`() throws {
        let closed = try Socket.listen(on: loopback())
        let nobody = try #require(closed.localAddress)
        closed.close()
        var link = link(to: [nobody, nobody])
        _ = link.connect(to: home, start)
        #expect(try settle(&link) == .lost("Connection refused"))
        #expect(link.socket == nil)
    }

    @Test func `an address that does not answer is given up after five seconds`() throws {
        let listener = try Socket.listen(on: loopback())
        defer { listener.close() }
        var link = link(to: [try #require(listener.localAddress)])
        _ = link.connect(to: home, start)
        #expect(link.deadline == start + 5_000)
        #expect(link.checkTime(start + 4_999) == .nothing)
        #expect(link.checkTime(start + 5_000) == .lost("no answer"))
    }

    @Test func `a host name is looked up only once`() throws {
        let listener = try Socket.listen(on: loopback())
        defer { listener.close() }
        let address = try #require(listener.localAddress)
        var asked: [HostAddress] = []
        var link = HostLink { host throws(ResolutionError) in
            asked.append(host)
            return [address]
        }
        defer { link.close() }
        let other = HostAddress(host: "pine", port: 7000)
        for host in [home, home, other] { #expect(link.connect(to: host, start) == .nothing) }
        #expect(asked == [home, other])
    }

    @Test func `a host name that cannot be resolved is reported, and looked up again`() throws {
        let listener = try Socket.listen(on: loopback())
        defer { listener.close() }
        let address = try #require(listener.localAddress)
        var isKnown = false
        var link = HostLink { host throws(ResolutionError) in
            if isKnown { return [address] }
            isKnown = true
            throw ResolutionError(host: host.host, message: "nobody knows it")
        }
        defer { link.close() }
        #expect(link.connect(to: home, start) == .lost("host not found (nobody knows it)"))
        #expect(link.connect(to: home, start) == .nothing)
    }

    @Test func `lines of any length are read as they arrive, and the end is reported after them`() throws {
        let listener = try Socket.listen(on: loopback())
        defer { listener.close() }
        var link = link(to: [try #require(listener.localAddress)])
        defer { link.close() }
        _ = link.connect(to: home, start)
        #expect(try settle(&link) == .opened)
        let peer = try accepted(listener)
        let text = String(repeating: "x", count: 20_000)
        let lines =
            "{\"type\":\"pong\"}\n{\"type\":\"said\",\"from\":\"Bob\",\"text\":\"\(text)\"}\nSSH-2.0\n{\"type\":\"pong\"}"
        let bytes = Array(lines.utf8)
        #expect(peer.send(bytes) == .bytes(bytes.count))
        peer.shutDownWriting()
        var all: [HostMessage] = []
        var outcome = HostLink.Outcome.nothing
        while outcome == .nothing {
            outcome = try receive(&link)
            while let heard = link.nextMessage() { all.append(heard) }
        }
        #expect(outcome == .lost("closed by the host"))
        let said = Said(match: nil, from: "Bob", role: nil, text: text)
        #expect(all.count == 4)
        #expect(all.first == .message(Message(.pong)))
        #expect(all.dropFirst().first == .message(Message(.said(said))))
        #expect(all.last == .message(Message(.pong)))
        peer.close()
    }

    @Test func `commands are sent as lines of JSON`() throws {
        let listener = try Socket.listen(on: loopback())
        defer { listener.close() }
        var link = link(to: [try #require(listener.localAddress)])
        defer { link.close() }
        _ = link.connect(to: home, start)
        #expect(try settle(&link) == .opened)
        let peer = try accepted(listener)
        link.send(.move(.flip(.card(7))), id: mark(1))
        link.send(.ping, id: nil)
        #expect(link.interest == [.readable, .writable])
        #expect(link.flush() == .nothing)
        #expect(link.interest == .readable)
        #expect(try peer.descriptor.wait(for: .readable, milliseconds: 10_000))
        var buffer = [UInt8](repeating: 0, count: 1000)
        guard case .bytes(let count) = peer.receive(into: &buffer) else { throw UsageError(sentence: "nothing came") }
        let sent = String(decoding: buffer[..<count], as: UTF8.self)
        #expect(sent == "{\"type\":\"flip\",\"id\":\"c1\",\"card\":7}\n{\"type\":\"ping\"}\n")
        peer.close()
    }
}
