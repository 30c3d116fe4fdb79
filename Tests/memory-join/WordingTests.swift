import Protocol
import Testing

@testable import memory_join

/// A screen says of a match what plain text says, where both say it.
@Suite struct WordingTests {
    private func ended(_ reason: Ending.Reason, winner: Int?, best: Bool = false, seats: Int = 2) -> MatchState {
        Say.stateOf(phase: .over, turn: nil).with {
            $0.seats = Array($0.seats.prefix(seats))
            $0.result = MatchState.Result(winner: winner, reason: reason, rematch: nil, best: best)
        }
    }

    private func plain(_ event: Event) -> String { PlainEvents.lines(Message(event)).joined(separator: "\n") }

    @Test(
        arguments: [Ending.Reason.cleared, .turns, .resigned, .timeout, .abandoned, .unknown("earthquake")], [0, nil])
    func `the end of a match is described in the words of plain text`(_ reason: Ending.Reason, _ winner: Int?) {
        for state in [ended(reason, winner: winner), ended(reason, winner: nil, best: true, seats: 1)] {
            let ending = "\(Wording.winner(state, own: nil)): \(Wording.endReason(state, own: nil))"
            #expect(plain(.state(state)).lowercased().contains("\n\(ending.lowercased())"), "\(ending)")
        }
    }

    @Test func `the player who resigned, and the winner, are named to everyone else`() {
        let resigned = ended(.resigned, winner: 1)
        let sentences = ["You resigned.", "Ann resigned.", "Ann resigned."]
        #expect([0, 1, nil].map { Wording.endReason(resigned, own: $0) } == sentences)
        let won = ended(.cleared, winner: 0)
        #expect([0, 1, nil].map { Wording.winner(won, own: $0) } == ["You win", "Ann wins, you lose", "Ann wins"])
    }

    @Test func `a negative number has a minus sign on every screen`() {
        let rules = [Say.setRules(), Rules.preset(.tiles)].map { $0.words.summary }.joined()
        #expect(rules.contains("−1 per wrong claim") && rules.contains("−100 per miss"))
        let entries = Say.lobby.matches.map(Wording.players)
        #expect(entries == ["Bob", "Cat 3 : 2 A very long name indeed", "漢字 −100"])
        #expect(Wording.score(["Ann", "Bob"], [-1, 2]) == "Ann −1 : 2 Bob" && Wording.points(-2) == "−2 points")
        #expect(Wording.result(Say.record(17, scores: [-3, 2])) == "Ann −3 : 2 Bob, Bob won")
        let scenes = Scene.all.filter { !$0.model.look.isASCII }
        for line in scenes.flatMap({ $0.model.lines() }) {
            #expect(line.firstMatch(of: /(^|[^\w-])-\d/) == nil, "\(line)")
        }
    }

    @Test func `offers and refusals of a rematch are worded for each side`() {
        var state = ended(.cleared, winner: 0)
        #expect(Wording.offer(state, own: 0) == nil)
        state.seats[0].rematch = true
        let sentences = ["Waiting for Bob's answer.", "Ann offered a rematch.", "Ann offered a rematch."]
        #expect([0, 1, nil].map { Wording.offer(state, own: $0) } == sentences)
        state.seats[1].present = false
        #expect(Wording.offer(state, own: 0) == "Bob disconnected.")
        #expect(Wording.score(state.seats[1], state) == "0 points, disconnected")
        state.seats[1].left = true
        #expect(Wording.offer(state, own: 0) == "Bob left.")
        #expect(Wording.score(state.seats[1], state) == "0 points, left")
        state.result?.rematch = m4
        #expect(Wording.offer(state, own: 0) == nil)
        #expect(Wording.offer(ended(.cleared, winner: nil, seats: 1), own: 0) == nil)
    }

    @Test(arguments: [Said.Role.player, .watcher])
    func `chat is shown in the words of plain text`(_ role: Said.Role) {
        let said = Event.said(Said(match: m3, from: "Bob", role: role, text: "hi"))
        var model = Model.inMatch()
        model.take(received(said))
        #expect(model.told.last == plain(said))
    }

    @Test func `a long ending is wrapped beside the cards`() {
        var model = Model.inMatch(ended(.unknown("somebody pulled the plug of the host"), winner: nil))
        model.take(.resized(size(80, 24)))
        let lines = model.lines()
        for words in ["  Somebody pulled the plug of", "  the host."] {
            #expect(lines.shows(words))
        }
    }

    @Test func `the help of every page is as narrow as the smallest screen, and as high as a usual one`() {
        for model in Model.everywhere {
            let help = Wording.help(model)
            #expect(help.count <= TextBox.help.laidOut(model).room, "\(model.screen.page)")
            for line in help { #expect(TextWidth.columns(of: line) <= 36, "\(line)") }
        }
        for line in Wording.commands { #expect(TextWidth.columns(of: line) <= 36, "\(line)") }
    }

    @Test func `the help says once what each button on the screen does`() {
        for model in Model.everywhere {
            let help = Wording.help(model)
            for button in model.buttons + Button.everywhere where !button.keys.isEmpty {
                let lines = help.filter { $0.hasPrefix(TextWidth.padded(button.keys, to: 13)) }
                #expect(lines.count == 1 && lines[0].hasSuffix(button.help), "\(button.keys) of \(model.screen.page)")
            }
        }
    }
}
