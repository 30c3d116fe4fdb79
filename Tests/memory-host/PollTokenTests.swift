import Lobby
import Protocol
import Testing

@testable import memory_host

@Suite struct PollTokenTests {
    private static let clients = [
        ClientID(slot: 0, serial: 0), ClientID(slot: 0, serial: 1), ClientID(slot: 4095, serial: .max),
        ClientID(slot: Int(Int32.max), serial: 77), ClientID(slot: Int(Int32.max), serial: .max),
    ]

    @Test func `every token is read as what it was, and no two look the same to the poller`() {
        var tokens = Self.clients.map { PollToken.client($0) } + [.signals, .sync, .read]
        tokens += [0, 1, 0xFFFF, Int(Int32.max)].flatMap { [.listener($0), .finder($0)] }
        #expect(tokens.map { PollToken(rawValue: $0.rawValue) } == tokens)
        #expect(Set(tokens.map(\.rawValue)).count == tokens.count)
    }

    @Test func `what no token looks like is none`() {
        #expect(PollToken(rawValue: .max) == nil)
        #expect(PollToken(rawValue: 5 << 32 | 0x8000_0000) == nil)
    }
}

/// Sockets that the poller watches, with pauses.
@Suite struct PausableSocketsTests {
    private let now = Instant(milliseconds: 5000)

    /// A listener that somebody has connected to, watched by a poller.
    private final class Scene {
        var poller: Poller
        var watched: PausableSockets
        private let visitor: Socket
        private var ready: [Readiness] = []

        init() throws {
            let listener = try Socket.listen(on: try #require(SocketAddress(host: "127.0.0.1", port: 0)))
            poller = try Poller()
            watched = PausableSockets([(listener.descriptor, .listener(0))])
            visitor = try Socket.startConnecting(to: try #require(listener.localAddress))
            try watched.start(&poller)
        }

        deinit {
            watched.stop(&poller)
            visitor.close()
            poller.close()
        }

        /// The tokens of what is ready, or becomes ready within this time.
        func tokens(within milliseconds: Int) throws -> [PollToken?] {
            try poller.wait(milliseconds: milliseconds, into: &ready)
            return ready.map { PollToken(rawValue: $0.token) }
        }
    }

    @Test func `nothing is ready in a pause, which ends by itself`() throws {
        let scene = try Scene()
        #expect(try scene.tokens(within: 10_000) == [.listener(0)])
        scene.watched.pause(&scene.poller, until: now + 500)
        #expect(try scene.tokens(within: 0).isEmpty)
        #expect(scene.watched.resumesAt == now + 500)
        scene.watched.resumeIfDue(&scene.poller, at: now + 499)
        #expect(try scene.tokens(within: 0).isEmpty)
        scene.watched.resumeIfDue(&scene.poller, at: now + 500)
        #expect(scene.watched.resumesAt == nil)
        #expect(try scene.tokens(within: 10_000) == [.listener(0)])
    }

    @Test func `a pause is prolonged, or ended early, and there need not be one`() throws {
        let scene = try Scene()
        scene.watched.endPause()
        #expect(scene.watched.resumesAt == nil)
        scene.watched.pause(&scene.poller, until: now + 500)
        scene.watched.pause(&scene.poller, until: now + 900)
        scene.watched.resumeIfDue(&scene.poller, at: now + 600)
        #expect(try scene.tokens(within: 0).isEmpty)
        scene.watched.endPause()
        scene.watched.resumeIfDue(&scene.poller, at: now)
        #expect(try scene.tokens(within: 10_000) == [.listener(0)])
    }
}
