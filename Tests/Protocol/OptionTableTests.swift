import Protocol
import TestSupport
import Testing

/// The options of a program that the tests make up.
private struct Choices: Equatable {
    var port = 1
    var isLoud = false
    var size: String?
    var watched: String?
    var watches = false
    var fetched: [String] = []
    var host: String?
    var command: [String] = []

    static let table = OptionTable<Choices>(
        program: "sample", introduction: ["Does nothing."],
        operand: .init(OptionArgument("HOST", .host)) { (choices, value) throws(UsageError) in
            if value == "-" { throw UsageError(sentence: "- is no host") }
            choices.host = value
        },
        groups: [
            .init(
                "Some",
                [
                    .number("--port", "N", 0...99, "the port", usual: "1") { $0.port = $1 },
                    .alone("--loud", "much noise") { $0.isLoud = true },
                    .choice(
                        "--size", "SIZE", of: ["small", "large"], named: { $0 },
                        meaning: { $0 == "small" ? "little" : "" }, ignoringCase: true, "the size"
                    ) { $0.size = $1 },
                    .optional("--watch", "MATCH", .text, "watch a match", isValue: { $0.hasPrefix("m") }) {
                        $0.watches = true
                        $0.watched = $1
                    },
                    Option(
                        ["--fetch"], .two(OptionArgument("URL", .url), OptionArgument("DIR", .folder)), "fetch things"
                    ) { $0.fetched = $1 },
                    .value("--data", "DIR", .folder, "the folder of the data, \(String(repeating: "long ", count: 20))")
                    {
                        $0.host = $1
                    },
                    Option(["--"], .rest(OptionArgument("COMMAND...", .command)), "a program") { $0.command = $1 },
                ]),
            .init("More", [.version, .help]),
        ], remarks: ["That is all."])
}

@Suite struct OptionTableTests {
    private func choices(_ arguments: [String]) throws -> Choices {
        var choices = Choices()
        guard case .given(let given) = try Choices.table.read(arguments) else {
            throw UsageError(sentence: "a text is printed")
        }
        try Choices.table.apply(given, to: &choices)
        return choices
    }

    private func printed(_ arguments: String...) throws -> String? {
        guard case .print(let text) = try Choices.table.read(arguments) else { return nil }
        return text
    }

    @Test func `a value follows its flag, or an equals sign`() throws {
        #expect(try choices(["--port", "7"]).port == 7)
        #expect(try choices(["--port=7", "--loud"]) == Choices(port: 7, isLoud: true))
        #expect(try choices(["--data=a=b"]).host == "a=b")
        #expect(try choices(["--port", "1", "--port", "2"]).port == 2)
        #expect(try choices(["--fetch", "u", "d"]).fetched == ["u", "d"])
        #expect(try choices(["--fetch=u", "d"]).fetched == ["u", "d"])
        #expect(try choices(["--size", "LARGE"]).size == "large")
    }

    @Test func `a value that may be left out is one only if it looks like one`() throws {
        #expect(try choices(["--watch", "m3", "pine"]) == Choices(watched: "m3", watches: true, host: "pine"))
        #expect(try choices(["--watch", "pine"]) == Choices(watches: true, host: "pine"))
        #expect(try choices(["--watch=x"]).watched == "x")
        #expect(try choices(["--watch"]) == Choices(watches: true))
    }

    @Test func `all that follows two hyphens belongs to a program`() throws {
        #expect(try choices(["--loud", "--", "bot", "--help", "--port"]).command == ["bot", "--help", "--port"])
    }

    @Test(
        arguments: [
            (["--nothing"], "unknown option --nothing; see --help"),
            (["--port"], "--port needs a value; see --help"),
            (["--port", "100"], "--port must be a number from 0 to 99, not 100"),
            (["--port="], "--port must be a number from 0 to 99, not "),
            (["--loud=yes"], "--loud takes no value; see --help"),
            (["--size", "huge"], "--size must be one of small, large, not huge"),
            (["--data", ""], "--data needs a folder"),
            (["--fetch", "u"], "--fetch needs two values; see --help"),
            (["--fetch", "u", ""], "--fetch needs a folder"),
            (["--"], "-- must be followed by a program; see --help"),
            (["--=bot"], "-- must be followed by a program; see --help"),
            (["a", "b"], "unexpected argument b; give only one HOST"),
            (["-"], "- is no host"),
        ] as [([String], String)])
    func `an invalid command line is refused with a sentence`(_ arguments: [String], _ sentence: String) {
        #expect(throws: UsageError(sentence: sentence)) { _ = try choices(arguments) }
    }

    @Test func `help and version win over everything else, but for a program's own`() throws {
        #expect(try printed("--nothing", "--help", "--version") == Choices.table.help)
        #expect(try printed("a", "b", "-h") == Choices.table.help)
        #expect(try printed("--version") == "sample \(Hello.programVersion)\n")
        #expect(try printed("--", "--help") == nil)
    }

    @Test func `the help has a line for each option, and breaks long ones`() {
        #expect(Choices.table.brokenLaws == [])
        #expect(
            Choices.table.help == """
                Usage: sample [HOST] [options]

                Does nothing.

                Some:
                  --port N         the port (1)
                  --loud           much noise
                  --size SIZE      the size: small = little, large
                  --watch [MATCH]  watch a match
                  --fetch URL DIR  fetch things
                  --data DIR       the folder of the data, long long long long long long long
                                   long long long long long long long long long long long long
                                   long
                  -- COMMAND...    a program

                More:
                  --version        print the version
                  --help           print this help

                That is all.

                """)
    }

    @Test func `a sentence gets a capital letter and a full stop where it has none`() {
        #expect(UsageError(sentence: "unknown option").punctuated.sentence == "Unknown option.")
        #expect(UsageError(sentence: "--port needs a value").punctuated.sentence == "--port needs a value.")
        #expect(UsageError(sentence: "All is well.").punctuated.sentence == "All is well.")
    }
}
