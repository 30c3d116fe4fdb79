import Synchronization
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
    /// A name server for the tests: what it knows, and what it was asked.
    private final class Names: Sendable {
        private struct State {
            var addresses: [SocketAddress]?
            var asked: [String] = []
        }
        private let state: Mutex<State>

        init(_ addresses: [SocketAddress]?) { state = Mutex(State(addresses: addresses)) }

        var lookup: NameLookup {
            NameLookup { host, _ throws(ResolutionError) in
                let addresses = self.state.withLock { state in
                    state.asked.append(host)
                    return state.addresses
                }
                guard let addresses else { throw ResolutionError(host: host, message: "nobody knows it") }
                return addresses
            }
        }

        var asked: [String] { state.withLock { $0.asked } }

        func know(_ addresses: [SocketAddress]?) { state.withLock { $0.addresses = addresses } }
    }

    /// A link for which the host has these addresses.
    private func link(to addresses: SocketAddress...) -> HostLink { HostLink(Names(addresses).lookup) }

    /// Does something with a link, a host that listens, and the names by which it is known, if it is.
    private func withLink(isKnown: Bool = true, _ body: (inout HostLink, Listener, Names) throws -> Void) throws {
        let listener = try Listener()
        defer { listener.close() }
        let names = Names(isKnown ? [listener.address] : nil)
        var link = HostLink(names.lookup)
        defer { link.close() }
        try body(&link, listener, names)
    }

    /// Has the link look up the name of a host, and waits for the answer.
    private func lookUp(_ link: inout HostLink, _ host: HostAddress = home) throws
        -> HostLink.Progress
    {
        let outcome = link.connect(to: host, start)
        guard outcome == .nothing, !link.isConnecting else { return outcome }
        let lookup = try #require(link.lookupDescriptor)
        #expect(try lookup.wait(for: .readable, milliseconds: 10_000))
        return link.readLookup(start)
    }

    /// Waits until the link's socket is ready, and has the link go on with connecting.
    private func settle(_ link: inout HostLink) throws -> HostLink.Progress {
        var outcome = try lookUp(&link)
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
        try withLink { link, listener, _ in
            #expect(try settle(&link) == .opened)
            #expect(link.joinAddresses == [])
            try listener.accepted().close()
        }
    }

    @Test func `when every address fails, the last reason is reported`() throws {
        let nobody = try Listener.nobody()
        var link = link(to: nobody, nobody)
        #expect(try settle(&link) == .lost("Connection refused"))
        #expect(link.socket == nil)
    }

    @Test func `an address that does not answer is given up after five seconds`() throws {
        try withLink { link, _, _ throws in
            #expect(try lookUp(&link) == .nothing)
            #expect(link.deadline == start + 5_000)
            #expect(link.checkTime(start + 4_999) == .nothing)
            #expect(link.checkTime(start + 5_000) == .lost("no answer"))
        }
    }

    private let other = HostAddress(host: "pine", port: 7000)

    @Test func `a host name is looked up for each connection, since its address may change`() throws {
        try withLink { link, _, names throws in
            for host in [home, home, other] { #expect(try lookUp(&link, host) == .nothing && link.isConnecting) }
            #expect(names.asked == ["localhost", "localhost", "pine"])
        }
    }

    @Test func `an address is not looked up`() throws {
        try withLink(isKnown: false) { link, listener, names in
            let host = HostAddress(host: "127.0.0.1", port: listener.address.port)
            #expect(link.connect(to: host, start) == .nothing)
            #expect(link.isConnecting && link.lookupDescriptor == nil && names.asked == [])
        }
    }

    @Test func `a host name that cannot be looked up any more is tried at the addresses it had`() throws {
        try withLink { link, _, names throws in
            #expect(try settle(&link) == .opened)
            names.know(nil)
            #expect(try settle(&link) == .opened)
            #expect(try lookUp(&link, other) == .lost("host not found (nobody knows it)"))
        }
    }

    @Test func `a host name that cannot be resolved is reported, and looked up again`() throws {
        try withLink(isKnown: false) { link, listener, names throws in
            #expect(try lookUp(&link) == .lost("host not found (nobody knows it)"))
            names.know([listener.address])
            #expect(try lookUp(&link) == .nothing && link.isConnecting)
        }
    }

    @Test func `a link that was closed while a name was looked up stays closed`() throws {
        try withLink { link, _, _ in
            #expect(link.connect(to: home, start) == .nothing)
            let lookup = try #require(link.lookupDescriptor)
            link.close()
            #expect(try lookup.wait(for: .readable, milliseconds: 10_000))
            #expect(link.readLookup(start) == .nothing && !link.isConnecting && link.lookupDescriptor == nil)
        }
    }

    @Test func `lines of any length are read as they arrive, and the end is reported after them`() throws {
        try withLink { link, listener, _ in
            #expect(try settle(&link) == .opened)
            let peer = try listener.accepted()
            defer { peer.close() }
            let text = String(repeating: "x", count: 20_000)
            let lines =
                "{\"type\":\"pong\"}\n{\"type\":\"said\",\"from\":\"Bob\",\"text\":\"\(text)\"}\nSSH-2.0\n{\"type\":\"pong\"}"
            #expect(peer.send(Array(lines.utf8)) == .bytes(lines.utf8.count))
            peer.shutDownWriting()
            var all: [HostMessage] = []
            var outcome = HostLink.Progress.nothing
            while outcome == .nothing {
                let socket = try #require(link.socket)
                #expect(try socket.descriptor.wait(for: .readable, milliseconds: 10_000))
                outcome = link.receive()
                while let message = link.nextMessage() { all.append(message) }
            }
            #expect(outcome == .lost("closed by the host"))
            let said = Message(.said(Said(match: nil, from: "Bob", role: nil, text: SafeText.line(text))))
            #expect(all.count == 4 && all[0] == .message(Message(.pong)) && all[3] == all[0])
            #expect(all[1] == .message(said))
        }
    }

    @Test func `commands are sent as lines of JSON`() throws {
        try withLink { link, listener, _ in
            #expect(try settle(&link) == .opened)
            let peer = try listener.accepted()
            defer { peer.close() }
            link.send(.move(.flip(.card(7))), id: mark(1), guards: nil)
            link.send(.ping, id: nil, guards: nil)
            #expect(link.interest == [.readable, .writable])
            #expect(link.flush() == .nothing)
            #expect(link.interest == .readable)
            #expect(try peer.descriptor.wait(for: .readable, milliseconds: 10_000))
            var buffer = [UInt8](repeating: 0, count: 1000)
            guard case .bytes(let count) = peer.receive(into: &buffer) else {
                throw UsageError(sentence: "nothing came")
            }
            let sent = String(decoding: buffer[..<count], as: UTF8.self)
            #expect(sent == "\n{\"type\":\"flip\",\"id\":\"c1\",\"card\":7}\n{\"type\":\"ping\"}\n")
        }
    }
}
