import Protocol
import Testing

@Suite struct `Plain words: the standing of a match` {
    /// The lines printed for the sample of a state, changed so, but the hint at its end.
    private func lines(_ change: (inout MatchState) -> Void) -> [Substring] {
        var state = JSONEventSamples.state
        change(&state)
        return plain(.state(state)).split(separator: "\n").filter { !$0.hasPrefix("Players can type rematch") }
    }

    @Test(arguments: [
        (Change.deal, "The match begins. Ann plays Bob."), (.memory(.flip(seat: 1, card: 2)), "Bob flips C1: 🦊."),
        (.memory(.flip(seat: 1, card: 1)), "Bob flips B1."),
        (.memory(.pair(seat: 0, first: 8, second: 9)), "Ann flips D2: 🐱, a pair!"),
        (.memory(.miss(seat: 0, first: 0, second: 2)), "Ann flips C1: 🦊, no pair."),
        (.memory(.cover(seat: 0, first: 0, second: 2)), "Both cards are face down again."),
        (.memory(.timeout(seat: 0, card: nil)), "Ann ran out of time."),
        (.memory(.timeout(seat: 0, card: 2)), "Ann ran out of time."),
        (.resign(seat: 0), "The match has ended."), (.resign(seat: nil), "The match has ended."),
        (.abandon(seat: 1), "The match has ended."), (.abandon(seat: nil), "The match has ended."),
        (.back(seat: 1), "Bob reconnected."),
    ])
    func `every change that draws the board is printed as a sentence before it`(change: Change, sentence: String) {
        #expect(plain(JSONEventSamples.state, after: change).hasPrefix(sentence + "\n\n   A   B"))
        var state = JSONEventSamples.state
        state.change = change
        #expect(PlainEvents.drawsBoard(.state(state)))
    }

    @Test(arguments: [
        (Change.away(seat: 1), "Bob disconnected."), (.back(seat: 1), "Bob reconnected."),
        (.offer(seat: 0), "Ann offered a rematch."), (.rematch, "Rematch!"),
        (.left(seat: 1), "Bob left."),
    ])
    func `every change that draws no board is printed as a sentence alone`(change: Change, sentence: String) {
        var state = JSONEventSamples.state
        state.phase = .over
        #expect(plain(state, after: change) == sentence + "\n")
        state.change = change
        #expect(!PlainEvents.drawsBoard(.state(state)), "so it replaces no board that waits for a slow reader")
    }

    @Test func `a player's going that pauses the match is a sentence before the board`() {
        var state = JSONEventSamples.state
        (state.phase, state.seats[1].present) = (.paused, false)
        #expect(plain(state, after: .away(seat: 1)).hasPrefix("Bob disconnected.\n\n   A   B"))
    }

    @Test func `a copy of a state prints the board and no news`() {
        var state = JSONEventSamples.state
        state.change = nil
        #expect(plain(.state(state)).hasPrefix("\n   A   B"))
        (state.change, state.isIntroduction) = (.memory(.flip(seat: 0, card: 2)), true)
        #expect(plain(.state(state)).hasPrefix("\n   A   B"))
    }

    @Test func `the first sentence of a solo game names no opponent`() {
        #expect(plain(JSONEventSamples.over, after: .deal).hasPrefix("The game begins.\n\n   A   B"))
    }

    private static let standings: [(line: String, change: @Sendable (inout MatchState) -> Void)] = [
        ("Ann's turn, 28 seconds left.", { _ in }),
        ("Bob's turn.", { ($0.turn, $0.turnEndsInMilliseconds) = (1, nil) }),
        ("Ann's turn, 0 seconds left.", { $0.turnEndsInMilliseconds = 0 }),
        ("Ann's turn, 1 second left.", { $0.turnEndsInMilliseconds = 1 }),
        ("Ann's turn, 1 second left.", { $0.turnEndsInMilliseconds = 1000 }),
        ("Ann's turn, 2 seconds left.", { $0.turnEndsInMilliseconds = 1001 }),
        ("m3 is waiting for a second player.", { $0.phase = .waiting }),
        ("No pair. Both cards will be turned face down.", { $0.phase = .showing }),
        ("The match is paused until Bob reconnects.", { ($0.phase, $0.seats[1].present) = (.paused, false) }),
        (
            "The match is paused until Ann and Bob reconnect.",
            { ($0.phase, $0.seats[0].present, $0.seats[1].present) = (.paused, false, false) }
        ),
    ]

