import Foundation
import Protocol
import TestSupport
import Testing

/// A contest of programs, on a real host that is killed in the middle of it.
@Suite(.waits) struct ContestTests {
    private static func host(_ folder: TemporaryFolder, port: UInt16 = 0) throws -> HostProcess {
        try HostProcess(
            "--port", String(port), "--contest", "6", "--rules", "quick", "--rate", "0", "--data", folder.path)
    }

    /// Asks for the standings until they are as wanted.
    private static func wait(
        for host: HostProcess, until isWanted: (Standings) -> Bool
    ) throws -> Standings {
        let watcher = try LineClient(host)
        try watcher.send(.standings(follows: true))
        return try watcher.until("standings") { message in
            guard case .standings(let standings) = message.event, isWanted(standings) else { return nil }
            return standings
        }
    }

    @Test(.needsPython)
    func `four programs play a contest to its end, though its host is killed, and its decks can be dealt again`() throws
    {
        let folder = try TemporaryFolder()
        var host = try Self.host(folder)
        let bots = try ["Ann", "Bob", "Cid", "Dot"].map { name in
            try Python.run(client: "contest_bot", host.address.hostText, String(host.address.port), name, "4")
        }
        let before = try Self.wait(for: host) { $0.players.count == 4 && $0.players.contains { $0.played > 3 } }
        #expect(before.remaining > 0 && before.seed == nil)
        #expect(try host.stop(SIGKILL) == .killed(bySignal: SIGKILL))
        host = try Self.host(folder, port: host.address.port)
        let after = try Self.wait(for: host) { _ in true }
        #expect(after.seal == before.seal && after.pairs == 6 && after.remaining <= before.remaining)
        for bot in bots {
            #expect(try bot.expectSuccess(within: 180).components(separatedBy: " points").count == 5)
        }
        let end = try Self.wait(for: host) { $0.remaining == 0 }
        #expect(end.players.map(\.played) == [36, 36, 36, 36] && end.seal == before.seal && end.seed != nil)
        #expect(try host.stop() == .exited(0))
        try Self.checkExport(of: folder, matches: 72)
    }

    private static func checkExport(of folder: TemporaryFolder, matches: Int) throws {
        let file = folder.path + "/export.jsonl"
        try HostProcess.start(["--data", folder.path, "--export", file]).expectSuccess()
        let said = try Python.run(client: "contest_decks", file).expectSuccess()
        #expect(said == "\(matches) decks of \(matches) are those of a published seed.\n")
        // A deck that the seed does not deal is found.
        let text = try String(contentsOfFile: file, encoding: .utf8)
        let first = try #require(text.firstRange(of: "\"deck\":[\""))
        var forged = text
        forged.replaceSubrange(first, with: "\"deck\":[\"?\",\"")
        try forged.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try Python.run(client: "contest_decks", file).waitForEnd() == .exited(1))
    }

    @Test func `a host that is to hold another contest than its folder does says so and does not start`() throws {
        let folder = try TemporaryFolder()
        #expect(try Self.host(folder).stop() == .exited(0))
        let other = try HostProcess.start([
            "--port", "0", "--bind", "127.0.0.1", "--data", folder.path, "--contest", "3",
        ])
        #expect(try other.waitForEnd() == .exited(64))
        #expect(try other.restOfErrors().contains("continue it with --contest 6, or end it with --contest 0"))
        let same = try HostProcess("--data", folder.path)
        let standings = try Self.wait(for: same) { _ in true }
        #expect(standings.pairs == 6, "without the option it goes on")
        let entrants = try ["Ann", "Bob"].map { try LineClient.named($0, at: same) }
        for entrant in entrants { try entrant.send(#"{"type":"enter"}"#) }
        _ = try entrants[0].line(containing: #""type":"match""#)
        #expect(try same.stop() == .exited(0))
        let ended = try HostProcess("--data", folder.path, "--contest", "0")
        let client = try LineClient(ended)
        try client.send(.standings(follows: nil))
        #expect(try client.line(containing: "no_contest").contains("standings"))
        // The first line was that of its address, or there would be no host here.
        #expect(try ended.process.nextLine()?.contains(" ended: ") == true, "the match in play is over")
    }
}
