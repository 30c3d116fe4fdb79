import Foundation

/// Foundation's verdict on a line: an independent judge of what is JSON.
///
/// It differs from RFC 8259, and from this package, in three ways, which are compensated for: it accepts UTF-16 as
/// JSON too, it allows a comma after the last item, and it refuses a number that no `Double` holds.
enum JSONJudge {
    /// The verdict on a line.
    enum Verdict: Equatable {
        /// An object.
        case object
        /// Another kind of JSON.
        case other
        /// No JSON.
        case none
    }

    /// Judges a line. One with a NUL, by which Foundation knows UTF-16, is none: no JSON in UTF-8 holds one.
    static func verdict(_ line: [UInt8]) -> Verdict {
        guard !line.contains(0), String(validating: line, as: UTF8.self) != nil, let line = plain(line),
            let value = try? JSONSerialization.jsonObject(with: Data(line), options: .fragmentsAllowed)
        else { return .none }
        return value is [String: Any] ? .object : .other
    }

    /// The line with exponents of two digits at the most; nil if outside its strings an item follows no comma.
    private static func plain(_ line: [UInt8]) -> [UInt8]? {
        var plain: [UInt8] = []
        var isString = false
        var isEscaped = false
        var afterComma = false
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
