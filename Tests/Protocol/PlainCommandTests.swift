import Protocol
import Testing

@Suite struct `Plain words: commands` {
    private static func flip(_ column: Int, _ row: Int) -> Command {
        .move(.flip(.coordinate(Coordinate(column: column, row: row))))
    }

    /// The line as it is, in capitals, and with blanks around and between.
    private func spellings(_ line: String) -> [String] {
        let words = line.split(separator: " ")
        return [
            line, line.uppercased(), line.prefix(1).uppercased() + line.dropFirst(), "  \(line)\t",
            "\t" + words.joined(separator: " \t  ") + "\r", "\u{A0}" + words.joined(separator: "\u{3000}"),
        ]
    }

    @Test(arguments: [
        ("list", Command.list), ("follow", .followList(true)), ("FOLLOW Off", .followList(false)),
        ("open", .open(RulesRequest(), isPrivate: false)), ("join", .join(nil)),
        ("watch", .watch(nil)), ("watch follow", .watch(nil, follows: true)), ("rules", .rules(.memory)),
        ("Watch M12 Follow", .watch(.id(MatchID(number: 12)), follows: true)), ("resign", .resign),
        ("rematch", .rematch), ("leave", .leave), ("ping", .ping),
        ("bye", .bye), ("quit", .bye), ("help", .help), ("?", .help), ("scores", .scores), ("enter", .enter),
        ("withdraw", .withdraw), ("standings", .standings(follows: nil)),
        ("Standings FOLLOW", .standings(follows: true)),
        ("standings follow  off", .standings(follows: false)),
        ("b4", flip(1, 3)), ("flip b4", flip(1, 3)), ("j10", flip(9, 9)), ("flip a1", flip(0, 0)), ("m3", flip(12, 2)),
        ("join m3", .join(.id(MatchID(number: 3)))), ("watch m12", .watch(.id(MatchID(number: 12)))),
        ("join kq7xm4", .join(JSONSamples.code)), ("watch kq7xm4", .watch(JSONSamples.code)),
        ("records", .records(before: nil, limit: 20)), ("records 50", .records(before: nil, limit: 50)),
        ("records before r17", .records(before: RecordID(number: 17), limit: 20)),
        ("records 100 before r17", .records(before: RecordID(number: 17), limit: 100)),
        ("record r17", .record(RecordID(number: 17))), ("replay r17", .replay(RecordID(number: 17))),
        ("replay", .replay(nil)), ("replay stop", .stopReplay),
        ("resume \(JSONSamples.tokenText)", .hello(.token(JSONSamples.token))),
    ])
    func `a command may be typed in any case and with extra blanks`(line: String, command: Command) {
        for spelling in spellings(line) {
            #expect(read(spelling) == Request(.command(command), dialect: .plain), "\(spelling)")
        }
    }

    @Test(arguments: [
        "m", "3", "m0", "kq7", "kq7x", "kq7xm", "kq7xm4y", "kq 7x", "kq70", "m3 m4", "m3x", "ann", "ßab",
        "m99999999999999999",
    ])
    func `a malformed match is bad_field, with a hint how to name one`(rest: String) {
        let expected = Refusal.badField("Give a match ID, such as m3, or a six-character code.")
        #expect(read("join \(rest)") == Request(.malformed(.join, expected), dialect: .plain))
        #expect(read("watch \(rest)") == Request(.malformed(.watch, expected), dialect: .plain))
    }

    @Test(arguments: [
        "flip", "flip 4", "flip b", "flip b4 c5", "flip b0", "flip b-1", "flip 17", "flip b4x", "FLIP é1",
    ])
    func `a malformed card is bad_field, with a hint how to name one`(line: String) {
        let expected = Refusal.badField("Name a card by its column and row, such as b4.")
        #expect(read(line) == Request(.malformed(.flip, expected), dialect: .plain))
    }

    @Test func `records takes a count from 1 to 100, and record an ID such as r17`() {
        for rest in ["0", "101", "-5"] {
            #expect(read("records \(rest)").refusal == .badField("The number of records must be from 1 to 100."))
        }
        for rest in ["", "17", "m17", "r17 r18", "r017"] {
            #expect(read("record \(rest)").refusal == .badField("Give a record ID, such as r17."))
        }
        for rest in ["17", "m17", "r17 r18", "stop it"] {
            let hint = "Give a record ID, such as r17; replay alone plays back your finished match."
            #expect(read("replay \(rest)").refusal == .badField(hint))
        }
    }

