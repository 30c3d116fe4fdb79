import Protocol
import Testing

@testable import memory_join

@Suite struct HearingTests {
    /// Takes in a state of the match.
    private func show(_ state: MatchState, _ model: inout Model, at now: Instant = start) {
        model.take(received(.state(state)), at: now)
    }

    @Test func `the latest lobby is kept`() {
        var model = Model.inLobby()
        let list = LobbyList(matches: [], players: ["Ann", "Bob"], playerCount: 2, total: 0)
        #expect(model.take(received(.lobby(list))) == [])
        #expect(model.session.lobby == list)
    }

    @Test func `a match and its state are shown`() {
        let model = Model.inMatch()
        #expect(model.ownSeat == 0 && model.state == Say.state)
    }

    @Test func `a state that is older than the shown one or of another match is ignored`() {
        var model = Model.inMatch(Say.stateOf(version: 5))
        show(Say.stateOf(version: 4, turn: 1), &model)
        show(Say.stateOf(m4, version: 9), &model)
        #expect(model.state == Say.stateOf(version: 5))
        show(Say.stateOf(version: 6, turn: 1), &model)
        #expect(model.state?.version == 6)
        model.take(received(Say.match()), received(.state(Say.stateOf(version: 1))))
        #expect(model.state?.version == 1, "after a match event any version is new")
    }

    @Test func `a late copy of the same state updates the clock, and is no news`() {
        let state = Say.stateOf(version: 5, endsIn: 20_000).with { $0.change = .memory(.timeout(seat: 1, card: nil)) }
        var model = Model.inMatch(state)
        #expect(model.session.table?.phaseEndsAt == start + 20_000 && model.told.last == "Bob ran out of time.")
        let lines = model.session.log
        for copy in [Say.stateOf(version: 5, endsIn: 10_000), state.with { $0.phaseEndsInMilliseconds = 10_000 }] {
            show(copy, &model, at: start + 11_000)
            #expect(model.session.table?.phaseEndsAt == start + 21_000 && model.session.log == lines)
        }
    }

    @Test func `a state tells its change, also after a gap`() {
        var model = Model.inMatch()
        for missing in [0, 7] {
            model.show(.memory(.pair(seat: 1, first: 4, second: 5))) { $0.version += missing }
            #expect(model.told.last == "Bob found a pair!")
            model.show(.memory(.timeout(seat: 0, card: 4))) { _ in }
            #expect(model.told.last == "You ran out of time.")
        }
    }

    @Test func `the log says what happened, and never where a face lies`() {
        var model = Model.inMatch()
        let lines = model.session.log.count
        model.show(.memory(.flip(seat: 1, card: 4))) { ($0.cards[4], $0.turned) = ("🦊", [4]) }
        #expect(model.session.log.count == lines)
        model.show(.memory(.miss(seat: 1, first: 4, second: 9))) {
            ($0.phase, $0.cards[9], $0.turned) = (.showing, "🐙", [4, 9])
        }
        #expect(model.told.last == "No match for Bob.")
        model.show(.memory(.pair(seat: 0, first: 4, second: 8))) { ($0.cards[8], $0.seats[0].taken) = ("🦊", [4, 8]) }
        #expect(model.told.last == "You found a pair!")
        #expect(!model.told.joined().contains { "🦊🐙".contains($0) })
    }

    @Test func `the change of a first state is told, but nobody's own return`() {
        #expect(Model.inMatch(Say.state.with { $0.change = .deal }).told.last == "The match begins.")
        #expect(Model.inMatch(Say.state.with { $0.change = .back(seat: 1) }).told.last == "Bob reconnected.")
        #expect(Model.inMatch(Say.state.with { $0.change = .back(seat: 0) }).told == ["You are in m3."])
    }

    @Test func `a change of an unknown kind is no news, but its state is shown`() {
        var model = Model.inMatch()
        let lines = model.session.log
        var writer = ByteWriter()
        let next = Say.stateOf(version: 2, turn: 1).with { $0.change = .watchers }
        JSONEvents.write(Message(.state(next)), into: &writer)
        let line = Array(
            String(decoding: writer.drain(), as: UTF8.self).replacing("\"watchers\",", with: "\"swap\",").utf8)
        model.take(.received(HostLine.read(line, in: 0..<line.count)))
        #expect(model.state?.turn == 1 && model.session.log == lines)
    }

