import Protocol
import Testing

@testable import memory_join

@Suite struct InferredChangeTests {
    /// Returns the change deduced if `change` is the only difference from a running match.
    private func news(from former: MatchState = Say.state, _ change: (inout MatchState) -> Void) -> Change? {
        var next = former
        next.version += 1
        change(&next)
        return Change.inferred(from: former, to: next)
    }

    private var oneTurned: MatchState {
        var state = Say.state
        state.cards[3] = "🦊"
        state.turned = [3]
        return state
    }

    private var showing: MatchState {
        var state = oneTurned
        state.cards[4] = "🐶"
        (state.turned, state.phase, state.turn) = ([3, 4], .showing, nil)
        return state
    }

    private var over: MatchState {
        var state = Say.state
        (state.phase, state.turn) = (.over, nil)
        state.result = MatchState.Result(winner: 0, reason: .cleared, rematch: nil, best: false)
        return state
    }

    @Test func `the first state of a match is a copy, with its board`() {
        #expect(Change.inferred(from: nil, to: Say.state) == nil)
        let other = Say.stateOf(MatchID(number: 4))
        #expect(Change.inferred(from: Say.state, to: other) == nil)
    }

    @Test func `the second player's arrival is deduced as the start of the match`() {
        var waiting = Say.stateOf(phase: .waiting, turn: nil)
        waiting.seats.removeLast()
        #expect(Change.inferred(from: waiting, to: Say.state) == .deal)
    }

    @Test func `a first open card is deduced as a flip`() {
        #expect(Change.inferred(from: Say.state, to: oneTurned) == .flip(seat: 0, card: 3))
    }

    @Test func `a second open card is deduced as a pair or a miss`() {
        #expect(Change.inferred(from: oneTurned, to: showing) == .miss(seat: 0, first: 3, second: 4))
        let paired = news(from: oneTurned) {
            $0.cards[9] = "🦊"
            ($0.turned, $0.turn) = ([], 1)
            $0.seats[0].taken = [3, 9]
        }
        #expect(paired == .pair(seat: 0, first: 3, second: 9))
    }

    @Test func `the last pair of a match is deduced as a pair`() {
        let last = news(from: oneTurned) {
            $0.seats[0].taken = [3, 9]
            ($0.turned, $0.turn, $0.phase) = ([], nil, .over)
            $0.result = MatchState.Result(winner: 0, reason: .cleared, rematch: nil, best: false)
        }
        #expect(last == .pair(seat: 0, first: 3, second: 9))
    }

    @Test func `cards turned back are deduced as a cover, even at the end of the match`() {
        let back = news(from: showing) { ($0.turned, $0.phase, $0.turn) = ([], .playing, 1) }
        #expect(back == .cover(seat: 0, first: 3, second: 4))
        let last = news(from: showing) {
            ($0.turned, $0.phase) = ([], .over)
            $0.result = MatchState.Result(winner: nil, reason: .turns, rematch: nil, best: false)
        }
        #expect(last == .cover(seat: 0, first: 3, second: 4))
    }

    @Test func `a turn that passes without a second card is deduced as a timeout`() {
        #expect(news { $0.turn = 1 } == .timeout(seat: 0, card: nil))
        let turned = news(from: oneTurned) { ($0.turned, $0.turn, $0.cards[3]) = ([], 1, nil) }
        #expect(turned == .timeout(seat: 0, card: 3))
        #expect(news { $0.seats[0].turnsLeft = 14 } == .timeout(seat: 0, card: nil), "the same seat is to turn again")
        let last = news {
            ($0.turn, $0.phase) = (nil, .over)
            $0.result = MatchState.Result(winner: 1, reason: .timeout, rematch: nil, best: false)
        }
        #expect(last == .timeout(seat: 0, card: nil))
    }

    @Test func `players who go and come back are deduced`() {
        let gone = news {
            $0.seats[1].present = false
            ($0.phase, $0.turn) = (.paused, nil)
        }
        #expect(gone == .away(seat: 1))
        var paused = Say.stateOf(phase: .paused, turn: nil)
        paused.seats[1].present = false
        let back = news(from: paused) {
            $0.seats[1].present = true
            ($0.phase, $0.turn) = (.playing, 0)
        }
        #expect(back == .back(seat: 1))
        paused.seats[0].present = false
        #expect(news(from: paused) { $0.seats[0].present = true } == .back(seat: 0))
    }

    @Test(arguments: [(Ending.Reason.resigned, Change.resign(seat: 1)), (.abandoned, .abandon(seat: 1))])
    func `an end without a card is deduced as a resignation or abandonment`(_ reason: Ending.Reason, _ change: Change) {
        let ended = news {
            ($0.phase, $0.turn) = (.over, nil)
            $0.seats[1].present = false
            $0.result = MatchState.Result(winner: 0, reason: reason, rematch: nil, best: false)
        }
        #expect(ended == change)
    }

    @Test(arguments: [(Ending.Reason.resigned, Change.resign(seat: nil)), (.abandoned, .abandon(seat: nil))])
    func `if nobody wins, nobody is named as having ended the match`(_ reason: Ending.Reason, _ change: Change) {
        let ended = news {
            ($0.phase, $0.turn) = (.over, nil)
            $0.result = MatchState.Result(winner: nil, reason: reason, rematch: nil, best: false)
        }
        #expect(ended == change)
    }

    @Test func `offers, departures and rematches after the end are deduced`() {
        #expect(news(from: over) { $0.seats[1].rematch = true } == .offer(seat: 1))
        #expect(news(from: over) { $0.seats[1].present = false } == .left(seat: 1))
        #expect(news(from: over) { $0.result?.rematch = MatchID(number: 4) } == .rematch)
        let agreed = news(from: over) {
            $0.seats[0].rematch = true
            $0.result?.rematch = MatchID(number: 4)
        }
        #expect(agreed == .rematch, "the last offer comes with the match that goes on")
    }

    @Test func `if states are missing, the end of the match takes precedence over returns and offers`() {
        var paused = Say.stateOf(phase: .paused, turn: nil)
        paused.seats[1].present = false
        let ended = news(from: paused) {
            ($0.phase, $0.seats[1].present) = (.over, true)
            $0.result = MatchState.Result(winner: 0, reason: .resigned, rematch: nil, best: false)
        }
        #expect(ended == .resign(seat: 1))
        let offered = news {
            ($0.phase, $0.turn, $0.seats[1].rematch) = (.over, nil, true)
            $0.result = MatchState.Result(winner: 0, reason: .resigned, rematch: nil, best: false)
        }
        #expect(offered == .resign(seat: 1))
    }

    @Test func `if states are missing and several players came or went, no single change is deduced`() {
        let paused = news {
            ($0.phase, $0.turn, $0.seats[0].present, $0.seats[1].present) = (.paused, nil, false, false)
        }
        #expect(paused == nil)
    }

    @Test func `a state that differs only in watchers is deduced as such`() {
        #expect(news { $0.watchers = 3 } == .watchers)
        #expect(news { _ in } == .watchers, "a state in which nothing differs is no news either")
    }
}
