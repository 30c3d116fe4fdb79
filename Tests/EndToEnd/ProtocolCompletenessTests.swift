import Foundation
import Protocol
import Testing

/// `PROTOCOL.md` has all that the source has, and nothing else.
@Suite struct ProtocolCompletenessTests {
    private let document: ProtocolDocument

    init() throws { document = try ProtocolDocument() }

    @Test func `the document describes every command, and no other`() throws {
        let commands = try document.section("## 5. Commands")
        #expect(Set(commands.headings) == Set(Command.Kind.allCases.map(\.rawValue)))
        #expect(commands.headings.count == Command.Kind.allCases.count)
        #expect(document.names(of: "command") == Set(Command.Kind.allCases.map(\.rawValue)))
    }

    @Test func `the document describes every field of a command, and no other`() throws {
        let keys = try ProtocolSource.cases(
            of: "private enum Field", in: "Sources/Protocol/Dialects/JSONCommands.swift")
        #expect(keys.count > 10)
        #expect(try document.section("## 5. Commands").names(of: "field").union(["type", "id"]) == Set(keys))
    }

    @Test func `the document describes every event, and no other`() throws {
        let events = try ProtocolSource.cases(
            of: "public indirect enum Event", in: "Sources/Protocol/Messages/Event.swift")
        #expect(events.count > 5)
        #expect(Set(try document.section("## 6. Events").headings) == Set(events))
    }

    @Test(arguments: try ProtocolSample.all())
    func `the document describes every field of an event, and no other`(sample: ProtocolSample) throws {
        let section = try document.section("## 6. Events").section("### `\(sample.type)`")
        #expect(section.names(of: "field") == sample.fields)
    }

