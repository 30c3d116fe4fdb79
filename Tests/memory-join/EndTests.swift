import Protocol
import Testing

@testable import memory_join

/// The box at the end of a match.
@Suite struct EndTests {
    /// A match that has ended after a match of pairs, in a minute and five seconds.
    private func played(_ final: MatchState = .ended()) -> Model {
        var model = Model.inMatch()
        model.show(.deal, at: start + -65_000) { _ in }
        for seat in [0, 1, 1, 0, 0, 0] {
            model.show(.memory(.pair(seat: seat, first: 0, second: 1)), at: start + -9_000) { _ in }
        }
        model.show(.memory(.miss(seat: 0, first: 2, second: 3)), at: start + -8_000) { _ in }
        model.show(.memory(.pair(seat: 0, first: 4, second: 5))) { state in
            state = final.with { ($0.version, $0.turnNumber) = (state.version, 24) }
        }
        return model
    }

    @Test func `winner and loser are told so, with the figures of the match`() {
        #expect(played().lines().shows("You win!"))
        #expect(played(.ended(winner: 1)).lines().shows("Bob wins, you lose"))
        for text in [
            "Ann 9 : 6 Bob", "All pairs found.", "12 turns each in 1:05", "Longest run: 4 pairs (Ann)", "Ann 1 : 0 Bob",
        ] {
            #expect(played().lines().shows(text), "\(text)")
        }
    }

    @Test func `what players remembered is told, and all of it is praised`() {
        func recall(_ found: Int, _ missed: Int) -> Recall { Recall(span: [.init(found: found, missed: missed)]) }
        let ended = played(.ended().with { $0.result?.recall = [recall(9, 1), recall(3, 2)] })
        #expect(ended.lines().shows("Remembered: Ann 9 of 10,") && ended.lines().shows("Longest run"))
        let praised = played(.ended().with { $0.result?.recall = [recall(9, 0), recall(3, 2)] })
        #expect(praised.lines().shows("Remembered: Ann all 9") && praised.lines().shows("Ann remembered every pair"))
        #expect(!praised.lines().shows("Longest run"))
        let both = played(.ended().with { $0.result?.recall = [recall(9, 0), recall(5, 0)] })
        #expect(both.lines().shows("Ann and Bob remembered") && !both.lines().shows("Longest run"))
        let house = played(
            .ended().with {
                $0.seats[1].kind = .house(.perfect)
                $0.result?.recall = [recall(9, 1), recall(3, 0)]
            })
        #expect(!house.lines().shows("every pair") && house.lines().shows("Longest run"), "it is no news of the house")
    }

    @Test func `figures of what was not seen are left out`() {
        let late = Model.inMatch(.ended())
        #expect(late.lines().shows("You win!") && !late.lines().shows("each in") && !late.lines().shows("Longest run"))
        var gap = Model.inMatch(Say.state.with { $0.change = .deal })
        gap.show(.memory(.pair(seat: 0, first: 0, second: 1))) { _ in }
        gap.show(.memory(.pair(seat: 0, first: 2, second: 3))) { $0.version += 3 }
        gap.show(.memory(.pair(seat: 0, first: 4, second: 5))) { state in state = .ended(version: state.version) }
        #expect(gap.lines().shows("1 turn altogether in 0:00") && !gap.lines().shows("Longest run"))
    }

    @Test func `a solo game is congratulated on a high score only if it has points`() {
        for (score, isPraised) in [(0, false), (-100, false), (3, true)] {
            var model = Model.inLobby()
            model.take(.line("open solo"))
            model.answer(.match(Seating(match: m3, seat: 0, rules: .preset(.classic, solo: true), code: nil)))
            let end = MatchState.ended(winner: nil, reason: .turns, best: true).with {
                $0.seats.removeLast()
                $0.seats[0].score = score
            }
            model.take(received(.state(end)))
            #expect(model.lines().shows("New high score!") == isPraised && model.lines().shows("The game is over"))
            #expect(!model.lines().shows("Series"))
        }
    }

    @Test func `the series is counted across rematches, and ends with the table`() {
        var model = played()
        for (number, winner) in [(4, 1), (5, nil)] {
            let id = MatchID(number: number)
            model.take(received(Say.match(id)), received(.state(Say.stateOf(id).with { $0.change = .deal })))
            model.show(.resign(seat: 0)) { state in
                state = MatchState.ended(winner: winner, version: state.version).with { $0.match = id }
            }
        }
        #expect(model.lines().shows("Series: Ann 1 : 1 Bob, 1"))
        model.type("q", at: start + 1_000)
        model.answer(.ok(.leave))
        #expect(model.session.series == nil)
    }

