import Testing

@testable import Protocol

/// Claims of which nothing is known but when they come: some are only late.
@Suite struct `Set: claims that come late` {
    /// The first three cards are a set, and the three that are dealt next are none.
    private func table(seats: Int = 2) throws -> SetTable {
        let others = ["1gsd", "2gsd", "3gsd", "1psd", "2psd", "3psd", "1rtd", "2rtd", "3rtd"]
        return try SetTable(SetTable.set + others + ["1gtd", "2gtd", "1ptd"], seats: seats)
    }

    private func claim(_ places: [Int]) throws -> SetMove { .take(try #require(SetPlaces(places))) }

    @Test func `a claim that was right is late for two seconds after another has taken its cards`() throws {
        var table = try table()
        let claim = try claim([2, 0, 1])
        #expect(!table.isStale(claim, by: 1, seenIn: nil, at: 10_000), "it is right")
        try table.take(0, 1, 2, at: 10_000)
        let before = table.game
        for time in [10_000, 10_050, 12_000] { #expect(table.isStale(claim, by: 1, seenIn: nil, at: time)) }
        #expect(!table.isStale(claim, by: 1, seenIn: nil, at: 12_001), "it is wrong")
        #expect(table.isStale(claim, by: 0, seenIn: nil, at: 12_000), "that of its own player, too")
        #expect(table.game == before)
    }

    @Test func `a claim that was wrong all along is not late, nor is one that is right`() throws {
        var table = try table()
        try table.take(0, 1, 2)
        #expect(!table.isStale(try claim([0, 1, 3]), by: 1, seenIn: nil))
        for set in SetCard.sets(in: table.game.table) {
            #expect(!table.isStale(try claim(set), by: 1, seenIn: nil))
        }
    }

    @Test func `a version says which table was seen, and so leaves nothing to guess`() throws {
        var table = try table()
        try table.take(0, 1, 2)
        let claim = try claim([0, 1, 2])
        #expect(table.isStale(claim, by: 1, seenIn: 0) && !table.isStale(claim, by: 1, seenIn: 1))
    }

    @Test func `a claim of places that are gone is late, and one of places that never were is not`() throws {
        var table = try SetTable()
        try table.play(.more)
        try table.play(.more, by: 1)
        let sets = SetCard.sets(in: table.game.table)
        let gone = try #require(sets.first { $0.contains { $0 >= 12 } })
        try table.play(claim(try #require(sets.first)), at: 1_000)
        #expect(table.game.table.count == 12)
        #expect(table.isStale(try claim(gone), by: 1, seenIn: nil, at: 1_500))
        #expect(!table.isStale(try claim([12, 13, 70]), by: 1, seenIn: nil, at: 1_500))
    }

    @Test func `several tables may have gone within two seconds`() throws {
        var (table, late) = (try SetTable(), [[Int]]())
        for time in [0, 700, 1_400] {
            late.append(try #require(SetCard.firstSet(in: table.game.table)))
            try table.play(claim(late[late.count - 1]), at: time)
        }
        for set in late {
            let isRight = SetCard.sets(in: table.game.table).contains { Set($0) == Set(set) }
            #expect(table.isStale(try claim(set), by: 1, seenIn: nil, at: 1_500) != isRight, "\(set)")
        }
    }

    @Test func `whoever is blocked, or comes after the end, is told that instead`() throws {
        var table = try table()
        try table.take(0, 1, 3, by: 1)
        try table.take(0, 1, 2)
        let claim = try claim([0, 1, 2])
        #expect(!table.isStale(claim, by: 1, seenIn: nil, at: 100))
        _ = table.game.forfeit(by: 0, as: .resigned)
        #expect(!table.isStale(claim, by: 0, seenIn: nil, at: 100))
    }

    @Test func `only claims are late`() throws {
        var table = try table(seats: 1)
        try table.take(0, 1, 2)
        #expect(!table.isStale(.more, seenIn: nil) && !table.isStale(.shuffle, seenIn: nil))
    }

    @Test func `few tables are remembered, however often a solo player shuffles`() throws {
        var recent = RecentTables()
        let (set, none) = (SetTable.set.compactMap { SetCard($0) }, SetTable.withoutSet.compactMap { SetCard($0) })
        recent.note(set, until: 0)
        let places = try #require(SetPlaces([0, 1, 2]))
        #expect(recent.hadSet(in: places, since: 0))
        for _ in 0..<Limits.Internal.recentTables { recent.note(none, until: 0) }
        #expect(!recent.hadSet(in: places, since: 0))
    }
}
