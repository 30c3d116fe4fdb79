import Protocol
import Testing

@testable import memory_join

/// Which host a screen goes to, what it asks for, and what it shows while there is no connection.
@Suite struct AddressTests {
    private let oak = HostAddress(host: "oak", port: 7000)

    /// A client that was started without an address, and that has not reached a host on this machine.
    private func looking(last: HostAddress? = nil) -> Model {
        var model = Model.starting(looking: true, lastAddress: last)
        model.take(.start)
        model.take(.lost("Connection refused"))
        return model
    }

    @Test func `without an address the client lists the hosts that it finds while it tries this machine`() {
        var model = Model.starting(looking: true)
        #expect(model.take(.start) == [.connect(home), .find(ports: [6366])])
        #expect(model.screen.page == .hosts && Wording.banner(model) == "Connecting to localhost:6366…")
        #expect(model.take(.lost("Connection refused")) == [.releaseToken])
        #expect(model.session.connection.stage == .none && model.session.log.isEmpty, "that nobody is there is no news")
        for time in [300, 600, 1_000, 4_000, 7_000] {
            #expect(model.nextTick(after: start) == start + time)
            #expect(model.take(.tick, at: start + time) == [.find(ports: [6366])])
        }
    }

    @Test func `the last host is tried after this machine, and its port is asked for`() {
        var model = Model.starting(looking: true, lastAddress: oak)
        #expect(model.take(.start) == [.connect(home), .find(ports: [6366, 7000])])
        #expect(model.take(.lost("Connection refused")) == [.connect(oak)])
        #expect(model.take(.lost("no answer")) == [.releaseToken])
        #expect(model.told == ["Cannot reach oak:7000: no answer."])
        #expect(model.effectiveFocus == .host(oak))
        #expect(model.press(.enter) == [.connect(oak)])
    }

    @Test func `a given address that fails leads to the list of hosts, and can be tried again`() {
        var options = Options()
        (options.address, options.hasAddress) = (HostAddress(host: "pine", port: 1), true)
        var model = Model(options: options, look: still, login: "Ann", lastAddress: oak)
        #expect(model.take(.start) == [.connect(options.address)])
        #expect(model.screen.page == .menu)
        #expect(model.take(.lost("Connection refused")) == [.releaseToken, .find(ports: [6366, 1, 7000])])
        #expect(model.screen.page == .hosts && model.told == ["Cannot reach pine:1: Connection refused."])
        #expect(model.targets.first == .host(options.address))
        #expect(model.type("r") == [.connect(options.address), .find(ports: [6366, 1, 7000])])
    }

    @Test func `Enter joins the host that was found, which is remembered`() {
        var model = looking()
        let host = FoundHost.named("den", at: "192.168.1.7")
        #expect(model.take(.found(host)) == [])
        #expect(model.targets.first == .host(host.address))
        #expect(model.press(.enter) == [.connect(host.address)])
        #expect(model.take(.opened, Say.hello) == [.stopFinding, hello("Ann")])
        #expect(model.screen.page == .menu && model.nextTick(after: start) == start + 10_000)
        #expect(model.take(welcome("Ann")).contains(.remember(host.address)))
        #expect(model.take(.found(host)) == [] && model.screen.page == .menu)
    }

    @Test func `a host that was found but does not answer is reported`() {
        var model = looking()
        model.take(.found(.named("den", at: "192.168.1.7")))
        model.press(.enter)
        #expect(model.take(.lost("no answer")) == [.releaseToken])
        #expect(model.screen.page == .hosts && model.told == ["Cannot reach 192.168.1.7:6366: no answer."])
    }

    @Test func `Enter tries again when no host is found, and the page says how to start one`() {
        var model = looking()
        #expect(model.lines().shows("memory-host"))
        #expect(model.effectiveFocus == .button(.tryAgain))
        #expect(model.press(.enter) == [.connect(home), .find(ports: [6366])])
    }

    @Test func `a found host keeps the focus when others appear before it`() {
        var model = looking()
        let host = FoundHost.named("kiln", at: "192.168.1.7")
        model.take(.found(host), .found(.named("zinc", at: "192.168.1.8")))
        model.press(.down, .up)
        model.take(.found(.named("apple", at: "192.168.1.9")))
        #expect(model.effectiveFocus == .host(host.address))
    }

    @Test func `an invalid address is reported, and stays in the prompt`() {
        var model = looking()
        model.type("apine:0")
        #expect(model.press(.enter) == [])
        #expect(model.prompt?.text == "pine:0" && model.prompt?.complaint != nil)
        model.press(.backspace)
        model.type("1")
        #expect(model.press(.enter) == [.connect(HostAddress(host: "pine", port: 1))])
        #expect(model.screen.overlay == nil)
    }

    @Test func `Enter on an empty address closes the prompt, and a failed address leaves none behind`() {
        var model = looking()
        model.type("a")
        #expect(model.press(.enter) == [] && model.screen.overlay == nil)
        model.type("apine")
        model.press(.enter)
        model.take(.lost("no answer"))
        #expect(model.screen.overlay == nil && model.told == ["Cannot reach pine:6366: no answer."])
        model.type("a")
        #expect(model.prompt == Prompt(.address))
    }

    @Test func `an attempt that fails leaves the address that is being typed alone`() {
        var model = Model.starting(looking: true, lastAddress: oak)
        model.take(.start)
        model.type("apine")
        model.take(.lost("Connection refused"), .lost("no answer"))
        #expect(model.prompt?.text == "pine")
    }

