import Foundation
import TestSupport
import Testing

@testable import Protocol

/// Strings and numbers are read and written several bytes at a time; the result must be as if it were byte by byte.
@Suite struct `JSON: strings and numbers` {
    @Test(arguments: [0x00, 0x01, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xA2, 0xFF] as [UInt8])
    func `any byte at any position in a string is accepted exactly if another parser accepts it`(byte: UInt8) {
        for length in 1...20 {
            for position in 0..<length {
                var text = [UInt8](repeating: 0x61, count: length)
                text[position] = byte
                for (before, after) in [("{\"x\":\"", "\"}"), ("{\"", "\":1}"), ("{\"x\":[\"", "\"],\"y\":\"z\"}")] {
                    let line = Array(before.utf8) + text + Array(after.utf8)
                    let isJSON = JSONJudge.verdict(line) == .object
                    #expect(read(line).isBadJSON != isJSON, "\(byte) at \(position) of \(length)")
                }
            }
        }
    }

    @Test(arguments: ["", "é", "🦊", "\"", "\\", "é🦊\\\""])
    func `text of any length reads back as written`(end: String) throws {
        for length in 1...40 {
            let command = Command.say(try SpokenText(String(repeating: "a", count: length) + end))
            #expect(readAgain(command).command == command)
        }
    }

    @Test(arguments: [
        ("\"", "\\\""), ("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t"), ("\u{0}", "\\u0000"),
        ("\u{8}", "\\u0008"), ("\u{1f}", "\\u001f"), (" ", " "), ("!", "!"), ("#", "#"), ("/", "/"), ("[", "["),
        ("]", "]"), ("\u{7f}", "\u{7f}"), ("\u{80}", "\u{80}"), ("é", "é"), ("🦊", "🦊"),
    ])
    func `a character is escaped if necessary, wherever it is in a string`(_ character: String, _ written: String) {
        for length in 0...40 {
            for position in 0...length {
                let before = String(repeating: "a", count: position)
                let after = String(repeating: "z", count: length - position)
                for (end, writtenEnd) in [("", ""), (character, written)] {
                    var writer = ByteWriter(capacity: 1)
                    writer.putJSON(before + character + after + end)
                    let expected = "\"" + before + written + after + writtenEnd + "\""
                    #expect(writer.drain() == Array(expected.utf8), "\(position) of \(length)")
                }
            }
        }
    }

    @Test(arguments: [
        0...0x3FF, 0x2020...0x202F, 0xD7F0...0xD7FF, 0xE000...0xE00F, 0xFFF0...0x1000F, 0x10FFF0...0x10FFFF,
    ])
    func `another parser reads every character as it was written`(values: ClosedRange<UInt32>) throws {
        let text = String(String.UnicodeScalarView(values.compactMap { Unicode.Scalar($0) }))
        let message = Message(.said(Said(match: nil, from: text, role: nil, text: String(text.reversed()))))
        let line = Array(json(message).utf8)
        let decoded = try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        #expect((decoded["from"] as? String)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
        #expect(hearAgain(message) == .message(message))
        #expect(line.dropLast().allSatisfy { $0 >= 0x20 })
    }

    @Test func `a number of any length is written in decimal`() {
        var numbers = [0, 1, 9, 10, 11, 99, 100, 101, 109, 110, Int.max, Int.min, Int.min + 1]
        var power = 1
        while power < Int.max / 10 {
            power *= 10
            for near in -11...11 { numbers += [power + near, -(power + near), 7 * (power / 10) + near] }
            numbers += [power + power / 10, power + power / 100 * 7, power / 9, power / 7 * 6]
        }
        for number in numbers {
            var writer = ByteWriter(capacity: 1)
            writer.put(number)
            #expect(String(decoding: writer.drain(), as: UTF8.self) == String(number))
        }
    }
}
