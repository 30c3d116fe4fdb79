import Foundation
import Protocol
import Testing

/// `PROTOCOL.md` has all that the source has, and nothing else.
@Suite struct ProtocolCompletenessTests {
    private let document: ProtocolDocument

    init() throws { document = try ProtocolDocument() }

    @Test func `the document describes every command, and no other`() throws {
        let commands = try document.commands().rows.map { ProtocolDocument.codes(in: $0[0]).joined() }
        #expect(Set(commands) == Set(Command.Kind.allCases.map(\.name)))
        #expect(commands.count == Command.Kind.allCases.count)
    }

    @Test func `the document describes every field of a command, and no other`() throws {
        let keys = try ProtocolSource.cases(
            of: "enum Field", in: "Sources/Protocol/Dialects/CommandFields.swift")
        #expect(keys.count > 10)
        let fields = try document.commands().entries.flatMap { ProtocolDocument.codes(in: $0["fields"] ?? "") }
        #expect(Set(fields).union(["type", "id"]) == Set(keys))
    }

    @Test func `the document says of each command by which code it may be refused, and what it costs`() throws {
        let codes = Set(document.names(of: "code"))
        for command in try document.commands().entries {
            let errors = ProtocolDocument.codes(in: try #require(command["errors"]))
            #expect(codes.isSuperset(of: errors), "\(command)")
            #expect(command["cost"]?.first?.isNumber == true, "\(command)")
        }
        func cost(_ command: String) throws -> String? {
            try document.commands().entries.first { $0["command"] == "`\(command)`" }?["cost"]
        }
        #expect(try cost("say") == "\(Limits.sayWeight)")
        #expect(try cost("open") == "\(Limits.openWeight)")
        #expect(try cost("join") == "1; \(Limits.openWeight) if it opens a match")
        #expect(try cost("list") == "\(Limits.listWeight)")
        #expect(
            try cost("records")
                == "1 per \(Limits.recordsPerCommand) records, \(Limits.filterWeight) more to filter"
        )
        #expect(try cost("record") == "\(Limits.recordWeight)")
        #expect(try cost("scores") == "\(Limits.scoresWeight)")
    }

    @Test func `the document describes every event, and no other`() throws {
        let events = try ProtocolSource.events()
        #expect(events.count > 5)
        let replies = try document.commands().entries.flatMap { ProtocolDocument.codes(in: $0["reply"] ?? "") }
        #expect(Set(document.fieldsOfEvents.map(\.event) + replies) == Set(events))
    }

    @Test(arguments: try ProtocolSample.all())
    func `the document describes every field of an event, and no other`(sample: ProtocolSample) throws {
        let fields = document.fieldsOfEvents.filter { $0.event == sample.type }.map(\.field)
        #expect(Set(fields) == sample.fields)
        #expect(fields.count == sample.fields.count)
    }

    @Test func `the document describes every phase, ending, feature and set of faces`() throws {
        let phases = try ProtocolSource.cases(
            of: "public enum Phase", in: "Sources/Protocol/Messages/MatchState.swift")
        #expect(document.names(of: "phase") == Set(phases))
        let reasons = try ProtocolSource.cases(of: "public enum Reason", in: "Sources/Protocol/Games/Ending.swift")
        #expect(
            Set(reasons) == Set(Ending.Reason.known.map(\.text)).union(["unknown"]), "a reason is given, or unknown")
        let endings = try document.section("### 6.12 Rules and presets").names(of: "`reason`")
        #expect(endings == Set(reasons).subtracting(["unknown"]))
        let features = try document.section("### 6.13 Features and versions").text
        for feature in Hello.allFeatures { #expect(features.contains("`\(feature)`")) }
        for faces in FaceSet.allCases {
            #expect(try document.section("### 6.12 Rules and presets").text.contains("`\(faces.rawValue)` ("))
        }
    }

