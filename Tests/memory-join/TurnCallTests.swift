import Protocol
import Testing

@testable import memory_join

/// The bell and the window's title.
@Suite struct TurnCallTests {
    /// Lets the turn pass to a seat.
    private func pass(to seat: Int, _ model: inout Model) -> [Effect] {
        model.show(.memory(.timeout(seat: 1 - seat, card: nil))) {
            ($0.turn, $0.active, $0.turnNumber) = (seat, seat, $0.turnNumber + 1)
        }
    }

    @Test func `the bell rings when the turn passes from the opponent, and only then`() {
        var model = Model.inMatch(Say.stateOf(turn: 1))
        #expect(pass(to: 0, &model) == [.ring])
        #expect(model.show(.memory(.flip(seat: 0, card: 3))) { ($0.cards[3], $0.turned) = ("🦊", [3]) } == [])
        #expect(pass(to: 1, &model) == [])
        #expect(model.show(.memory(.flip(seat: 1, card: 4))) { $0.turned = [4] } == [])
        let reveal = model.show(.memory(.miss(seat: 1, first: 4, second: 5))) {
            ($0.phase, $0.turn, $0.active) = (.showing, nil, 1)
        }
        #expect(reveal == [])
        let next = model.show(.memory(.cover(seat: 1, first: 4, second: 5))) {
            ($0.phase, $0.turn, $0.active) = (.playing, 0, 0)
        }
        #expect(next == [.ring])
    }

    @Test func `the bell rings once when an opponent comes, whoever begins`() {
        for turn in [0, 1] {
            var model = Model.inMatch(Say.waiting)
            let deal = model.show(.deal) {
                ($0.phase, $0.turn, $0.active, $0.seats) = (.playing, turn, turn, Say.state.seats)
            }
            #expect(deal == [.ring])
        }
    }

    @Test func `the bell rings when an offered rematch is accepted, not for the player who accepts`() {
        for offered in [true, false] {
            var model = Model.inMatch(.ended().with { $0.seats[offered ? 0 : 1].rematch = true })
            let effects = model.show(.rematch) {
                ($0.seats[0].rematch, $0.seats[1].rematch) = (true, true)
                $0.result?.rematch = m4
            }
            #expect(effects == (offered ? [Effect.ring] : []))
        }
    }

    @Test func `nothing rings for a copy, a watcher, a solo game, plain text or with the bell off`() {
        var copy = Model.inMatch(Say.stateOf(turn: 1))
        #expect(pass(to: 0, &copy) == [.ring])
        #expect(copy.take(received(.state(copy.state ?? Say.state))) == [])
        copy.take(.lost("reset"), .opened, Say.hello, welcome("Ann", resumed: true))
        #expect(copy.take(received(Say.match()), received(.state(copy.state ?? Say.state))) == [])

        var watcher = Model.inMatch(Say.stateOf(turn: 1), seat: nil)
        #expect(pass(to: 0, &watcher) == [])
        var solo = Model.inMatch(Say.state.with { $0.seats.removeLast() })
        #expect(solo.show(.memory(.timeout(seat: 0, card: nil))) { $0.turnNumber += 1 } == [])
        var plain = Model.inMatch(Say.stateOf(turn: 1), plain: true)
        #expect(!pass(to: 0, &plain).contains(.ring))
        var silent = Model.inMatch(Say.stateOf(turn: 1))
        silent.options.hasBell = false
        #expect(silent.session.table != nil && pass(to: 0, &silent) == [])
    }

    @Test func `a turn that came while the connection was broken is rung for when it is back`() {
        var model = Model.inMatch(Say.stateOf(turn: 1))
        model.take(.lost("reset"), .opened, Say.hello, welcome("Ann", resumed: true))
        #expect(model.take(received(Say.match()), received(.state(Say.stateOf(version: 9, turn: 0)))) == [.ring])
    }

    @Test func `a pause within one's own turn rings no second time`() {
        var model = Model.inMatch(Say.stateOf(turn: 0))
        model.show(.away(seat: 1)) { ($0.phase, $0.turn, $0.seats[1].present) = (.paused, nil, false) }
        #expect(model.show(.back(seat: 1)) { ($0.phase, $0.turn) = (.playing, 0) } == [])
    }

    @Test func `the title says whose turn it is, and elsewhere the host`() {
        #expect(Wording.title(.inLobby()) == "pine: Memory")
        #expect(Wording.title(.inMatch(Say.waiting)) == "Waiting for an opponent: Memory")
        var model = Model.inMatch()
        #expect(Wording.title(model) == "Your turn: Memory")
        model.show(.memory(.miss(seat: 0, first: 1, second: 2))) { ($0.phase, $0.turn, $0.active) = (.showing, nil, 0) }
        #expect(Wording.title(model) == "Your turn: Memory", "until the cards are face down")
        #expect(Wording.title(.inMatch(Say.stateOf(turn: 1))) == "Bob's turn: Memory")
        #expect(Wording.title(.inMatch(.ended(winner: 1))) == "Bob wins, you lose: Memory")
        #expect(Wording.title(.starting()) == "Memory")
        model.take(.lost("reset"))
        #expect(Wording.title(model) == "Reconnecting: Memory")
    }

    @Test func `a title holds nothing but text`() {
        let state = Say.stateOf(turn: 1).with {
            $0.seats[1].name = "\u{1B}]2;x\u{7}\u{9C}" + String(repeating: "y", count: 500)
        }
        let title = Wording.title(.inMatch(state))
        #expect(title.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        #expect(title.count <= 80)
    }
}
