import Protocol
import Testing

@testable import memory_join

/// The page of a player who waits for an opponent.
@Suite struct WaitingTests {
    private func lines(_ code: MatchCode? = nil, at addresses: [HostAddress], now: Instant = start) -> String {
        var model = Model.inMatch(Say.waiting, code: code)
        model.take(.reachable(at: addresses))
        return model.lines(at: now).joined(separator: "\n")
    }

    private static let addresses = [
        HostAddress(host: "192.168.1.7", port: SocketAddress.defaultPort), HostAddress(host: "fd00::7", port: 7000),
    ]

    @Test func `it shows the commands that a friend types`() {
        let lines = lines(at: Self.addresses)
        for text in ["memory-join 192.168.1.7 ", "memory-join [fd00::7]:7000 ", "nc 192.168.1.7 6366, then join m3"] {
            #expect(lines.contains(text), "\(text)")
        }
    }

    @Test func `on the host's own machine it shows the addresses that the host tells, if they are numbers`() {
        var (model, hello) = (Model.starting(), Hello(host: "pine"))
        hello.addresses = ["$(reboot):6366", "192.168.1.7:6366", "[fd00::7]:7000", "x\u{1B}[2J"]
        model.take(.start, .reachable(at: []), .opened, received(.hello(hello)))
        #expect(model.session.joinAddresses == Self.addresses)
        model.take(.reachable(at: [HostAddress(host: "10.0.0.7", port: 6366)]), received(.hello(hello)))
        #expect(model.session.joinAddresses.map(\.host) == ["10.0.0.7"])
    }

    @Test func `the commands for a private match have its code`() {
        let lines = lines(code("KQ7XM4"), at: Self.addresses)
        for text in ["memory-join 192.168.1.7 --code KQ7XM4", "then join KQ7XM4", "██"] {
            #expect(lines.contains(text), "\(text)")
        }
        #expect(self.lines(code("KQ7XM4"), at: []).contains("memory-join localhost --code KQ7XM4"))
    }

    @Test func `a private match has a link for browsers, if the host has a page`() {
        let link = "http://192.168.1.7:6366/#KQ7XM4"
        #expect(lines(code("KQ7XM4"), at: Self.addresses).contains(link))
        #expect(lines(at: Self.addresses).contains("http://192.168.1.7:6366/"))
        #expect(!lines(code("KQ7XM4"), at: []).contains("http"))
        var model = Model.inMatch(Say.waiting, code: code("KQ7XM4"))
        model.take(.reachable(at: Self.addresses))
        model.session.hostHasPage = false
        #expect(!model.lines().joined().contains("http"))
    }

    @Test func `the link is a QR code, if that has room and colours`() throws {
        let expected = try #require(QRCode("http://192.168.1.7:6366/#KQ7XM4")).halfBlocks
        for (columns, rows, look, isThere) in [
            (80, 24, still, true), (160, 50, still, true), (76, 24, still, false), (80, 21, still, false),
            (160, 50, Look(colours: .none, hasMotion: false), false),
            (160, 50, Look(isASCII: true, hasMotion: false), false),
        ] {
            var model = Model.inMatch(Say.waiting, code: code("KQ7XM4"), look: look)
            model.take(.reachable(at: Self.addresses), .resized(Platform.WindowSize(columns: columns, rows: rows)))
            let lines = model.lines()
            let inks = expected.map { $0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed() }.map {
                String($0)
            }
            #expect(inks.allSatisfy { ink in lines.shows(ink) } == isThere, "\(columns)x\(rows)")
        }
    }

    @Test func `no card is there to be chosen`() {
        var model = Model.inMatch(Say.waiting)
        model.press(.down, .right)
        #expect(model.type("b") == [] && model.session.table?.typed == nil && model.session.table?.cursor == 0)
        #expect(!model.targets.contains { $0.isItem } && model.buttons.contains(.leave))
        #expect(Model.inMatch(Say.waiting, seat: nil).targets.contains(.card(0)), "a watcher sees the board")
    }

    @Test func `it says how long one has waited, second by second`() {
        var model = Model.inMatch(Say.waiting)
        #expect(model.nextTick(after: start + 100) == start + 1_000)
        #expect(lines(at: [], now: start + 125_000).contains("(2:05)"))
        model.take(received(.state(Say.waiting.with { ($0.version, $0.phaseEndsInMilliseconds) = (2, 90_000) })))
        #expect(model.lines().shows("Closes in 1:30."))
    }
}
