import Protocol
import Testing

@testable import memory_join

/// A screen says of a match what plain text says, where both say it.
@Suite struct WordingTests {
    private func ended(_ reason: String, winner: Int?, best: Bool = false, seats: Int = 2) -> MatchState {
        var state = Say.stateOf(phase: .over, turn: nil)
        state.seats = Array(state.seats.prefix(seats))
        state.result = MatchState.Result(winner: winner, reason: reason, rematch: nil, best: best)
        return state
    }

    private func plain(_ state: MatchState) -> String {
        var writer = ByteWriter()
        PlainEvents.write(Message(.state(state, Telling(.copy))), into: &writer)
        return String(decoding: writer.take(), as: UTF8.self)
    }

    @Test(arguments: ["cleared", "turns", "resigned", "timeout", "abandoned"], [0, nil])
    func `the end of a match is told in the words of plain text`(_ reason: String, _ winner: Int?) {
        for state in [ended(reason, winner: winner), ended(reason, winner: nil, best: true, seats: 1)] {
            #expect(plain(state).contains("\n\(Wording.ending(state, own: nil))\n"))
        }
    }

    @Test func `it is followed by a hint, which offers no rematch with somebody who has left`() {
        var state = ended("cleared", winner: 0)
        #expect(Wording.hint(state, own: 0) == "Type rematch to play again, or leave.")
        state.seats[1].present = false
        #expect(Wording.hint(state, own: 0) == "Type leave to go to the lobby.")
    }

    @Test func `there is no hint for a watcher, after an offer, in the next match or before the end`() {
        var state = ended("cleared", winner: 0)
        #expect(Wording.hint(state, own: nil) == nil)
        state.seats[0].rematch = true
        #expect(Wording.hint(state, own: 0) == nil)
        #expect(Wording.hint(state, own: 1) != nil)
        state.result?.rematch = MatchID(number: 4)
        #expect(Wording.hint(state, own: 1) == nil)
        #expect(Wording.hint(Say.state, own: 0) == nil)
    }

    @Test(arguments: [Said.Role.player, .watcher])
    func `what is said is told in the words of plain text`(_ role: Said.Role) {
        let message = Message(.said(Said(match: m3, from: "Bob", role: role, text: "hi")))
        var writer = ByteWriter()
        PlainEvents.write(message, into: &writer)
        var model = Model.inMatch()
        model.take(.heard(.message(message)))
        #expect(model.log.last.map { "\($0)\n" } == String(decoding: writer.take(), as: UTF8.self))
    }

    @Test func `a long ending is wrapped on a narrow screen`() {
        var model = Model.inMatch(ended("timeout", winner: nil))
        model.take(.resized(View.least))
        let lines = View(model, at: start).lines
        #expect(lines.contains("Nobody wins: three turns in a row ran"))
        #expect(lines.contains("out of time."))
    }
}
