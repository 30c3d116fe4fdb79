import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Lobby: records` {
    @Test func `a query about records is passed to the record store, with its request ID`() throws {
        let table = LobbyDriver("ann")
        let r17 = RecordID(number: 17)
        #expect(
            table.write("ann", #"{"type":"records","before":"r17","limit":3,"id":"a"}"#).kinds == [
                "error no_such_record @a"
            ])
        #expect(table.write("ann", #"{"type":"record","record":"r17"}"#).kinds == ["error no_such_record"])
        #expect(table.write("ann", "scores").count == 1)
        #expect(table.write("ann", "scores Zoe").count == 1)
        #expect(table.write("ann", "records Zoe solo").count == 1)
        let zoe = try PlayerName("Zoe")
        #expect(
            table.questions == [
                .page(before: r17, limit: 3), .one(r17), .scores, .statistics(zoe),
                .page(before: nil, limit: 20, RecordFilter(player: zoe, seats: 1)),
            ])
    }

    @Test func `any client may query records anywhere, and nothing changes by it`() throws {
        let table = LobbyDriver.playing()
        table.say("wim", .watch(nil))
        let before = try table.match()
        for who in ["guest", "wim", "ann", "bob"] {
            table.say(who, .scores)
            table.say(who, .records(before: nil, limit: 20))
            table.say(who, .record(RecordID(number: 1)))
        }
        #expect(table.questions.count == 12)
        #expect(try table.match().versions.current == before.versions.current)
        #expect(table.heard("bob").isEmpty)
    }

    @Test func `a turn that times out is in the record, as a move without a card`() throws {
        let table = LobbyDriver.playing()
        table.pass(60_000)
        table.say("bob", .resign)
        let record = try #require(table.records.last)
        #expect(record.moves == [MatchRecord.Move(seat: 0, nil, atMilliseconds: 60_000)])
    }

    @Test func `a match given up before its first turn ended shows no record, one that is given up later does`() throws
    {
        for (cards, shows) in [([], false), (["a1"], false), (["a1", "b1"], true)] as [([String], Bool)] {
            let table = LobbyDriver.playing()
            for card in cards { table.write("ann", card) }
            table.say("bob", .resign)
            let record = try #require(table.records.last)
            #expect(record.summary.isListed == shows)
            #expect(try #require(table.heard("ann").states.last?.result).record == (shows ? record.summary.id : nil))
        }
    }

    @Test func `a record holds the first 1,400 moves of a match, and no more`() throws {
        let table = LobbyDriver.playing(#"{"rows":2,"columns":2,"turns":0,"turnMs":0,"revealMs":0}"#)
        for turn in 0...Limits.recordMoves / 2 {
            try table.miss(turn.isMultiple(of: 2) ? "ann" : "bob")
            table.pass(0)
        }
        table.say("bob", .resign)
        #expect(try #require(table.records.last).moves.count == Limits.recordMoves)
    }
}
