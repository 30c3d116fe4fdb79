import Protocol
import Testing

@testable import memory_join

@Suite struct MatchNewsTests {
    /// What is told when `change` is all that happened to a match in play, Ann's first card turned.
    private func told(from former: MatchState = Say.state, _ change: (inout MatchState) -> Void) -> Telling {
        var next = former
        next.version += 1
        change(&next)
        return MatchNews.telling(from: former, to: next, vanishes: false)
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
        state.result = MatchState.Result(winner: 0, reason: "cleared", rematch: nil, best: false)
        return state
    }

    @Test func `a match that was not shown yet is a copy, with its board`() {
        #expect(MatchNews.telling(from: nil, to: Say.state, vanishes: true) == Telling(.copy, vanishes: true))
        let other = Say.stateOf(MatchID(number: 4))
        #expect(MatchNews.telling(from: Say.state, to: other, vanishes: false) == Telling(.copy))
    }

    @Test func `a second player begins the match`() {
        var waiting = Say.stateOf(phase: .waiting, turn: nil)
        waiting.seats.removeLast()
        #expect(MatchNews.telling(from: waiting, to: Say.state, vanishes: false) == Telling(.begun))
    }

    @Test func `a first card is turned`() {
        #expect(
            MatchNews.telling(from: Say.state, to: oneTurned, vanishes: false) == Telling(.turned(card: 3, seat: 0)))
    }

    @Test func `a second card makes a pair or does not`() {
        #expect(MatchNews.telling(from: oneTurned, to: showing, vanishes: false) == Telling(.missed(card: 4, seat: 0)))
        let paired = told(from: oneTurned) {
            $0.cards[9] = "🦊"
            ($0.turned, $0.turn) = ([], 1)
            $0.seats[0].taken = [3, 9]
        }
        #expect(paired == Telling(.paired(card: 9, seat: 0)))
    }

    @Test func `the last pair is told as a pair`() {
        let last = told(from: oneTurned) {
            $0.seats[0].taken = [3, 9]
            ($0.turned, $0.turn, $0.phase) = ([], nil, .over)
            $0.result = MatchState.Result(winner: 0, reason: "cleared", rematch: nil, best: false)
        }
        #expect(last == Telling(.paired(card: 9, seat: 0)))
    }

    @Test func `cards are turned back, also by the end of the match`() {
        #expect(told(from: showing) { ($0.turned, $0.phase, $0.turn) = ([], .playing, 1) } == Telling(.turnedBack))
        let last = told(from: showing) {
            ($0.turned, $0.phase) = ([], .over)
            $0.result = MatchState.Result(winner: nil, reason: "turns", rematch: nil, best: false)
        }
        #expect(last == Telling(.turnedBack))
    }

    @Test func `a clock runs out`() {
        #expect(told { $0.turn = 1 } == Telling(.ranOut(seat: 0)))
        #expect(told(from: oneTurned) { ($0.turned, $0.turn, $0.cards[3]) = ([], 1, nil) } == Telling(.ranOut(seat: 0)))
        let solo = told { $0.seats[0].turnsLeft = 14 }
        #expect(solo == Telling(.ranOut(seat: 0)))
        let last = told {
            ($0.turn, $0.phase) = (nil, .over)
            $0.result = MatchState.Result(winner: 1, reason: "timeout", rematch: nil, best: false)
        }
        #expect(last == Telling(.ranOut(seat: 0)))
    }

    @Test func `players go and come back`() {
        let gone = told {
            $0.seats[1].present = false
            ($0.phase, $0.turn) = (.paused, nil)
        }
        #expect(gone == Telling(.gone(seat: 1)))
        var paused = Say.stateOf(phase: .paused, turn: nil)
        paused.seats[1].present = false
        let back = told(from: paused) {
            $0.seats[1].present = true
            ($0.phase, $0.turn) = (.playing, 0)
        }
        #expect(back == Telling(.back(seat: 1)))
        paused.seats[0].present = false
        #expect(told(from: paused) { $0.seats[0].present = true } == Telling(.back(seat: 0), drawsBoard: false))
    }

    @Test func `a match ends without a card`() {
        for reason in ["resigned", "abandoned"] {
            let ended = told {
                ($0.phase, $0.turn) = (.over, nil)
                $0.seats[1].present = false
                $0.result = MatchState.Result(winner: 0, reason: reason, rematch: nil, best: false)
            }
            #expect(ended == Telling(.ended))
        }
    }

    @Test func `after the end somebody offers, leaves or plays again`() {
        #expect(told(from: over) { $0.seats[1].rematch = true } == Telling(.offered(seat: 1), drawsBoard: false))
        #expect(told(from: over) { $0.seats[1].present = false } == Telling(.left(seat: 1), drawsBoard: false))
        let again = told(from: over) { $0.result?.rematch = MatchID(number: 4) }
        #expect(again == Telling(.goesOn, drawsBoard: false))
        let agreed = told(from: over) {
            $0.seats[0].rematch = true
            $0.result?.rematch = MatchID(number: 4)
        }
        #expect(agreed == Telling(.goesOn, drawsBoard: false), "the last offer comes with the match that goes on")
    }

    @Test func `watchers alone draw nothing`() {
        #expect(told { $0.watchers = 3 } == Telling(.watchers, drawsBoard: false))
        #expect(told { _ in } == Telling(.copy, drawsBoard: false))
    }
}