    @Test func `an end that was counted is not counted again after a reconnection`() {
        var model = played()
        model.take(.lost("reset"), .opened, Say.hello, welcome("Ann", resumed: true))
        model.take(received(Say.match()), received(.state(model.state ?? Say.state)))
        #expect(model.session.series?.wins == [1, 0])
    }

    @Test(arguments: [size(40, 14), size(80, 24), size(100, 30), size(120, 40), size(60, 50), size(200, 60)])
    func `the result is shown, and covers no card`(_ size: Platform.WindowSize) throws {
        var model = Model.inMatch(look: Look())
        model.take(.resized(size))
        model.end(by: .memory(.pair(seat: 0, first: 4, second: 5)))
        let finale = try #require(model.session.table?.finale)
        let before = model.drawing(at: finale.start + -1)
        #expect(!model.drawing(at: finale.end + -1).canvas.contains("You win"))
        #expect(model.drawing(at: finale.end).canvas.contains("Ann 0 : 0 Bob"), "the score counts up")
        let after = model.drawing(at: finale.end + EndView.countTime)
        #expect(!before.canvas.contains("You win") && !before.canvas.contains("9 : 6"))
        #expect(after.canvas.contains("You win!") && after.canvas.contains("Ann 9 : 6 Bob"))
        #expect(after.canvas.contains("All pairs found."))
        let cards = (0..<30).compactMap { after.rect(of: .card($0)) }
        #expect(cards.count == 30)
        for card in cards {
            for row in card.row..<card.endRow {
                for column in card.column..<card.endColumn {
                    #expect(before.canvas[row, column] == after.canvas[row, column], "row \(row), column \(column)")
                }
            }
        }
    }

    @Test(arguments: [
        (Preset.classic, Change.memory(.pair(seat: 0, first: 4, second: 5))),
        (.tiles, .memory(.pair(seat: 0, first: 4, second: 5))),
        (.classic, .memory(.miss(seat: 0, first: 4, second: 5))),
        (.classic, .memory(.cover(seat: 0, first: 4, second: 5))),
    ])
    func `the last cards come to rest before the result`(_ preset: Preset, _ change: Change) throws {
        var model = Model.inMatch(
            Say.state.with { ($0.cards[4], $0.cards[5]) = ("🦊", "🐶") }, preset: preset, look: Look())
        model.end(by: change)
        let end = try #require(model.session.table?.resultFrom)
        #expect(model.nextTick(after: start) ?? end < end && model.screen.motions.nextStep(after: start) != nil)
        #expect(model.screen.motions.nextStep(after: end) == nil)
    }

    @Test func `in a small terminal the result takes the status's place, and what is said stays`() {
        var model = Model.inMatch()
        model.take(.resized(size(40, 14)))
        model.end(by: .resign(seat: 1), .ended(reason: .resigned))
        #expect(model.lines()[11] == "You win! Ann 9 : 6 Bob" && model.lines()[12].hasPrefix("Bob resigned."))
        model.show(.offer(seat: 1)) { $0.seats[1].rematch = true }
        #expect(model.lines()[12] == "Bob offered a rematch.")
        model.take(received(.said(Said(match: m3, from: "Bob", role: .player, text: "well played"))))
        #expect(model.lines()[12] == "Bob says: well played")
    }

    @Test func `a high score is told in the smallest terminal, too`() {
        let best = MatchState.ended(winner: nil, reason: .turns, best: true).with { $0.seats.removeLast() }
        var model = Model.inMatch(best)
        model.take(.resized(View.minimumSize))
        #expect(model.lines().shows("New high score! Out of turns."))
    }

    @Test func `a score below zero has a minus sign`() {
        let model = Model.inMatch(.ended().with { ($0.seats[0].score, $0.seats[1].score) = (0, -1) })
        #expect(model.lines().shows("Ann 0 : \u{2212}1 Bob"))
    }

    @Test func `another board is opened from the end, with the rules just played`() {
        var model = Model.inMatch(.ended(), preset: .duel)
        #expect(model.type("o", at: start + 1_000) == [] && model.form == OpeningForm(seats: 2, preset: .duel))
        model.press(.escape)
        #expect(model.screen.page == .table)
        model.type("o")
        model.press(.enter)
        model.answer(Say.match(MatchID(number: 9)))
        #expect(model.screen.page == .table && model.seating?.match == MatchID(number: 9))
    }
}

extension Canvas {
    /// True if some row contains this text.
    func contains(_ text: String) -> Bool { (0..<size.rows).contains { line($0).contains(text) } }
}

extension Model {
    /// Takes in the end of the match.
    mutating func end(by change: Change, _ final: MatchState = .ended()) {
        show(change) { state in state = final.with { ($0.version, $0.change) = (state.version, change) } }
    }
}
