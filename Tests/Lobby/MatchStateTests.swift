import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Match: states` {
    @Test func `a state has the same bytes for all programs in a match`() throws {
        let table = LobbyDriver.playing()
        table.say("guest", .watch(nil))
        let own = table.flip("ann", 4).json
        #expect(own.hasPrefix(#"{"type":"state","match":"m1","version":3"#))
        #expect(table.heard("bob").json == own)
        #expect(table.heard("guest").json == own)
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

    @Test func `a flip meant for another ply is stale, whatever the rules, and one for this ply is done`() throws {
        let table = LobbyDriver.playing(#"{"again":true,"turnMs":2000}"#)
        let deck = try table.deck()
        let second = try #require(deck.dropFirst().firstIndex(of: deck[0]))
        func flip(_ card: Int, _ ply: Int) -> [Message] {
            table.write("ann", "{\"type\":\"flip\",\"card\":\(card),\"match\":\"m1\",\"ply\":\(ply)}")
        }
        for ply in [-1, 1, Int.max] { #expect(flip(0, ply).errors.map(\.message) == ["This match is at ply 0."]) }
        #expect(flip(0, 0).kinds == ["state"])
        #expect(flip(0, 0).errors.map(\.code) == ["stale"], "carried out before")
        #expect(flip(1, 0).errors.map(\.code) == ["stale"], "another card for the same answer")
        #expect(flip(second, 1).changes == [.memory(.pair(seat: 0, first: 0, second: second))])
        // Under these rules turn and open cards are as before the pair.
        #expect(try table.match().turnNumber == 1 && table.match().game.ply == 2)
        let other = try #require(deck.indices.first { $0 != 0 && $0 != second })
        #expect(flip(other, 0).errors.map(\.message) == ["This match is at ply 2."])
        #expect(flip(other, 2).kinds == ["state"])
        table.pass(2000)
        #expect(try table.match().game.ply == 4, "a turn that timed out counts as well")
    }

    @Test func `a face that was never turned up is in no message until the match is over`() throws {
        let table = LobbyDriver.playing(#""square""#)
        let deck = try table.deck()
        table.say("guest", .watch(nil))
        let (one, other) = try table.cards(alike: false)
        let seen = Set([deck[one], deck[other]])
        let lines = [table.flip("ann", one), table.flip("ann", other), table.heard("bob"), table.heard("guest")]
        table.pass(1_000)
        for messages in lines + [table.heard("ann"), table.write("bob", "list")] {
            for face in deck where !seen.contains(face) {
                #expect(!messages.json.contains(face))
                #expect(!messages.plain.contains(face))
            }
        }
    }
}

extension Match {
    /// The state that a client is sent which sees the match for the first time now.
    func shown(at now: Instant) -> MatchState {
        var match = self
        return match.state(after: nil, at: now)
    }
}