    @Test func `a host that does not tell changes is followed without news, by the turn's clock alone`() {
        let bare = Say.stateOf(turn: 1, endsIn: 20_000).with {
            ($0.active, $0.turnNumber, $0.phaseEndsInMilliseconds) = (nil, 0, nil)
        }
        var model = Model.inMatch(bare)
        let lines = model.session.log
        #expect(model.session.table?.phaseEndsAt == start + 20_000 && model.lines().shows("▶ Bob"))
        model.show { ($0.cards[4], $0.turned, $0.turnEndsInMilliseconds) = ("🦊", [4], 9_000) }
        #expect(model.session.table?.phaseEndsAt == start + 9_000 && model.session.log == lines)
        model.show { ($0.phase, $0.turn, $0.turnEndsInMilliseconds, $0.seats[1].present) = (.paused, nil, nil, false) }
        #expect(model.session.table?.phaseEndsAt == nil && !model.lines().shows("Seat"))
    }

    @Test func `the clock is painted every second, and only while it runs`() {
        var model = Model.inMatch(Say.stateOf(endsIn: 2_500))
        for (now, next) in [(0, 500), (500, 1_500), (1_500, 2_500), (2_500, 30_000)] {
            #expect(model.nextTick(after: start + now) == start + next)
        }
        show(Say.stateOf(version: 2, phase: .showing, turn: nil, endsIn: 2_500), &model)
        #expect(model.nextTick(after: start) == start + 30_000)
    }

    @Test func `a rematch moves the client to the next match`() {
        var model = Model.inMatch()
        model.take(received(Say.match(m4)))
        #expect(model.state == nil)
        show(Say.stateOf(m4, turn: 1), &model)
        #expect(model.state?.match == m4 && model.told.last == "You are in m4.")
    }

    @Test func `each side's offer of a rematch is reported in its own words`() {
        var model = Model.inMatch(Say.stateOf(phase: .over, turn: nil))
        model.show(.offer(seat: 0)) { $0.seats[0].rematch = true }
        #expect(model.told.last == "You offered a rematch.")
        model.show(.offer(seat: 1)) { $0.seats[1].rematch = true }
        #expect(model.told.last == "Bob accepted the rematch.")
        model = .inMatch(Say.stateOf(phase: .over, turn: nil))
        model.show(.offer(seat: 1)) { $0.seats[1].rematch = true }
        #expect(model.told.last == "Bob offered a rematch." && model.buttons.first == .rematch)
    }

    @Test func `leaving a match returns to the lobby`() {
        var model = Model.inMatch()
        #expect(model.take(.line("leave")) == [.send(.leave, id: mark(4))])
        #expect(model.answer(.ok(nil)) == [.send(.list, id: mark(5))])
        #expect(model.screen.page == .lobby(watching: false) && model.seating == nil && model.state == nil)
        #expect(model.told.last == "You left the match.")
    }

    @Test func `what is said of a match that was left is gone on the next page, and chat stays`() {
        var model = Model.inMatch()
        model.take(.line("leave"))
        model.answer(.ok(nil))
        #expect(model.told == ["You left the match."])
        model.take(received(.said(Said(match: nil, from: "Zoë", role: nil, text: "hi"))))
        model.press(.escape)
        #expect(model.screen.page == .menu && model.told == ["Zoë says: hi"])
    }

    @Test func `chat and refusals are added to the log`() {
        var model = Model.inMatch()
        let said = Said(match: m3, from: "Bob", role: .watcher, text: "nice")
        model.take(received(.said(said)), refusal(.notYourTurn, of: .flip))
        #expect(model.told.suffix(2) == ["Bob (watching) says: nice", Refusal.notYourTurn.message])
    }

