import Protocol
import Testing

@testable import memory_join

/// The loop in plain text, turn by turn, with pipes for input and signals and a host that says nothing.
@Suite struct ClientLoopTests {
    private typealias Pipe = (readEnd: FileDescriptor, writeEnd: FileDescriptor)

    /// Does something with a loop that has begun, with the ends of its pipes to write to, and a host that listens.
    private func withLoop(
        after others: [SocketAddress] = [], typed text: String = "", _ backend: Poller.Backend = .poll,
        lookup: NameLookup? = nil,
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
            link: HostLink(lookup ?? NameLookup { _, _ throws(ResolutionError) in addresses }), backend: backend)
        try loop.begin()
        try body(&loop, input, signals, listener)
    }

    private func isConnected(_ loop: ClientLoop) -> Bool {
        if case .greeting = loop.model.session.connection.stage { return true }
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
            while !isConnected(loop) || loop.model.session.commands.hasRoom { try loop.turn() }
            try host.accepted().close()
            while loop.ending == nil { try loop.turn() }
            #expect(loop.model.session.commands.waiting.count == 64)
            var rest = [UInt8](repeating: 0, count: text.utf8.count)
            #expect(try input.readEnd.read(into: &rest) == text.utf8.count - 16 * 1024)
        }
    }

    @Test func `Control-C is handled while input is left unread`() throws {
        try withLoop(typed: String(repeating: "ping\n", count: 100)) { loop, _, signals, _ in
            while loop.model.session.commands.hasRoom { try loop.turn() }
            try loop.end(pressing: signals.writeEnd)
            #expect(loop.ending == .quit(.success, nil))
        }
    }

    @Test(arguments: Poller.Backend.allCases)
    func `Control-C is handled while a name is looked up`(_ backend: Poller.Backend) throws {
        let silence = try Platform.makePipe()
        let lookup = NameLookup { _, _ throws(ResolutionError) in
            _ = try? silence.readEnd.wait(for: .readable, milliseconds: nil)
            return []
        }
        try withLoop(backend, lookup: lookup) { loop, _, signals, _ in
            try loop.end(pressing: signals.writeEnd)
            #expect(loop.ending == .quit(.success, nil))
        }
        // The thread goes on, and ends.
        silence.writeEnd.close()
    }

    @Test func `a mouse that changes nothing has nothing drawn`() throws {
        let signals = try Platform.makePipe()
        defer { [signals.0, signals.1].forEach { $0.close() } }
        var loop = try ClientLoop(.inMatch(), signals: signals.0)
        let moves: [(target: Target?, isDrawn: Bool)] = [
            (.card(3), true), (.card(3), false), (nil, false), (.card(4), true),
        ]
        for (target, isDrawn) in moves {
            loop.isStale = false
            try loop.update(.pointed(.move, target, at: Point(row: 5, column: 5)))
            let isStale = loop.isStale
            #expect(isStale == isDrawn)
        }
    }
}

extension ClientLoop {
    /// Presses Control-C, and takes turns until the program ends.
    fileprivate mutating func end(pressing signals: FileDescriptor) throws {
        try signals.writeAll([UInt8(Platform.Signal.interrupt.number)])
        while ending == nil { try turn() }
    }
}
