import Foundation
import HTTP
import Testing

@testable import Protocol
@testable import memory_host

/// `PROTOCOL.md` has all that the source has, and nothing else.
@Suite struct ProtocolCompletenessTests {
    private let document: ProtocolDocument

    init() throws { document = try ProtocolDocument() }

    @Test func `the document describes every command, and no other`() throws {
        let commands = try document.commands().rows.map { ProtocolDocument.codes(in: $0[0]).joined() }
        #expect(Set(commands) == Set(Command.Kind.allCases.map(\.name)))
        #expect(commands.count == Command.Kind.allCases.count)
        #expect(
            try document.overview().rows.flatMap { ProtocolDocument.codes(in: $0[0]) }.sorted() == commands.sorted())
    }

    @Test func `the first table has the answer to each verb`() throws {
        for row in try document.overview().rows {
            let answer = try #require(ProtocolDocument.codes(in: row[2]).first)
            for verb in ProtocolDocument.codes(in: row[0]) {
                let entry = try #require(try document.commands().entries.first { $0["verb"] == "`\(verb)`" })
                let answers = ProtocolDocument.codes(in: try #require(entry["answer, and what it causes"]))
                #expect(answers.first == answer, "\(verb)")
            }
        }
    }

    @Test func `the document describes every field of a command, and no other`() throws {
        let keys = CommandFields.Field.allCases.map { "\($0)" }
        let fields = try document.commands().entries.flatMap { ProtocolDocument.codes(in: $0["fields"] ?? "") }
        #expect(Set(fields).union(["type", "id"]) == Set(keys))
    }

    @Test func `the document says of each command by which code it may be refused, and what it costs`() throws {
        let codes = Set(document.names(of: "code"))
        for command in try document.commands().entries {
            let errors = ProtocolDocument.codes(in: try #require(command["refusals"]))
            #expect(codes.isSuperset(of: errors), "\(command)")
            #expect(command["cost"]?.first?.isNumber == true, "\(command)")
        }
        func cost(_ command: String) throws -> String? {
            try document.commands().entries.first { $0["verb"] == "`\(command)`" }?["cost"]
        }
        #expect(try cost("say") == "\(Limits.sayWeight)")
        #expect(try cost("open") == "\(Limits.openWeight)")
        #expect(try cost("join") == "1; \(Limits.openWeight) if it opens one")
        #expect(try cost("list") == "\(Limits.listWeight)")
        #expect(
            try cost("records")
                == "1 per \(Limits.recordsPerCommand) records, \(Limits.filterWeight) more to filter"
        )
        #expect(try cost("record") == "\(Limits.recordWeight)")
        #expect(try cost("scores") == "\(Limits.scoresWeight)")
    }

    @Test func `the document describes every event, and no other`() throws {
        let replies = try document.overview().rows.flatMap { ProtocolDocument.codes(in: $0[2]) }
        #expect(Set(document.fieldsOfEvents.map(\.event) + replies) == Set(ProtocolSource.events))
    }

    @Test(arguments: try ProtocolSample.all())
    func `the document describes every field of an event, and no other`(sample: ProtocolSample) throws {
        let fields = document.fieldsOfEvents.filter { $0.event == sample.type }.map(\.field)
        #expect(Set(fields) == sample.fields)
        #expect(Set(fields).count == fields.count)
    }

    @Test func `the document describes every phase, ending, feature and set of faces`() throws {
        #expect(document.names(of: "phase") == Set(MatchState.Phase.allCases.map(\.rawValue)))
        let reasons = try ProtocolSource.findings(#"^        case (\w+)$"#, in: "Sources/Protocol/Games/Ending.swift")
        #expect(Ending.Reason.known.map(\.text) == reasons)
        let rules = try document.section("## 8. Rules and presets")
        #expect(rules.names(of: "`reason`") == Set(reasons))
        let features = try document.section("## 16. Versions").text
        for feature in Hello.allFeatures { #expect(features.contains("`\(feature)`")) }
        for faces in FaceSet.allCases { #expect(rules.text.contains("`\(faces.rawValue)` (")) }
    }

    @Test(arguments: ["README.md", "CONTRIBUTING.md"])
    func `every Swift file that a document names exists`(document: String) throws {
        let files = ["Sources", "Tests"].flatMap(ProtocolSource.swiftFiles).map { "/" + $0 }
        let names = try ProtocolSource.findings(#"`([\w/+]+\.swift)`"#, in: document)
        #expect(names.count > 10)
        for name in names { #expect(files.contains { $0.hasSuffix("/" + name) }, "\(name)") }
    }

    private static let refusals = "Sources/Protocol/Messages/Refusal.swift"

    @Test func `the document explains every error code, and no other, and says which are fatal`() throws {
        let shared = try ProtocolSource.findings(#"case \.\w+: "([a-z_]+)"$"#, in: Self.refusals)
        let ofGames = try ["Memory/Memory", "Set/SetGame"].flatMap { game in
            try ProtocolSource.findings(#"code: "([a-z_]+)""#, in: "Sources/Protocol/Games/\(game)+Wire.swift")
        }
        let codes = shared + ofGames
        let names = try ProtocolSource.findings(#"case \.(\w+): "[a-z_]+"$"#, in: Self.refusals)
        let fatal = try ProtocolSource.findings(#"case ([\w., ]+): true$"#, in: Self.refusals).joined(separator: ", ")
        let fatalNames = Set(fatal.components(separatedBy: ", ").map { String($0.dropFirst()) })
        #expect(shared.count > 20 && ofGames.count > 2)
        #expect(fatalNames.count == 4)
        let rows = document.rows(of: "code").filter { $0[1] != "bye" }
        #expect(Set(rows.map { $0[0] }) == Set(codes))
        #expect(Set(rows.map { $0[0] }).count == rows.count)
        for (code, name) in zip(codes, names + ofGames) {
            let row = try #require(rows.first { $0[0] == code })
            #expect(row[1].hasSuffix(", fatal") == fatalNames.contains(name), "\(code)")
            #expect(["client", "user", "game", "host"].contains(row[1].prefix { $0 != "," }), "\(code)")
        }
    }

    @Test func `the document explains every reason of a farewell, and no other`() throws {
        let files = ["Protocol/Messages/Event", "memory-host/Loop/Farewell+WebSocket"]
        let own = try files.flatMap { file in
            try ProtocolSource.findings(#"Farewell\(\s*reason: "(\w+)""#, in: "Sources/\(file).swift")
        }
        let rows = document.rows(of: "code")
        #expect(own.count >= 5)
        #expect(Set(rows.filter { $0[1] == "bye" }.map { $0[0] }) == Set(own))
        #expect(rows.allSatisfy { $0[2].isEmpty == !($0[1] == "bye" || $0[1].hasSuffix(", fatal")) })
    }

    @Test func `the document says of each farewell whether to retry`() throws {
        let farewells =
            [Farewell.asked, .closed, .replaced, .slowReader, .idle, .examined, .brokenWebSocket(.protocolError)]
            + [.shuttingDown, .unsupportedProtocol, .hostFull, .tooManyConnections].map(Farewell.init(after:))
        let rows = document.rows(of: "code").filter { !$0[2].isEmpty }
        #expect(rows.map { "\($0[0]) \($0[2])" }.sorted() == farewells.map { "\($0.reason) \($0.retry)" }.sorted())
    }

    @Test func `the document has every limit with its number, and no other`() throws {
        let file = "Sources/Protocol/Messages/Limits.swift"
        let names = try ProtocolSource.findings(#"^    public static let (\w+) = [\d_* ]+$"#, in: file)
        let numbers = try ProtocolSource.findings(#"^    public static let \w+ = ([\d_* ]+)$"#, in: file).map { text in
            text.replacing("_", with: "").split(separator: " * ").reduce(1) { $0 * (Int($1) ?? 0) }
        }
        var limits = Dictionary(uniqueKeysWithValues: zip(names, numbers))
        limits["outgoingBytes"] = Limits.outgoingBytes  // The sum of its parts.
        #expect(limits["lineBytes"] == Limits.lineBytes && limits["chatterBytes"] == Limits.chatterBytes)
        let listed = try document.limits()
        #expect(Set(listed.map(\.name)) == Set(limits.keys))
        #expect(listed.count == limits.count)
        for (name, number) in listed { #expect(number == limits[name], "\(name)") }
    }

    @Test func `the first twelve limits are those that hello carries`() throws {
        let carried = PublishedLimits.fields.map { "\($0.name)" }
        #expect(carried.count == 12)
        #expect(Set(try document.limits().prefix(12).map(\.name)) == Set(carried))
        #expect(document.text.contains("The first twelve, in four rows, are in `hello.limits`"))
    }

    @Test(arguments: [
        "at most \(Limits.lineBytes) bytes, the LF included", "more than \(Limits.lineBytes) bytes",
        "leave room for events of \(Limits.eventBytes) bytes",
        "may send \(Limits.burst) commands at once, then \(Limits.commandsPerSecond) a second",
        "an address has \(Limits.requestBurst) requests at once, then \(Limits.requestsPerSecond) a second",
        "those of more than \(Limits.requestBytes) bytes (\(Limits.requestBytesFromLoopback) on the host's own machine) or",
        "plus 1 for every \(Limits.bytesPerRequest) bytes received or \(Limits.bodyBytesPerRequest) sent",
        "A QR code counts as \(Limits.codeWeight), a WebSocket as \(Limits.handshakeWeight)",
        "\(Limits.idlePerCommand) blank lines, \(Limits.idlePerCommand) WebSocket frames",
        "or \(Limits.discardedBytesPerCommand) discarded bytes cost 1",
        "and is greeted after \(Limits.spareMilliseconds / 1000) s",
        "within \(Limits.browsingMilliseconds / 1000) s of a request from an address",
        "or after \(Limits.greetingMilliseconds) ms of silence",
        "Beyond \(Limits.chatterBytes) bytes, others' `said` is dropped; beyond \(Limits.lobbyBytes),",
        "a queue of at most \(Limits.outgoingBytes) bytes",
        "\(Limits.openings) matches, refilled by \(Limits.openings) a minute",
        "\(Limits.guesses) unknown codes, refilled by \(Limits.guesses) a minute",
        "for \(Limits.seatedMilliseconds / 1000) s after a match, its players may try a code",
        "\(Limits.wrongSecretWeight) for an unknown `token` or `code`",
        "at most \(Limits.desertedMilliseconds / 60_000) minutes",
        "or for \(Limits.absentMilliseconds / 1000) s after a restart",
        "you get \(Double(Limits.lingerMilliseconds) / 1000) s to close",
        "get \(Limits.closingMilliseconds / 1000) s, and 1 s more for every \(Limits.closingBytesPerSecond)",
        "if some leave every \(Limits.stalledMilliseconds / 1000) s",
        "After \(Limits.stalledMilliseconds / 1000) s without any progress",
        "silent for \(Limits.silentMilliseconds / 1000) s", "within \(Limits.pushMilliseconds) ms of arriving",
        "for \(Limits.deadPeerMilliseconds / 1000) s counts as a break",
        "at most \(Limits.requestIDBytes) bytes of UTF-8", "or beyond \(Limits.requestIDBytes) bytes",
        "have 1 to \(Limits.nameCharacters) characters", "at most \(Limits.nameBytes) bytes:",
        "with more than \(Limits.marksInARow) marks in a row",
        "more than \(Limits.marksInARow) marks or invisible characters in a row",
        "has 1 to \(Limits.textCharacters) characters and at most \(Limits.textBytes) bytes",
        "at most once every \(Limits.pushMilliseconds) ms", "are not over, at most \(Limits.lobbyMatches):",
        "1 to \(Limits.recordsAtOnce); \(Limits.recordsAtFirst) by default",
        "at most \(Limits.recordsBytes) bytes", "at most the first \(Limits.recordMoves)|",
        "`moves` at most the first \(Limits.setRecordMoves)",
        "at most \(Limits.bestGamesAlike) under the same rules and \(Limits.bestGames) in all",
        "at most \(Limits.bestPlayers) who have played matches of two", "at most \(Limits.bestAgainstHouse) a level",
        "with \(Limits.replays) replays running, or \(Limits.replaysPerAddress) for your address",
        "at most \(Limits.replayPauseMilliseconds / 1000) s, until you send a line",
        "0 for no limit (but \(Limits.matchTurns) in all)", "or \(Limits.matchTurns) were taken",
        "are `stale` for \(Limits.lateMilliseconds / 1000) s after others have moved you",
        "if it was a set within the last \(Limits.lateMilliseconds / 1000) s",
        "has noticed the break (within \(Limits.deadPeerMilliseconds / 1000) s)",
        "after a restart for \(Limits.absentMilliseconds / 1000) s",
        "one datagram of \(Limits.findQuestionBytes.lowerBound) to \(Limits.findQuestionBytes.upperBound) bytes",
        "one of at most \(Limits.findAnswerBytes) bytes",
        "\(Limits.findAnswersPerSecond) times a second, \(Limits.findAnswersPerAddress) times to one address",
        "in alphabetical order, at most \(Limits.lobbyPlayers)|", "This is protocol \(Hello.protocolVersion).",
    ])
    func `numbers in the document's text match the source`(phrase: String) {
        let flowing = document.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isThere = flowing.contains(phrase)
        #expect(isThere, "the document does not say: \(phrase)")
    }
}