    @Test(arguments: [false, true])
    func `past chat is shown unless it was heard before the connection broke`(_ isPlain: Bool) {
        var model = Model.inMatch(plain: isPlain)
        func said(_ text: String, past: Bool = true) -> Input {
            received(.said(Said(match: m3, from: "Bob", role: .player, text: text, isPast: past)))
        }
        model.take(said("one", past: false))
        model.take(received(Say.match()), received(.state(Say.state)))
        let effects = ["zero", "one", "one", "two"].flatMap { model.take(said($0)) }
        let shown = isPlain ? effects.count : model.told.suffix(3).count { $0.hasPrefix("Bob said earlier: ") }
        #expect(shown == 3, "one of the two is not repeated")
        if !isPlain { #expect(model.told.last == "Bob said earlier: two") }
    }

    @Test func `the rules are shown over the screen`() {
        var model = Model.inMatch()
        #expect(model.take(.line("rules")) == [.send(.rules(.memory), id: mark(4))])
        model.answer(.rules(RuleBook(preset: .duel)))
        guard case .text(let box) = model.screen.overlay else { return #expect(Bool(false), "no text") }
        #expect(box.lines(model).shows("the default is duel"))
    }

    @Test func `nonsense from the host is logged only once, and never fatal`() {
        var model = Model.inMatch()
        for _ in 0..<200 { #expect(model.take(.received(.malformed("The line is not UTF-8."))) == []) }
        #expect(model.told.last == "Invalid message from the host: The line is not UTF-8. (200 times)")
        #expect(model.session.log.count < 5)
        #expect(model.take(.received(.unknown(type: "fireworks"))) == [])
    }

    @Test func `the log keeps the last hundred lines, made safe`() {
        var model = Model.inMatch()
        for number in 0..<1000 {
            let text = String(repeating: "\u{1B}[31m\(number) ", count: 50)
            model.take(.received(heard(.said(Said(match: m3, from: "\u{202E}Bob", role: .player, text: text)))))
        }
        #expect(model.session.log.count == 100 && model.session.log.allSatisfy { isSafe($0.text) })
        #expect(model.told.last?.contains("999") == true)
    }

    @Test func `in plain text a state is printed as it comes, and a copy only after a return to the match`() {
        var model = Model.inMatch(plain: true)
        let next = Say.stateOf(version: 2).with {
            ($0.cards[0], $0.turned, $0.change) = ("🦊", [0], .memory(.flip(seat: 0, card: 0)))
        }
        #expect(model.take(received(.state(next))) == [.print(Message(.state(next)))])
        #expect(model.take(received(.state(next))) == [])
        model.take(received(Say.match()))
        let again = next.with { ($0.change, $0.isIntroduction) = (nil, true) }
        #expect(model.take(received(.state(next))) == [.print(Message(.state(again)))])
    }

    @Test func `in plain text the board is drawn when states are missing, whatever the change`() {
        var model = Model.inMatch(plain: true)
        let offer = Say.stateOf(version: 5, phase: .over, turn: nil).with { $0.change = .offer(seat: 1) }
        let board = offer.with { $0.isIntroduction = true }
        #expect(
            model.take(received(.state(offer))) == [.print(Message(.state(offer))), .print(Message(.state(board)))])
        let next = offer.with { $0.version = 6 }
        #expect(model.take(received(.state(next))) == [.print(Message(.state(next)))])
    }

    @Test(arguments: [Preset.classic, .tiles])
    func `in plain text the rules decide how taken cards are drawn`(_ preset: Preset) {
        var model = Model.inMatch(preset: preset, plain: true)
        let next = Say.stateOf(version: 2, turn: 1).with { $0.change = .memory(.timeout(seat: 0, card: nil)) }
        let told = next.with { $0.matched = preset == .tiles ? .vanish : .stay }
        #expect(model.take(received(.state(next))) == [.print(Message(.state(told)))])
    }

    @Test func `in plain text an unasked lobby is not printed`() {
        var model = Model.inLobby(plain: true)
        #expect(model.take(received(.lobby(Say.emptyLobby))) == [])
    }

    @Test func `in plain text leave and rematch are answered in words`() {
        var model = Model.inMatch(plain: true)
        for (command, number) in [(Command.Kind.rematch, 3), (.leave, 4)] {
            model.take(.line(command.name))
            #expect(model.take(received(.ok(nil), re: number)) == [.print(Message(.ok(command)))])
        }
    }

    @Test func `a silent host is pinged, and then counts as gone`() {
        var model = Model.inLobby()
        #expect(model.nextTick(after: start) == start + 30_000)
        #expect(model.take(.tick, at: start + 29_999) == [])
        #expect(model.take(.tick, at: start + 30_000) == [.send(.ping, id: nil)])
        #expect(model.take(.tick, at: start + 39_999) == [])
        #expect(model.take(.tick, at: start + 40_000) == [.disconnect, .connect(home)])
    }

    @Test func `any line from the host counts as a sign of life`() {
        var model = Model.inLobby()
        model.take(.tick, at: start + 30_000)
        #expect(model.take(received(.pong), at: start + 35_000) == [])
        #expect(model.nextTick(after: start + 35_000) == start + 65_000)
    }
}
