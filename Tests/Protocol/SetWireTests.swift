import TestSupport
import Testing

@testable import Protocol

/// What only Set has on the wire: its fields in JSON, and its table in plain words.
@Suite struct `Set: on the wire` {
    @Test func `a move takes no more room in a match than a flip`() {
        #expect(MemoryLayout<MatchRecord.Move>.stride == 12)
    }

    @Test func `a change takes no more room in a state than three numbers`() {
        #expect(MemoryLayout<Change>.size <= 3 * MemoryLayout<Int>.size + 1)
    }

    // MARK: JSON

    @Test(arguments: [
        #"[1,2]"#, #"[1,2,3,4]"#, #"[1,1,2]"#, #""1 2 3""#, #"["1","2","3"]"#, #"[1,2,3.5]"#, #"null"#, #"{}"#,
    ])
    func `a take without three different places is refused`(cards: String) {
        let refusal = Refusal.badField("The cards must be three different places, as numbers.")
        #expect(read(#"{"type":"take","cards":\#(cards)}"#).content == .malformed(.take, refusal))
    }

    @Test func `a take may name the match and the version that it goes by`() throws {
        let request = read(#"{"type":"take","cards":[2,0,1],"match":"m3","version":7,"turnNumber":"x"}"#)
        #expect(request.content == .command(.move(.set(.take(try #require(SetPlaces([2, 0, 1])))))))
        #expect(request.guards == Request.Guards(match: MatchID(number: 3), version: 7))
        #expect(read(#"{"type":"take","cards":[2,0,1],"version":7}"#).guards == Request.Guards(match: nil, version: 7))
        #expect(read(#"{"type":"take","cards":[2,0,1],"version":null}"#).guards == nil)
        let refusal = Refusal.badField("The version must be a whole number.")
        #expect(read(#"{"type":"take","cards":[2,0,1],"version":"7"}"#).content == .malformed(.take, refusal))
        #expect(read(#"{"type":"more","match":"m3"}"#).guards == Request.Guards(match: MatchID(number: 3)))
    }

    @Test(arguments: ["join", "watch"]) func `a game that the host does not know is refused`(type: String) {
        let refusal = Refusal.badField("The game must be one of memory, set.")
        for game in [#""chess""#, #""Set""#, "1"] {
            #expect(
                read(#"{"type":"\#(type)","game":\#(game)}"#).content
                    == .malformed(type == "join" ? .join : .watch, refusal))
        }
        #expect(read(#"{"type":"\#(type)","game":null}"#).command == read(#"{"type":"\#(type)"}"#).command)
    }

    @Test func `Set has Memory's rules at their defaults, whatever is asked for`() throws {
        let asked = #"{"game":"set","preset":"tiles","rows":2,"turnMs":0,"again":true,"seats":1}"#
        #expect(try rules(asked, default: .duel) == SetSamples.soloRules)
        #expect(try rules(#"{"game":"set","rows":11}"#) == Rules(RulesRequest(game: .set)))
        #expect(throws: Refusal.badRules("idleMs must be 10000 to 3600000")) {
            try rules(#"{"game":"set","idleMs":9}"#)
        }
    }

    @Test(arguments: [60_000, 5, 0, -1, 3_600_001])
    func `Memory has no idle time, whatever is asked for`(milliseconds: Int) throws {
        #expect(try rules(#"{"preset":"duel","idleMs":\#(milliseconds)}"#) == .preset(.duel))
    }

    @Test(arguments: [
        ("\"2gto\",", "\"2gtx\","), ("\"rows\":3", "\"rows\":4"), ("\"deckLeft\":63", "\"deckLeft\":82"),
        (",\"deckLeft\":63", ""), ("\"sets\":2,", ""), ("\"columns\":4", "\"columns\":5"),
    ])
    func `a state that can't be drawn is malformed`(part: String, other: String) {
        let line = json(.state(SetSamples.state)).replacing(part, with: other)
        guard case .malformed = hear(String(line.dropLast())) else {
            Issue.record("\(line)")
            return
        }
    }

    @Test(
        arguments: [
            ("", SetPenalty()), (#","cost":2,"fault":"shape""#, SetPenalty(points: 2, fault: .shape)),
            (#","cost":-5,"fault":"size","missed":[1,2]"#, SetPenalty()),
            (#","cost":99999999,"fault":7,"missed":[0,0,1]"#, SetPenalty(points: 255)),
            (#","cost":"1","fault":null,"missed":[78,79,81]"#, SetPenalty()),
            (#","missed":[80,0,7]"#, SetPenalty(missed: SetPlaces([80, 0, 7]))),
        ] as [(String, SetPenalty)])
    func `of a price, what is unknown or impossible is left out`(fields: String, penalty: SetPenalty) {
        let line = json(
            .state(SetSamples.state(phase: .playing, ["1rsd", "2rsd", "3rsd"], after: .set(.more(seat: 0)))))
        let priced = line.replacing(
            #""kind":"more","seat":0,"cards":[]"#, with: #""kind":"more","seat":0,"cards":[]\#(fields)"#)
        guard case .message(let message) = hear(String(priced.dropLast())), case .state(let state) = message.event
        else {
            Issue.record("\(priced) is not read")
            return
        }
        #expect(state.change == .set(.more(seat: 0, penalty)))
    }

    // MARK: Plain words

    @Test(arguments: [
        ("take 1 5 9", [0, 4, 8]), ("TAKE  81  1 2 ", [80, 0, 1]), ("take 1 200 300", [0, 199, 299]),
    ])
    func `places count from 1 in plain words`(line: String, places: [Int]) {
        #expect(read(line).command == SetPlaces(places).map { .move(.set(.take($0))) })
        #expect(read(line).command.map { readAgain($0).command } == read(line).command)
    }

    @Test(arguments: ["take", "take 1 5", "take 1 5 5", "take 0 1 2", "take a b c", "take 1 5 9 12", "take 1;5;9"])
    func `a take without three places says how to name them`(line: String) {
        let refusal = Refusal.badField("Name three different places by their numbers, such as take 1 5 9.")
        #expect(read(line).content == .malformed(.take, refusal))
    }

    @Test(
        arguments: [
            ("more", .move(.set(.more))), ("shuffle", .move(.set(.shuffle))), ("join set", .join(nil, game: .set)),
            ("watch Set follow", .watch(nil, follows: true, game: .set)), ("watch memory", .watch(nil, game: .memory)),
            ("rules set", .rules(.set)), ("rules", .rules(.memory)), ("rules Memory", .rules(.memory)),
            ("open set", .open(RulesRequest(game: .set), isPrivate: false)),
            (
                "open house novice set private",
                .open(RulesRequest(game: .set), isPrivate: true, against: .house(.novice))
            ),
        ] as [(String, Command)])
    func `Set is named in plain words`(line: String, command: Command) { #expect(read(line).command == command) }

    @Test(arguments: ["rules set x", "rules x", "rules chess", "rules memory set"])
    func `rules explains no other game`(line: String) {
        #expect(read(line).content == .malformed(.rules, .badField("Use rules for Memory, or rules set for Set.")))
    }

    @Test(
        arguments: [
            ("set tiles", "tiles"), ("4x4 set", "4x4"), ("Set memory", "memory"), ("memory set", "memory"),
            ("set again", "again"), ("set points solo", "points"), ("set Vanish", "Vanish"), ("set letters", "letters"),
            ("set turnMs=0", "turnMs"), ("solo turns=1 set", "turns"),
            ("set \(String(repeating: "0", count: 50))4x4", String(repeating: "0", count: 32)),
        ] as [(String, String)])
    func `a rule of Memory is refused where it opens Set`(words: String, word: String) {
        let rules = "solo, private, graceMs=N, houseMs=N, idleMs=N, house LEVEL"
        #expect(read("open \(words)").refusal == .badRules("Set has no '\(word)'; use \(rules)"))
        #expect(read("open set foo").refusal == .badRules("unknown word 'foo'; use \(rules)"))
    }

    @Test(arguments: ["idleMs=60000", "memory idleMs=60000"])
    func `a rule of Set is refused where it opens Memory`(words: String) {
        #expect(read("open tiles \(words)").refusal == .badRules("only Set has 'idleMs'"))
    }

    @Test func `every rule of Set can be typed`() {
        var expected = RulesRequest(game: .set)
        (expected.seats, expected.idleMilliseconds) = (1, 60_000)
        (expected.graceMilliseconds, expected.houseMilliseconds) = (0, 450)
        let line = "open solo idleMs=60000 graceMs=0 set houseMs=450 private"
        #expect(read(line).command == .open(expected, isPrivate: true))
    }

    @Test func `a table has numbered places, and cards in words and short form`() {
        #expect(
            plain(SetSamples.state, after: .set(.set(seat: 1, SetSamples.set))) == """
                House takes 1 5 9: 1rso 2rso 3rso. A set!

                 1 2gto  2 green striped ovals           2 1rsd  1 red solid diamond
                 3 3pus  3 purple unfilled squiggles     4 1gsd  1 green solid diamond
                 5 1psd  1 purple solid diamond          6 2rtd  2 red striped diamonds
                 7 3rtd  3 red striped diamonds          8 1rus  1 red unfilled squiggle
                 9 2gus  2 green unfilled squiggles     10 3pso  3 purple solid ovals
                11 1gto  1 green striped oval           12 3gto  3 green striped ovals
                Ann: -1 point, 0 sets. House: 2 points, 2 sets.
                63 cards left in the deck. Ann asked for three more cards.


                """)
    }

    @Test func `more cards than half a screen holds are in short form`() {
        let texts = SetCard.all.map(\.text)
        let state = SetSamples.state(phase: .playing, texts, after: .set(.more(seat: 0)))
        let lines = plain(.state(state)).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines[0...2] == [
                "Three more cards.", "",
                " 1 1rsd  2 2rsd  3 3rsd  4 1gsd  5 2gsd  6 3gsd  7 1psd  8 2psd  9 3psd 10 1rtd",
            ])
        #expect(lines.count == 15 && lines.allSatisfy { $0.utf8.count <= 80 } && lines[10] == "81 3puo")
    }

    @Test(
        arguments: [
            (
                .set(.wrong(seat: 0, SetSamples.wrong, SetSamples.price)),
                "Ann takes 12 1 4: 3gto 2gto 1gsd. Not a set: two have the same filling, one does not. -1 for Ann. Ann: -1 point, 0 sets.\n"
            ),
            (
                .set(.wrong(seat: 0, SetSamples.wrong)),
                "Ann takes 12 1 4: 3gto 2gto 1gsd. Not a set. Ann: -1 point, 0 sets.\n"
            ),
            (.set(.asked(seat: 0)), "Ann asked for three more cards.\n"),
        ] as [(Change, String)])
    func `what moves no card is told in a line`(change: Change, text: String) {
        #expect(plain(SetSamples.state, after: change) == text)
    }

    @Test func `cards that were dealt although there was a set say what that cost, and where it was`() {
        let text = plain(SetSamples.state, after: .set(.more(seat: 0, SetSamples.neglect)))
        #expect(text.hasPrefix("Three more cards. There was a set: -1 (3 6 9).\n\n 1 2gto"), "\(text)")
    }

    @Test func `before the match, the cards are face down`() {
        let state = SetSamples.state(phase: .waiting, Array(repeating: nil, count: 12), after: nil)
        #expect(plain(.state(state)).contains("\n 1 .                                     2 .\n"))
        #expect(plain(.state(state)).hasSuffix("\nm5 is waiting for a second player.\n\n"))
    }

    @Test func `a record is told move by move`() {
        let text = plain(.record(SetSamples.record))
        #expect(
            text.hasSuffix(
                """
                Ann: -1 point in 1 claim.
                House: 1 point in 1 claim.
                House wins: Ann resigned.
                Moves, with time since the start:
                  0:04 House takes 1 5 9: 1rsd 2gsd 3psd. A set! Ann 0, House 1.
                  0:06 Ann takes 12 1 4: 3rtd 1gtd 1gsd. Not a set.
                  0:07 Ann asked for three more cards.
                  0:12 Three more cards.
                  1:35 House wins: Ann resigned.

                """), "\(text)")
        var solo = SetSamples.record
        (solo.summary.rules, solo.summary.players, solo.moves) = (SetSamples.soloRules, ["Ann"], [solo.moves[4]])
        #expect(plain(.record(solo)).contains("\n  0:13 Ann shuffled the cards.\n"))
    }

    @Test func `the rules of Set fit a screen`() {
        let lines = plain(.rules(RuleBook(preset: .classic, explaining: .set))).split(separator: "\n")
        #expect(lines.first == "Set: find three cards that belong together.")
        #expect(lines.count < 24 && lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    }

    // MARK: Limits

    @Test func `every state fits its limit of bytes, also with 81 cards`() throws {
        let name = String(repeating: "𝕏", count: Limits.nameCharacters)
        let claim = SetSamples.claim([78, 79, 80], SetSamples.cards("3pus", "2pus", "1pus"))
        let changes: [Change?] = [
            nil, .deal, .set(.set(seat: 1, claim)),
            .set(.wrong(seat: 1, claim, SetPenalty(points: 255, fault: .filling))), .set(.asked(seat: 1)),
            .set(.more(seat: 1, SetPenalty(points: 255, missed: SetPlaces([78, 79, 80])))), .set(.shuffle(seat: 1)),
            .set(.idle), .resign(seat: 1), .abandon(seat: 1), .away(seat: 1), .back(seat: 1), .left(seat: 1),
            .offer(seat: 1),
            .rematch, .watchers,
        ]
        let longest = "3pus"  // In words, as long as any.
        for count in [0, 12, 21, 24, 27, 81] {
            for phase in [MatchState.Phase.waiting, .playing, .paused, .over] {
                for change in changes {
                    let result = MatchState.Result(
                        winner: 0, reason: .abandoned, rematch: phase == .over ? nil : MatchID(number: 999_999_999_999),
                        best: false, record: RecordID(number: 999_999_999),
                        salt: phase == .over ? SealSamples.salt : nil,
                        deck: phase == .over ? SetCard.all.map(\.text) : nil)
                    var state = SetSamples.state(
                        phase: phase, Array(repeating: longest, count: count), after: change, result: result)
                    (state.match, state.version) = (MatchID(number: 999_999_999_999), 999_999_999_999)
                    for seat in 0...1 {
                        (state.seats[seat].name, state.seats[seat].score) = (name, -10_000)
                        (state.seats[seat].kind, state.seats[seat].present) = (
                            .house(.perfect), change == .away(seat: 1)
                        )
                    }
                    #expect(
                        length(.state(state)) <= Limits.Internal.stateBytes,
                        "\(count) cards, \(phase), \(String(describing: change))")
                }
            }
        }
    }

    @Test func `the placement and the longest record fit their limits of bytes`() throws {
        var request = RulesRequest(game: .set)
        (request.idleMilliseconds, request.graceMilliseconds, request.houseMilliseconds) = (
            3_600_000, 3_600_000, 10_000
        )
        let rules = try Rules(request)
        let name = String(repeating: "𝕏", count: Limits.nameCharacters)
        let match = MatchID(number: 999_999_999_999)
        let code = try #require(MatchCode("KQ7XM4"))
        let seating = Event.match(
            Seating(match: match, seat: nil, rules: rules, seal: SealSamples.seal([]), code: code))
        #expect(length(seating) <= Limits.Internal.seatingBytes)
        let claim = SetSamples.claim([78, 79, 80], SetSamples.cards("3pus", "2pus", "1pus"))
        let move = MatchRecord.Move(seat: 1, .set(.wrong(claim)), atMilliseconds: Int(UInt32.max))
        let record = MatchRecord(
            summary: RecordSummary(
                id: RecordID(number: match.number), match: match, startedAt: 0, endedAt: Int(UInt32.max), rules: rules,
                players: [name, name], scores: [-10_000, -10_000], winner: 1, reason: .abandoned,
                turns: [10_000, 10_000]), deck: CardFaces(SetCard.all),
            moves: Array(repeating: move, count: Limits.setRecordMoves), seal: SealSamples.seal([]),
            salt: SealSamples.salt)
        let mark = RequestID(String(repeating: "\u{1}", count: Limits.requestIDBytes))
        #expect(length(.record(record), re: mark) <= Limits.Internal.replyBytes)
        var played = record
        let fault = SetSamples.claim([0, 1, 3], [0, 1, 3].map { SetCard.all[$0] })
        played.moves = (0..<Limits.setRecordMoves).map { index in
            MatchRecord.Move(
                seat: 1, .set(.wrong(fault)), atMilliseconds: Int(UInt32.max) - 10_000_000 + index * 10_000)
        }
        #expect(plain(.record(played)).contains(" more moves.\n"))
        #expect(length(.record(played), re: mark) <= Limits.Internal.replyBytes)
        let line = written { RecordLine.write(record, into: &$0) }
        let deck = try #require(line.firstRange(of: ",\"deck\""))
        #expect(line[..<deck.lowerBound].utf8.count <= Limits.Internal.summaryBytes)
    }
}
