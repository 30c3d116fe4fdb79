import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Match: states` {
    @Test func `versions start at 1 and grow by one with every change`() throws {
        let table = LobbyDriver("ann", "bob")
        #expect(table.say("ann", .open(RulesRequest(), isPrivate: false)).states.map(\.version) == [1])
        #expect(table.say("bob", .join(nil)).states.map(\.version) == [2])
        try table.miss("ann")
        table.pass(1_000)
        #expect(table.heard("bob").states.map(\.version) == [3, 4, 5])
        #expect(table.say("bob", .resign).states.map(\.version) == [6])
        #expect(table.say("guest", .watch(nil)).states.first?.version == 6)
        table.pass(1_000)
        #expect(table.heard("guest").states.map(\.version) == [7])
    }

    @Test func `a state has the same bytes for all programs in a match`() throws {
        let table = LobbyDriver.playing()
        table.say("guest", .watch(nil))
        let own = table.flip("ann", 4).json
        #expect(own.hasPrefix(#"{"type":"state","match":"m1","version":3"#))
        #expect(table.heard("bob").json == own)
        #expect(table.heard("guest").json == own)
    }

    @Test func `a late copy has the last state's version and differs only in its times and its change`() throws {
        let table = LobbyDriver.playing()
        table.flip("ann", 4)
        var last = try #require(table.heard("bob").states.last)
        table.pass(300)
        let copy = try #require(table.say("guest", .watch(nil)).states.first)
        #expect(copy.turnEndsInMilliseconds == 59_700)
        (last.turnEndsInMilliseconds, last.phaseEndsInMilliseconds, last.change) = (59_700, 59_700, nil)
        last.isIntroduction = true
        #expect(copy == last)
    }

    @Test func `a newcomer sees the last number of watchers that was told, not the current one`() throws {
        let table = LobbyDriver.playing()
        for number in 1...3 {
            #expect(table.say("guest\(number)", .watch(nil)).states.map(\.watchers) == [0])
        }
        #expect(table.say("ann", .list).lists.first?.matches.first?.watchers == 3)
    }

    @Test func `a person sees a board only when cards, turn or phase changed`() throws {
        let table = LobbyDriver.playing(#""quick""#)
        let board = "   A   B"
        table.type("bob", "ping")
        table.say("guest", .watch(nil))
        table.pass(1_000)
        #expect(table.heard("bob").plain.isEmpty)
        table.flip("ann", 0)
        #expect(table.heard("bob").plain.contains(board))
        table.vanish("ann")
        #expect(table.heard("bob").plain.contains(board))
        try table.comeBack("ann")
        #expect(table.heard("bob").plain.contains(board))
        table.say("ann", .resign)
        #expect(table.heard("bob").plain.contains(board))
        table.say("ann", .rematch)
        table.vanish("ann")
        let words = table.heard("bob").plain
        #expect(words.split(separator: "\n").count == 2)
        #expect(!words.contains(board))
    }

    @Test func `plain text has no escape codes, and a blank line before each board`() throws {
        let table = LobbyDriver.playing(#""square""#)
        table.type("ann", "ping")
        let (one, other) = try table.cards(alike: false)
        let text =
            table.type("ann", Coordinate(card: one, columns: 4).text)
            + table.type("ann", Coordinate(card: other, columns: 4).text)
        #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
        #expect(text.split(separator: "\n\n   A   B   C   D\n").count == 3)
    }

    @Test func `turnsLeft is null without a limit, and counts down with one`() {
        let table = LobbyDriver.playing(#""square""#)
        #expect(table.flip("ann", 0).states.first?.seats.map(\.turnsLeft) == [nil, nil])
        let limited = LobbyDriver.playing()
        #expect(limited.flip("ann", 0).states.first?.seats.map(\.turnsLeft) == [15, 15])
    }

    @Test func `the start and end of each match is logged once, and nothing of one that never began`() {
        let table = LobbyDriver("ann", "bob")
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.say("ann", .leave)
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        table.say("bob", .join(nil))
        table.say("ann", .leave)
        table.say("bob", .leave)
        let played = table.notices.compactMap { notice -> String? in
            switch notice {
            case .began(let match, _, _): "began \(match.text)"
            case .ended(let match, _, _, let ending, _): "ended \(match.text) \(ending.reason.text)"
            case .connected, .disconnected, .contestEnded: nil
            }
        }
        #expect(played == ["began m2", "ended m2 resigned"])
    }
}