    @Test func `the last line of a state says what happens next`() {
        for (line, change) in Self.standings { #expect(lines(change).last.map { String($0) } == line) }
    }

    @Test func `points and turns agree in number, and an absent player is marked`() {
        func scores(_ change: (inout MatchState) -> Void) -> Substring? { lines(change).dropLast().last }
        #expect(
            scores { ($0.seats[0].score, $0.seats[0].turnsLeft, $0.watchers) = (1, 1, 0) }
                == "Ann: 1 point, 1 turn left. Bob: 1 point, 11 turns left.")
        #expect(
            scores { ($0.seats[0].score, $0.seats[0].turnsLeft, $0.seats[1].present) = (-100, 0, false) }
                == "Ann: -100 points, 0 turns left. Bob (disconnected): 1 point, 11 turns left. 3 watching.")
        #expect(
            scores { ($0.seats[0].turnsLeft, $0.seats[1].turnsLeft) = (nil, nil) }
                == "Ann: 2 points. Bob: 1 point. 3 watching.")
    }

    @Test(
        arguments: [
            (0, .cleared, "Ann wins: all pairs found."), (1, .turns, "Bob wins: out of turns."),
            (nil, .turns, "It's a draw: out of turns."), (nil, .cleared, "It's a draw: all pairs found."),
            (0, .resigned, "Ann wins: Bob resigned."), (1, .timeout, "Bob wins: Ann timed out three times in a row."),
            (0, .abandoned, "Ann wins: Bob didn't come back."),
            (nil, .abandoned, "Nobody wins: nobody came back."), (0, .unknown("thunder"), "Ann wins: thunder."),
        ] as [(Int?, Ending.Reason, String)])
    func `a result names the winner and the reason`(winner: Int?, reason: Ending.Reason, sentence: String) {
        let line = lines {
            $0.phase = .over
            $0.turnNumber = 7
            $0.result = MatchState.Result(winner: winner, reason: reason, rematch: nil, best: false)
        }.last
        #expect(line.map { String($0) } == sentence)
    }

    @Test func `a result whose reason begins like the loser's name is not about the loser`() {
        for (reason, sentence) in [
            (Ending.Reason.cleared, "Ann wins: all pairs found."), (.resigned, "Ann wins: A resigned."),
        ] {
            let line = lines {
                ($0.phase, $0.turnNumber, $0.seats[1].name) = (.over, 7, "A")
                $0.result = MatchState.Result(winner: 0, reason: reason, rematch: nil, best: false)
            }.last
            #expect(line.map { String($0) } == sentence)
        }
    }

    @Test(
        arguments: [
            (0, .cleared, "Cleared: all pairs found."), (nil, .turns, "The game is over: out of turns."),
            (nil, .resigned, "The game is over: \"Z '\\\" resigned."),
            (nil, .abandoned, "The game is over: \"Z '\\\" didn't come back."),
            (nil, .timeout, "The game is over: \"Z '\\\" timed out three times in a row."),
        ] as [(Int?, Ending.Reason, String)])
    func `the result of a solo game names no other player`(winner: Int?, reason: Ending.Reason, sentence: String) {
        var state = JSONEventSamples.over
        (state.seats[0].present, state.turnNumber) = (true, 7)
        for (best, praise) in [(false, ""), (true, " New high score!")] {
            state.result = MatchState.Result(winner: winner, reason: reason, rematch: nil, best: best)
            let end = "\n\(sentence)\(praise)\nPlayers can type rematch to play again, or leave.\n\n"
            #expect(plain(.state(state)).hasSuffix(end))
        }
    }
}