    @Test func `the document describes every phase, ending, feature and set of faces`() throws {
        let messages = "Sources/Protocol/Messages/"
        let phases = try ProtocolSource.cases(of: "public enum Phase", in: messages + "MatchState.swift")
        #expect(document.names(of: "phase") == Set(phases))
        let reasons = try ProtocolSource.cases(of: "public enum Reason", in: messages + "Ending.swift")
        #expect(
            Set(reasons) == Set(Ending.Reason.known.map(\.text)).union(["unknown"]), "a reason is given, or unknown")
        let endings = try document.section("### How a match ends").names(of: "`reason`")
        #expect(endings == Set(reasons).subtracting(["unknown"]))
        let hello = try document.section("## 6. Events").section("### `hello`").text
        for feature in Hello.allFeatures { #expect(hello.contains("`\(feature)`")) }
        for faces in FaceSet.allCases {
            #expect(try document.section("## 7. Rules").text.contains("`\(faces.rawValue)` ("))
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
        let codes = try ProtocolSource.findings(#"case \.\w+: "([a-z_]+)"$"#, in: Self.refusals)
        let names = try ProtocolSource.findings(#"case \.(\w+): "[a-z_]+"$"#, in: Self.refusals)
        let fatal = try ProtocolSource.findings(#"case ([\w., ]+): true$"#, in: Self.refusals).joined(separator: ", ")
        let fatalNames = Set(fatal.components(separatedBy: ", ").map { String($0.dropFirst()) })
        #expect(codes.count > 20)
        #expect(fatalNames.count == 4)
        let rows = try document.section("## 9. Errors").rows(of: "code")
        #expect(Set(rows.map { $0[0] }) == Set(codes))
        #expect(rows.count == codes.count)
        for (code, name) in zip(codes, names) {
            let row = try #require(rows.first { $0[0] == code })
            #expect(row[1] == (fatalNames.contains(name) ? "yes" : "no"), "\(code)")
            #expect(["client", "user", "game", "host"].contains(row[2]), "\(code)")
        }
    }

    @Test func `the document explains every reason of a farewell, and no other`() throws {
        let own = try ProtocolSource.findings(
            #"Farewell\(\s*reason: "(\w+)""#, in: "Sources/Protocol/Messages/Event.swift")
        let fatal = try document.section("## 9. Errors").rows(of: "code").filter { $0[1] == "yes" }.map { $0[0] }
        #expect(own.count >= 5)
        #expect(try document.section("## 10. Farewells").names(of: "reason") == Set(own + fatal))
    }

    @Test func `the document says of each farewell whether to retry`() throws {
        let farewells =
            [Farewell.asked, .closed, .replaced, .slowReader, .idle]
            + [.shuttingDown, .unsupportedProtocol, .hostFull, .tooManyConnections].map(Farewell.init(after:))
        let rows = try document.section("## 10. Farewells").rows(of: "reason")
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
        let rows = try document.section("### Numbers").rows(of: "name")
        #expect(Set(rows.map { $0[0] }) == Set(limits.keys))
        for row in rows { #expect(Int(row[1]) == limits[row[0]], "\(row[0])") }
    }

    @Test func `the document says which limits hello carries`() throws {
        let carried = try ProtocolSource.findings(
            #"\("\w+", \\.(\w+)\)"#, in: "Sources/Protocol/Messages/Event.swift")
        #expect(carried.count > 5)
        let lines = try document.section("### Numbers").lines
        let rest = try #require(lines.firstIndex { $0.hasPrefix("It does not have these") })
        let names = lines[..<rest].filter { $0.hasPrefix("| `") }.map { $0.components(separatedBy: "`")[1] }
        #expect(Set(names) == Set(carried))
    }

    @Test(arguments: [
        "at most \(Limits.lineBytes) bytes, the LF included", "more than \(Limits.lineBytes) bytes",
        "may send \(Limits.burst) lines at once, and after that \(Limits.commandsPerSecond) a second",
        "A bucket of \(Limits.burst) is refilled by \(Limits.commandsPerSecond) a second",
        "have a bucket of \(Limits.addressBurst) lines, which is refilled by \(Limits.addressCommandsPerSecond) a second",
        "or after \(Limits.greetingMilliseconds) ms without one. A",
        "if more than \(Limits.chatterBytes) bytes would wait", "if more than \(Limits.lobbyBytes) bytes would wait",
        "never more than \(Limits.outgoingBytes) bytes wait for one client",
        "A `say` counts as \(Limits.sayWeight) lines,", "that opens a match as \(Limits.openWeight);",
        "for every \(Limits.recordsPerCommand) records asked for, `record` and `scores` as \(Limits.recordWeight), `list`",
        "`list` as \(Limits.listWeight);",
        "has sent \(Limits.wrongGuesses) wrong guesses within \(Limits.guessingMilliseconds) ms",
        "or after \(Limits.desertedMilliseconds) ms if that is less",
        "waits up to \(Limits.lingerMilliseconds) ms",
        "up to \(Limits.closingMilliseconds) ms to leave", "nothing at all moves for \(Limits.stalledMilliseconds) ms",
        "has sent no line for \(Limits.silentMilliseconds) ms", "within \(Limits.pushMilliseconds) ms after they",
        "\(Limits.deadPeerMilliseconds) ms counts as gone",
        "holds \(Limits.connections) connections, and \(Limits.connectionsPerAddress) from one address",
        "(\(Limits.connectionsPerLoopbackAddress) from the machine", "at most \(Limits.requestIDBytes) bytes of UTF-8",
        "have 1 to \(Limits.nameCharacters) characters", "at most \(Limits.nameBytes) bytes.",
        "has 1 to \(Limits.textCharacters) characters and at most \(Limits.textBytes) bytes",
        "at most once in \(Limits.pushMilliseconds) ms", "are not over, at most \(Limits.lobbyMatches):",
        "how many, 1 to \(Limits.recordsAtOnce); without it, \(Limits.recordsAtFirst) |",
        "since a line of it has at most \(Limits.recordsBytes) bytes", "at most the first \(Limits.recordMoves) |",
        "At most \(Limits.bestGamesAlike) by the same rules, and \(Limits.bestGames) in all",
        "at most \(Limits.bestPlayers) of those who have played matches of two",
        "in alphabetical order, at most \(Limits.lobbyPlayers) |", "This is protocol \(Hello.protocolVersion).",
    ])
    func `numbers in the document's text match the source`(phrase: String) {
        let flowing = document.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let isThere = flowing.contains(phrase)
        #expect(isThere, "the document does not say: \(phrase)")
    }
}
