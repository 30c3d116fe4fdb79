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
        #expect(model.lobby == list)
    }

    @Test func `a match and its state are shown`() {
        let model = Model.inMatch()
        #expect(model.ownSeat == 0 && model.state == Say.state)
    }

    @Test func `a state that is older than the shown one or of another match is ignored`() {
        var model = Model.inMatch(Say.stateOf(version: 5))
        show(Say.stateOf(version: 4, turn: 1), &model)
        show(Say.stateOf(MatchID(number: 4), version: 9), &model)
        #expect(model.state == Say.stateOf(version: 5))
        show(Say.stateOf(version: 6, turn: 1), &model)
        #expect(model.state?.version == 6)
        model.take(received(Say.match()), received(.state(Say.stateOf(version: 1))))
        #expect(model.state?.version == 1, "after a match event any version is new")
    }

    @Test func `a late copy of the same state updates the clock`() {
        var model = Model.inMatch(Say.stateOf(version: 5, endsIn: 20_000))
        #expect(model.table?.turnEndsAt == start + 20_000)
        show(Say.stateOf(version: 5, endsIn: 10_000), &model, at: start + 11_000)
        #expect(model.table?.turnEndsAt == start + 21_000)
    }

    @Test func `the clock is painted every second, and only while it runs`() {
        var model = Model.inMatch(Say.stateOf(endsIn: 2_500))
        for (now, next) in [(0, 500), (500, 1_500), (1_500, 2_500), (2_500, 30_000)] {
            #expect(model.nextTick(after: start + now) == start + next)
        }
        show(Say.stateOf(version: 2, phase: .paused, turn: nil, endsIn: 2_500), &model)
        #expect(model.nextTick(after: start) == start + 30_000)
    }

    @Test func `a rematch moves the client to the next match`() {
        let next = MatchID(number: 4)
        var model = Model.inMatch()
        model.take(received(Say.match(next)))
        #expect(model.state == nil)
        show(Say.stateOf(next, turn: 1), &model)
        #expect(model.state?.match == next && model.told.last == "You are in m4.")
    }

    @Test func `each side's offer of a rematch is reported in its own words`() {
        var model = Model.inMatch(Say.stateOf(phase: .over, turn: nil))
        model.show { $0.seats[0].rematch = true }
        #expect(model.told.last == "You offered a rematch.")
        model.show { $0.seats[1].rematch = true }
        #expect(model.told.last == "Bob accepts the rematch.")
        model = .inMatch(Say.stateOf(phase: .over, turn: nil))
        model.show { $0.seats[1].rematch = true }
        #expect(model.told.last == "Bob offers a rematch." && model.buttons.first == .rematch)
    }

    @Test func `leaving a match returns to the lobby`() {
        var model = Model.inMatch()
        #expect(model.take(.line("leave")) == [.send(.leave, id: mark(4))])
        #expect(model.answer(.ok(nil)) == [.send(.list, id: mark(5))])
        #expect(model.page == .lobby(watching: false) && model.seating == nil && model.state == nil)
        #expect(model.told.last == "You left the match.")
    }

    @Test func `chat and refusals are added to the log`() {
        var model = Model.inMatch()
        let said = Said(match: m3, from: "Bob", role: .watcher, text: "nice")
        model.take(received(.said(said)), refusal(.notYourTurn, of: .flip))
        #expect(model.told.suffix(2) == ["Bob (watching) says: nice", Refusal.notYourTurn.message])
    }

    @Test func `nonsense from the host is logged only once, and never fatal`() {
        var model = Model.inMatch()
        for _ in 0..<200 { #expect(model.take(.received(.malformed("The line is not UTF-8."))) == []) }
        #expect(model.told.last == "Invalid message from the host: The line is not UTF-8.")
        #expect(model.log.count < 5)
        #expect(model.take(.received(.unknown(type: "fireworks"))) == [])
    }

    @Test func `the log keeps the last hundred lines, made safe`() {
        var model = Model.inMatch()
        for number in 0..<1000 {
            let text = String(repeating: "\u{1B}[31m\(number) ", count: 50)
            model.take(received(.said(Said(match: m3, from: "\u{202E}Bob", role: .player, text: text))))
        }
        #expect(model.log.count == 100 && model.log.allSatisfy { isSafe($0.text) })
        #expect(model.told.last?.contains("999") == true)
    }

    @Test func `in plain text the change is derived from two states`() {
        var model = Model.inMatch(plain: true)
        let next = Say.stateOf(version: 2).with { ($0.cards[0], $0.turned) = ("🦊", [0]) }
        let told = next.with { $0.change = .flip(seat: 0, card: 0) }
        #expect(model.take(received(.state(next))) == [.print(Message(.state(told)))])
        #expect(model.take(received(.state(next))) == [])
    }

    @Test(arguments: [Preset.classic, .tiles])
    func `in plain text the rules decide how taken cards are drawn`(_ preset: Preset) {
        var model = Model.inMatch(preset: preset, plain: true)
        let next = Say.stateOf(version: 2, turn: 1)
        let told = next.with {
            ($0.change, $0.matched) = (.timeout(seat: 0, card: nil), preset == .tiles ? .vanish : .stay)
        }
        #expect(model.take(received(.state(next))) == [.print(Message(.state(told)))])
    }

    @Test func `in plain text an unasked lobby is not printed`() {
        var model = Model.inLobby(plain: true)
        #expect(model.take(received(.lobby(Say.emptyLobby))) == [])
    }

    @Test func `in plain text leave and rematch are answered in words`() {
        var model = Model.inMatch(plain: true)
        for (command, number) in [(Command.Kind.rematch, 3), (.leave, 4)] {
            model.take(.line(command.rawValue))
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
