import Foundation
import Protocol
import TestSupport
import Testing

/// A match from its first card to its last, as everybody at the table sees it.
@Suite(.waits) struct MatchTests {
    /// Two players and two watchers, one of whom reads plain words, play a match to its end.
    private final class Table {
        let host: HostProcess
        let players: [LineClient]
        let watcher: LineClient
        let reader: LineClient
        /// The states that each player and the watcher saw, in order.
        let seen: [[MatchState]]

        init(_ play: Brain.Play, _ random: SeededRandom) throws {
            host = try HostProcess("--rate", "0")
            players = [try .named("Ann", at: host), try .named("Bob", at: host)]
            (watcher, reader) = (try LineClient(host), try LineClient(host))
            let match = try players[0].open("{\"preset\":\"classic\",\"revealMs\":20}").seating.match
            try watcher.send(.watch(.id(match)))
            try watcher.state()
            try reader.send("watch \(match.text)")
            try players[1].send(.join(.id(match)))
            let first = try players[0].state(.playing)
            let players = players
            try players[0].play(from: first, Brain(play, random)) { try players[$0].flip($1) }
            try players[1].state(.over)
            try watcher.state(.over)
            try reader.send("ping")
            while try reader.nextLine() != "Pong." {}
            seen = (players + [watcher]).map { client in
                client.lines.compactMap { line in
                    guard case .message(let message) = LineClient.read(line), case .state(var state) = message.event
                    else { return nil }
                    state.turnEndsInMilliseconds = nil
                    return state
                }
            }
        }
    }

    @Test(arguments: Brain.Play.allCases)
    func `two players and their watchers see the same states in the same order`(_ play: Brain.Play) throws {
        let random = SeededRandom("a match")
        let table = try Table(play, random)
        let begun = try #require(table.seen[1].first?.version)
        for states in table.seen {
            #expect(states.filter { $0.version >= begun } == table.seen[1], random.comment)
            #expect(zip(states, states.dropFirst()).allSatisfy { $0.version < $1.version }, random.comment)
        }
    }

    @Test(arguments: Brain.Play.allCases)
    func `no line contains a face that nobody has turned yet`(_ play: Brain.Play) throws {
        let random = SeededRandom("a match")
        let table = try Table(play, random)
        let running = table.seen.flatMap { $0 }.filter { $0.phase != .over }
        for state in running {
            let mayLieOpen = state.turned + state.seats.flatMap(\.taken)
            let open = state.cards.indices.filter { state.cards[$0] != nil }
            #expect(Set(open).isSubset(of: mayLieOpen), random.comment)
        }
        // States alone turn cards up; in plain words a sentence before each board names the card as well.
        let turned = Set(running.flatMap { $0.cards.compactMap { $0 } })
        let end = try #require(table.reader.lines.lastIndex { $0.hasPrefix("   A") })
        for line in table.reader.lines[..<end] {
            #expect(faces(in: line).isSubset(of: turned), random.comment)
        }
        for line in (table.players + [table.watcher]).flatMap(\.lines) where !line.hasPrefix("{\"type\":\"state\"") {
            #expect(faces(in: line).isEmpty)
        }
    }

    /// The faces in a line, of the set `animals`.
    private func faces(in line: String) -> Set<String> {
        Set(line.unicodeScalars.map { String($0) }).intersection(FaceSet.animals.faces)
    }
}
