import Protocol
import Testing

@Suite struct `Plain words: the standing of a match` {
    private func text(_ state: MatchState, after change: Change? = nil) -> String {
        var state = state
        state.change = change
        var writer = ByteWriter()
        PlainEvents.write(Message(.state(state)), into: &writer)
        return String(decoding: writer.take(), as: UTF8.self)
    }

    /// The last line that is printed.
    private func standing(_ change: (inout MatchState) -> Void) -> Substring? {
        var state = JSONEventSamples.state()
        change(&state)
        return text(state).split(separator: "\n").last { !$0.hasPrefix("Who is still") }
    }

    @Test(arguments: [
        (Change.deal, "The match begins. Ann plays Bob."), (.flip(seat: 1, card: 2), "Bob turns C1, 🦊."),
        (.flip(seat: 1, card: 1), "Bob turns B1."), (.pair(seat: 0, first: 8, second: 9), "Ann turns D2, 🐱: a pair!"),
        (.miss(seat: 0, first: 0, second: 2), "Ann turns C1, 🦊: no pair."),
        (.cover(seat: 0, first: 0, second: 2), "The two cards are turned back."),
        (.timeout(seat: 0, card: nil), "The time of Ann has run out."),
        (.timeout(seat: 0, card: 2), "The time of Ann has run out."), (.resign(seat: 0), "The match has ended."),
        (.resign(seat: nil), "The match has ended."), (.abandon(seat: 1), "The match has ended."),
        (.abandon(seat: nil), "The match has ended."), (.back(seat: 1), "Bob is back."),
    ])
    func `every change that draws the board is printed as a sentence before it`(change: Change, sentence: String) {
        #expect(text(JSONEventSamples.state(), after: change).hasPrefix(sentence + "\n\n   A   B"))
    }

    @Test(arguments: [
        (Change.away(seat: 1), "Bob is gone."), (.back(seat: 1), "Bob is back."),
        (.offer(seat: 0), "Ann would like to play again: type rematch."), (.rematch, "Everybody plays again."),
        (.left(seat: 1), "Bob has left."),
    ])
    func `every change that draws no board is printed as a sentence alone`(change: Change, sentence: String) {
        var state = JSONEventSamples.state()
        state.phase = .over
        #expect(text(state, after: change) == sentence + "\n")
    }

    @Test func `a player's going that pauses the match is a sentence before the board`() {
        var state = JSONEventSamples.state()
        (state.phase, state.seats[1].present) = (.paused, false)
        #expect(text(state, after: .away(seat: 1)).hasPrefix("Bob is gone.\n\n   A   B"))
    }

    @Test func `a copy of a state prints the board and no news`() {
        #expect(text(JSONEventSamples.state()).hasPrefix("\n   A   B"))
    }

    @Test func `the first sentence of a solo game names no opponent`() {
        #expect(text(JSONEventSamples.overState(), after: .deal).hasPrefix("The game begins.\n\n   A   B"))
    }

    @Test func `the last line of a state says what happens next`() {
        #expect(standing { _ in } == "Ann to turn, 28 seconds left.")
        #expect(standing { ($0.turn, $0.turnEndsInMilliseconds) = (1, nil) } == "Bob to turn.")
        for (milliseconds, words) in [(0, "0 seconds"), (1, "1 second"), (1000, "1 second"), (1001, "2 seconds")] {
            #expect(standing { $0.turnEndsInMilliseconds = milliseconds } == "Ann to turn, \(words) left.")
        }
        #expect(standing { $0.phase = .waiting } == "m3 waits for a second player.")
        #expect(standing { $0.phase = .showing } == "The two cards differ, and are turned back in a moment.")
        #expect(
            standing { ($0.phase, $0.seats[1].present) = (.paused, false) } == "The match is paused until Bob is back.")
        #expect(
            standing { ($0.phase, $0.seats[0].present, $0.seats[1].present) = (.paused, false, false) }
                == "The match is paused until Ann and Bob are back.")
    }

    @Test func `points and turns agree in number, and an absent player is marked`() {
        func scores(_ change: (inout MatchState) -> Void) -> Substring? {
            var state = JSONEventSamples.state()
            change(&state)
            return text(state).split(separator: "\n").dropLast().last
        }
        #expect(
            scores { ($0.seats[0].score, $0.seats[0].turnsLeft, $0.watchers) = (1, 1, 0) }
                == "Ann: 1 point, 1 turn left. Bob: 1 point, 11 turns left.")
        #expect(
            scores { ($0.seats[0].score, $0.seats[0].turnsLeft, $0.seats[1].present) = (-100, 0, false) }
                == "Ann: -100 points, 0 turns left. Bob (gone): 1 point, 11 turns left. 3 watching.")
        #expect(
            scores { ($0.seats[0].turnsLeft, $0.seats[1].turnsLeft) = (nil, nil) }
                == "Ann: 2 points. Bob: 1 point. 3 watching.")
    }

    @Test(
        arguments: [
            (0, .cleared, "Ann wins: the board is cleared."), (1, .turns, "Bob wins: no turns are left."),
            (nil, .turns, "It is a draw: no turns are left."), (nil, .cleared, "It is a draw: the board is cleared."),
            (0, .resigned, "Ann wins: the other player gave up."),
            (1, .timeout, "Bob wins: three turns in a row ran out of time."),
            (0, .abandoned, "Ann wins: it was abandoned."),
            (nil, .abandoned, "Nobody wins: it was abandoned."), (0, .unknown("thunder"), "Ann wins: thunder."),
        ] as [(Int?, Ending.Reason, String)])
    func `a result names the winner and the reason`(winner: Int?, reason: Ending.Reason, sentence: String) {
        let line = standing {
            $0.phase = .over
            $0.result = MatchState.Result(winner: winner, reason: reason, rematch: nil, best: false)
        }
        #expect(line.map(String.init) == sentence)
    }

    @Test(
        arguments: [
            (0, .cleared, "Z \"\\ wins: the board is cleared."),
            (nil, .turns, "The game is over: no turns are left."),
            (nil, .resigned, "The game is over: it was given up."),
            (nil, .abandoned, "The game is over: it was abandoned."),
            (nil, .timeout, "The game is over: three turns in a row ran out of time."),
        ] as [(Int?, Ending.Reason, String)])
    func `the result of a solo game names no other player`(winner: Int?, reason: Ending.Reason, sentence: String) {
        var state = JSONEventSamples.overState()
        state.result = MatchState.Result(winner: winner, reason: reason, rematch: nil, best: false)
        #expect(
            text(state).hasSuffix(
                "\n\(sentence)\nWho is still here may type rematch to play again, or leave.\n"))
        state.result?.best = true
        #expect(
            text(state).hasSuffix(
                "\n\(sentence) It is the best score of this host so far!\nWho is still here may type rematch to play again, or leave.\n"
            ))
    }
}
