import Foundation
import Protocol
import Testing

@Suite struct `JSON: events` {
    @Test func `every event is written as PROTOCOL.md says, byte for byte`() throws {
        for sample in try JSONEventSamples.all() { #expect(JSONSamples.text(sample.message) == sample.line + "\n") }
    }

    @Test func `every event that is written reads back the same`() throws {
        for sample in try JSONEventSamples.all() { #expect(JSONSamples.hear(sample.line) == .message(sample.message)) }
    }

    @Test func `every event that is written is JSON to another parser`() throws {
        for sample in try JSONEventSamples.all() {
            let line = Array(JSONSamples.text(sample.message).utf8)
            #expect(JSONJudge.verdict(line) == .object && line.count(where: { $0 == 10 }) == 1 && line.last == 10)
        }
    }

    @Test func `a state's JSON is independent of its change and of the matched rule`() {
        let changes: [(Change, Rules.Matched)] = [
            (.pair(seat: 0, first: 8, second: 9), .vanish), (.watchers, .stay), (.resign(seat: 1), .stay),
        ]
        for (change, matched) in changes {
            var state = JSONEventSamples.state()
            (state.change, state.matched) = (change, matched)
            #expect(JSONSamples.text(Message(.state(state))) == JSONEventSamples.stateLine + "\n")
        }
    }

    @Test func `an unasked ok and help are not written in JSON`() {
        for kind in Command.Kind.allCases {
            #expect(JSONSamples.text(Message(.ok(kind))) == "")
            #expect(JSONSamples.text(Message(.ok(kind), re: RequestID("1"))) == "{\"type\":\"ok\",\"re\":\"1\"}\n")
        }
        #expect(JSONSamples.text(Message(.help)) == "" && JSONSamples.text(Message(.help, re: RequestID("1"))) == "")
    }

    @Test(arguments: [MatchState.Phase.waiting, .playing, .showing, .paused, .over])
    func `every phase has its own word`(phase: MatchState.Phase) throws {
        var state = JSONEventSamples.state()
        (state.phase, state.turn) = (phase, nil)
        let line = JSONSamples.text(Message(.state(state)))
        #expect(line.contains("\"phase\":\"\(phase.rawValue)\""))
        #expect(JSONSamples.hear(Array(line.utf8.dropLast())) == .message(Message(.state(state))))
    }

    @Test func `every character but quotes, backslashes and controls is written as it is`() throws {
        for value in [
            0...0x3FF, 0x2020...0x202F, 0xD7F0...0xD7FF, 0xE000...0xE00F, 0xFFF0...0x1000F, 0x10FFF0...0x10FFFF,
        ] {
            let text = String(String.UnicodeScalarView(value.compactMap { Unicode.Scalar(UInt32($0)) }))
            let said = Said(match: nil, from: text, role: nil, text: String(text.reversed()))
            let line = Array(JSONSamples.text(Message(.said(said))).utf8)
            let decoded = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
            #expect((decoded["from"] as? String)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
            #expect(JSONSamples.hear(Array(line.dropLast())) == .message(Message(.said(said))))
            #expect(line.dropLast().allSatisfy { $0 >= 0x20 })
        }
        let said = Said(match: nil, from: "\u{0}\u{8}\t\n\u{B}\r\u{1B}\u{1F}\u{7F}", role: nil, text: "\"\\/")
        #expect(
            JSONSamples.text(Message(.said(said)))
                == #"{"type":"said","match":null,"from":"\u0000\u0008\t\n\u000b\r\u001b\u001f\#u{7F}","role":null,"#
                + #""text":"\"\\/"}"# + "\n")
    }

    @Test func `numbers in events are written in decimal`() {
        var numbers: [Int] = [.min, .max, .min + 1, 0]
        var power = 1
        for _ in 0..<19 {
            numbers += [power - 1, power, power + 1, -power, 1 - power, 9 * (power / 10)]
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
        for number in numbers {
            var state = JSONEventSamples.state()
            (state.version, state.watchers) = (number, number)
            let line = JSONSamples.text(Message(.state(state)))
            #expect(line.contains("\"version\":\(number),") && line.contains("\"watchers\":\(number),"))
        }
    }

    @Test func `any faces can be written, whatever their length and characters`() {
        let faces: [String?] = [
            "A", "🦊", "é", "👩‍👩‍👧‍👦", "\"", "\\", "\u{1B}", "abc", "abcd", "abcde", "abcdef", "日本", "日本語", nil, "❤️", "\n\n",
            String(repeating: "x", count: 300), "🦊🦊", "e\u{301}", "A",
        ]
        var state = JSONEventSamples.overState()
        (state.rows, state.columns, state.cards) = (4, 5, CardFaces(faces))
        #expect(Array(state.cards) == faces)
        var bytes = Array(JSONSamples.text(Message(.state(state))).utf8)
        #expect(JSONJudge.verdict(bytes) == .object)
        bytes.removeLast()
        #expect(JSONSamples.hear(bytes) == .message(Message(.state(state))))
    }

    @Test func `a board of any set is written with the faces of the set`() throws {
        for set in FaceSet.allCases {
            let count = min(set.faces.count, 50)
            let cards = (0..<100).map { $0 % 3 == 0 ? CardFaces.faceDown : UInt8($0 % count) }
            var state = JSONEventSamples.overState()
            (state.rows, state.columns, state.cards) = (10, 10, CardFaces(set: set, cards: cards))
            let texts = cards.map { $0 == CardFaces.faceDown ? "\"\"" : "\"\(set.faces[Int($0)])\"" }
            let line = JSONSamples.text(Message(.state(state)))
            #expect(line.contains("\"cards\":[\(texts.joined(separator: ","))],\"turned\":[]"))
        }
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

    @Test func `several lines may be written before they are taken out`() throws {
        var writer = ByteWriter(capacity: 1)
        var lines = ""
        for sample in try JSONEventSamples.all() {
            JSONEvents.write(sample.message, into: &writer)
            lines += sample.line + "\n"
        }
        #expect(String(decoding: writer.drain(), as: UTF8.self) == lines)
    }
}