    @Test(arguments: ["README.md", "CONTRIBUTING.md"])
    func `every Swift file that a document names exists`(document: String) throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let files = ["Sources", "Tests"].flatMap { folder in
            (FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)?.allObjects ?? [])
                .compactMap { $0 as? String }.map { "/\(folder)/\($0)" }
        }
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
        let rows = try document.section("### 6.14 Errors").rows(of: "code")
        #expect(Set(rows.map { $0[0] }) == Set(codes))
        #expect(rows.count == codes.count)
        for (code, name) in zip(codes, names + ofGames) {
            let row = try #require(rows.first { $0[0] == code })
            #expect(row[1].hasSuffix(", fatal") == fatalNames.contains(name), "\(code)")
            #expect(["client", "user", "game", "host"].contains(row[1].prefix { $0 != "," }), "\(code)")
        }
    }

    @Test func `the document explains every reason of a farewell, and no other`() throws {
        let own = try ProtocolSource.findings(
            #"Farewell\(\s*reason: "(\w+)""#, in: "Sources/Protocol/Messages/Event.swift")
        let codes = try document.section("### 6.14 Errors").rows(of: "code")
        let fatal = codes.filter { $0[1].hasSuffix(", fatal") }.map { $0[0] }
        #expect(own.count >= 5)
        #expect(try document.section("### 6.15 Close reasons").names(of: "reason") == Set(own + fatal))
    }

    @Test func `the document says of each farewell whether to retry`() throws {
        let farewells =
            [Farewell.asked, .closed, .replaced, .slowReader, .idle, .examined, .brokenWebSocket(.protocolError)]
            + [.shuttingDown, .unsupportedProtocol, .hostFull, .tooManyConnections].map(Farewell.init(after:))
        let rows = try document.section("### 6.15 Close reasons").rows(of: "reason")
        #expect(rows.map { "\($0[0]) \($0[1])" }.sorted() == farewells.map { "\($0.reason) \($0.retry)" }.sorted())
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
        let listed = try Self.published(document).numbers + document.section("### F. Numbers").numbers
        #expect(Set(listed.map(\.name)) == Set(limits.keys))
        #expect(listed.count == limits.count)
        for (name, number) in listed { #expect(number == limits[name], "\(name)") }
    }

    @Test func `the document says which limits hello carries`() throws {
        let carried = try ProtocolSource.findings(
            #"\("\w+", \\.(\w+)\)"#, in: "Sources/Protocol/Messages/Hello.swift")
        #expect(carried.count > 5)
        #expect(Set(try Self.published(document).numbers.map(\.name)) == Set(carried))
    }

    /// The section with the limits that `hello` carries.
    private static func published(_ document: ProtocolDocument) throws -> ProtocolDocument {
        try document.section("### A. Limits and rate limiting")
    }

    @Test(arguments: [
        "at most \(Limits.lineBytes) bytes, the LF included", "more than \(Limits.lineBytes) bytes",
        "leave room for events of \(Limits.eventBytes) bytes",
        "may send \(Limits.burst) commands at once, then \(Limits.commandsPerSecond) a second",
        "a bucket of \(Limits.burst) commands, refilled by \(Limits.commandsPerSecond) a second",
        "share a bucket of \(Limits.addressBurst), refilled by \(Limits.addressCommandsPerSecond) a second",
        "may cause \(Limits.requestBurst) requests at once, then \(Limits.requestsPerSecond) a second",
        "one of more than \(Limits.requestBytes) bytes (\(Limits.requestBytesFromLoopback) on the host's own machine)",
        "plus 1 for every \(Limits.bytesPerRequest) bytes received, 1 for every \(Limits.bodyBytesPerRequest) bytes in a body",
        "counts as \(Limits.codeWeight) for a QR code and \(Limits.handshakeWeight) for a WebSocket",
        "one command for \(Limits.idlePerCommand) blank lines, one for \(Limits.idlePerCommand) WebSocket frames",
        "greeted after \(Limits.spareMilliseconds / 1000) s of silence",
        "or after \(Limits.greetingMilliseconds) ms of silence",
        "if more than \(Limits.chatterBytes) bytes would be queued",
        "if more than \(Limits.lobbyBytes) bytes would be queued",
        "at most \(Limits.outgoingBytes) bytes are queued for a client",
        "may open \(Limits.openings) matches within \(Limits.guessingMilliseconds / 1000) s",
        "After \(Limits.wrongGuesses) wrong guesses from one address within \(Limits.guessingMilliseconds / 1000) s",
        "until the \(Limits.guessingMilliseconds / 1000) s are over",
        "at most \(Limits.desertedMilliseconds / 60_000) minutes",
        "for its token, for \(Limits.absentMilliseconds / 1000) s",
        "waits up to \(Double(Limits.lingerMilliseconds) / 1000) s",
        "get \(Limits.closingMilliseconds / 1000) s to leave, and 1 s more for every \(Limits.closingBytesPerSecond)",
        "as long as some leave every \(Limits.stalledMilliseconds / 1000) s",
        "After \(Limits.stalledMilliseconds / 1000) s without any progress",
        "has sent no line for \(Limits.silentMilliseconds / 1000) s",
        "within \(Limits.pushMilliseconds) ms of arriving",
        "for \(Limits.deadPeerMilliseconds / 1000) s counts as gone",
        "(\(Limits.connectionsPerLoopbackAddress) on the host's own machine)",
        "at most \(Limits.requestIDBytes) bytes of UTF-8", "or exceeds \(Limits.requestIDBytes) bytes",
        "have 1 to \(Limits.nameCharacters) characters", "at most \(Limits.nameBytes) bytes.",
        "have more than \(Limits.marksInARow) marks in a row",
        "more than \(Limits.marksInARow) marks or invisible characters in a row",
        "has 1 to \(Limits.textCharacters) characters and at most \(Limits.textBytes) bytes",
        "at most once in \(Limits.pushMilliseconds) ms", "are not over, at most \(Limits.lobbyMatches):",
        "at most `limit` (1 to \(Limits.recordsAtOnce); \(Limits.recordsAtFirst) by default)",
        "and \(Limits.recordsBytes) bytes", "at most the first \(Limits.recordMoves) |",
        "At most \(Limits.bestGamesAlike) by the same rules and \(Limits.bestGames) in all",
        "at most \(Limits.bestPlayers) who have played two-player matches",
        "any match ends after \(Limits.matchTurns) turns of both", "or \(Limits.matchTurns) turns were taken",
        "one datagram of \(Limits.findQuestionBytes.lowerBound) to \(Limits.findQuestionBytes.upperBound) bytes",
        "one datagram of at most \(Limits.findAnswerBytes) bytes",
        "at most \(Limits.findAnswersPerSecond) times in any second, \(Limits.findAnswersPerAddress) times to one address",
        "in alphabetical order, at most \(Limits.lobbyPlayers) |", "This is protocol \(Hello.protocolVersion).",
    ])
    func `numbers in the document's text match the source`(phrase: String) {
        let flowing = document.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isThere = flowing.contains(phrase)
        #expect(isThere, "the document does not say: \(phrase)")
    }

    @Test func `what every client must know is in the first 2500 words, and each section says who may skip`() throws {
        let reference = try #require(document.lines.firstIndex(of: "## 6. Reference"))
        func words(_ lines: some Sequence<String>) -> Int {
            lines.map { $0.split(whereSeparator: \.isWhitespace).count }.reduce(0, +)
        }
        #expect(words(document.lines[..<reference]) <= 2500)
        var isFenced = false
        for (index, line) in document.lines.enumerated() {
            if line.hasPrefix("```") { isFenced.toggle() }
            guard !isFenced, line.hasPrefix("##") else { continue }
            let tag = document.lines[index + 2]
            #expect(index < reference ? tag == "*Must*" : tag.hasPrefix("*May skip unless "), "\(line)")
        }
    }
}
