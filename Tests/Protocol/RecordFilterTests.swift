import Protocol
import TestSupport
import Testing

/// The choice among records, in both dialects, and the results of one player.
@Suite struct RecordFilterTests {
    private static let zoe = unwrapped(try? PlayerName("Zoe"))
    private static let max = unwrapped(try? PlayerName("Max"))
    private static let max7 = unwrapped(try? PlayerName("Max 7"))

    private func asked(_ fields: String) -> Request { read("{\"type\":\"records\",\(fields)}") }

    private func records(_ filter: RecordFilter, before: Int? = nil, limit: Int = 20) -> Command {
        .records(before: before.map { RecordID(number: $0) }, limit: limit, filter)
    }

    // MARK: JSON

    @Test func `records takes a player, another player, a number of seats and a game, alone and together`() {
        let rows: [(String, Command)] = [
            (#""player":"Zoe""#, records(RecordFilter(player: Self.zoe))),
            (#""player":" Zoe ""#, records(RecordFilter(player: Self.zoe))),
            (#""player":"Zoe","with":"Max""#, records(RecordFilter(player: Self.zoe, with: Self.max))),
            (#""game":"set""#, records(RecordFilter(game: .set))),
            (#""game":"memory","seats":2"#, records(RecordFilter(seats: 2, game: .memory))),
            (#""seats":1"#, records(RecordFilter(seats: 1))), (#""seats":2"#, records(RecordFilter(seats: 2))),
            (#""player":null,"with":null,"seats":null,"game":null"#, records(.all)),
            (#""player":"Zoe","with":null"#, records(RecordFilter(player: Self.zoe))),
            (
                #""with":"Max","seats":2,"before":"r17","limit":3,"player":"Zoe""#,
                records(RecordFilter(player: Self.zoe, with: Self.max, seats: 2), before: 17, limit: 3)
            ),
        ]
        for (fields, command) in rows {
            #expect(asked(fields) == Request(.command(command), dialect: .json), "\(fields)")
        }
    }

    @Test func `a filter of the wrong type or range is bad_field, and so is with without player`() {
        let rows = [
            #""player":5"#, #""player":["Zoe"]"#, #""player":true"#, #""player":"Zoe","with":7"#,
            #""player":"Zoe","with":{}"#, #""with":"Max""#, #""with":5"#, #""with":"Max","player":null"#, #""seats":0"#,
            #""seats":3"#, #""seats":-1"#, #""seats":1.5"#, #""seats":"1""#, #""seats":[1]"#, #""seats":true"#,
            #""player":"Zoe","player":"Zoe""#, #""seats":1,"seats":1"#,
            #""game":"chess""#, #""game":"Set""#, #""game":"""#, #""game":1"#, #""game":["set"]"#,
            #""game":"set","game":"set""#,
        ]
        for fields in rows { #expect(asked(fields).refusal?.code == "bad_field", "\(fields)") }
        #expect(asked(#""with":"Max""#).refusal == .badField("The field 'with' requires the field 'player'."))
        #expect(asked(#""seats":3"#).refusal == .badField("The seats must be 1 or 2."))
        #expect(asked(#""player":5"#).refusal == .badField("The field 'player' must be a name, as a string."))
    }

    @Test func `what nobody can be called is bad_name, and a name that nobody may claim is looked for`() {
        let long = String(repeating: "x", count: 25)
        for name in ["", " ", long, "a\\u0007b", "\\u202eabc"] {
            #expect(asked("\"player\":\"\(name)\"").refusal?.code == "bad_name", "\(name)")
            #expect(asked("\"player\":\"Zoe\",\"with\":\"\(name)\"").refusal?.code == "bad_name", "\(name)")
            #expect(read("{\"type\":\"scores\",\"player\":\"\(name)\"}").refusal?.code == "bad_name", "\(name)")
        }
        for name in ["House", "r17", "everybody", "Ann says: hi"] {
            #expect(asked("\"player\":\"\(name)\"").refusal == nil, "\(name)")
        }
    }

    @Test func `the fields of a filter mean nothing to other commands`() {
        for type in ["list", "ping", "record\",\"record\":\"r1"] {
            #expect(
                read("{\"type\":\"\(type)\",\"player\":5,\"with\":6,\"seats\":7,\"game\":8}").refusal == nil, "\(type)")
        }
    }

    @Test func `every filter reads back as it was written`() {
        for player in [nil, Self.zoe] {
            for other in [nil, Self.max7] {
                for (seats, game) in [(nil, nil), (1, .memory), (2, .set), (nil, .set)] as [(Int?, GameKind?)] {
                    let filter = RecordFilter(player: player, with: other, seats: seats, game: game)
                    let command = records(filter, before: 9, limit: 7)
                    #expect(readAgain(command) == Request(.command(command), dialect: .json))
                    let list = Message(.records(RecordList(records: [], total: 3, filter: filter)))
                    #expect(hearAgain(list) == .message(list))
                }
            }
        }
        let scores = Command.statistics(Self.max7)
        #expect(readAgain(scores) == Request(.command(scores), dialect: .json))
        #expect(scores.kind == .scores)
    }

    // MARK: Plain words

    @Test func `in plain words the conditions stand in any order, and names of several words in quotation marks`() {
        let pair = RecordFilter(player: Self.zoe, with: Self.max)
        let pairOfTwo = RecordFilter(player: Self.zoe, with: Self.max, seats: 2)
        let rows: [(String, Command)] = [
            ("Zoe", records(RecordFilter(player: Self.zoe))), ("\"Zoe\"", records(RecordFilter(player: Self.zoe))),
            ("Zoe with Max", records(pair)), ("Zoe WITH Max", records(pair)), ("Zoe with\t\"Max\"", records(pair)),
            ("Zoe with \"Max 7\"", records(RecordFilter(player: Self.zoe, with: Self.max7))),
            ("\"Max 7\" with Zoe", records(RecordFilter(player: Self.max7, with: Self.zoe))),
            ("solo", records(RecordFilter(seats: 1))), ("two", records(RecordFilter(seats: 2))),
            ("Two 50", records(RecordFilter(seats: 2), limit: 50)),
            ("Zoe solo", records(RecordFilter(player: Self.zoe, seats: 1))),
            ("solo Zoe", records(RecordFilter(player: Self.zoe, seats: 1))),
            ("50 Zoe with Max two before r17", records(pairOfTwo, before: 17, limit: 50)),
            ("before R17 two Zoe with Max 50", records(pairOfTwo, before: 17, limit: 50)),
            ("set", records(RecordFilter(game: .set))), ("MEMORY 9", records(RecordFilter(game: .memory), limit: 9)),
            ("solo Set Zoe", records(RecordFilter(player: Self.zoe, seats: 1, game: .set))),
            ("before r17 50", records(.all, before: 17, limit: 50)),
        ]
        for (rest, command) in rows {
            #expect(read("records \(rest)") == Request(.command(command), dialect: .plain), "\(rest)")
        }
    }

    @Test func `a host's word is a name only in quotation marks`() throws {
        for word in ["solo", "two", "set", "memory", "with", "before", "7", "r17", "all", "-5"] {
            let name = try PlayerName(word)
            let expected = Request.Content.command(records(RecordFilter(player: name)))
            #expect(read("records \"\(word)\"").content == expected, "\(word)")
        }
        #expect(read("records House").refusal == nil && read("records house").refusal == nil)
        #expect(read("records Zoe with \"with\"").refusal == nil)
    }

    @Test(arguments: [
        "with Max", "Zoe with", "Zoe Max", "Zoe with Max with Ann", "solo two", "solo solo", "50 60", "two before",
        "before r1 before r2", "Zoe with before r17", "Zoe before", "r17", "all", "Zoe with all",
        "set memory", "set set", "Zoe with set", "before set",
        "before", "before 17", "before m3", "r17 50", "before r1 r2", "+ 5", "+",
    ])
    func `conditions that make no sense, alone or together, are bad_field, with examples`(rest: String) {
        let expected = Refusal.badField(
            "Use records, records 50, records before r17, records solo, two, memory or set, or records Ann with Bob.")
        #expect(read("records \(rest)") == Request(.malformed(.records, expected), dialect: .plain))
    }

    @Test(arguments: ["\"Zoe", "Zoe with \"Max", "\"", "Zoe\""])
    func `a quotation mark without its second is bad_field`(rest: String) {
        #expect(read("records \(rest)").refusal == .badField("The name is missing its closing quotation mark."))
    }

    @Test func `all that follows scores is a name`() {
        for (rest, name) in [
            ("Zoe", Self.zoe), ("\"Zoe\"", Self.zoe), ("Max 7", Self.max7), (" \"Max 7\" ", Self.max7),
        ] {
            #expect(read("scores \(rest)") == Request(.command(.statistics(name)), dialect: .plain), "\(rest)")
        }
        for rest in ["\"\"", String(repeating: "x", count: 25)] {
            #expect(read("scores \(rest)").refusal?.code == "bad_name", "\(rest)")
        }
    }

    @Test func `a list of chosen records says how to go on with the same choice`() {
        let filter = RecordFilter(player: Self.zoe, with: Self.max7, seats: 2)
        let list = RecordList(records: [RecordSamples.match(9).summary], total: 2, filter: filter)
        #expect(plain(.records(list)).contains("type: records \"Zoe\" with \"Max 7\" two before r9\n"))
        let solo = RecordList(records: [RecordSamples.game(9).summary], total: 2, filter: RecordFilter(seats: 1))
        #expect(plain(.records(solo)).contains("type: records solo before r9\n"))
        let games = RecordList(
            records: [RecordSamples.game(9).summary], total: 2, filter: RecordFilter(seats: 1, game: .memory))
        #expect(plain(.records(games)).contains("type: records solo memory before r9\n"))
        #expect(plain(.records(RecordList(records: [], total: 0, filter: filter))) == "No such records.\n")
        #expect(plain(.records(RecordList(records: [], total: 2, filter: filter))) == "No older records.\n")
    }

    // MARK: The results of one player

    private static let statistics: PlayerStatistics = {
        var player = PlayerStatistics(name: "Zoe \"Z\"")
        (player.games, player.solo, player.cleared, player.streak, player.longestStreak) = (15, 3, 2, 1, 4)
        player.people = PlayerStatistics.Results(won: 7, drawn: 1, lost: 3)
        player.house = [.init(level: .perfect, results: .init(won: 0, drawn: 1, lost: 0))]
        player.best = [
            ScoreList.Game(rules: RecordSamples.rules(.letters, seats: 1), name: "zoe", score: 2, turns: 3, endedAt: 0)
        ]
        player.opponents = [ScoreList.Player(name: "Max 7", won: 7, drawn: 1, lost: 3)]
        player.recall = Recall(span: [.init(found: 2), .init(), .init(found: 1, missed: 3)])
        return player
    }()

    @Test func `the results of a player read back as they were written`() {
        let all = ScoreList(best: [], players: [], player: Self.statistics)
        #expect(hearAgain(Message(.scores(all))) == .message(Message(.scores(all))))
        let none = ScoreList(best: [], players: [], player: PlayerStatistics(name: "Nemo"))
        #expect(hearAgain(Message(.scores(none))) == .message(Message(.scores(none))))
        #expect(
            json(.scores(none)).hasSuffix(
                #","player":{"name":"Nemo","games":0,"solo":0,"cleared":0,"won":0,"drawn":0,"lost":0,"streak":0,"#
                    + #""longestStreak":0,"house":[],"best":[],"opponents":[]}}"# + "\n"))
    }

    @Test func `a recall that makes no sense is ignored, and the rest is read`() throws {
        for span in [#"[[1]]"#, #"[[-1,0]]"#, #"[1]"#, #""x""#, #"[[1,99999999999]]"#, "null"] {
            let line = json(.scores(ScoreList(best: [], players: [], player: Self.statistics)))
                .replacing("[[2,0],[0,0],[1,3]]", with: span)
            #expect(!line.contains("[[2,0]"))
            guard case .message(let message) = hear(Array(line.utf8.dropLast())),
                case .scores(let scores) = message.event
            else {
                Issue.record("\(span) is not read")
                continue
            }
            #expect(scores.player?.recall == nil && scores.player?.games == 15, "\(span)")
        }
    }

    @Test func `the results of a player are printed instead of everybody's`() {
        let expected = """
            "Zoe 'Z'": 15 games
              Solo: 3 played, 2 cleared
              Two-player matches: 7 won, 1 drawn, 3 lost
              Wins in a row: 1 now, longest 4
              Against the perfect house player: 0 won, 1 drawn, 0 lost
              Remembered: 3 of 6 pairs
                after 0 flips: 2 of 2
                after 2 to 3 flips: 1 of 4
            Best solo games:
              2 rows, 2 columns, 30 turns, solo, 60 seconds per turn. 1 point per pair. 2 points in 3 turns, 1970-01-01
            Head to head:
              Against "Max 7": 7 won, 1 drawn, 3 lost

            """
        #expect(plain(.scores(ScoreList(best: [], players: [], player: Self.statistics))) == expected)
        let none = ScoreList(best: [], players: [], player: PlayerStatistics(name: "Nemo"))
        #expect(plain(.scores(none)) == "Nemo has no records here.\n")
    }
}
