import Foundation
import Protocol
import TestSupport
import Testing

/// Persistence: a host is killed or stopped, and another one continues with its folder.
@Suite(.waits) struct PersistenceTests {
    private static let rules = "{\"rows\":4,\"columns\":4,\"turns\":0,\"revealMs\":0}"

    /// Two players in the middle of a match, with their tokens.
    private struct Pair {
        let players: [LineClient]
        private(set) var tokens: [Token]
        var state: MatchState
        var brain: Brain

        init(_ host: HostProcess, _ random: SeededRandom) throws {
            players = [try LineClient(host), try LineClient(host)]
            tokens = [try players[0].introduce("Ann"), try players[1].introduce("Bob")]
            _ = try players[0].open(PersistenceTests.rules)
            try players[1].send(.join(nil))
            state = try players[0].state(.playing)
            brain = Brain(.random, random)
        }

        /// The same two, come back to another host.
        init(_ pair: Pair, at host: HostProcess) throws {
            players = [try LineClient(host), try LineClient(host)]
            var states: [MatchState] = []
            tokens = []
            for (player, token) in zip(players, pair.tokens) {
                try player.send(.hello(.token(token)))
                let welcome = try player.welcome()
                #expect(welcome.resumed)
                tokens.append(welcome.token)
                try player.seating()
                states.append(try player.state())
            }
            (state, brain) = (try players[0].state(.playing), pair.brain)
            #expect(states.allSatisfy { $0.version > pair.state.version })
        }

        /// Turns this many cards, or all that are left.
        mutating func play(_ flips: Int = .max) throws {
            state = try players[0].play(from: state, brain, flips: flips) { try players[$0].flip($1) }
        }
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `a match resumes where it was, whether its host was killed or stopped`(signal: Int32) throws {
        let folder = try TemporaryFolder()
        let random = SeededRandom("a match that lasts")
        var host = try HostProcess("--rate", "0", "--data", folder.path)
        var pair = try Pair(host, random)
        for round in 0..<3 {
            try pair.play(3)
            let before = pair.state
            #expect(try host.stop(signal) == (signal == SIGKILL ? .killed(bySignal: SIGKILL) : .exited(0)))
            host = try HostProcess("--rate", "0", "--data", folder.path)
            pair = try Pair(pair, at: host)
            #expect(pair.state.cards == before.cards, random.comment)
            #expect(pair.state.turned == before.turned)
            #expect(pair.state.turn == before.turn)
            #expect(pair.state.seats.map(\.taken) == before.seats.map(\.taken))
            #expect(pair.state.match == before.match, "round \(round)")
        }
        let watcher = try LineClient(host)
        try watcher.send(.watch(.id(pair.state.match)))
        #expect(try watcher.state().version >= pair.state.version)
        try pair.play()
        let final = pair.state
        #expect(final.result?.reason == .cleared, random.comment)
        #expect(final.seats.reduce(0) { $0 + $1.score } == 8)
        #expect(try watcher.state(.over).seats == final.seats)
    }

    @Test func `a second host in a folder is refused, and starts once the first is killed`() throws {
        let folder = try TemporaryFolder()
        let host = try HostProcess("--data", folder.path)
        let user = "process \(host.process.number), which listens on port \(host.address.port)"
        for flags in [["--port", "0", "--bind", "127.0.0.1"], ["--repair"]] {
            let other = try HostProcess.start(flags + ["--data", folder.path])
            #expect(try other.waitForEnd() == .exited(69))
            #expect(try other.restOfErrors().contains("\(folder.path) is in use by \(user); stop it first"))
        }
        try LineClient(host).ping()
        try host.stop(SIGKILL)
        let second = try HostProcess("--data", folder.path)
        try LineClient(second).ping()
    }

