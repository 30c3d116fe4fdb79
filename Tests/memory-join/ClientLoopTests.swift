import Protocol
import Testing

@testable import memory_join

/// The loop in plain text, turn by turn, with pipes for input and signals and a host that says nothing.
@Suite struct ClientLoopTests {
    private struct Pipe {
        let readEnd: FileDescriptor
        let writeEnd: FileDescriptor

        init() throws { (readEnd, writeEnd) = try Platform.makePipe() }

        func close() {
            readEnd.close()
            writeEnd.close()
        }
    }

    private func listener() throws -> Socket {
        try Socket.listen(on: try #require(SocketAddress(host: "127.0.0.1", port: 0)))
    }

    private func loop(
        _ addresses: [SocketAddress], _ input: Pipe, _ signals: Pipe, _ backend: Poller.Backend = .poll
    ) throws -> ClientLoop {
        var options = Options()
        options.isPlain = true
        return try ClientLoop(
            Model(options: options, login: "Ann"), signals: signals.readEnd, input: input.readEnd,
            link: HostLink { _ throws(ResolutionError) in addresses }, backend: backend)
    }

    private func isConnected(_ loop: ClientLoop) -> Bool {
        if case .greeting = loop.model.connection.stage { return true }
        return false
    }

    private func acceptAndClose(_ listener: Socket) throws {
        #expect(try listener.descriptor.wait(for: .readable, milliseconds: 10_000))
        guard case .accepted(let peer, _) = try listener.accept() else { throw UsageError(sentence: "no peer") }
        peer.close()
    }

    @Test(arguments: Poller.Backend.allCases)
    func `after a failed address the next one is polled, even on the same descriptor`(
        _ backend: Poller.Backend
    ) throws {
        let (closed, open) = (try listener(), try listener())
        let (input, signals) = (try Pipe(), try Pipe())
        defer {
            open.close()
            input.close()
            signals.close()
        }
        let addresses = [try #require(closed.localAddress), try #require(open.localAddress)]
        closed.close()
        var loop = try loop(addresses, input, signals, backend)
        try loop.begin()
        while loop.ending == nil, !isConnected(loop) { try loop.turn() }
        // Not within `#expect`, which would show the loop with all its buffers.
        let isWatched = isConnected(loop)
        #expect(isWatched)
        try acceptAndClose(open)
        while loop.ending == nil { try loop.turn() }
        #expect(loop.ending == .quit(.unavailable, "Cannot reach localhost:6366: closed by the host."))
    }

    @Test func `typed input is left unread while 64 lines wait for answers`() throws {
        let host = try listener()
        let (input, signals) = (try Pipe(), try Pipe())
        defer {
            host.close()
            input.close()
            signals.close()
        }
        let lines = Array(String(repeating: "ping\n", count: 6_000).utf8)
        try input.writeEnd.writeAll(lines)
        var loop = try loop([try #require(host.localAddress)], input, signals)
        try loop.begin()
        while !isConnected(loop) || loop.model.commands.hasRoom { try loop.turn() }
        try acceptAndClose(host)
        while loop.ending == nil { try loop.turn() }
        #expect(loop.model.commands.waiting.count == 64)
        var rest = [UInt8](repeating: 0, count: lines.count)
        #expect(try input.readEnd.read(into: &rest) == lines.count - 16 * 1024)
    }

    @Test func `Control-C is handled while input is left unread`() throws {
        let host = try listener()
        let (input, signals) = (try Pipe(), try Pipe())
        defer {
            host.close()
            input.close()
            signals.close()
        }
        try input.writeEnd.writeAll(Array(String(repeating: "ping\n", count: 100).utf8))
        var loop = try loop([try #require(host.localAddress)], input, signals)
        try loop.begin()
        while loop.model.commands.hasRoom { try loop.turn() }
        try signals.writeEnd.writeAll([UInt8(Platform.Signal.interrupt.number)])
        while loop.ending == nil { try loop.turn() }
        #expect(loop.ending == .quit(.success, nil))
    }
}
