import Foundation
import Protocol
import TestSupport
import Testing

/// A match from its first card to its last, as everybody at the table sees it.
@Suite struct MatchTests {
    private static let fast = "{\"preset\":\"classic\",\"revealMs\":20}"

    /// Two players and two watchers, one of whom reads plain words, play a match to its end.
    private final class Table {
        let host: HostProcess
        let players: [LineClient]
        let watcher: LineClient
        let reader: LineClient
        let match: MatchID
        let final: MatchState

        init(_ play: Play, _ random: SeededRandom) throws {
            host = try HostProcess("--rate", "0")
            players = [try .named("Ann", at: host), try .named("Bob", at: host)]
            (watcher, reader) = (try LineClient(host), try LineClient(host))
            let opened = try players[0].open(MatchTests.fast)
            match = opened.seating.match
            try watcher.send(.watch(.id(match)))
            try watcher.state()
            try reader.send("watch \(match.text)")
            try players[1].send(.join(.id(match)))
            let first = try players[0].state(.playing)
            let players = players
            final = try players[0].playToEnd(from: first, Brain(play, random)) { seat, card in
                try players[seat].flip(card)
            }
            try players[1].state(.over)
            try watcher.state(.over)
            try reader.send("ping")
            while try reader.nextLine() != "Pong." {}
        }
    }

    @Test(arguments: Play.allCases)
    func `two players and their watchers see the same states, byte for byte`(_ play: Play) throws {
        let random = SeededRandom(#function)
        let table = try Table(play, random)
        let seen = try (table.players + [table.watcher]).map { try StateLines($0.lines, of: table.match) }
        let begun = try #require(seen[1].versions.first)
        for other in seen[1...] {
            #expect(other.versions.filter { $0 >= begun } == seen[0].versions.filter { $0 >= begun }, random.comment)
            for (version, text) in other.texts where version >= begun {
                #expect(text == seen[0].texts[version], random.comment)
            }
        }
        for lines in seen {
            #expect(zip(lines.versions, lines.versions.dropFirst()).allSatisfy(<), random.comment)
        }
    }

    @Test(arguments: Play.allCases)
    func `a client of plain words is drawn the boards that programs get`(_ play: Play) throws {
        let random = SeededRandom(#function)
        let table = try Table(play, random)
        let states = try StateLines(table.watcher.lines, of: table.match).states
        var expected: [DrawnBoard] = []
        var last: MatchState?
        for state in states {
            let isDrawn =
                last.map { $0.cards != state.cards || $0.turn != state.turn || $0.phase != state.phase } ?? true
            if isDrawn { expected.append(DrawnBoard(state)) }
            last = state
        }
        #expect(DrawnBoard.all(in: table.reader.lines) == expected, random.comment)
    }

    @Test(arguments: Play.allCases)
    func `no line contains a face that nobody has turned yet`(_ play: Play) throws {
        let random = SeededRandom(#function)
        let table = try Table(play, random)
        for client in table.players + [table.watcher] {
            for state in try StateLines(client.lines, of: table.match).states {
                #expect(StateLines.openWithoutReason(state).isEmpty, random.comment)
            }
        }
        // States alone turn cards up; in plain words a sentence before each board names the card as well.
        let states = try StateLines(table.watcher.lines, of: table.match).states.filter { $0.phase != .over }
        let turned = Set(states.flatMap { $0.cards.compactMap { $0 } })
        let end = try #require(table.reader.lines.lastIndex { $0.hasPrefix("   A") })
        for line in table.reader.lines[..<end] {
            #expect(StateLines.faces(in: line).isSubset(of: turned), random.comment)
        }
        for line in (table.players + [table.watcher]).flatMap(\.lines) where !line.hasPrefix("{\"type\":\"state\"") {
            #expect(StateLines.faces(in: line).isEmpty)
        }
    }

    @Test(arguments: Play.allCases)
    func `a finished match shows every card, and the scores say who won`(_ play: Play) throws {
        let random = SeededRandom(#function)
        let final = try Table(play, random).final
        #expect(final.cards.allSatisfy { $0 != nil }, random.comment)
        let result = try #require(final.result)
        let scores = final.seats.map(\.score)
        #expect(scores == final.seats.map { $0.taken.count / 2 }, random.comment)
        let winner = scores[0] == scores[1] ? nil : scores[0] > scores[1] ? 0 : 1
        #expect(result.winner == winner, random.comment)
        let isCleared = scores.reduce(0, +) == final.cards.count / 2
        #expect(result.reason == (isCleared ? .cleared : .turns), random.comment)
        for taken in final.seats.map(\.taken) {
            for first in stride(from: 0, to: taken.count, by: 2) {
                #expect(final.cards[taken[first]] == final.cards[taken[first + 1]], random.comment)
            }
        }
    }

    @Test func `perfect play clears the board in a match without a turn limit`() throws {
        let host = try HostProcess("--rate", "0", "--rules", "duel")
        let players = [try LineClient.named("Ann", at: host), try .named("Bob", at: host)]
        _ = try players[0].open("{\"revealMs\":0}")
        try players[1].send(.join(nil))
        let random = SeededRandom(#function)
        let first = try players[0].state(.playing)
        let final = try players[0].playToEnd(from: first, Brain(.perfect, random)) { try players[$0].flip($1) }
        #expect(final.result?.reason == .cleared, random.comment)
        #expect(final.rows == 6)
    }
}
