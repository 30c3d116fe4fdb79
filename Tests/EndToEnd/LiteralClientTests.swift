import Foundation
import Protocol
import TestSupport
import Testing

/// Clients that follow PROTOCOL.md to the letter never wait for what does not come.
@Suite(.waits) struct LiteralClientTests {
    private static let rules = #"{"type":"open","rules":{"preset":"quick","revealMs":0}}"#

    /// Ann and Bob in a match.
    private static func pair(
        at host: HostProcess, named names: [String] = ["Ann", "Bob"]
    ) throws -> [LiteralPlayer] {
        var players = [try LiteralPlayer(at: host), try LiteralPlayer(at: host)]
        for (player, name) in names.enumerated() { try players[player].introduce(name) }
        try players[0].sitDown(rules)
        try players[1].sitDown(#"{"type":"join","match":"\#(try #require(players[0].match).text)"}"#)
        return players
    }

    /// Lets both play until this holds.
    private func play(
        _ players: inout [LiteralPlayer], only listeners: [Int] = [0, 1], until isDone: ([LiteralPlayer]) -> Bool
    ) throws {
        let deadline = Deadline()
        while !isDone(players) {
            guard deadline.remaining > 0 else { throw Unmet("they wait in \(players.map(\.state))") }
            for player in listeners { try players[player].listen() }
        }
    }

    @Test(arguments: [1, 2, 3])
    func `a match goes on after its host froze with a flip in flight, was killed and started again`(
        _ flips: Int
    ) throws {
        let folder = try TemporaryFolder()
        var host = try HostProcess("--rate", "0", "--data", folder.path)
        var players = try Self.pair(at: host)
        for round in 0..<3 {
            let version = (players[0].state?.version ?? 0) + flips
            try play(&players) { $0.contains(where: \.isOver) || $0.allSatisfy { $0.state?.version ?? 0 >= version } }
            host.process.send(signal: SIGSTOP)
            // Whoever is to flip does so now, at the latest, and nobody answers.
            for player in players.indices { try players[player].listen() }
            #expect(try host.stop(SIGKILL) == .killed(bySignal: SIGKILL))
            for player in players.indices { try players[player].listenToEnd() }
            if players.contains(where: \.isOver) { break }
            host = try HostProcess("--rate", "0", "--data", folder.path)
            for player in players.indices { try players[player].reconnect(at: host) }
            #expect(players.allSatisfy { $0.match == MatchID(number: 1) }, "round \(round)")
        }
        try play(&players) { $0.allSatisfy(\.isOver) }
        #expect(players.allSatisfy { $0.state?.result?.reason.isPlayedOut == true })
        #expect(players.flatMap(\.errors) == [], "nothing was to be refused")
    }

    @Test func `a match goes on after its host froze for a while, and nobody noticed`() throws {
        let host = try HostProcess("--rate", "0")
        var players = try Self.pair(at: host)
        for version in [3, 6, 9] {
            try play(&players) { $0.allSatisfy { $0.isOver || $0.state?.version ?? 0 >= version } }
            host.process.send(signal: SIGSTOP)
            for player in players.indices { try players[player].listen() }
            host.process.send(signal: SIGCONT)
        }
        try play(&players) { $0.allSatisfy(\.isOver) }
        #expect(players.flatMap(\.errors) == [])
    }

    @Test func `a lost first welcome costs the name, and no later one costs anything`() throws {
        let folder = try TemporaryFolder()
        var host = try HostProcess("--rate", "0", "--data", folder.path)
        // The host has the name on disk, and its welcome is lost with the host.
        let lost = try LineClient(host)
        try lost.send(#"{"type":"hello","name":"Ann","protocol":1}"#)
        _ = try lost.welcome()
        try host.stop(SIGKILL)
        host = try HostProcess("--rate", "0", "--data", folder.path)
        let ann = try LineClient(host)
        try ann.send(#"{"type":"hello","name":"Ann","protocol":1}"#)
        #expect(try ann.error().code == "name_taken")
        var players = try Self.pair(at: host, named: ["Anna", "Bob"])
        for _ in 0..<3 {
            // A client resumes, and the connection breaks before the welcome is read.
            let token = try #require(players[0].token)
            try LineClient.resuming(token, at: host).reset()
            try players[0].listenToEnd()
            try players[0].reconnect(at: host)
            #expect(players[0].token == token)
        }
        try play(&players) { $0.allSatisfy(\.isOver) }
    }
}
