import Protocol
import Testing

@testable import memory_join

/// A screen says of a match what plain text says, where both say it.
@Suite struct WordingTests {
    private func ended(_ reason: Ending.Reason, winner: Int?, best: Bool = false, seats: Int = 2) -> MatchState {
        var state = Say.stateOf(phase: .over, turn: nil)
        state.seats = Array(state.seats.prefix(seats))
        state.result = MatchState.Result(winner: winner, reason: reason, rematch: nil, best: best)
        return state
    }

    private func plain(_ state: MatchState) -> String {
        var writer = ByteWriter()
        PlainEvents.write(Message(.state(state)), into: &writer)
        return String(decoding: writer.drain(), as: UTF8.self)
    }

    @Test(
        arguments: [Ending.Reason.cleared, .turns, .resigned, .timeout, .abandoned, .unknown("earthquake")], [0, nil])
    func `the end of a match is described in the words of plain text`(_ reason: Ending.Reason, _ winner: Int?) {
        for state in [ended(reason, winner: winner), ended(reason, winner: nil, best: true, seats: 1)] {
            let why = Wording.endReason(state, own: nil)
            let ending = "\(Wording.winner(state, own: nil)): \(why)"
            #expect(plain(state).lowercased().contains("\n\(ending.lowercased())"), "\(ending)")
        }
    }

    @Test func `the player who resigned is named to everyone else`() {
        let state = ended(.resigned, winner: 1)
        #expect(Wording.endReason(state, own: 0) == "You resigned.")
        for own in [1, nil] { #expect(Wording.endReason(state, own: own) == "Ann resigned.") }
    }

    @Test func `the winner is told so`() {
        let state = ended(.cleared, winner: 0)
        #expect([0, 1, nil].map { Wording.winner(state, own: $0) } == ["You win", "Ann wins", "Ann wins"])
    }

    @Test func `offers and refusals of a rematch are worded for each side`() {
        var state = ended(.cleared, winner: 0)
        #expect(Wording.offer(state, own: 0) == nil)
        state.seats[0].rematch = true
        #expect(Wording.offer(state, own: 0) == "Waiting for Bob's answer.")
        #expect(Wording.offer(state, own: 1) == "Ann offers a rematch.")
        #expect(Wording.offer(state, own: nil) == "Ann offers a rematch.")
        state.seats[1].present = false
        #expect(Wording.offer(state, own: 0) == "Bob left.")
        state.result?.rematch = MatchID(number: 4)
        #expect(Wording.offer(state, own: 0) == nil)
        #expect(Wording.offer(ended(.cleared, winner: nil, seats: 1), own: 0) == nil)
    }

    @Test(arguments: [Said.Role.player, .watcher])
    func `chat is shown in the words of plain text`(_ role: Said.Role) {
        let message = Message(.said(Said(match: m3, from: "Bob", role: role, text: "hi")))
        var writer = ByteWriter()
        PlainEvents.write(message, into: &writer)
        var model = Model.inMatch()
        model.take(.received(.message(message)))
        #expect(model.told.last.map { "\($0)\n" } == String(decoding: writer.drain(), as: UTF8.self))
    }

    @Test func `a long ending is wrapped on a narrow screen`() {
        var model = Model.inMatch(ended(.unknown("somebody pulled the plug of the host"), winner: nil))
        model.take(.resized(View.minimumSize))
        let lines = model.lines()
        #expect(lines.contains { $0.contains("Somebody pulled the plug of the") })
        #expect(lines.contains { $0.contains("  host.  ") })
    }

    @Test func `the help of every page fits the smallest screen`() {
        let texts = Page.samples.map { page in
            var model = Model.inMatch()
            model.page = page
            return Wording.help(model)
        }
        for line in texts.joined() + Wording.commands { #expect(TextWidth.columns(of: line) <= 36, "\(line)") }
    }
}
