import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

/// Commands without guards, as people type them, that arrive a moment after what they were meant for has changed.
@Suite struct `Lobby: commands that cross` {
    // MARK: Claims

    /// Ann and Bob at a table of Set, and three places that hold a set now, but not once Ann has taken it.
    private func playingSet() throws -> (table: LobbyDriver, places: [Int]) {
        for seed in 1...100 as ClosedRange<UInt64> {
            let table = LobbyDriver("ann", "bob", seed: seed)
            table.type("ann", "open set")
            table.type("bob", "join set")
            guard let places = SetCard.firstSet(in: try game(table).table) else { continue }
            var next = try game(table)
            _ = try next.play(.set(.take(#require(SetPlaces(places)))), by: 0, at: 0, announcedIn: 0)
            if SetCard.areSet(next.table[places[0]], next.table[places[1]], next.table[places[2]]) { continue }
            return (table, places)
        }
        throw LobbyDriver.Missing()
    }

    private func game(_ table: LobbyDriver) throws -> SetGame { try #require(try table.match().game.set) }

    /// A claim in the way that a client makes it.
    private func line(_ kind: String, _ places: [Int]) -> String {
        switch kind {
        case "words": "take " + places.map { "\($0 + 1)" }.joined(separator: " ")
        case "fields": #"{"type":"take","cards":\#(places)}"#
        default: #"{"type":"take","cards":\#(places),"match":"m1"}"#
        }
    }

    @Test(arguments: ["words", "fields", "fields and a match"])
    func `of two who claim the same set, the second is only late`(kind: String) throws {
        let (table, places) = try playingSet()
        table.write("ann", line(kind, places))
        table.pass(50)
        let (before, entries) = (try game(table), table.entries.count)
        let heard = table.write("bob", line(kind, places))
        #expect(heard.errors.map(\.code) == ["stale"])
        #expect(heard.errors.map(\.message) == ["That was a set a moment ago, but the cards have changed."])
        #expect(try game(table) == before && table.entries.count == entries)
        #expect(before.score(of: 1) == 0 && before.blockedMilliseconds(of: 1, at: 50) == 0)
    }

    @Test func `two seconds later the same claim is wrong, and a restart makes no difference to that`() throws {
        let (table, places) = try playingSet()
        table.write("ann", line("words", places))
        table.pass(Limits.lateMilliseconds)
        #expect(table.write("bob", line("words", places)).errors.map(\.code) == ["stale"])
        table.pass(1)
        #expect(table.write("bob", line("words", places)).errors.isEmpty)
        #expect(try game(table).score(of: 1) == -1)
        let before = try game(table)
        try table.restart(isCompacted: false)
        #expect(try game(table) == before)
    }

    @Test func `a claim with the version of the table that it is made on is wrong at once`() throws {
        let (table, places) = try playingSet()
        table.write("ann", line("words", places))
        let version = try table.match().versions.current
        #expect(table.write("bob", #"{"type":"take","cards":\#(places),"version":\#(version)}"#).errors.isEmpty)
        #expect(try game(table).score(of: 1) == -1)
    }

    @Test func `while a match is paused, a late claim is refused for that`() throws {
        let (table, places) = try playingSet()
        table.write("ann", line("words", places))
        table.vanish("ann")
        #expect(table.write("bob", line("words", places)).errors.map(\.code) == ["not_playing"])
    }

    // MARK: Matches

    @Test(arguments: ["resign", "leave"])
    func `what is typed as one match of a contest ends does not hit the next`(command: String) throws {
        let table = LobbyDriver.contest("ann", "bob", pairs: 1)
        table.enter("ann", "bob")
        table.pass(Limits.lateMilliseconds)
        table.say("ann", .resign)
        #expect(try table.match().id.number == 2)
        for who in ["ann", "bob"] { #expect(table.write(who, command).errors.map(\.code) == ["stale"]) }
        #expect(try table.match(2).isRunning)
    }
}