    @Test func `a name is the rest of the line, case and inner blanks kept`() throws {
        for (line, name) in [
            ("name Ann", "Ann"), ("NAME  Ann Bo ", "Ann Bo"), ("Name\tZoë", "Zoë"), ("name J. R. Smith", "J. R. Smith"),
            ("name Tom & Jerry", "Tom & Jerry"), ("name It's", "It's"), ("hello Ann", "Ann"),
        ] {
            #expect(read(line).command == .hello(.name(try PlayerName(name))), "\(line)")
        }
        for (line, message) in [
            ("name m3", "The name m3 is reserved."), ("name {\"x\"}", "A name cannot contain the character {."),
            ("name", "A name needs at least one character."),
            ("name \u{1B}[31m", "A name cannot contain a control character (U+001B)."),
            ("name \u{301}Ann", "A name cannot start with the combining mark \u{25CC}\u{301}."),
        ] {
            #expect(read(line).content == .malformed(.hello, .badName(message)), "\(line)")
        }
    }

    @Test(arguments: ["resume", "resume abc", "resume \(JSONSamples.tokenText)0"])
    func `resume takes a token`(line: String) {
        #expect(read(line).content == .malformed(.hello, .badToken))
    }

    @Test func `the text of a say is the rest of the line`() throws {
        for (line, text) in [
            ("say well played", "well played"), ("SAY  Well  played! ", "Well  played!"), ("say b4", "b4"),
            ("say {}", "{}"), ("say say", "say"), ("say\tgut 🦊", "gut 🦊"),
        ] { #expect(read(line).command == .say(try SpokenText(text))) }
        #expect(read("say").refusal == .badField("The text is empty."))
        #expect(read("say a\u{1B}[2Jb").refusal == .badField("The text cannot contain a control character (U+001B)."))
        #expect(read("say \(String(repeating: "a", count: 501))").refusal?.code == "bad_field")
    }

    @Test(arguments: ["resign yourself", "rematch please", "leave me a card", "bye all", "quit it", "Leave it!"])
    func `chatter that starts with an irrevocable command does nothing`(line: String) throws {
        let verb = try #require(line.lowercased().split(separator: " ").first)
        #expect(read(line).refusal == .badField("\(verb) takes no arguments; to talk, use say."))
    }

    @Test(arguments: [
        "hi", "b", "4", "flipb4", "b4 what", "b4.", "fold", "type ping", "GET", "namé", "joi", "joinm3", "-",
        "\"list\"",
        "\u{FEFF}list", "lis\u{200B}t",
    ])
    func `a word that is no command is unknown_type and quoted`(line: String) {
        let verb = line.split(separator: " ").first.map(String.init) ?? ""
        let expected = Request(.unreadable(.unknownType(verb), type: verb), dialect: .plain)
        #expect(read(line) == expected)
    }

    @Test(arguments: ["\u{1B}[2J", "a\u{0}b", "\u{7}", "a\u{202E}b", String(repeating: "x", count: 33)])
    func `a word that is long or breaks the text is not quoted`(line: String) {
        #expect(read(line) == Request(.unreadable(.unknownType(""), type: nil), dialect: .plain))
    }

    @Test func `a line of 4095 bytes is read like any other`() {
        for (start, fill) in [("", "x"), ("name ", "x"), ("open ", "4x4 "), ("say ", "🦊"), ("join ", " "), ("", "é")] {
            var line = start
            while line.utf8.count + fill.utf8.count < Limits.lineBytes { line += fill }
            #expect(read(line).dialect == .plain)
        }
    }

    @Test(arguments: ["a1 b1", "A1 b1 c1", "a1  b1 "])
    func `two cards in one line are refused with a sentence that helps`(_ line: String) {
        let refusal = Refusal.badField("Flip one card at a time: type A1, then the other.")
        #expect(read(line) == Request(.malformed(.flip, refusal), dialect: .plain))
    }
}
