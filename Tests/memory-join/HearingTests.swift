import Protocol
import Testing

@testable import memory_join

@Suite struct HearingTests {
    @Test func `the latest lobby is kept`() {
        var model = Model.inLobby()
        let list = LobbyList(matches: [], players: ["Ann", "Bob"], playerCount: 2, total: 0)
        #expect(model.take(received(.lobby(list))) == [])
        #expect(model.lobby == list)
    }

    @Test func `a match and its state are shown`() {
        let model = Model.inMatch()
        #expect(model.ownSeat == 0)
        #expect(model.state == Say.state)
    }

    @Test func `a state older than the shown one is ignored`() {
        var model = Model.inMatch(Say.stateOf(version: 5))
        model.take(received(Say.event(Say.stateOf(version: 4, turn: 1))))
        #expect(model.state?.version == 5)
        model.take(received(Say.event(Say.stateOf(version: 6, turn: 1))))
        #expect(model.state?.version == 6)
    }

    @Test func `a state of another match is ignored, and one of any version after a match event is shown`() {
        var model = Model.inMatch(Say.stateOf(version: 5))
        model.take(received(Say.event(Say.stateOf(MatchID(number: 4), version: 9))))
        #expect(model.state?.version == 5)
        model.take(received(Say.match()), received(Say.event(Say.stateOf(version: 1))))
        #expect(model.state?.version == 1)
    }

    @Test func `a late copy of the same state updates the clock`() {
        var model = Model.inMatch(Say.stateOf(version: 5, endsIn: 20_000))
        #expect(model.table?.turnEndsAt == start + 20_000)
        model.take(received(Say.event(Say.stateOf(version: 5, endsIn: 10_000))), at: start + 11_000)
        #expect(model.table?.turnEndsAt == start + 21_000)
    }

    @Test func `the clock is painted every second, and only while it runs`() {
        var model = Model.inMatch(Say.stateOf(endsIn: 2_500))
        #expect(model.nextTick(after: start) == start + 500)
        #expect(model.nextTick(after: start + 500) == start + 1_500)
        #expect(model.nextTick(after: start + 1_500) == start + 2_500)
        #expect(model.nextTick(after: start + 2_500) == start + 30_000)
        model.take(received(Say.event(Say.stateOf(version: 2, phase: .paused, turn: nil))))
        #expect(model.nextTick(after: start) == start + 30_000)
    }

    @Test func `a rematch moves the client to the next match`() {
        let next = MatchID(number: 4)
        var model = Model.inMatch()
        model.take(received(Say.match(next)))
        #expect(model.state == nil)
        model.take(received(Say.event(Say.stateOf(next, turn: 1))))
        #expect(model.state?.match == next)
        #expect(model.told.last == "You are in m4.")
    }

    @Test func `each side's offer of a rematch is reported in its own words`() {
        var state = Say.stateOf(phase: .over, turn: nil)
        var model = Model.inMatch(state)
        (state.version, state.seats[0].rematch) = (2, true)
        model.take(received(Say.event(state)))
        #expect(model.told.last == "You offered a rematch.")
        (state.version, state.seats[1].rematch) = (3, true)
        model.take(received(Say.event(state)))
        #expect(model.told.last == "Bob accepts the rematch.")
    }

    @Test func `the opponent's offer of a rematch is reported, and its button comes first`() {
        var state = Say.stateOf(phase: .over, turn: nil)
        var model = Model.inMatch(state)
        (state.version, state.seats[1].rematch) = (2, true)
        model.take(received(Say.event(state)))
        #expect(model.told.last == "Bob offers a rematch.")
        #expect(model.buttons.first == .rematch)
    }

    @Test func `leaving a match returns to the lobby`() {
        var model = Model.inMatch()
        #expect(model.take(.line("leave")) == [.send(.leave, id: mark(4))])
        #expect(model.answer(.ok(.ping)) == [.send(.list, id: mark(5))])
        #expect(model.page == .lobby(watching: false))
        #expect(model.seating == nil)
        #expect(model.state == nil)
        #expect(model.told.last == "You left the match.")
    }

    @Test func `chat and refusals are added to the log`() {
        var model = Model.inMatch()
        model.take(
            received(.said(Said(match: m3, from: "Bob", role: .watcher, text: "nice"))),
            refusal(.notYourTurn, of: .flip))
        #expect(model.told.suffix(2) == ["Bob (watching) says: nice", Refusal.notYourTurn.message])
    }

    @Test func `nonsense from the host is logged only once, and never fatal`() {
        var model = Model.inMatch()
        for _ in 0..<200 { #expect(model.take(.received(.malformed("The line is not UTF-8."))) == []) }
        #expect(model.told.last == "Invalid message from the host: The line is not UTF-8.")
        #expect(model.log.count < 5)
        #expect(model.take(.received(.unknown(type: "fireworks"))) == [])
    }

    @Test func `the log keeps at most a hundred lines`() {
        var model = Model.inMatch()
        for number in 0..<1000 {
            model.take(received(.said(Said(match: m3, from: "Bob", role: .player, text: "\(number)"))))
        }
        #expect(model.log.count == 100)
    }

    @Test func `in plain text the change is derived from two states`() {
        var model = Model.inMatch(plain: true)
        var next = Say.stateOf(version: 2)
        next.cards[0] = "🦊"
        next.turned = [0]
        var told = next
        told.change = .flip(seat: 0, card: 0)
        #expect(model.take(received(Say.event(next))) == [.print(Message(.state(told)))])
        #expect(model.take(received(Say.event(next))) == [])
    }

    @Test(arguments: [Preset.classic, .tiles])
    func `in plain text the rules decide how taken cards are drawn`(_ preset: Preset) {
        var model = Model.inMatch(preset: preset, plain: true)
        var told = Say.stateOf(version: 2, turn: 1)
        let effects = model.take(received(Say.event(told)))
        (told.change, told.matched) = (.timeout(seat: 0, card: nil), preset == .tiles ? .vanish : .stay)
        #expect(effects == [.print(Message(.state(told)))])
    }

    @Test func `in plain text an unasked lobby is not printed`() {
        var model = Model.inLobby(plain: true)
        #expect(model.take(received(.lobby(Say.emptyLobby))) == [])
    }

    @Test func `in plain text leave and rematch are answered in words`() {
        var model = Model.inMatch(plain: true)
        model.take(.line("rematch"))
        #expect(model.take(received(.ok(.ping), re: 3)) == [.print(Message(.ok(.rematch)))])
        model.take(.line("leave"))
        #expect(model.take(received(.ok(.ping), re: 4)) == [.print(Message(.ok(.leave)))])
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