    @Test func `with --no-data nothing is written, and without --data the default folder is used`() throws {
        let home = try TemporaryFolder()
        let shell = "export HOME='\(home.path)' XDG_STATE_HOME='\(home.path)/state'"
        for flags in [["--no-data"], []] {
            let process = try HostProcess.start(["--port", "0", "--bind", "127.0.0.1"] + flags, shell: shell)
            let line = try #require(try process.nextLine())
            let address = try #require(HostProcess.address(firstLine: line))
            let client = try LineClient(to: address)
            try client.introduce("Ann")
            _ = try client.open()
            process.send(signal: SIGTERM)
            #expect(try process.waitForEnd() == .exited(0))
            let isKept = home.files.contains { $0.hasSuffix("memory-host/journal.ndjson") }
            #expect(isKept == flags.isEmpty, "\(home.files)")
            if !flags.isEmpty { #expect(home.files.isEmpty) }
        }
    }

    @Test func `a missing journal stops the matches until it is back, and is never recreated`() throws {
        let folder = try TemporaryFolder()
        let host = try HostProcess("--data", folder.path, "--rate", "0")
        let ann = try LineClient.named("Ann", at: host)
        _ = try ann.open("{\"seats\":1}")
        /// Begins one match after the other until the host has looked at the file's name, which it does once a second.
        func playUntilNoticed() throws {
            var code: String?
            for _ in 0..<100_000 where code == nil {
                for line in [#"{"type":"leave","id":"l"}"#, #"{"type":"open","rules":{"seats":1},"id":"o"}"#] {
                    try ann.send(line)
                }
                code = try ann.until("a match, or an error") {
                    switch $0.event {
                    case .match: .some(nil)
                    case .error(let report): report.code
                    default: nil
                    }
                }
            }
            #expect(code == "disk_failed")
            try expect("disk failed (journal.ndjson: the file was moved or deleted)")
        }
        /// Reads on to a line of the log; a journal that is not there can't be compacted either, and the log says so.
        func expect(_ text: String) throws {
            while true {
                let line = try #require(try host.process.nextErrorLine())
                if line.contains(text) { return }
                try #require(line.contains("cannot compact the journal"))
            }
        }
        let away = folder.path(of: "away")
        try FileManager.default.moveItem(atPath: folder.journalPath, toPath: away)
        try playUntilNoticed()
        #expect(!FileManager.default.fileExists(atPath: folder.journalPath))
        try FileManager.default.moveItem(atPath: away, toPath: folder.journalPath)
        try expect("disk recovered")
        // Refusals from before are read here, so that they are not taken for new ones.
        try ann.ping()
        try FileManager.default.removeItem(atPath: folder.journalPath)
        try playUntilNoticed()
        host.process.send(signal: SIGTERM)
        ann.close()
        #expect(try host.process.waitForEnd() == .exited(74), "what could not be kept is an error")
    }

    @Test func `a journal cut after its host was stopped is refused, and --repair says what is affected`() throws {
        let folder = try TemporaryFolder()
        let host = try HostProcess("--data", folder.path, "--rate", "0")
        for name in ["Ann", "Bob", "Cid", "Dora"] {
            let client = try LineClient.named(name, at: host)
            _ = try client.open("{\"seats\":1}")
            try client.flip(0)
            try client.state("the card") { $0.turned == [0] }
        }
        #expect(try host.stop() == .exited(0))
        var lines = try folder.journal.lines.map { Array($0) + [10] }
        #expect(lines.last?.starts(with: #"{"type":"stopped","matches":4,"#.utf8) == true)
        lines.removeLast(4)
        try folder.write(lines.joined())
        let refused = try HostProcess.start(["--port", "0", "--bind", "127.0.0.1", "--data", folder.path])
        #expect(try refused.waitForEnd() == .exited(65))
        #expect(try refused.restOfErrors().contains("journal.ndjson is truncated: the host stopped with "))
        let findings = try HostProcess.start(["--repair", "--data", folder.path]).expectSuccess()
        for match in 1...4 { #expect(findings.contains("m\(match)"), "\(findings)") }
        let again = try HostProcess("--data", folder.path)
        try LineClient(again).ping()
    }

    @Test func `time in which the host's process was stopped counts for nobody`() throws {
        let host = try HostProcess("--rate", "0")
        let begun = Platform.monotonicMilliseconds
        let (ann, bob, state) = try LineClient.pair(at: host, "{\"turnMs\":20000}")
        defer { bob.close() }
        let stoppedAt = Platform.monotonicMilliseconds
        host.process.send(signal: SIGSTOP)
        #expect(try !ann.hasMore(within: 3_000))
        let ranAgainAt = Platform.monotonicMilliseconds
        host.process.send(signal: SIGCONT)
        let watcher = try LineClient(host)
        try watcher.send(.watch(.id(state.match)))
        let left = try #require(try watcher.state().turnEndsInMilliseconds)
        let ran = (Platform.monotonicMilliseconds - begun) - (ranAgainAt - stoppedAt)
        // It is noticed to the second: for so long the host may have waited before it was stopped.
        #expect(left >= 20_000 - ran - 1_000, "\(left) ms are left after \(ran)")
        #expect(left >= 20_000 - (Platform.monotonicMilliseconds - begun) + 1_000, "\(left) ms are left")
    }
}
