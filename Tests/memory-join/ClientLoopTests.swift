import Protocol
import Testing

@testable import memory_join

/// The loop in plain text, turn by turn, with pipes for input and signals and a host that says nothing.
@Suite struct ClientLoopTests {
    private typealias Pipe = (readEnd: FileDescriptor, writeEnd: FileDescriptor)

    /// Does something with a loop that has begun, with the ends of its pipes to write to, and a host that listens.
    private func withLoop(
        after others: [SocketAddress] = [], typed text: String = "", _ backend: Poller.Backend = .poll,
        _ body: (inout ClientLoop, _ input: Pipe, _ signals: Pipe, Listener) throws -> Void
    ) throws {
        let (listener, input, signals) = (try Listener(), try Platform.makePipe(), try Platform.makePipe())
        defer {
            listener.close()
            for pipe in [input, signals] { [pipe.0, pipe.1].forEach { $0.close() } }
        }
        try input.1.writeAll(Array(text.utf8))
        let addresses = others + [listener.address]
        var loop = try ClientLoop(
            .starting(plain: true), signals: signals.0, input: input.0,
            link: HostLink { _ throws(ResolutionError) in addresses }, backend: backend)
        try loop.begin()
        try body(&loop, input, signals, listener)
    }

    private func isConnected(_ loop: ClientLoop) -> Bool {
        if case .greeting = loop.model.connection.stage { return true }
        return false
    }

    @Test(arguments: Poller.Backend.allCases)
    func `after a failed address the next one is polled, even on the same descriptor`(
        _ backend: Poller.Backend
    ) throws {
        try withLoop(after: [try Listener.nobody()], backend) { loop, _, _, host in
            while loop.ending == nil, !isConnected(loop) { try loop.turn() }
            // Not within `#expect`, which would show the loop with all its buffers.
            let isWatched = isConnected(loop)
            #expect(isWatched)
            try host.accepted().shutDownWriting()
            while loop.ending == nil { try loop.turn() }
            #expect(loop.ending == .quit(.unavailable, "Cannot reach localhost:6366: closed by the host."))
        }
    }

    @Test func `typed input is left unread while 64 lines wait for answers`() throws {
        let text = String(repeating: "ping\n", count: 6_000)
        try withLoop(typed: text) { loop, input, _, host in
            while !isConnected(loop) || loop.model.commands.hasRoom { try loop.turn() }
            try host.accepted().close()
            while loop.ending == nil { try loop.turn() }
            #expect(loop.model.commands.waiting.count == 64)
            var rest = [UInt8](repeating: 0, count: text.utf8.count)
            #expect(try input.readEnd.read(into: &rest) == text.utf8.count - 16 * 1024)
        }
    }

    @Test func `Control-C is handled while input is left unread`() throws {
        try withLoop(typed: String(repeating: "ping\n", count: 100)) { loop, _, signals, _ in
            while loop.model.commands.hasRoom { try loop.turn() }
            try signals.writeEnd.writeAll([UInt8(Platform.Signal.interrupt.number)])
            while loop.ending == nil { try loop.turn() }
            #expect(loop.ending == .quit(.success, nil))
        }
    }
}
