import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// Filters of records, and the results of one player.
@Suite struct RecordIndexTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let records = [
        RecordSamples.match(1, ["Zoe", "Max"], winner: 0), RecordSamples.match(2, ["Max", "zoe"], winner: 0),
        RecordSamples.game(3, "Zoe"), RecordSamples.match(4, ["Ann", "Max"]), RecordSamples.game(5, "Ann"),
        RecordSamples.match(6, ["Zoe", "Max"], isPrivate: true), RecordSamples.game(7, "Zoe", isPrivate: true),
        RecordSamples.against(.perfect, 8, "Zoe"), RecordSamples.match(9, ["Zo\u{E9}", "Ann"]),
    ]
    private static let ofBothGames = records + [RecordSamples.set(10, ["Bob", "Zoe"]), RecordSamples.set(11, ["Ann"])]

    private func filter(
        _ player: String?, _ other: String? = nil, seats: Int? = nil, game: GameKind? = nil
    ) throws -> RecordFilter {
        RecordFilter(
            player: try player.map { try PlayerName($0) }, with: try other.map { try PlayerName($0) }, seats: seats,
            game: game)
    }

    // MARK: Filters

    @Test func `a filter lists the matches that pass all of it, and counts no others`() throws {
        let rows: [(RecordFilter, [Int])] = [
            (.all, [11, 10, 9, 8, 5, 4, 3, 2, 1]), (try filter("Zoe"), [10, 8, 3, 2, 1]),
            (try filter("ZOE"), [10, 8, 3, 2, 1]),
            (try filter("Zoe", "Max"), [2, 1]), (try filter("max", "zoe"), [2, 1]), (try filter("Zoe", "Ann"), []),
            (try filter("Zoe", "Zoe"), []), (try filter("Zoe", seats: 1), [3]),
            (try filter("Zoe", seats: 2), [10, 8, 2, 1]), (try filter("Zoe", "Max", seats: 1), []),
            (try filter(nil, seats: 1), [11, 5, 3]), (try filter(nil, seats: 2), [10, 9, 8, 4, 2, 1]),
            (try filter("Nemo"), []), (try filter("House"), [8]), (try filter("Zoe", "House"), [8]),
            (try filter("zoe\u{301}"), [9]), (try filter(nil, game: .set), [11, 10]),
            (try filter(nil, game: .memory), [9, 8, 5, 4, 3, 2, 1]), (try filter("zoe", game: .set), [10]),
            (try filter("Zoe", "Bob", seats: 2, game: .set), [10]), (try filter("Zoe", "Bob", game: .memory), []),
            (try filter(nil, seats: 1, game: .set), [11]), (try filter("Zoe", game: .memory), [8, 3, 2, 1]),
        ]
        for store in try folder.stores(Self.ofBothGames) {
            for (filter, numbers) in rows {
                let page = try store.page(before: nil, limit: 100, filter)
                #expect(page.records.map(\.id.number) == numbers, "\(filter)")
                #expect(page.total == numbers.count && page.filter == filter, "\(filter)")
            }
        }
    }

    @Test func `a page of a filter continues before any record, and its total stays`() throws {
        for store in try folder.stores(Self.ofBothGames) {
            let zoe = try filter("Zoe")
            for (before, limit, numbers) in [
                (nil, 2, [10, 8]), (8, 2, [3, 2]), (7, 2, [3, 2]), (3, 100, [2, 1]), (1, 5, []), (1000, 1, [10]),
            ] as [(Int?, Int, [Int])] {
                let page = try store.page(before: before.map { RecordID(number: $0) }, limit: limit, zoe)
                #expect(page.records.map(\.id.number) == numbers && page.total == 5, "\(before ?? 0)")
            }
        }
    }

    @Test func `a random filter lists what a look at each record finds`() throws {
        var random = SeededRandom(#function)
        let names = ["Ann", "ann", "Bob", "Zoe", "Straße", "STRASSE"]
        var store = RecordStore()
        var listed: [RecordSummary] = []
        for number in 1...200 {
            let (one, two) = (names.randomElement(using: &random)!, names.randomElement(using: &random)!)
            let isPrivate = Int.random(in: 0..<5, using: &random) == 0
            let record =
                switch Int.random(in: 0..<3, using: &random) {
                case 0: RecordSamples.game(number, one, isPrivate: isPrivate)
                case 1: RecordSamples.match(number, [one, two], isPrivate: isPrivate)
                default: RecordSamples.set(number, [[one], [one, two]].randomElement(using: &random)!)
                }
            try store.append(record)
            if !record.summary.isPrivate { listed.insert(record.summary, at: 0) }
        }
        for _ in 0..<200 {
            let chosen = try filter(
                [nil, "BOB", "strasse", "Zoe"].randomElement(using: &random)!,
                [nil, nil, "Ann"].randomElement(using: &random)!, seats: [nil, 1, 2].randomElement(using: &random)!,
                game: [nil, .memory, .set].randomElement(using: &random)!)
            let expected = listed.filter { record in
                var keys = record.players.map(PlayerName.key)
                let hasAll = chosen.players.allSatisfy { player in
                    keys.firstIndex(of: player.key).map { _ = keys.remove(at: $0) } != nil
                }
                return hasAll && (chosen.seats == nil || chosen.seats == record.players.count)
                    && (chosen.game == nil || chosen.game == record.rules.game)
            }
            let page = try store.page(before: nil, limit: 30, chosen)
            #expect(
                page.records == Array(expected.prefix(30)) && page.total == expected.count, "\(chosen)")
        }
    }

    @Test func `the entry of a record takes 32 bytes`() {
        #expect(MemoryLayout<RecordIndex.Entry>.stride == 32)
    }

    @Test func `boards stay apart even if the hashes of their rules agree in 24 bits`() throws {
        // Hashes differ from process to process, so the two are looked for among 36,000.
        var (seen, found) = ([Int: Rules](), [Rules]())
        search: for turns in 1...500 {
            for faces in FaceSet.allCases where faces != .pictures {
                for board in 0..<18 {
                    var request = RulesRequest()
                    (request.rows, request.columns, request.seats) = ([2, 4, 6][board % 3], 4 + board / 6, 1)
                    (request.turns, request.faces) = (turns, faces)
                    request.matched = board / 3 % 2 == 0 ? .stay : .vanish
                    let rules = try Rules(request).comparable
                    if let other = seen.updateValue(rules, forKey: rules.hashValue & 0xFF_FFFF) {
                        found = [other, rules]
                        break search
                    }
                }
            }
        }
        try #require(found.count == 2)
        var store = RecordStore()
        for (index, rules) in found.enumerated() {
            var game = RecordSamples.game(index + 1, "Zoe")
            game.summary.rules = rules
            try store.append(game)
        }
        #expect(try store.statistics(of: PlayerName("Zoe")).best.count == 2)
    }

    // MARK: Games of no turn

    @Test func `a game given up before its first turn ended is in no list, no count and no result`() throws {
        var left = RecordSamples.game(1, "Zoe", score: 0, turns: 0, reason: .resigned)
        left.moves = [MatchRecord.Move(seat: 0, .flip(card: 0), atMilliseconds: 5)]
        var fled = RecordSamples.match(2, ["Zoe", "Max"], winner: 1, reason: .abandoned)
        (fled.summary.scores, fled.summary.turns) = ([0, 0], [0, 0])
        var again = RecordSamples.match(3, ["Zoe", "Max"], winner: 1, reason: .resigned)
        (again.summary.scores, again.summary.turns) = ([1, 0], [0, 0])
        let missed = RecordSamples.game(4, "Zoe", score: 0, turns: 1, reason: .resigned)
        for var store in try folder.stores([left, fled, again, missed]) {
            let zoe = try filter("Zoe")
            #expect(try store.page(before: nil, limit: 9).records.map(\.id.number) == [4, 3])
            #expect(try store.page(before: nil, limit: 9, zoe).total == 2 && store.total == 2)
            #expect(try store.record(RecordID(number: 1)) == nil && store.record(RecordID(number: 2)) == nil)
            #expect(try store.record(RecordID(number: 4)) == missed)
            #expect(store.scores().players.map(\.won) == [1, 0])
            #expect(try store.statistics(of: PlayerName("Zoe")).games == 2)
            #expect(store.lastNumber == 4, "its number is not given again")
        }
    }

    // MARK: One player

    @Test func `a player's results tell solo games, people and the house apart`() throws {
        let unfinished = RecordSamples.match(11, ["Zoe", "Max"], winner: nil, reason: .abandoned)
        let records = Self.records + [RecordSamples.game(10, "zoe", reason: .turns), unfinished]
        for store in try folder.stores(records) {
            let zoe = try store.statistics(of: PlayerName("ZOE"))
            #expect(zoe.name == "Zoe", "as in the last record")
            #expect(zoe.games == 6 && zoe.solo == 2 && zoe.cleared == 1)
            #expect(zoe.people == PlayerStatistics.Results(won: 1, drawn: 0, lost: 1))
            #expect(zoe.house == [.init(level: .perfect, results: .init(won: 0, drawn: 0, lost: 1))])
            #expect(zoe.opponents == [ScoreList.Player(name: "Max", won: 1, drawn: 0, lost: 1)])
            #expect(zoe.best.map(\.score) == [2] && zoe.best.map(\.turns) == [3])
            #expect(zoe.best.first?.rules == RecordSamples.rules(.animals, seats: 1).comparable)
        }
    }

    @Test func `a player without records has none of anything, and the house none of its own`() throws {
        for store in try folder.stores(Self.records) {
            #expect(try store.statistics(of: PlayerName("Nemo")) == PlayerStatistics(name: "Nemo"))
            #expect(try store.statistics(of: PlayerName("House")) == PlayerStatistics(name: "House"))
        }
    }

    @Test func `a streak is of wins against people, and ends with a draw or a defeat`() throws {
        func streaks(_ results: String) throws -> [Int] {
            var store = RecordStore()
            for (index, result) in results.enumerated() {
                let record: MatchRecord
                switch result {
                case "w": record = RecordSamples.match(index + 1, ["Zoe", "Max"], winner: 0)
                case "W": record = RecordSamples.match(index + 1, ["Ann", "Zoe"], winner: 1, reason: .resigned)
                case "l": record = RecordSamples.match(index + 1, ["Zoe", "Max"], winner: 1)
                case "d": record = RecordSamples.match(index + 1, ["Zoe", "Max"], winner: nil)
                case "u": record = RecordSamples.match(index + 1, ["Zoe", "Max"], winner: nil, reason: .abandoned)
                case "h": record = RecordSamples.against(.novice, index + 1, "Zoe")
                default: record = RecordSamples.game(index + 1, "Zoe")
                }
                try store.append(record)
            }
            let zoe = try store.statistics(of: PlayerName("Zoe"))
            return [zoe.streak, zoe.longestStreak]
        }
        for (results, expected) in [
            ("", [0, 0]), ("w", [1, 1]), ("wWw", [3, 3]), ("wwl", [0, 2]), ("wwdw", [1, 2]), ("wwlwWw", [3, 3]),
            ("wusshw", [2, 2]), ("l", [0, 0]),
        ] {
            #expect(try streaks(results) == expected, "\(results)")
        }
    }

    @Test func `the best game of each board is the one with more points, then fewer turns, then the earlier`() throws {
        var store = RecordStore()
        let games = [
            RecordSamples.game(1, "Zoe", score: 2, turns: 5), RecordSamples.game(2, "Zoe", score: 2, turns: 4),
            RecordSamples.game(3, "Zoe", score: 2, turns: 4), RecordSamples.game(4, "Zoe", score: 1, turns: 1),
            RecordSamples.game(5, "Zoe", score: 9, turns: 1, reason: .resigned),
            RecordSamples.game(6, "Zoe", score: -200, turns: 7, faces: .letters),
            RecordSamples.game(7, "Zoe", score: 9, turns: 1, reason: .resigned, faces: .symbols),
            RecordSamples.game(8, "Ann", score: 9, turns: 1),
        ]
        for game in games { try store.append(game) }
        let best = try store.statistics(of: PlayerName("Zoe")).best
        #expect(best.map { [$0.score, $0.turns, $0.endedAt] } == [[2, 4, 2500], [-200, 7, 6500]])
        #expect(best.map(\.rules.faces) == [.animals, .letters], "the rules most played first")
    }

    @Test func `opponents are those most played, in their latest spelling, and no more than fit`() throws {
        var store = RecordStore()
        var number = 0
        for opponent in 1...Limits.opponents + 5 {
            for _ in 0..<opponent {
                number += 1
                try store.append(RecordSamples.match(number, ["Zoe", "max \(opponent)"], winner: 0))
            }
        }
        number += 1
        try store.append(RecordSamples.match(number, ["MAX 25", "zoe"], winner: 0))
        let zoe = try store.statistics(of: PlayerName("Zoe"))
        #expect(zoe.opponents.count == Limits.opponents)
        #expect(zoe.opponents.first == ScoreList.Player(name: "MAX 25", won: 25, drawn: 0, lost: 1))
        #expect(zoe.opponents.last?.name == "max 6")
        #expect(zoe.people.played == number && zoe.name == "zoe")
    }

    @Test func `scores of one player come with everybody's, and the longest of both fit in a reply`() throws {
        var store = RecordStore()
        let name = { (number: Int) in String(repeating: "🦊", count: 22) + "\(number % 100 + 100)".suffix(2) }
        var number = 0
        for index in 0..<100 {
            number += 1
            try store.append(RecordSamples.match(number, [name(index), name(0)]))
            for level in HouseLevel.allCases {
                number += 1
                try store.append(RecordSamples.against(level, number, name(index)))
            }
            for _ in 0..<2 {
                number += 1
                var game = RecordSamples.game(number, name(0), score: -99_900, turns: 1000, reason: .turns)
                var request = RulesRequest(game.summary.rules)
                (request.rows, request.columns, request.turns) = (10, 10, 451 + index % 50)
                (request.scoring, request.matched) = (.points, .vanish)
                game.summary.rules = try Rules(request)
                try store.append(game)
            }
        }
        guard case .scores(let all) = try store.answer(.statistics(try PlayerName(name(0)))) else {
            return #expect(Bool(false), "not scores")
        }
        #expect(all.best == store.scores().best && all.players == store.scores().players)
        #expect(all.player?.best.count == Limits.ownBoards && all.player?.opponents.count == Limits.opponents)
        #expect(all.house.count == Limits.bestAgainstHouse * HouseLevel.allCases.count)
        var writer = ByteWriter()
        let id = RequestID(String(repeating: "\u{1}", count: Limits.requestIDBytes))
        JSONEvents.write(Message(.scores(all), re: id), into: &writer)
        let count = writer.drain().count
        #expect(count < Limits.Internal.replyBytes && count > Limits.Internal.replyBytes / 3, "\(count) bytes")
        PlainEvents.write(Message(.scores(all)), into: &writer)
        #expect(writer.drain().count < Limits.Internal.replyBytes)
    }

    // MARK: Recall

    @Test func `a player's recall is the sum of all records that have one`() throws {
        func remembered(_ record: MatchRecord, _ spans: [Recall.Turns]...) -> MatchRecord {
            var record = record
            record.summary.recall = spans.map { Recall(span: $0) }
            return record
        }
        let records = [
            remembered(RecordSamples.match(1, ["Zoe", "Max"]), [.init(found: 2)], [.init(), .init(missed: 1)]),
            remembered(
                RecordSamples.match(2, ["Max", "zoe"]), [.init(found: 1)], [.init(missed: 1), .init(found: 4)]),
            RecordSamples.match(3, ["Zoe", "Ann"]),
            remembered(RecordSamples.match(4, ["Zoe", "Max"], isPrivate: true), [.init(found: 9)], [.init(found: 9)]),
            remembered(RecordSamples.against(.perfect, 5, "Zoe"), [], [.init(found: 7)]),
        ]
        for store in try folder.stores(records) {
            func recall(_ player: String) throws -> Recall? { try store.statistics(of: PlayerName(player)).recall }
            #expect(try recall("ZOE") == Recall(span: [.init(found: 2, missed: 1), .init(found: 4)]))
            #expect(try recall("Max") == Recall(span: [.init(found: 1), .init(missed: 1)]))
            #expect(try recall("Ann") == nil, "a record without it counts for nothing")
            #expect(try recall("House") == nil && recall("Nemo") == nil)
        }
    }

    @Test func `boards are told apart while some of their oldest records are forgotten`() throws {
        var store = RecordStore()
        func played(_ faces: FaceSet, _ count: Int) throws {
            for _ in 0..<count { try store.append(RecordSamples.game(store.lastNumber + 1, faces: faces)) }
        }
        func boards() throws -> Set<FaceSet> {
            Set(try store.statistics(of: PlayerName("Ann")).best.map(\.rules.faces))
        }
        try played(.animals, 3)
        try played(.letters, Limits.Internal.recordsInMemory - 3)
        for faces in [FaceSet.symbols, .shapes] { try played(faces, 1) }
        #expect(try boards() == [.animals, .letters, .symbols, .shapes], "of three games, one is left")
        try played(.letters, 1)
        #expect(try boards() == [.letters, .symbols, .shapes])
        try played(.animals, 1)
        #expect(try boards() == [.animals, .letters, .symbols, .shapes])
    }

    @Test func `recall is forgotten with the oldest record of a host without a folder`() throws {
        var store = RecordStore()
        for number in 1...Limits.Internal.recordsInMemory + 1 {
            var record = RecordSamples.match(number, number == 1 ? ["Zoe", "Max"] : ["Ann", "Max"])
            record.summary.recall = [Recall(span: [.init(found: 1)]), Recall(span: [.init(missed: 1)])]
            try store.append(record)
        }
        #expect(try store.statistics(of: PlayerName("Zoe")).recall == nil)
        #expect(try store.statistics(of: PlayerName("Max")).recall?.known == Limits.Internal.recordsInMemory)
    }
}

extension RecordSamples {
    /// A match that a player has lost against the house.
    static func against(_ level: HouseLevel, _ number: Int, _ name: String) -> MatchRecord {
        var record = match(number, [name, "House"])
        record.summary.opponent = .house(level)
        return record
    }
}
