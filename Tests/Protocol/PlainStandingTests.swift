import Protocol
import Testing

@Suite struct `Plain words: how a match stands` {
    private func text(_ state: MatchState, _ telling: Telling) -> String {
        var writer = ByteWriter()
        PlainEvents.write(Message(.state(state, telling)), into: &writer)
        return String(decoding: writer.take(), as: UTF8.self)
    }

    /// The last line that is printed.
    private func standing(_ change: (inout MatchState) -> Void) -> Substring? {
        var state = JSONEventSamples.state()
        change(&state)
        return text(state, Telling(.copy)).split(separator: "\n").last { !$0.hasPrefix("Who is still") }
    }

    @Test(arguments: [
        (Telling.News.begun, "The match begins. Ann plays Bob."), (.turned(card: 2, seat: 1), "Bob turns C1, 🦊."),
        (.turned(card: 1, seat: 1), "Bob turns B1."), (.paired(card: 9, seat: 0), "Ann turns D2, 🐱: a pair!"),
        (.missed(card: 2, seat: 0), "Ann turns C1, 🦊: no pair."), (.turnedBack, "The two cards are turned back."),
        (.ranOut(seat: 0), "The time of Ann has run out."), (.gone(seat: 1), "Bob is gone."),
        (.back(seat: 1), "Bob is back."),
        (.offered(seat: 0), "Ann would like to play again: type rematch."),
        (.goesOn, "Everybody plays again."), (.left(seat: 1), "Bob has left."), (.ended, "The match has ended."),
    ])
    func `each change is told in a sentence`(news: Telling.News, sentence: String) {
        #expect(text(JSONEventSamples.state(), Telling(news, drawsBoard: false)) == sentence + "\n")
        #expect(text(JSONEventSamples.state(), Telling(news)).hasPrefix(sentence + "\n\n   A   B"))
    }

    @Test func `a copy tells the board and no news`() {
        #expect(text(JSONEventSamples.state(), Telling(.copy)).hasPrefix("\n   A   B"))
    }

    @Test func `a solo game begins without an opponent`() {
        #expect(text(JSONEventSamples.overState(), Telling(.begun, drawsBoard: false)) == "The game begins.\n")
    }

    @Test func `the last line says what is to happen next`() {
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

    @Test func `points and turns agree in number, and who is gone is said so`() {
        func scores(_ change: (inout MatchState) -> Void) -> Substring? {
            var state = JSONEventSamples.state()
            change(&state)
            return text(state, Telling(.copy)).split(separator: "\n").dropLast().last
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
            (0, "cleared", "Ann wins: the board is cleared."), (1, "turns", "Bob wins: no turns are left."),
            (nil, "turns", "It is a draw: no turns are left."), (nil, "cleared", "It is a draw: the board is cleared."),
            (0, "resigned", "Ann wins: the other player gave up."),
            (1, "timeout", "Bob wins: three turns in a row ran out of time."),
            (0, "abandoned", "Ann wins: it was abandoned."),
            (nil, "abandoned", "Nobody wins: it was abandoned."), (0, "thunder", "Ann wins: thunder."),
        ] as [(Int?, String, String)])
    func `a result names the winner and the reason`(winner: Int?, reason: String, sentence: String) {
        let line = standing {
            $0.phase = .over
            $0.result = MatchState.Result(winner: winner, reason: reason, rematch: nil, best: false)
        }
        #expect(line.map(String.init) == sentence)
    }

    @Test(
        arguments: [
            (0, "cleared", "Z \"\\ wins: the board is cleared."),
            (nil, "turns", "The game is over: no turns are left."),
            (nil, "resigned", "The game is over: it was given up."),
            (nil, "abandoned", "The game is over: it was abandoned."),
            (nil, "timeout", "The game is over: three turns in a row ran out of time."),
        ] as [(Int?, String, String)])
    func `a solo game has no other player in its result`(winner: Int?, reason: String, sentence: String) {
        var state = JSONEventSamples.overState()
        state.result = MatchState.Result(winner: winner, reason: reason, rematch: nil, best: false)
        #expect(
            text(state, Telling(.copy)).hasSuffix(
                "\n\(sentence)\nWho is still here may type rematch to play again, or leave.\n"))
        state.result?.best = true
        #expect(
            text(state, Telling(.copy)).hasSuffix(
                "\n\(sentence) It is the best score of this host so far!\nWho is still here may type rematch to play again, or leave.\n"
            ))
    }
}
