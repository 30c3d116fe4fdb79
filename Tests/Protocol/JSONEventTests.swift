import Foundation
import Protocol
import TestSupport
import Testing

@Suite struct `JSON: events` {
    @Test func `every event is written as PROTOCOL.md says, and reads back the same`() {
        for (message, line) in JSONEventSamples.all {
            #expect(json(message) == line + "\n")
            #expect(hear(line) == .message(message))
            #expect(JSONJudge.verdict(Array(line.utf8)) == .object && !line.contains("\n"))
        }
    }

    @Test func `a state's JSON is independent of the matched rule and of its reader`() {
        var state = JSONEventSamples.state
        (state.matched, state.isIntroduction) = (.vanish, true)
        #expect(json(.state(state)) == JSONEventSamples.stateLine + "\n")
    }

    @Test(arguments: [
        (Change.deal, #"{"kind":"deal","seat":null,"cards":[]}"#),
        (.memory(.flip(seat: 1, card: 29)), #"{"kind":"flip","seat":1,"cards":[29]}"#),
        (.memory(.pair(seat: 0, first: 8, second: 9)), #"{"kind":"pair","seat":0,"cards":[8,9]}"#),
        (.memory(.miss(seat: 0, first: 9, second: 8)), #"{"kind":"miss","seat":0,"cards":[9,8]}"#),
        (.memory(.cover(seat: 1, first: 0, second: 12)), #"{"kind":"cover","seat":1,"cards":[0,12]}"#),
        (.memory(.timeout(seat: 1, card: nil)), #"{"kind":"timeout","seat":1,"cards":[]}"#),
        (.memory(.timeout(seat: 1, card: 3)), #"{"kind":"timeout","seat":1,"cards":[3]}"#),
        (.away(seat: 0), #"{"kind":"away","seat":0,"cards":[]}"#),
        (.back(seat: 0), #"{"kind":"back","seat":0,"cards":[]}"#),
        (.left(seat: 1), #"{"kind":"left","seat":1,"cards":[]}"#),
        (.resign(seat: 1), #"{"kind":"resign","seat":1,"cards":[]}"#),
        (.offer(seat: 1), #"{"kind":"offer","seat":1,"cards":[]}"#),
        (.rematch, #"{"kind":"rematch","seat":null,"cards":[]}"#),
        (.abandon(seat: nil), #"{"kind":"abandon","seat":null,"cards":[]}"#),
        (.abandon(seat: 0), #"{"kind":"abandon","seat":0,"cards":[]}"#),
        (.watchers, #"{"kind":"watchers","seat":null,"cards":[]}"#),
    ])
    func `every change has its kind, its seat and its cards`(change: Change, text: String) {
        var state = JSONEventSamples.state
        state.change = change
        let flip = #"{"kind":"flip","seat":0,"cards":[2]}"#
        let line = JSONEventSamples.stateLine.replacingOccurrences(of: flip, with: text)
        #expect(json(.state(state)) == line + "\n")
        #expect(hear(line) == .message(Message(.state(state))))
    }

    @Test(arguments: [
        #"{"kind":"wrong","seat":0,"cards":[2]}"#, #"{"kind":"flip","seat":2,"cards":[2]}"#,
        #"{"kind":"flip","seat":0,"cards":[30]}"#, #"{"kind":"flip","seat":0,"cards":[]}"#,
        #"{"kind":"pair","seat":0,"cards":[1]}"#, #"{"kind":"flip","cards":[2]}"#, #"{"seat":0,"cards":[2]}"#, "7",
        "[]",
    ])
    func `a change that the reader doesn't know is none`(text: String) {
        var state = JSONEventSamples.state
        state.change = nil
        let flip = #"{"kind":"flip","seat":0,"cards":[2]}"#
        let line = JSONEventSamples.stateLine.replacingOccurrences(of: flip, with: text)
        #expect(hear(line) == .message(Message(.state(state))))
    }

    @Test func `an unasked ok is not written in JSON`() {
        for kind in Command.Kind.allCases {
            #expect(json(.ok(kind)) == "")
            #expect(json(.ok(kind), re: RequestID("1")) == "{\"type\":\"ok\",\"re\":\"1\"}\n")
        }
    }

    @Test(arguments: [MatchState.Phase.waiting, .playing, .showing, .paused, .over])
    func `every phase has its own word`(phase: MatchState.Phase) {
        var state = JSONEventSamples.state
        (state.phase, state.turn) = (phase, nil)
        #expect(json(.state(state)).contains("\"phase\":\"\(phase.rawValue)\""))
        #expect(hearAgain(Message(.state(state))) == .message(Message(.state(state))))
    }

    @Test func `any faces can be written, whatever their length and characters`() {
        let faces: [String?] = [
            "A", "🦊", "é", "👩‍👩‍👧‍👦", "\"", "\\", "\u{1B}", "abc", "abcd", "abcde", "abcdef", "日本", "日本語", nil, "❤️", "\n\n",
            String(repeating: "x", count: 300), "🦊🦊", "e\u{301}", "A",
        ]
        var state = JSONEventSamples.over
        (state.rows, state.columns, state.cards) = (4, 5, CardFaces(faces))
        #expect(Array(state.cards) == faces)
        #expect(JSONJudge.verdict(Array(json(.state(state)).utf8)) == .object)
        #expect(hearAgain(Message(.state(state))) == .message(Message(.state(state))))
    }

    @Test(arguments: FaceSet.builtIn)
    func `a board of any set is written with the faces of the set`(set: FaceSet) {
        let count = min(set.faces.count, 50)
        let cards = (0..<100).map { $0 % 3 == 0 ? CardFaces.faceDown : UInt8($0 % count) }
        var state = JSONEventSamples.over
        (state.rows, state.columns, state.cards) = (10, 10, CardFaces(set: set, cards: cards))
        let texts = cards.map { $0 == CardFaces.faceDown ? "\"\"" : "\"\(set.faces[Int($0)])\"" }
        #expect(json(.state(state)).contains("\"cards\":[\(texts.joined(separator: ","))],\"turned\":[]"))
    }

    @Test(arguments: [["A", "B", "B", "A"], ["A", "🦊", "🦊", "A"], ["日本語日本語", "\"", "\"", "日本語日本語"], []])
    func `a board shows the faces it was dealt, in its set or not`(faces: [String]) {
        let board = CardFaces(faces, of: .letters)
        #expect(board == CardFaces(faces) && Array(board) == faces)
        var cards = board.allFaceDown
        #expect(Array(cards) == faces.map { _ in nil })
        for card in faces.indices {
            cards.turnUp(card, as: board)
            #expect(cards[card] == faces[card] && !cards.isDown(card) && cards.areAlike(card, card))
            cards.turnDown(card)
            #expect(cards[card] == nil && cards.isDown(card) && !cards.areAlike(card, card))
        }
    }

    @Test func `any state reads back as written`() {
        var random = SeededRandom("states")
        for _ in 0..<2_000 {
            let message = Message(.state(random.state()))
            if hearAgain(message) != .message(message) { Issue.record("\(message)") }
        }
    }

    @Test func `the longest possible state fits into the space reserved for it`() throws {
        let name = String(repeating: "\u{1}", count: 96)
        let numbers = Array(repeating: Int.min, count: 100)
        let seat = MatchState.Seat(
            name: name, present: false, score: .min, turnsLeft: .min, taken: numbers, rematch: false, left: false)
        let state = MatchState(
            match: MatchID(number: .min), version: .min, phase: .waiting, rows: .min, columns: .min,
            cards: CardFaces(Array(repeating: name, count: 100)), turned: numbers, turn: .min,
            turnEndsInMilliseconds: .min, active: .min, turnNumber: .min, ply: 65_534, phaseEndsInMilliseconds: .min,
            seats: [seat, seat], watchers: .min, result: nil,
            change: .memory(.timeout(seat: .min, card: .min)))
        let decoded = try JSONSerialization.jsonObject(with: Data(json(.state(state)).utf8)) as? [String: Any]
        #expect(decoded?["cards"] as? [String] == Array(repeating: name, count: 100))
        #expect(decoded?["turned"] as? [Int] == numbers && decoded?["watchers"] as? Int == .min)
        #expect((decoded?["seats"] as? [[String: Any]])?.map { $0["taken"] as? [Int] } == [numbers, numbers])
    }

    @Test func `a writer starts over after each line, whatever its length`() {
        var writer = ByteWriter(capacity: 0)
        #expect(writer.count == 0 && writer.drain() == [])
        for length in [1, 5000, 1, 60_000, 0, 20] {
            let text = String(repeating: "\u{1}", count: length)
            JSONEvents.write(Message(.said(Said(match: nil, from: "A", role: nil, text: text))), into: &writer)
            let escaped = String(repeating: "\\u0001", count: length)
            let line = "{\"type\":\"said\",\"match\":null,\"from\":\"A\",\"role\":null,\"text\":\"\(escaped)\"}\n"
            #expect(writer.count == line.utf8.count)
            #expect(String(decoding: writer.drain(), as: UTF8.self) == line)
        }
    }

    @Test func `several lines may be written before they are taken out`() {
        var writer = ByteWriter(capacity: 1)
        for (message, _) in JSONEventSamples.all { JSONEvents.write(message, into: &writer) }
        let lines = JSONEventSamples.all.map { $0.line + "\n" }.joined()
        #expect(String(decoding: writer.drain(), as: UTF8.self) == lines)
    }
}

extension SeededRandom {
    /// A state that a reader accepts: its cards are on its board, and its numbers of any length.
    fileprivate mutating func state() -> MatchState {
        let texts = [
            "A", "B", "🐶", "Zoë", "👩‍👩‍👧‍👦", "a \"b\"", "\\", "\n\r\t\u{0}\u{1F}\u{7F}", String(repeating: "x", count: 96),
        ]
        let (rows, columns) = (number(2...10), number(2...10))
        let cards = 0...rows * columns - 1
        let seats = (0..<number(0...2)).map { _ in
            MatchState.Seat(
                name: one(of: texts), present: chance(oneIn: 2), score: number(),
                turnsLeft: chance(oneIn: 2) ? number() : nil,
                taken: (0..<number(0...100)).map { _ in number(cards) }, rematch: chance(oneIn: 2),
                left: chance(oneIn: 2))
        }
        return MatchState(
            match: MatchID(number: number(1...999_999_999)), version: number(),
            phase: one(of: [.waiting, .playing, .showing, .paused, .over]), rows: rows, columns: columns,
            cards: CardFaces(cards.map { _ in chance(oneIn: 2) ? one(of: texts) : nil }),
            turned: (0..<number(0...100)).map { _ in number(cards) },
            turn: seats.isEmpty || chance(oneIn: 2) ? nil : number(0...seats.count - 1),
            turnEndsInMilliseconds: chance(oneIn: 2) ? number() : nil,
            active: seats.isEmpty || chance(oneIn: 2) ? nil : number(0...seats.count - 1), turnNumber: number(),
            ply: chance(oneIn: 2) ? number(0...65_534) : nil,
            phaseEndsInMilliseconds: chance(oneIn: 2) ? number() : nil, seats: seats, watchers: number(), result: nil,
            change: seats.isEmpty
                ? .deal : .memory(.miss(seat: seats.count - 1, first: number(cards), second: number(cards))))
    }

    /// A number of any length that a reader takes.
    private mutating func number() -> Int {
        number(one(of: [-2...12, 0...99, 95...105, -Int.max...Int.max, -Int.max ... -Int.max, Int.max...Int.max]))
    }
}
