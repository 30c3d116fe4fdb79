import TestSupport
import Testing

@testable import Protocol

/// The rules of Set, one by one.
@Suite struct `Set: rules` {
    // MARK: Claims

    @Test func `twelve cards of 81 lie on the table at first`() throws {
        let table = try SetTable()
        #expect(table.game.table == Array(SetCard.all.prefix(12)) && table.game.deckLeft == 69)
    }

    @Test func `a right claim scores, and new cards take the places`() throws {
        var table = try SetTable(SetTable.set)
        let before = table.texts
        let change = try table.take(2, 0, 1, by: 1)
        guard case .set(.set(seat: 1, let claim)) = change else { throw Failure(change) }
        #expect(claim.places == [2, 0, 1] && claim.cards.map(\.text) == ["3rsd", "1rsd", "2rsd"])
        #expect(table.texts.dropFirst(3) == before.dropFirst(3))
        #expect(Array(table.game.table.prefix(3)) == Array(SetCard.all[12..<15]))
        #expect([0, 1].map(table.game.score) == [0, 1] && table.game.deckLeft == 66)
    }

    @Test func `a table of fifteen closes up with its last cards`() throws {
        var table = try SetTable(SetTable.set, seats: 1)
        try table.play(.more)
        let before = table.texts
        try table.take(0, 1, 2)
        #expect(table.game.deckLeft == 66)
        #expect(table.texts == [before[12], before[13], before[14]] + before[3..<12])
    }

    @Test func `a wrong claim costs a point, moves nothing and blocks its player for three seconds`() throws {
        var table = try SetTable(SetTable.set)
        let before = table.texts
        guard case .set(.wrong(seat: 0, let claim, let penalty)) = try table.take(0, 1, 3, at: 1_000) else {
            throw Failure(())
        }
        #expect(penalty == SetPenalty(points: 1, fault: .number))
        #expect(claim.cards.map(\.text) == [0, 1, 3].map { before[$0] } && table.texts == before)
        #expect(table.game.score(of: 0) == -1 && table.game.blockedMilliseconds(of: 0, at: 1_500) == 2_500)
        #expect(throws: Refusal.blocked(milliseconds: 1)) { try table.take(0, 1, 2, at: 3_999) }
        #expect(table.game.score(of: 0) == -1)
        try table.take(0, 1, 2, by: 1, at: 3_999)
        #expect(table.game.score(of: 1) == 1)
        #expect(throws: Never.self) { try table.take(3, 4, 6, at: 4_000) }
    }

    @Test func `a place outside the table is refused`() throws {
        var table = try SetTable()
        for place in [12, 80, 81, 1_000, -1] {
            #expect(throws: Refusal.noSuchCard) { try table.take(0, 1, place) }
        }
        #expect(table.game.score(of: 0) == 0)
    }

    @Test(arguments: [[], [1], [1, 2], [1, 2, 3, 4], [1, 1, 2], [1, 2, 2], [5, 5, 5]])
    func `a claim names three different places`(places: [Int]) { #expect(SetPlaces(places) == nil) }

    // MARK: More cards

    @Test func `alone, more cards come at once, at the price of a point if a set lay open`() throws {
        var table = try SetTable(SetTable.withoutSet, seats: 1)
        #expect(try table.play(.more) == .set(.more(seat: 0)))
        #expect(table.game.table.count == 15 && table.game.score(of: 0) == 0)
        table = try SetTable(SetTable.set, seats: 1)
        let missed = SetPenalty(points: 1, missed: SetPlaces([0, 1, 2]))
        #expect(try table.play(.more) == .set(.more(seat: 0, missed)))
        #expect(table.game.table.count == 15 && table.game.score(of: 0) == -1)
    }

    @Test func `cards are dealt until all 81 lie on the table`() throws {
        var table = try SetTable(seats: 1)
        for _ in 0..<23 { try table.play(.more) }
        #expect(table.game.table.count == 81 && table.game.deckLeft == 0)
        #expect(throws: Refusal.deckEmpty) { try table.play(.more) }
        try table.take(0, 1, 2)
        #expect(table.game.table.count == 78)
    }

    @Test func `of two players one's request is shown, and granted when the other asks, too`() throws {
        var table = try SetTable()
        #expect(try table.play(.more, by: 1) == .set(.asked(seat: 1)))
        #expect(table.game.table.count == 12 && table.game.askingSeat == 1)
        #expect(throws: Refusal.notPlaying("You have asked for three more cards already.")) {
            try table.play(.more, by: 1, at: 4_999)
        }
        #expect(table.game.table.count == 12)
        #expect(try table.play(.more, by: 0) == .set(.more(seat: 0)))
        #expect(table.game.table.count == 15 && table.game.askingSeat == nil)
        #expect([0, 1].map(table.game.score) == [0, 0])
    }

