import TestSupport
import Testing

@testable import Protocol

/// True if this machine has a loopback address for IPv6.
private let hasIPv6: Bool = {
    guard let address = SocketAddress(host: "::1", port: 0), let socket = try? Socket.listen(on: address) else {
        return false
    }
    socket.close()
    return true
}()

/// Does something with a socket that listens, and its address.
private func withListener(
    _ host: String = "127.0.0.1", dualStack: Bool = false, _ body: (Socket, SocketAddress) throws -> Void
) throws {
    let listener = try Socket.listen(on: unwrapped(SocketAddress(host: host, port: 0)), dualStack: dualStack)
    defer { listener.close() }
    try body(listener, try #require(listener.localAddress))
}

/// Accepts, waiting for the connection that is on its way.
private func acceptNext(_ listener: Socket) throws -> (Socket, SocketAddress) {
    _ = try listener.descriptor.wait(for: .readable, milliseconds: 5000)
    guard case .accepted(let socket, let peer) = try listener.accept() else {
        throw SystemError(code: 0, call: "accept")
    }
    return (socket, peer)
}

private func receiveNext(_ socket: Socket, into buffer: inout [UInt8]) throws -> Socket.Received {
    _ = try socket.descriptor.wait(for: .readable, milliseconds: 5000)
    return socket.receive(into: &buffer)
}

@Suite("Transport: Socket") struct TransportSocketTests {
    @Test(arguments: hasIPv6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"])
    func `a connection carries bytes both ways`(host: String) throws {
        try withListener(host) { listener, address in
            #expect(address.port != 0 && address.hostText == host && address.isLoopback)
            #expect(try listener.accept() == .wouldBlock)
            let client = try Socket.startConnecting(to: address)
            defer { client.close() }
            #expect(try client.descriptor.wait(for: .writable, milliseconds: 5000))
            #expect(client.pendingError() == nil)
            let (socket, peer) = try acceptNext(listener)
            defer { socket.close() }
            #expect(peer == client.localAddress && peer.host == address.host)

            var buffer = [UInt8](repeating: 0, count: 100)
            #expect(socket.receive(into: &buffer) == .wouldBlock)
            #expect(client.send([1, 2, 3]) == .bytes(3))
            #expect(try receiveNext(socket, into: &buffer) == .bytes(3))
            #expect(buffer[..<3] == [1, 2, 3])
            client.shutDownWriting()
            #expect(try receiveNext(socket, into: &buffer) == .end)
            #expect(socket.send([4, 5, 6, 7], 1..<3) == .bytes(2))
            #expect(try receiveNext(client, into: &buffer) == .bytes(2))
            #expect(buffer[..<2] == [5, 6])
        }
    }

    @Test(.enabled(if: hasIPv6)) func `a dual-stack socket takes IPv4, and its clients count as IPv4`() throws {
        try withListener("::", dualStack: true) { listener, address in
            let client = try Socket.startConnecting(to: unwrapped(SocketAddress(host: "127.0.0.1", port: address.port)))
            defer { client.close() }
            let (socket, peer) = try acceptNext(listener)
            defer { socket.close() }
            #expect(peer.hostText == "127.0.0.1" && peer.isLoopback)
            #expect(peer.host == SocketAddress(host: "127.0.0.1", port: 1)?.host)
        }
    }

    @Test func `listening on an address in use is reported`() throws {
        try withListener { _, address in
            let error = #expect(throws: SystemError.self) { try Socket.listen(on: address) }
            #expect(error?.isAddressInUse == true && error?.call == "bind")
        }
    }

    @Test func `listening on another machine's address is reported`() throws {
        let foreign = try #require(SocketAddress(host: "192.0.2.1", port: 0))
        let error = #expect(throws: SystemError.self) { try Socket.listen(on: foreign) }
        #expect(error?.isAddressNotAvailable == true)
    }

    @Test func `a refused connection is reported once it is ready`() throws {
        var closed: SocketAddress?
        try withListener { closed = $1 }
        let address = try #require(closed)
        let client: Socket
        do {
            client = try Socket.startConnecting(to: address)
        } catch {
            #expect(error.isConnectionRefused)
            return
        }
        defer { client.close() }
        _ = try client.descriptor.wait(for: .writable, milliseconds: 5000)
        #expect(client.pendingError()?.isConnectionRefused == true)
    }

    @Test func `the socket for a peer that reads nothing is soon full`() throws {
        try withListener { listener, address in
            let client = try Socket.startConnecting(to: address)
            defer { client.close() }
            let (socket, _) = try acceptNext(listener)
            defer { socket.close() }
            // A system that lets its buffers grow takes megabytes, a little more each time that it is asked again.
            let lines = [UInt8](repeating: 10, count: 4096)
            var sent = 0
            for _ in 0..<50 {
                while sent < 100_000_000, case .bytes(let count) = socket.send(lines) { sent += count }
                _ = try socket.descriptor.wait(for: .writable, milliseconds: 10)
            }
            #expect(sent < 512 * 1024)
        }
    }

    @Test func `sending to a closed peer fails without a signal`() throws {
        let (one, other) = try Platform.makeSocketPair()
        defer { one.close() }
        other.close()
        guard case .failed(let error) = one.send([1]) else {
            Issue.record("it was sent")
            return
        }
        #expect(error.isDisconnected)
    }

    @Test func `system errors are classified by their codes`() {
        for code in [24, 23, 12] as [Int32] { #expect(SystemError(code: code, call: "accept").isOutOfDescriptors) }
        let denied = SystemError(code: 13, call: "bind")
        #expect(!denied.isOutOfDescriptors && denied.isPermissionDenied)
        #expect(denied.description == "bind: Permission denied")
        #expect(SystemError(code: 2, call: "open").isNotFound)
    }
}

@Suite("Transport: SocketAddress") struct TransportSocketAddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", "127.0.0.1:6366"), ("::1", "::1", "[::1]:6366"),
        ("2001:DB8:0:0:0:0:0:1", "2001:db8::1", "[2001:db8::1]:6366"),
        ("::ffff:10.1.2.3", "10.1.2.3", "10.1.2.3:6366"), ("::", "::", "[::]:6366"),
        ("255.255.255.255", "255.255.255.255", "255.255.255.255:6366"),
    ]) func `an address is written in its usual form`(input: String, host: String, text: String) {
        let address = SocketAddress(host: input, port: 6366)
        #expect(address?.hostText == host)
        #expect(address?.description == text)
    }

    @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "[::1]", "::g", "127.0.0.1 "])
    func `a text that is not a numeric address is refused`(input: String) {
        #expect(SocketAddress(host: input, port: 1) == nil)
    }

    @Test func `an IPv4-mapped address is the same host as the IPv4 one`() {
        let plain = SocketAddress(host: "10.1.2.3", port: 1)
        let mapped = SocketAddress(host: "::ffff:10.1.2.3", port: 2)
        #expect(plain?.host == mapped?.host)
        #expect(plain?.host != SocketAddress(host: "10.1.2.4", port: 1)?.host)
        #expect(plain?.host != SocketAddress(host: "::10.1.2.3", port: 1)?.host)
    }

    @Test func `loopback, link-local and wildcard addresses are recognized`() {
        func host(_ text: String) -> SocketAddress.Host? { SocketAddress(host: text, port: 0)?.host }
        for text in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] { #expect(host(text)?.isLoopback == true) }
        for text in ["128.0.0.1", "0.0.0.0", "::", "::2", "fe80::1"] { #expect(host(text)?.isLoopback == false) }
        for text in ["169.254.1.1", "fe80::1", "febf::1"] { #expect(host(text)?.isLinkLocal == true) }
        for text in ["169.255.1.1", "fec0::1", "::1"] { #expect(host(text)?.isLinkLocal == false) }
        for text in ["0.0.0.0", "::"] { #expect(host(text)?.isWildcard == true) }
        #expect(host("127.0.0.1")?.isWildcard == false)
    }

    @Test func `a numeric address resolves to itself, and nonsense to an error`() throws {
        let found = try SocketAddress.resolve(host: "127.0.0.1", port: 80)
        #expect(found.map(\.description) == ["127.0.0.1:80"])
        let error = #expect(throws: ResolutionError.self) { try SocketAddress.resolve(host: "no such name", port: 80) }
        #expect(error?.message.isEmpty == false)
        #expect(try SocketAddress.resolve(host: nil, port: 80, passive: true).contains { $0.host.isWildcard })
        #expect(try SocketAddress.resolve(host: nil, port: 80).allSatisfy { $0.isLoopback })
    }

    @Test func `this machine's own addresses are reachable by others, IPv4 first`() {
        let own = SocketAddress.ownAddresses(port: 7)
        #expect(own.allSatisfy { !$0.isLoopback && $0.port == 7 })
        #expect(own == own.filter(\.host.isIPv4) + own.filter { !$0.host.isIPv4 })
    }
}
