import Protocol
import Testing

@testable import memory_join

/// What the cards do at the end of a match.
@Suite struct FinaleTests {
    private static let ended = MatchState.ended().with { state in
        (state.seats[0].taken, state.seats[1].taken) = (Array(0..<18), Array(18..<30))
    }

    private func poses(_ finale: Finale, _ card: Int) -> [Motion.Pose] {
        sequence(first: finale.start) { finale.nextStep(after: $0) }.prefix(1_000)
            .compactMap { finale.pose(of: card, at: $0) }
    }

    @Test func `the winner's cards turn once around, one after the other, and the loser's lie still until all fall`() {
        let finale = Finale(Self.ended, from: start)
        for card in 0..<30 {
            let lying = poses(finale, card).prefix { !$0.isFalling && !$0.isHidden }
            let turned = lying.filter { $0 != Motion.Pose() }
            #expect(turned.isEmpty == (card >= 18), "card \(card)")
            if card < 18 { #expect(turned.first?.side == .asInState && turned.contains { $0.side == .back }) }
        }
        let begun = [0, 8, 17].map { card in poses(finale, card).firstIndex { $0 != Motion.Pose() } ?? -1 }
        #expect(begun == begun.sorted() && Set(begun).count == 3)
    }

    @Test func `after a draw, all that was taken turns`() {
        let finale = Finale(Self.ended.with { $0.result?.winner = nil }, from: start)
        #expect((0..<30).allSatisfy { card in poses(finale, card).contains { $0.side == .back && !$0.isFalling } })
    }

    @Test func `every card falls faster and faster until it is out of sight, the lower rows first`() {
        let finale = Finale(Self.ended, from: start)
        for card in 0..<30 {
            let falling = poses(finale, card).filter(\.isFalling).map(\.rows)
            #expect(falling.first == 0 && falling == falling.sorted() && falling.last ?? 0 >= 50, "card \(card)")
            #expect(finale.pose(of: card, at: finale.end) == nil && finale.pose(of: card, at: start + -1) == nil)
        }
        let first = poses(finale, 24).firstIndex(where: \.isFalling) ?? .max
        #expect(first < poses(finale, 0).firstIndex(where: \.isFalling) ?? 0)
        #expect((1_500..<4_000).contains(finale.end - start))
    }

    @Test func `the cards of Set fall by the rows in which they are seen`() {
        let finale = Finale(Say.setState().with { $0.phase = .over }, from: start)
        let begun = (0..<12).map { card in poses(finale, card).firstIndex(where: \.isFalling) ?? .max }
        for column in 0..<4 { #expect(begun[3 * column] > begun[3 * column + 2]) }
    }

    @Test func `a state that is missing in the finale shows the result at once`() throws {
        var model = ended()
        let finale = try #require(model.session.table?.finale)
        model.show(.offer(seat: 1), at: finale.start + 50) {
            ($0.version, $0.seats[1].rematch) = ($0.version + 3, true)
        }
        #expect(model.drawing(at: finale.start + 50).canvas.contains("You win!"))
    }

    @Test func `a table without cards, and one from a host that says anything, has an end, too`() {
        var empty = Self.ended
        (empty.cards, empty.rows, empty.columns) = (.none, 0, 0)
        empty.seats[0].taken = [7, -1, 99]
        let finale = Finale(empty, from: start)
        #expect(finale.end == start && finale.nextStep(after: start) == nil)
        let odd = Finale(Self.ended.with { $0.seats[0].taken = [5, 5, 99, -3] }, from: start)
        #expect(odd.end > start)
    }

    private func ended(_ look: Look = Look()) -> Model {
        var model = Model.inMatch(look: look)
        model.end(by: .memory(.pair(seat: 0, first: 4, second: 5)))
        return model
    }

    @Test func `a key or a click skips to the result once the last pair has been seen, and does nothing else`() throws {
        let finale = try #require(ended().session.table?.finale)
        for act in [{ $0.press(.enter, at: $1) }, { $0.type("q", at: $1) }] as [(inout Model, Instant) -> [Effect]] {
            var model = ended()
            #expect(act(&model, finale.start + -1) == [] && model.session.table?.resultFrom == finale.end)
            let now = finale.start + 100
            #expect(act(&model, now) == [] && model.session.table?.resultFrom == now)
            #expect(model.screen.motions.nextStep(after: now) == nil && model.screen.overlay == nil)
            #expect(model.drawing(at: now).canvas.contains("You win!"))
            #expect(act(&model, now + 100) == [], "the key may still be meant for the cards")
        }
    }

    @Test func `without motion the result is there at once, with its score`() {
        let model = ended(Look(hasMotion: false))
        #expect(model.session.table?.finale == nil && model.drawing(at: start).canvas.contains("9 : 6"))
    }

    @Test func `no card that falls covers what stands beside the table or below it`() throws {
        for size in [size(80, 24), size(60, 50), size(200, 60)] {
            for look in [Look(), Look(colours: .none)] {
                var model = Model.inMatch(look: look)
                model.take(.resized(size))
                model.end(by: .memory(.pair(seat: 0, first: 4, second: 5)))
                let finale = try #require(model.session.table?.finale)
                let still = model.drawing(at: finale.start + -1).canvas
                let cards = (0..<30).compactMap { model.drawing(at: finale.end).rect(of: .card($0)) }
                let right = cards.map(\.endColumn).max() ?? 0
                for now in sequence(first: finale.start, next: { finale.nextStep(after: $0) }) where now < finale.end {
                    let moving = model.drawing(at: now).canvas
                    for row in 0..<size.rows {
                        for column in right..<size.columns { #expect(moving[row, column] == still[row, column]) }
                    }
                }
            }
        }
    }
}