    @Test func `a request is granted after five seconds in which nobody takes a set`() throws {
        var table = try SetTable(SetTable.set)
        try table.play(.more, by: 1, at: 1_000)
        #expect(table.game.deadline == 6_000)
        try table.take(0, 1, 2, at: 4_000)
        #expect(table.game.deadline == 9_000 && table.game.askingSeat == 1)
        #expect(table.expire() == .set(.more(seat: 1)))
        #expect(table.game.table.count == 15 && table.game.askingSeat == nil)
    }

    @Test func `two players never learn of a set that they missed`() throws {
        var table = try SetTable(SetTable.set)
        try table.play(.more)
        #expect(try table.play(.more, by: 1) == .set(.more(seat: 1, SetPenalty())))
        try table.play(.more)
        #expect(table.expire() == .set(.more(seat: 0, SetPenalty())))
        #expect([0, 1].map(table.game.score) == [0, 0])
    }

    @Test func `a wrong claim leaves a request as it is`() throws {
        var table = try SetTable(SetTable.withoutSet)
        try table.play(.more, at: 1_000)
        try table.take(0, 1, 2, by: 1, at: 4_000)
        #expect(table.game.deadline == 6_000)
    }

    // MARK: Shuffling

    @Test func `alone, a shuffle lays the same cards elsewhere`() throws {
        var table = try SetTable(seats: 1)
        let before = table.game.table
        #expect(try table.play(.shuffle) == .set(.shuffle(seat: 0)))
        #expect(table.game.table != before && Set(table.game.table) == Set(before) && table.game.deckLeft == 69)
        // As PROTOCOL.md specifies.
        #expect(table.game.table == [10, 11, 2, 3, 9, 5, 0, 1, 4, 6, 8, 7].map { before[$0] })
        try table.play(.more)
        let fifteen = table.game.table
        try table.play(.shuffle)
        #expect(table.game.table == [13, 6, 7, 2, 10, 11, 8, 4, 5, 12, 14, 1, 9, 0, 3].map { fifteen[$0] })
    }

    @Test func `after a shuffle every place counts as changed, even one whose card has come back to it`() throws {
        var table = try SetTable(seats: 1)
        let before = table.texts
        try table.play(.shuffle)
        let same = table.texts.indices.filter { table.texts[$0] == before[$0] }
        #expect(same == [2, 3, 5])
        #expect(table.isStale(.take(try #require(SetPlaces(same))), seenIn: 0) && table.isStale(.shuffle, seenIn: 0))
        #expect(!table.isStale(.shuffle, seenIn: 1))
    }

    @Test func `two players' table isn't shuffled`() throws {
        var table = try SetTable()
        #expect(throws: Refusal.notPlaying("Only a solo player's table can be shuffled.")) { try table.play(.shuffle) }
    }

    // MARK: The end