    @Test(arguments: [Key.escape, .endOfInput, .interrupt])
    func `the prompt for an address can be left`(_ key: Key) {
        var model = looking()
        model.type("a")
        #expect(model.press(key) == [] && model.screen.overlay == nil && model.screen.page == .hosts)
        #expect(model.type("q") == [.quit(.success, nil)])
    }

    // MARK: Other hosts

    /// A client on a host of this machine, with the list of hosts on its screen.
    private func amongHosts() -> Model {
        var model = Model.inLobby()
        #expect(model.type("o") == [.find(ports: [6366])])
        return model
    }

    @Test(arguments: [Key.escape, .character("q"), .enter])
    func `other hosts is a page that one comes back from`(_ key: Key) {
        var model = amongHosts()
        #expect(model.screen.page == .hosts && model.isOnline)
        #expect(model.press(key) == [.stopFinding] && model.screen.page == .menu && model.isOnline)
        #expect(model.nextTick(after: start) == start + 30_000, "nobody looks for hosts any more")
    }

    @Test func `the host that one is on is marked, listed once, and has the focus, whoever else answers`() {
        var model = amongHosts()
        func here() -> [String] { model.lines().filter { $0.contains("you are here") } }
        #expect(here().count == 1 && here().first?.contains("▶ pine") == true)
        model.take(.found(.named("ash", at: "192.168.1.9")), .found(.named("pine", at: "127.0.0.1")))
        #expect(here().count == 1 && here().first?.contains("▶ pine") == true)
        #expect(model.lines().filter { $0.contains("pine") && !$0.contains("Ann on") }.count == 1)
        #expect(model.lines().shows("ash"))
    }

    @Test func `a host that answers from an address that it has told is the one that one is on`() {
        var (model, hello) = (Model.starting(), Hello(host: "pine"))
        hello.addresses = ["192.168.1.7:6366"]
        model.address = HostAddress(host: "pine.local", port: 6366)
        model.take(.start, .opened, received(.hello(hello)), welcome("Ann"))
        model.showHosts(start)
        model.take(.found(.named("pine", at: "192.168.1.7")), .found(.named("pine", at: "192.168.1.8")))
        let names = model.lines().filter { $0.contains("pine") && !$0.contains("Ann on") }
        #expect(names.count == 2 && names.filter { $0.contains("you are here") }.count == 1)
    }

    @Test func `another host takes the place of the one that one is on, which stays in the list`() {
        var model = amongHosts()
        let ash = HostAddress(host: "192.168.1.9", port: 6366)
        model.take(.found(.named("ash", at: ash.host)))
        model.press(.up)
        #expect(model.press(.enter) == [.releaseToken, .connect(ash)])
        model.take(.lost("no answer"))
        #expect(model.lines().contains { $0.contains("localhost") && $0.contains("last host") })
        #expect(model.buttons.contains(.quit) && !model.buttons.contains(.back))
    }

    @Test func `who is seated while looking for hosts sees the table`() {
        var model = amongHosts()
        let effects = model.take(received(Say.match()), received(.state(Say.state)))
        #expect(effects.contains(.stopFinding) && model.screen.page == .table)
    }

    @Test func `during a broken connection the table stays, and a banner counts the tries`() {
        var model = Model.inMatch()
        var now = start
        model.take(.lost("reset"), at: now)
        for number in 1...6 {
            #expect(model.screen.page == .table)
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
        (model.screen.page, model.session.lobby, model.session.records) = (page, Say.lobby, Say.records)
        model.take(.lost("reset"))
        for size in [size(40, 14), size(80, 24), size(120, 40), size(60, 50)] {
            model.take(.resized(size))
            #expect(model.lines().shows("Reconnecting"), "\(size)")
        }
    }

    @Test func `the countdown of a held seat is the host's, also after the host was restarted`() {
        var model = Model.inMatch()
        model.show(.away(seat: 1)) {
            ($0.phase, $0.turn, $0.seats[1].present, $0.phaseEndsInMilliseconds) = (.paused, nil, false, 97_000)
        }
        #expect(model.session.table?.phaseEndsAt == start + 97_000)
        model.take(.lost("reset"), at: start + 50_000)
        #expect(!model.lines(at: start + 50_000).shows("Seat"), "nobody knows whether it runs")
        let now = start + 80_000
        model.take(.opened, Say.hello, welcome("Ann", tokenTwo, resumed: true), received(Say.match()), at: now)
        model.show(.back(seat: 0), at: now) { ($0.version, $0.phaseEndsInMilliseconds) = (200, 96_000) }
        #expect(model.lines(at: now).shows("Seat held for 96 s"))
        model.show(.back(seat: 1), at: now) { ($0.phase, $0.turn, $0.phaseEndsInMilliseconds) = (.playing, 0, nil) }
        #expect(model.session.table?.phaseEndsAt == nil)
    }

    @Test func `a watcher sees for how long the seat of an absent opener is held`() {
        let waiting = Say.stateOf(phase: .waiting, turn: nil, endsIn: 60_000).with {
            $0.seats.removeLast()
            $0.seats[0].present = false
        }
        #expect(Model.inMatch(waiting, seat: nil).lines().shows("Seat held for 60 s"))
        let present = waiting.with { ($0.seats[0].present, $0.phaseEndsInMilliseconds) = (true, nil) }
        #expect(!Model.inMatch(present, seat: nil).lines().shows("Seat"))
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
