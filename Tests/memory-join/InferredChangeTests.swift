import Protocol
import Testing

@testable import memory_join

@Suite struct InferredChangeTests {
    private static let playing = Say.state
    private static let oneTurned = playing.with { ($0.cards[3], $0.turned) = ("🦊", [3]) }
    private static let showing = oneTurned.with {
        ($0.cards[4], $0.turned, $0.phase, $0.turn) = ("🐶", [3, 4], .showing, nil)
    }
    private static let paused = Say.stateOf(phase: .paused, turn: nil).with { $0.seats[1].present = false }
    private static let over = playing.over(winner: 0, .cleared)
    private static let rematched = over.with { $0.result?.rematch = MatchID(number: 4) }

    @Test func `the first state of a match is a copy, with its board`() {
        #expect(Change.inferred(from: nil, to: Say.state) == nil)
        #expect(Change.inferred(from: Say.state, to: Say.stateOf(MatchID(number: 4))) == nil)
    }

    @Test func `the second player's arrival is deduced as the start of the match`() {
        let waiting = Say.stateOf(phase: .waiting, turn: nil).with { $0.seats.removeLast() }
        #expect(Change.inferred(from: waiting, to: Say.state) == .deal)
    }

    @Test(
        arguments: [
            (playing, oneTurned, .flip(seat: 0, card: 3)), (oneTurned, showing, .miss(seat: 0, first: 3, second: 4)),
            (
                oneTurned,
                oneTurned.with { ($0.cards[9], $0.turned, $0.turn, $0.seats[0].taken) = ("🦊", [], 1, [3, 9]) },
                .pair(seat: 0, first: 3, second: 9)
            ),
            // The last pair.
            (oneTurned, over.with { $0.seats[0].taken = [3, 9] }, .pair(seat: 0, first: 3, second: 9)),
        ] as [(MatchState, MatchState, Change)])
    func `an open card is deduced as a flip, a pair or a miss`(from: MatchState, to: MatchState, change: Change) {
        #expect(Change.inferred(from: from, to: to) == change)
    }

    @Test(arguments: [
        showing.with { ($0.turned, $0.phase, $0.turn) = ([], .playing, 1) },
        showing.over(winner: nil, .turns),
    ])
    func `cards turned back are deduced as a cover, even at the end of the match`(next: MatchState) {
        #expect(Change.inferred(from: Self.showing, to: next) == .cover(seat: 0, first: 3, second: 4))
    }

    @Test(
        arguments: [
            (playing, playing.with { $0.turn = 1 }, nil), (playing, playing.over(winner: 1, .timeout), nil),
            (oneTurned, playing.with { $0.turn = 1 }, 3),
            // The same seat is to turn again.
            (playing, playing.with { $0.seats[0].turnsLeft = 14 }, nil),
        ] as [(MatchState, MatchState, Int?)])
    func `a turn that passes without a second card is deduced as a timeout`(
        from: MatchState, to: MatchState, card: Int?
    ) {
        #expect(Change.inferred(from: from, to: to) == .timeout(seat: 0, card: card))
    }

    @Test(
        arguments: [
            (playing, paused, .away(seat: 1)), (paused, playing, .back(seat: 1)),
            (paused.with { $0.seats[0].present = false }, paused, .back(seat: 0)),
            // States are missing in between: no single change is deduced.
            (playing, paused.with { $0.seats[0].present = false }, nil),
        ] as [(MatchState, MatchState, Change?)])
    func `players who go and come back are deduced`(from: MatchState, to: MatchState, change: Change?) {
        #expect(Change.inferred(from: from, to: to) == change)
    }

    @Test(
        arguments: [
            (playing, playing.over(winner: 0, .resigned), .resign(seat: 1)),
            (playing, playing.over(winner: nil, .resigned), .resign(seat: nil)),
            (playing, playing.over(winner: 0, .abandoned).with { $0.seats[1].present = false }, .abandon(seat: 1)),
            (playing, playing.over(winner: nil, .abandoned), .abandon(seat: nil)),
            // States are missing in between: the end takes precedence over returns and offers.
            (paused, playing.over(winner: 0, .resigned), .resign(seat: 1)),
            (playing, playing.over(winner: 0, .resigned).with { $0.seats[1].rematch = true }, .resign(seat: 1)),
        ] as [(MatchState, MatchState, Change)])
    func `an end without a card is deduced as a resignation or abandonment by the loser, or by nobody`(
        from: MatchState, to: MatchState, change: Change
    ) {
        #expect(Change.inferred(from: from, to: to) == change)
    }

    @Test(
        arguments: [
            (over.with { $0.seats[1].rematch = true }, .offer(seat: 1)),
            (over.with { $0.seats[1].present = false }, .left(seat: 1)),
            (rematched, .rematch),
            // The last offer comes with the match that goes on.
            (rematched.with { $0.seats[0].rematch = true }, .rematch),
        ] as [(MatchState, Change)])
    func `offers, departures and rematches after the end are deduced`(next: MatchState, change: Change) {
        #expect(Change.inferred(from: Self.over, to: next) == change)
    }

    @Test(arguments: [playing.with { $0.watchers = 3 }, playing])
    func `a state that differs only in watchers, or in nothing, is deduced as such`(next: MatchState) {
        #expect(Change.inferred(from: Self.playing, to: next) == .watchers)
    }
}

extension MatchState {
    /// This match at its end.
    fileprivate func over(winner: Int?, _ reason: Ending.Reason) -> MatchState {
        with {
            ($0.phase, $0.turn, $0.turned) = (.over, nil, [])
            $0.result = Result(winner: winner, reason: reason, rematch: nil, best: false)
        }
    }
}
