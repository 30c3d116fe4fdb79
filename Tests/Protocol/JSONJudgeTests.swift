import Foundation
import Protocol
import TestSupport
import Testing

/// Foundation's verdict on a line: an independent judge of what is JSON.
///
/// It differs from RFC 8259, and from this package, in three ways, which are compensated for: it accepts UTF-16 as
/// JSON too, it allows a comma after the last item, and it refuses a number that no `Double` holds.
enum JSONJudge {
    enum Verdict: Equatable { case object, otherJSON, none }

    /// Judges a line. One with a NUL, by which Foundation knows UTF-16, is none: no JSON in UTF-8 holds one.
    static func verdict(_ line: [UInt8]) -> Verdict {
        guard !line.contains(0), String(validating: line, as: UTF8.self) != nil, let line = plain(line),
            let value = try? JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)
        else { return .none }
        return value is [String: Any] ? .object : .otherJSON
    }

    /// The line with exponents of two digits at the most; nil if outside its strings an item follows no comma.
    private static func plain(_ line: [UInt8]) -> [UInt8]? {
        var plain: [UInt8] = []
        var (isString, isEscaped, afterComma) = (false, false, false)
        var exponentDigits: Int?
        for byte in line {
            if isString {
                isString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                plain.append(byte)
                continue
            }
            switch byte {
            case UInt8(ascii: "]"), UInt8(ascii: "}"): if afterComma { return nil }
            case UInt8(ascii: "\""): isString = true
            default: break
            }
            if ![0x20, 0x09, 0x0A, 0x0D].contains(byte) { afterComma = byte == UInt8(ascii: ",") }
            switch byte {
            case UInt8(ascii: "e"), UInt8(ascii: "E"): exponentDigits = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9"): exponentDigits = exponentDigits.map { $0 + 1 }
            case UInt8(ascii: "+"), UInt8(ascii: "-"): break
            default: exponentDigits = nil
            }
            if exponentDigits ?? 0 <= 2 { plain.append(byte) }
        }
        return plain
    }
}

/// Compares this package's verdict on whether a line is JSON with Foundation's: both must agree.
@Suite struct `JSON: compared with Foundation` {
    private func agree(_ line: [UInt8]) -> Bool {
        let request = read(line)
        let start = line.first { $0 != 0x20 && $0 != 0x09 }
        guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else { return request.dialect != .json }
        return (JSONJudge.verdict(line) == .object) == !request.isBadJSON
    }

    @Test(arguments: [
        #"{"type":"flip","id":"7","card":17}"#, #"{"type":"say","text":"\u00e9\ud83e\udd8a\\"}"#,
        #"{"type":"say","text":"é🦊"}"#, #"{"x":[true,false,null,{},[],-1.5e+3],"type":"list"}"#,
    ])
    func `a command with one byte changed is JSON if Foundation says so`(line: String) {
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

    @Test func `a command with a byte added or removed is JSON if Foundation says so`() {
        for (_, line) in JSONSamples.commands {
            let bytes = Array(line.utf8)
            for position in bytes.indices {
                let less = Array(bytes[..<position] + bytes[(position + 1)...])
                #expect(agree(less), "\(String(decoding: less, as: UTF8.self))")
                for byte in Array("\"\\{}[],: 0-eu\u{0}\u{1F}".utf8) {
                    let more = Array(bytes[..<position] + [byte] + bytes[position...])
                    #expect(agree(more), "\(String(decoding: more, as: UTF8.self))")
                }
            }
        }
    }

    @Test func `an event with one byte changed is read only if Foundation accepts it`() {
        let others = Array("\0\t\n\u{1B} \",-09:[\\]eu{}\u{7F}".utf8) + [0x80, 0xC3, 0xED, 0xF0, 0xFF]
        for (_, line) in JSONEventSamples.all where line.utf8.count < 120 {
            var bytes = Array(line.utf8)
            for position in bytes.indices {
                let sound = bytes[position]
                for byte in others {
                    bytes[position] = byte
                    if case .malformed = hear(bytes) { continue }
                    #expect(JSONJudge.verdict(bytes) == .object, "\(String(decoding: bytes, as: UTF8.self))")
                }
                bytes[position] = sound
            }
        }
    }

    private static let pieces: [String] = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\"a\"", "\"type\"", "\"flip\"", "\"card\"", "\"\"", "0", "-", "1",
        "17", ".5", "e3", "E-2", "true", "false", "null", " ", "\t", "\r", "\\u", "\\ud83e", "\\udd8a", "00e9", "\\n",
        "\\/", "é", "🦊", "\u{0}", "\u{1B}", "\u{7F}", "{\"a\":", "\"b\":[", "],", "},", "\":", ",\"", "nul", "+",
        "\u{FEFF}", "\u{2028}",
    ]

    @Test func `a line of random pieces is JSON if Foundation says so`() {
        var random = SeededRandom("pieces of JSON")
        var objects = 0
        for _ in 0..<20_000 {
            let pieces = (0..<random.number(0...8)).map { _ in random.one(of: Self.pieces) }
            let line = Array(("{" + pieces.joined() + (random.chance(oneIn: 2) ? "}" : "")).utf8)
            if JSONJudge.verdict(line) == .object { objects += 1 }
            #expect(agree(line), "\(String(decoding: line, as: UTF8.self))")
        }
        #expect(objects > 100)
    }

    @Test func `random values are skipped, however they are written`() {
        var random = SeededRandom("values of JSON")
        for _ in 0..<3_000 {
            let value = random.jsonValue()
            let line = "{\"x\":\(value),\"type\":\"flip\",\"y\":\(value),\"card\":5}"
            #expect(JSONJudge.verdict(Array(line.utf8)) == .object, "\(line)")
            #expect(read(line).command == .move(.flip(.card(5))), "\(line)")
        }
    }
}

extension SeededRandom {
    private static let scalars = [
        "0", "-0", "12", "-3.25", "1e5", "1E+5", "2e-7", "true", "false", "null", "\"\"", "\"a\"", "\"\\\"\"",
        "\"\\\\\"", "\"}\"", "\"]\"", "\"{,:\"", "\"\\u0022\"", "\"\\ud83e\\udd8a\"", "\"é🦊\"", "\"type\"", "\"card\"",
        "{}", "[]",
    ]

    /// A value at most six levels deep, with blanks here and there.
    fileprivate mutating func jsonValue(depth: Int = 0) -> String {
        guard depth < 5, !chance(oneIn: 3) else { return blank() + one(of: Self.scalars) + blank() }
        let isArray = chance(oneIn: 2)
        let items = (0..<number(0...4)).map { index in
            (isArray ? "" : blank() + "\"k\(index)\\\\\"" + blank() + ":") + jsonValue(depth: depth + 1)
        }
        let joined = items.joined(separator: ",")
        return blank() + (isArray ? "[\(joined)]" : "{\(joined)}") + blank()
    }

    private mutating func blank() -> String { one(of: ["", "", "", " ", "\t", "\r", "  "]) }
}
