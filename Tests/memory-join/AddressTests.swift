import Protocol
import Testing

@testable import memory_join

/// Which host a screen goes to, what it asks for, and what it shows while there is no connection.
@Suite struct AddressTests {
    private let oak = HostAddress(host: "oak", port: 7000)

    private func asked(last: HostAddress? = nil) -> Model {
        var model = Model.starting(lastAddress: last)
        #expect(model.take(.start) == [.connect(home)])
        #expect(model.take(.lost("Connection refused")) == [])
        return model
    }

    @Test func `without an address the client tries this machine, and then offers the last host`() {
        let model = asked(last: oak)
        let complaint = "Cannot reach localhost:6366: Connection refused."
        #expect(model.prompt == Prompt(.address, "oak:7000", complaint: complaint))
        #expect(model.connection.stage == .none)
        #expect(model.nextTick(after: start) == nil)
        #expect(asked().prompt?.text == "")
    }

    @Test func `a given address that fails is offered again instead of the last host`() {
        var options = Options()
        (options.address, options.hasAddress) = (HostAddress(host: "pine", port: 1), true)
        var model = Model(options: options, look: still, login: "Ann", lastAddress: oak)
        model.take(.start, .lost("Connection refused"))
        #expect(model.prompt?.text == "pine:1")
    }

    @Test func `Enter connects to the offered address, and a host that admits the client is remembered`() {
        var model = asked(last: oak)
        #expect(model.press(.enter) == [.connect(oak)])
        #expect(model.overlay == nil && model.address == oak)
        #expect(model.take(.opened, Say.hello, welcome("Ann")).contains(.remember(oak)))
    }

    @Test func `an invalid address is reported, and stays in the prompt`() {
        var model = asked()
        model.type("pine:0")
        #expect(model.press(.enter) == [])
        #expect(model.prompt?.text == "pine:0" && model.prompt?.complaint != nil)
        model.press(.backspace)
        model.type("1")
        #expect(model.press(.enter) == [.connect(HostAddress(host: "pine", port: 1))])
    }

    @Test func `a typed address that does not answer stays in the prompt`() {
        var model = asked()
        model.type("pine")
        model.press(.enter)
        model.take(.lost("no answer"))
        let complaint = "Cannot reach pine:6366: no answer."
        #expect(model.prompt == Prompt(.address, "pine:6366", complaint: complaint))
    }

    @Test(arguments: [Key.escape, .endOfInput, .interrupt])
    func `leaving the prompt for an address quits the client`(_ key: Key) {
        var model = asked()
        #expect(model.press(key) == [.quit(.success, nil)])
    }

    @Test func `during a broken connection the table stays, and a banner counts the tries`() {
        var model = Model.inMatch()
        var now = start
        model.take(.lost("reset"), at: now)
        for number in 1...6 {
            #expect(model.page == .table)
            let lines = model.lines(at: now)
            #expect(lines.contains { $0.contains("Reconnecting (attempt \(number))") })
            #expect(model.drawing(at: now).rect(of: .card(29)) != nil)
            model.take(.lost("refused"), at: now)
            now = model.nextTick(after: now) ?? now
            #expect(model.take(.tick, at: now) == [.connect(home)])
        }
        model.take(.opened, Say.hello, welcome("Ann", tokenTwo, resumed: true), at: now)
        #expect(Wording.banner(model) == nil && model.told.last == "Reconnected.")
    }

    @Test(arguments: Page.samples) func `the banner of a broken connection is on every page`(_ page: Page) {
        var model = Model.inMatch()
        (model.page, model.lobby, model.records) = (page, Say.lobby, Say.records)
        model.take(.lost("reset"))
        for size in [size(40, 14), size(80, 24), size(120, 40), size(60, 50)] {
            model.take(.resized(size))
            #expect(model.lines().contains { $0.contains("Reconnecting") }, "\(size)")
        }
    }

    @Test func `the countdown of a held seat is the host's, also after the host was restarted`() {
        var model = Model.inMatch()
        model.show(.away(seat: 1)) {
            ($0.phase, $0.turn, $0.seats[1].present, $0.phaseEndsInMilliseconds) = (.paused, nil, false, 97_000)
        }
        #expect(model.table?.phaseEndsAt == start + 97_000)
        model.take(.lost("reset"), at: start + 50_000)
        #expect(!model.lines(at: start + 50_000).contains { $0.contains("Seat") }, "nobody knows whether it runs")
        let now = start + 80_000
        model.take(.opened, Say.hello, welcome("Ann", tokenTwo, resumed: true), received(Say.match()), at: now)
        model.show(.back(seat: 0), at: now) { ($0.version, $0.phaseEndsInMilliseconds) = (200, 96_000) }
        #expect(model.lines(at: now).contains { $0.contains("Seat held for 96 s") })
        model.show(.back(seat: 1), at: now) { ($0.phase, $0.turn, $0.phaseEndsInMilliseconds) = (.playing, 0, nil) }
        #expect(model.table?.phaseEndsAt == nil)
    }

    @Test func `a watcher sees for how long the seat of an absent opener is held`() {
        let waiting = Say.stateOf(phase: .waiting, turn: nil, endsIn: 60_000).with {
            $0.seats.removeLast()
            $0.seats[0].present = false
        }
        #expect(Model.inMatch(waiting, seat: nil).lines().contains { $0.contains("Seat held for 60 s") })
        let present = waiting.with { ($0.seats[0].present, $0.phaseEndsInMilliseconds) = (true, nil) }
        #expect(!Model.inMatch(present, seat: nil).lines().contains { $0.contains("Seat") })
    }

    @Test(arguments: [
        (0, "Seat held for 120 s"), (1, "Seat held for 120 s"), (999, "Seat held for 120 s"),
        (1_000, "Seat held for 119 s"), (119_001, "Seat held for 1 s"), (120_000, "Seat no longer held"),
        (500_000, "Seat no longer held"),
    ])
    func `the table counts down the seconds for which a seat is kept`(_ time: Int, _ words: String) {
        var model = Model.inMatch()
        model.show(.away(seat: 1)) {
            ($0.phase, $0.turn, $0.seats[1].present, $0.phaseEndsInMilliseconds) = (.paused, nil, false, 120_000)
        }
        #expect(model.lines(at: start + time).joined(separator: "\n").contains(words))
        // Later the silence of the host is due, of which others tell.
        guard time < 30_000 else { return }
        #expect(model.nextTick(after: start + time) == start + (time / 1_000 + 1) * 1_000)
    }
}
