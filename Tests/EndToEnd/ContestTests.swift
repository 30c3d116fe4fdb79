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
        let before = try Self.wait(for: host) { $0.players.count == 4 && $0.players.contains { $0.results.played > 3 } }
        #expect(before.remaining > 0 && before.seed == nil)
        #expect(try host.stop(SIGKILL) == .killed(bySignal: SIGKILL))
        host = try Self.host(folder, port: host.address.port)
        let after = try Self.wait(for: host) { _ in true }
        #expect(after.seal == before.seal && after.pairs == 6 && after.remaining <= before.remaining)
        for bot in bots {
            #expect(try bot.expectSuccess(within: 180).components(separatedBy: " points").count == 5)
        }
        let end = try Self.wait(for: host) { $0.remaining == 0 }
        #expect(end.players.map(\.results.played) == [36, 36, 36, 36] && end.seal == before.seal && end.seed != nil)
        #expect(try host.stop() == .exited(0))
        try Self.checkExport(of: folder, matches: 72)
    }

    @Test(.needsPython)
    func `whoever enters later plays by another seed, and decks can be dealt again after three publications`() throws {
        let folder = try TemporaryFolder()
        let host = try Self.host(folder)
        var bots: [RunningProcess] = []
        for (published, names) in [["Ann", "Bob"], ["Cid"], ["Dot"]].enumerated() {
            bots += try names.map { name in
                try Python.run(client: "contest_bot", host.address.hostText, String(host.address.port), name, "4")
            }
            _ = try Self.wait(for: host) { $0.seeds.count == published + 1 }
        }
        for bot in bots { try bot.expectSuccess(within: 180) }
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

    @Test(.needsPython, arguments: [(#""B\nA""#, "A face"), (#""B""#, "A name or a seed")])
    func `decks with a face or a seed of more than a line are not dealt again`(face: String, what: String) throws {
        let folder = try TemporaryFolder()
        let export =
            #"{"type":"contest","firstMatch":"m1","faces":["A",\#(face)],"seal":"","seed":"1\u2028"}"# + "\n"
        try folder.write(Array(export.utf8), to: "export.jsonl")
        let check = try Python.run(client: "contest_decks", folder.path(of: "export.jsonl"))
        #expect(try check.waitForEnd() == .exited(1))
        #expect(try check.restOfErrors() == "\(what) has more than one line.\n")
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
        #expect(try Self.wait(for: ended) { _ in true }.isClosed)
        // The first line was that of its address, or there would be no host here.
        #expect(try ended.process.nextLine()?.contains(" ended: ") == true, "the match in play is over")
        #expect(try ended.stop() == .exited(0))
        let next = try Self.host(folder)
        #expect(try Self.wait(for: next) { _ in true }.isClosed == false, "another one begins")
        #expect(try next.stop() == .exited(0))
    }

    @Test func `a contest ends at the time that was set, and not again when the host is restarted`() throws {
        let folder = try TemporaryFolder()
        let end = Platform.dateText(milliseconds: Platform.wallMilliseconds + 1_500)
        for _ in 1...2 {
            let host = try HostProcess("--data", folder.path, "--contest", "2", "--contest-until", end)
            #expect(try Self.wait(for: host) { $0.isClosed }.remaining == 0)
            #expect(try host.stop() == .exited(0))
        }
        let late = try HostProcess.start(["--port", "0", "--no-data", "--contest", "2", "--contest-until", end])
        #expect(try late.waitForEnd() == .exited(64))
        #expect(try late.restOfErrors().contains("--contest-until: this time has passed"))
    }
}
