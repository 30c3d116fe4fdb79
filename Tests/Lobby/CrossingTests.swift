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

    // MARK: Rematches

    /// Ann has resigned and Bob has offered a rematch; Ann's answer has just begun it.
    private func rematch() -> LobbyDriver {
        let table = LobbyDriver.playing()
        table.say("ann", .resign)
        table.say("bob", .rematch)
        table.pass(5_000)
        table.say("ann", .rematch)
        return table
    }

    @Test(arguments: ["resign", "leave", "rematch"])
    func `what is typed as the other player begins the rematch does not hit it`(command: String) throws {
        for line in [command, "{\"type\":\"\(command)\"}"] {
            let table = rematch()
            table.pass(50)
            let entries = table.entries.count
            let heard = table.write("bob", line)
            #expect(heard.errors.map(\.code) == ["stale"], "\(line)")
            #expect(
                heard.errors.map(\.message) == [
                    "You were moved to m2 a moment ago. If you mean that match, say it again."
                ])
            #expect(try table.match(2).isRunning && table.entries.count == entries)
            // Said again, it counts.
            #expect(table.write("bob", line).errors.map(\.code) == (command == "rematch" ? ["not_playing"] : []))
            #expect(try table.match(2).isRunning == (command == "rematch"))
        }
    }

    @Test func `two seconds later it counts at once`() throws {
        for (wait, codes) in [(Limits.lateMilliseconds - 1, ["stale"]), (Limits.lateMilliseconds, [])] {
            let table = rematch()
            table.pass(wait)
            #expect(table.write("bob", "resign").errors.map(\.code) == codes)
        }
    }

    @Test(arguments: ["resign", "leave"])
    func `with the match, or by whoever has begun it, the rematch is given up at once`(command: String) throws {
        let guarded = rematch()
        #expect(guarded.write("bob", "{\"type\":\"\(command)\",\"match\":\"m2\"}").errors.isEmpty)
        #expect(try guarded.match(2).isOver)
        let beginner = rematch()
        #expect(beginner.write("ann", command).errors.isEmpty)
        #expect(try beginner.match(2).isOver)
    }

    @Test func `whoever comes back to a rematch, or watches it, is not held up`() throws {
        let table = rematch()
        try table.comeBack("bob")
        #expect(table.write("bob", "resign").errors.isEmpty)
        let watched = LobbyDriver.playing()
        watched.say("guest", .watch(nil))
        watched.say("ann", .resign)
        watched.say("bob", .rematch)
        watched.say("ann", .rematch)
        #expect(watched.write("guest", "leave").errors.isEmpty)
    }

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

    @Test func `a rematch may be offered as soon as the match is over, however short it was`() {
        let table = rematch()
        table.write("ann", "resign")
        #expect(table.write("bob", "rematch").errors.isEmpty)
    }

    @Test func `a second offer changes nothing, and is late once the rematch has begun`() throws {
        let table = LobbyDriver.playing()
        table.say("ann", .resign)
        let offer = #"{"type":"rematch","match":"m1","id":"1"}"#
        #expect(table.write("bob", offer).kinds == ["ok @1", "state"])
        #expect(table.write("bob", offer).kinds == ["ok @1"])
        table.say("ann", .rematch)
        #expect(table.write("bob", offer).kinds == ["error stale @1"])
        #expect(try table.match(2).isRunning)
    }

    // MARK: Its replay

    @Test func `a rematch that is given up before the first flip is replayed with the seat that began it`() throws {
        let table = rematch()
        #expect(try table.match(2).game.turn == 1)
        table.pass(Limits.lateMilliseconds)
        table.write("bob", "resign")
        let replayed = table.write("ann", #"{"type":"replay"}"#).compactMap { message in
            if case .replayed(let replayed) = message.event { replayed.state } else { nil }
        }
        #expect(replayed.map(\.turn) == [1, nil] && replayed.map(\.active) == [1, nil])
    }
}