    @Test(arguments: [1, 2]) func `a match is over once the deck is empty and no set is left`(seats: Int) throws {
        var random = SeededRandom("whole games of Set")
        for _ in 0..<20 {
            var table = try SetTable(SetCard.all.map(\.text).shuffled(using: &random), seats: seats)
            while table.game.ending == nil {
                let seat = random.number(0...seats - 1)
                if let places = SetCard.sets(in: table.game.table).randomElement(using: &random) {
                    try table.play(.take(try #require(SetPlaces(places))), by: seat)
                } else {
                    for seat in 0..<seats { try table.play(.more, by: seat) }
                }
            }
            let (game, scores) = (table.game, (0..<seats).map(table.game.score))
            #expect(game.deckLeft == 0 && SetCard.firstSet(in: game.table) == nil)
            #expect(game.table.count + 3 * scores.reduce(0, +) == 81)
            let winner = seats == 1 ? 0 : scores[0] == scores[1] ? nil : scores[0] > scores[1] ? 0 : 1
            #expect(game.ending == Ending(winner: winner, reason: .cleared))
            #expect(throws: Refusal.notPlaying("The match is over.")) { try table.play(.more) }
            #expect(table.game.deadline == nil && table.expire() == nil)
        }
    }

    @Test func `a table that nobody touches is over, and whoever leads has won`() throws {
        var table = try SetTable(SetTable.set, idleMilliseconds: 10_000)
        #expect(table.game.deadline == 10_000)
        try table.take(0, 1, 2, by: 1, at: 4_000)
        #expect(table.game.deadline == 14_000)
        #expect(table.expire() == .set(.idle) && table.game.ending == Ending(winner: 1, reason: .idle))
        table = try SetTable()
        table.expire()
        #expect(table.game.ending == Ending(winner: nil, reason: .idle))
        table = try SetTable(SetTable.set, seats: 1)
        try table.take(0, 1, 2)
        table.expire()
        #expect(table.game.ending == Ending(winner: nil, reason: .idle))
    }

    @Test func `any claim and any request starts the idle clock anew`() throws {
        var table = try SetTable(seats: 1, idleMilliseconds: 20_000)
        try table.take(0, 1, 3, at: 1_000)
        #expect(table.game.deadline == 21_000)
        try table.play(.more, at: 2_000)
        #expect(table.game.deadline == 22_000)
        try table.play(.shuffle, at: 3_000)
        #expect(table.game.deadline == 23_000)
        #expect(throws: Refusal.self) { try table.take(0, 1, 2, at: 3_500) }
        #expect(table.game.deadline == 23_000)
    }

    @Test func `a match that goes on for too long ends`() throws {
        var table = try SetTable(seats: 1)
        for move in 1...Limits.matchTurns {
            #expect(table.game.ending == nil)
            try table.play(.shuffle, at: move)
        }
        #expect(table.game.ending == Ending(winner: nil, reason: .turns))
    }

    @Test func `who gives up loses, whatever the score`() throws {
        var table = try SetTable(SetTable.set)
        try table.take(0, 1, 2)
        #expect(table.game.forfeit(by: 0, as: .resigned) == .resign(seat: 0))
        #expect(table.game.ending == Ending(winner: 1, reason: .resigned))
        #expect(table.game.forfeit(by: 1, as: .resigned) == nil)
    }

    @Test func `each game refuses the other's moves`() throws {
        var table = try SetTable()
        #expect(throws: Refusal.notPlaying("This is Set; there is nothing to flip.")) {
            try table.game.play(.flip(.card(0)), by: 0, at: 0, announcedIn: 1)
        }
        var random = SeededRandom(seed: 1)
        var memory = Game(rules: .preset(.quick), deck: Deck(for: .preset(.quick), using: &random))
        for move in [.more, .shuffle, .take(try #require(SetPlaces([0, 1, 2])))] as [SetMove] {
            #expect(throws: Refusal.notPlaying("This is Memory; flip a card.")) {
                try memory.play(.set(move), by: 0, at: 0, announcedIn: 0)
            }
        }
    }

    // MARK: What is seen

    @Test func `a place has changed since a version if another card lies there, or none`() throws {
        var table = try SetTable(SetTable.set)
        func changed(since version: Int) -> [Int] {
            (0..<21).filter { place in
                SetPlaces([place, 90, 91]).map { table.isStale(.take($0), by: 1, seenIn: version) } ?? false
            }
        }
        #expect(changed(since: 0) == [])
        try table.take(0, 1, 2)
        #expect(changed(since: 0) == [0, 1, 2] && changed(since: 1) == [])
        try table.play(.more)
        try table.play(.more, by: 1)
        #expect(changed(since: 2) == [12, 13, 14] && changed(since: 1) == [12, 13, 14])
        #expect(table.isStale(.more, seenIn: 2) && !table.isStale(.more, seenIn: 3))
        #expect(table.isStale(.shuffle, seenIn: 2) && !table.isStale(.shuffle, seenIn: 3))
    }

    @Test func `a claim is stale once its player has claimed, right or wrong`() throws {
        var table = try SetTable(SetTable.set)
        let claim = SetMove.take(try #require(SetPlaces([0, 1, 3])))
        try table.take(0, 1, 3)
        #expect(table.isStale(claim, seenIn: 0) && !table.isStale(claim, seenIn: 1))
        #expect(table.isStale(.take(try #require(SetPlaces([4, 1, 0]))), seenIn: 0))
        #expect(!table.isStale(claim, by: 1, seenIn: 0) && !table.isStale(.more, seenIn: 0))
    }

    @Test func `a state shows the table, and nothing of the deck`() throws {
        var table = try SetTable(SetTable.set)
        try table.take(0, 1, 3, by: 1, at: 1_000)
        try table.play(.more, at: 2_000)
        var state = HouseMatch.emptyState(seats: 2)
        Game.set(table.game).show(in: &state, at: 2_500)
        #expect(state.cards.map { $0 ?? "" } == table.texts && (state.rows, state.columns) == (3, 4))
        #expect(state.turned.isEmpty && state.turn == nil && state.turnEndsInMilliseconds == nil)
        #expect(state.active == nil && state.turnNumber == 0 && state.phaseEndsInMilliseconds == 299_500)
        let seats = [
            SetState.Seat(sets: 0, blockedMilliseconds: 0, asksForMore: true),
            SetState.Seat(sets: 0, blockedMilliseconds: 1_500, asksForMore: false),
        ]
        #expect(state.set == SetState(deckLeft: 69, seats: seats))
        #expect(Game.set(table.game).revealedDeck == nil)
    }
}

/// Something that a test did not expect.
private struct Failure: Error {
    let what: String
    init(_ what: some Any) { self.what = "\(what)" }
}
