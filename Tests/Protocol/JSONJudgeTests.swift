import Protocol
import TestSupport
import Testing

/// Compares this package's verdict on whether a line is JSON with Foundation's: both must agree.
@Suite struct `JSON: compared with Foundation` {
    private func agree(_ line: [UInt8]) -> Bool {
        let request = JSONSamples.read(line)
        let start = line.first { $0 != 0x20 && $0 != 0x09 }
        guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else { return request.dialect != .json }
        return (JSONJudge.verdict(line) == .object) == !request.isBadJSON
    }

    @Test(arguments: [
        #"{"type":"flip","id":"7","card":17}"#, #"{"type":"say","text":"\u00e9\ud83e\udd8a\\"}"#,
        #"{"type":"say","text":"é🦊"}"#, #"{"x":[true,false,null,{},[],-1.5e+3],"type":"list"}"#,
    ])
    func `a line with one byte changed is a command or refused, and JSON if Foundation says so`(line: String) {
        var bytes = Array(line.utf8)
        for position in bytes.indices {
            let sound = bytes[position]
            for byte in UInt8.min...UInt8.max {
                bytes[position] = byte
                #expect(agree(bytes), "\(String(decoding: bytes, as: UTF8.self)): byte \(byte) at \(position)")
            }
            bytes[position] = sound
        }
    }

    @Test func `a line with a byte added or removed is JSON if Foundation says so`() throws {
        for sample in try JSONSamples.commands() {
            let bytes = Array(sample.line.utf8)
            for position in bytes.indices {
                var less = bytes
                less.remove(at: position)
                #expect(agree(less), "\(String(decoding: less, as: UTF8.self))")
                for byte in Array("\"\\{}[],: 0-eu\u{0}\u{1F}".utf8) {
                    var more = bytes
                    more.insert(byte, at: position)
                    #expect(agree(more), "\(String(decoding: more, as: UTF8.self))")
                }
            }
        }
    }

    private static let pieces: [String] = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\"a\"", "\"type\"", "\"flip\"", "\"card\"", "\"\"", "0", "-", "1",
        "17",
        ".5", "e3", "E-2", "true", "false", "null", " ", "\t", "\r", "\\u", "\\ud83e", "\\udd8a", "00e9", "\\n", "\\/",
        "é",
        "🦊", "\u{0}", "\u{1B}", "\u{7F}", "{\"a\":", "\"b\":[", "],", "},", "\":", ",\"", "nul", "+", "\u{FEFF}",
        "\u{2028}",
    ]

    @Test func `a line of random pieces is JSON if Foundation says so`() {
        var random = SeededRandom("random pieces of JSON")
        var objects = 0
        for _ in 0..<20_000 {
            var line = "{"
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                line += Self.pieces.randomElement(using: &random) ?? ""
            }
            if Bool.random(using: &random) { line += "}" }
            let bytes = Array(line.utf8)
            if JSONJudge.verdict(bytes) == .object { objects += 1 }
            #expect(agree(bytes), "\(line)")
        }
        #expect(objects > 100)
    }

    @Test func `random values read back the same, however they are written`() {
        var random = SeededRandom("random JSON")
        for _ in 0..<3_000 {
            let value = Self.value(depth: 0, using: &random)
            let line = "{\"x\":\(value),\"type\":\"flip\",\"y\":\(value),\"card\":5}"
            #expect(JSONJudge.verdict(Array(line.utf8)) == .object, "\(line)")
            #expect(JSONSamples.read(line).command == .move(.flip(.card(5))), "\(line)")
        }
    }

    private static let blanks = ["", "", "", " ", "\t", "\r", "  "]
    private static let scalars = [
        "0", "-0", "12", "-3.25", "1e5", "1E+5", "2e-7", "true", "false", "null", "\"\"", "\"a\"", "\"\\\"\"",
        "\"\\\\\"",
        "\"}\"", "\"]\"", "\"{,:\"", "\"\\u0022\"", "\"\\ud83e\\udd8a\"", "\"é🦊\"", "\"type\"", "\"card\"", "{}", "[]",
    ]

    private static func value(depth: Int, using random: inout SeededRandom) -> String {
        func blank(_ random: inout SeededRandom) -> String { blanks.randomElement(using: &random) ?? "" }
        guard depth < 5, Int.random(in: 0..<3, using: &random) > 0 else {
            return blank(&random) + (scalars.randomElement(using: &random) ?? "0") + blank(&random)
        }
        let isArray = Bool.random(using: &random)
        let items = (0..<Int.random(in: 0...4, using: &random)).map { index in
            let item = value(depth: depth + 1, using: &random)
            return isArray ? item : blank(&random) + "\"k\(index)\\\\\"" + blank(&random) + ":" + item
        }
        let joined = items.joined(separator: ",")
        return blank(&random) + (isArray ? "[\(joined)]" : "{\(joined)}") + blank(&random)
    }
}
