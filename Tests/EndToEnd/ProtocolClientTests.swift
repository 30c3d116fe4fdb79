import Foundation
import Protocol
import Testing

/// The client in `PROTOCOL.md` works.
@Suite(.waits) struct ProtocolClientTests {
    @Test func `the document's client has at most 25 lines, none of them long`() throws {
        let program = try ProtocolDocument().program()
        #expect(program.count <= 25)
        #expect(program.allSatisfy { $0.count <= 120 })
    }

    /// Starts the client.
    ///
    /// - Parameters:
    ///   - isTelling: whether it prints the code of each error that it hears.
    ///   - command: what it sends instead of `join`.
    ///   - silence: the seconds of silence after which it reconnects, instead of 60.
    private static func start(
        _ name: String, at address: SocketAddress, isTelling: Bool = false, sending command: String? = nil,
        reconnectingAfter silence: Double? = nil
    ) throws -> RunningProcess {
        var program = try ProtocolDocument().program()
        let loop = try #require(program.firstIndex { $0.contains("for event in ") })
        if isTelling {
            let indent = String(repeating: " ", count: 12)
            program.insert(indent + "if event['type'] == 'error': print(event['code'], flush=True)", at: loop + 1)
        }
        var text = program.joined(separator: "\n")
        // A test need not wait as long as a person.
        let replacements = [
            ("time.sleep(3)", "time.sleep(0.01)"), (#"send(type="join")"#, command),
            ("timeout=60", silence.map { "timeout=\($0)" }),
        ]
        for (place, other) in replacements {
            guard let other else { continue }
            guard text.contains(place) else { throw Unmet("the program has no \(place)") }
            text = text.replacingOccurrences(of: place, with: other)
        }
        return try Python.run(["-c", text, address.hostText, String(address.port), name])
    }

    @Test(.needsPython)
    func `two of the document's clients play a whole match`() throws {
        let host = try HostProcess("--rules=quick")
        let watcher = try LineClient(host)
        try watcher.send(.followList(true))
        let ann = try Self.start("Ann", at: host.address)
        let match = try watcher.until("Ann's match") {
            if case .lobby(let list) = $0.event { list.matches.first?.match } else { nil }
        }
        try watcher.send(.watch(.id(match)))
        let players = try [ann, Self.start("Bob", at: host.address)]
        for player in players {
            let said = try player.expectSuccess(within: 180)
            #expect(said.hasPrefix("You were seat "))
            #expect(said.contains("'reason': 'cleared'"), "\(said)")
        }
        let state = try watcher.state(.over)
        #expect(state.seats.flatMap(\.taken).count == state.cards.count)
    }

    @Test(.needsPython)
    func `the document's client plays on when it is too fast for the host`() throws {
        let host = try HostProcess()
        let opponent = try LineClient.named("Olga", at: host)
        let rules = """
            {"rows":10,"columns":10,"revealMs":0,"again":true,"turns":0,"faces":"letters"}
            """
        var state = try opponent.open(rules).state
        let player = try Self.start("Ann", at: host.address, isTelling: true)
        // The opponent never takes a pair if it can be helped, so that nearly all cards are left to the client.
        while state.phase != .over {
            if state.turn == 0 {
                let down = state.cards.indices.filter { state.cards[$0] == nil }
                try opponent.flip(try #require(state.turned.isEmpty ? down.first : down.last))
            }
            let version = state.version
            state = try opponent.state("what follows") { $0.version > version }
        }
        #expect(state.result?.reason == .cleared)
        let said = try player.expectSuccess().split(separator: "\n")
        #expect(said.last?.hasPrefix("You were seat 1: ") == true)
        // No flip was refused, so that each state was answered once.
        #expect(Set(said.dropLast()) == ["too_fast"])
    }

    @Test(.needsPython)
    func `the document's client answers no state twice, and survives harmless errors`() throws {
        let host = try FakeHost()
        let player = try Self.start("Ann", at: host.address)
        let sent = try host.say([
            Script.hello, Script.match, Script.state(1),
            // Only the version, the watchers and the time are new, or it is no state at all.
            Script.state(2, watchers: 1), Script.state(3, watchers: 2, endsIn: 7),
            #"{"type":"error","code":"too_fast","message":"Slow.","command":null,"fatal":false}"#,
            #"{"type":"error","re":"0","code":"showing","message":"No.","command":"flip","fatal":false}"#,
            #"{"type":"lobby","matches":[]}"#, #"{"type":"news","command":7}"#, Script.state(4, watchers: 3),
            // The first card is open; then there is a pause; then the turn is over, and comes again.
            Script.state(5, cards: ["A", "", "", ""], turned: "0", ply: 1), Script.state(6, turn: "null", ply: 1),
            Script.state(7, cards: ["A", "", "", ""], turned: "0", ply: 1), Script.state(8, turn: "null", ply: 2),
            Script.state(9, ply: 4), Script.state(10, match: "m2", ply: 5),
            #"{"type":"bye","reason":"shutting_down","message":"So long.","retry":false}"#, Script.state(11, ply: 6),
        ])
        #expect(try player.waitForEnd() == .exited(1))
        #expect(try player.restOfErrors() == "So long.\n")
        #expect(
            sent == [
                #"{"type": "hello", "protocol": 1, "name": "Ann"}"#,
                // The error says that the first flip was refused.
                #"{"type": "flip", "match": "m1", "ply": 0, "id": "0", "card": 0}"#,
                #"{"type": "flip", "match": "m1", "ply": 0, "id": "0", "card": 0}"#,
                #"{"type": "flip", "match": "m1", "ply": 1, "id": "1", "card": 1}"#,
                #"{"type": "flip", "match": "m1", "ply": 4, "id": "4", "card": 1}"#,
            ])
    }

    /// A match of the document's client, cut at every line that it may receive: soon after each cut it is back.
    @Test(
        .needsPython,
        arguments: [
            (rules: #"{"preset":"quick","revealMs":0}"#, isSolo: false),
            (rules: #"{"preset":"quick","revealMs":0,"again":true}"#, isSolo: false),
            (
                rules: #"{"rows":6,"columns":6,"revealMs":0,"seats":1,"again":true,"turns":0,"turnMs":5000}"#,
                isSolo: true
            ),
        ])
    func `however often it is cut, paused or refused, the document's client sends no decision twice`(
        rules: String, isSolo: Bool
    ) throws {
        let host = try HostProcess("--rate", "0")
        let relay = try CuttingRelay(to: host)
        var olga: LiteralPlayer?
        if !isSolo {
            olga = try LiteralPlayer(at: host)
            try olga?.introduce("Olga")
            try olga?.sitDown("{\"type\":\"open\",\"rules\":\(rules)}")
        }
        let open = "send(type=\"open\", rules=json.loads('\(rules)'))"
        let ann = try Self.start("Ann", at: relay.address, sending: isSolo ? open : nil)
        // In a solo game, time runs out for the first flips: they arrive when their turn is over.
        let late = isSolo ? 2 : 0
        let deadline = Deadline(seconds: 180)
        while relay.hasSeenTheEnd == false {
            guard deadline.remaining > 0 else { throw Unmet("no end after \(relay.sent.suffix(5))") }
            try relay.step(holdingFlips: late)
            try olga?.listen()
        }
        #expect(try ann.expectSuccess().hasPrefix("You were seat \(isSolo ? 0 : 1): {'winner'"))
        #expect(relay.cuts > 6)
        // A decision may be repeated only if it was refused, or lost with its connection.
        let repeated = Dictionary(grouping: relay.sent.filter { $0.line.contains("flip") }) { $0 }
            .filter { $0.value.count > 1 }
        #expect(repeated.isEmpty, "\(repeated.keys)")
        #expect(relay.refusals == Array(repeating: "stale", count: late), "\(relay.refusals)")
        // A flip of hers may arrive while Ann is away.
        let errors = Set(olga.map(\.errors) ?? [])
        #expect(errors.isSubset(of: ["not_playing"]), "\(errors)")
    }

    @Test(.needsPython)
    func `the document's client reconnects after half a line, or if the host cannot seat it now`() throws {
        let host = try FakeHost()
        let player = try Self.start("Ann", at: host.address)
        let byName = #"{"type": "hello", "protocol": 1, "name": "Ann"}"#
        let byToken = #"{"type": "hello", "protocol": 1, "token": "1"}"#
        let (join, named) = (#"{"type": "join"}"#, #"{"type": "hello", "name": "Ann"}"#)
        /// Says these lines and leaves the connection open; returns what came until the client closed it.
        func say(_ lines: String...) throws -> [String] {
            let client = try host.accept()
            try client.send(([Script.hello] + lines).joined(separator: "\n"))
            return try client.linesUntilEnd()
        }
        let first = try host.accept()
        try first.send(Array(#"{"type":"hel"#.utf8))
        first.finishSending()
        #expect(try first.linesUntilEnd() == [byName])
        #expect(try say(Script.refusal("disk_failed", of: "hello")) == [byName])
        #expect(try say(Script.welcome, Script.refusal("too_fast", of: "join")) == [byName, join])
        // The host has forgotten the name, but the player had no match.
        #expect(
            try host.say([Script.hello, Script.refusal("bad_token", of: "hello"), Script.welcome, Script.match])
                == [byToken, named, join])
        #expect(try say(Script.refusal("bad_token", of: "hello"), Script.welcome) == [byToken, named])
        #expect(try player.waitForEnd() == .exited(1))
        #expect(try player.restOfErrors() == "The match is over.\n")
    }

    @Test(.needsPython)
    func `the document's program of twenty lines plays a match back`() throws {
        let text = try ProtocolDocument.text(of: "Tests/EndToEnd/Clients/replay.py")
        let program = text.split(separator: "\n").map(String.init)
        #expect(program.count <= 20)
        #expect(program.allSatisfy { $0.count <= 120 })
        let host = try HostProcess()
        let ann = try LineClient.named("Ann", at: host)
        try ann.send(#"{"type":"open","rules":{"rows":2,"columns":2,"seats":1,"revealMs":0}}"#)
        // A turn, so that the match is listed.
        for card in [0, 1] { try ann.send(.move(.flip(.card(card)))) }
        try ann.send(.resign)
        _ = try ann.state(.over)
        let arguments = ["-c", program.joined(separator: "\n"), host.address.hostText, String(host.address.port)]
        let lines = try Python.run(arguments + ["r1"]).expectSuccess().split(separator: "\n")
        #expect(lines.first?.hasPrefix("Ann: ") == true && lines.last == "Nobody wins.")
        #expect(lines.contains(". .") && lines.count { $0.contains(" s Ann ") } == Int(lines[0].filter(\.isNumber)))
        let other = try Python.run(arguments + ["r2"])
        #expect(try other.waitForEnd() == .exited(1))
        #expect(try other.restOfErrors() == "No such record.\n")
    }

    @Test(.needsPython)
    func `the document's client reconnects when the host has been silent for long`() throws {
        let host = try FakeHost()
        let player = try Self.start("Ann", at: host.address, reconnectingAfter: 0.1)
        for _ in 1...2 { #expect(try host.accept().linesUntilEnd().count == 1) }
        #expect(player.isRunning)
    }

    @Test(
        .needsPython,
        arguments: [
            (#"{"type":"error","code":"name_taken","message":"Taken.","command":"hello","fatal":false}"#, "Taken."),
            (#"{"type":"error","code":"opponent_left","message":"Gone.","command":"join","fatal":false}"#, "Gone."),
        ])
    func `the document's client says why it cannot continue`(line: String, reason: String) throws {
        let host = try FakeHost()
        let player = try Self.start("Ann", at: host.address)
        _ = try host.say([Script.hello, line])
        #expect(try player.waitForEnd() == .exited(1))
        #expect(try player.restOfErrors() == reason + "\n")
    }
}

/// Lines of a host.
private enum Script {
    static let hello = #"{"type":"hello","protocol":1}"#
    static let welcome = #"{"type":"welcome","name":"Ann","token":"1","resumed":false}"#
    static let match = #"{"type":"match","match":"m1","seat":0,"rules":{}}"#

    static func refusal(_ code: String, of command: String) -> String {
        """
        {"type":"error","code":"\(code)","message":"No.","command":"\(command)","fatal":false}
        """
    }

    static func state(
        _ version: Int, match: String = "m1", cards: [String] = ["", "", "", ""], turned: String = "",
        turn: String = "0", ply: Int = 0, watchers: Int = 0, endsIn: Int = 60000
    ) -> String {
        """
        {"type":"state","match":"\(match)","version":\(version),"phase":"playing","rows":2,"columns":2,"cards":\(cards),\
        "turned":[\(turned)],"turn":\(turn),"turnNumber":1,"ply":\(ply),"turnEndsInMs":\(endsIn),"seats":[],"watchers":\(watchers),\
        "result":null}
        """
    }
}
