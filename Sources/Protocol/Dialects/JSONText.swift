// How JSON is read here, in two steps over the same bytes.
//
// `JSONText` walks the text once and finds out whether it is JSON at all (RFC 8259): one value, strings with
// sound escapes, numbers, at most `Limits.nesting` levels. Nothing is built and nothing is copied. After that
// the text cannot be wrong any more, and `JSONValue`, `JSONObject` and `JSONArray` are views into it that fail
// for one reason only: that the value is of another kind than was asked for. A command of 26 bytes is read
// this way without an allocation.

/// A text that is one JSON value and nothing else.
struct JSONText {
    /// The value.
    let value: JSONValue

    /// Checks the bytes of this range.
    ///
    /// - Throws: `bad_json`, with a sentence that says where it went wrong.
    init(_ bytes: [UInt8], in range: Range<Int>) throws(Refusal) {
        var start = range.lowerBound
        let (isValue, end, isASCII) = unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return (false, start, true) }
            var scanner = unsafe JSONScanner(base: base, position: range.lowerBound, end: range.upperBound)
            scanner.skipBlanks()
            start = scanner.position
            guard scanner.value() else { return (false, scanner.position, scanner.isASCII) }
            scanner.skipBlanks()
            return (true, scanner.position, scanner.isASCII)
        }
        if isValue, isASCII, end == range.upperBound {
            value = JSONValue(bytes: bytes, start: start)
            return
        }
        // Few lines come here: those that hold more than ASCII, and those that are wrong.
        guard String(validating: bytes[range], as: UTF8.self) != nil else { throw .badJSON("The line is not UTF-8.") }
        guard isValue else { throw .badJSON("This is not JSON, from byte \(end - range.lowerBound + 1) on.") }
        guard end == range.upperBound else {
            throw .badJSON("Something follows the JSON, from byte \(end - range.lowerBound + 1) on.")
        }
        value = JSONValue(bytes: bytes, start: start)
    }
}

/// Walks over JSON that may be wrong. Every function says whether what it looked for was there.
///
/// It reads through a pointer, and never at or beyond `end`: see ``byte``.
@safe
struct JSONScanner {
    private let base: UnsafePointer<UInt8>
    private(set) var position: Int
    private let end: Int
    /// Whether all that it went over is ASCII.
    var isASCII: Bool { bits < 0x80 }
    private var bits: UInt8 = 0

    /// Begins at a position of the bytes at `base`, which must be there up to `end`.
    @unsafe
    init(base: UnsafePointer<UInt8>, position: Int, end: Int) {
        unsafe self.base = base
        (self.position, self.end) = (position, end)
    }

    /// The byte at the position; 0, which no JSON holds, at the end.
    @inline(__always)
    private var byte: UInt8 { position < end ? unsafe base[position] : 0 }

    @inline(__always)
    mutating func skipBlanks() {
        while byte <= 0x20, Self.isBlank(byte) { position += 1 }
    }

    @inline(__always)
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// One value of any kind. What is open is kept as one bit a level, so that no nesting can exhaust the stack.
    mutating func value() -> Bool {
        var arrays: UInt64 = 0  // Bit n: whether level n is an array.
        var depth = 0
        while true {
            skipBlanks()
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < Limits.nesting else { return false }
                let isArray = byte == UInt8(ascii: "[")
                position += 1
                skipBlanks()
                if byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) {
                    position += 1
                    break
                }
                arrays = isArray ? arrays | 1 << UInt64(depth) : arrays & ~(1 << UInt64(depth))
                depth += 1
                if !isArray, !key() { return false }
                continue
            default:
                guard scalar() else { return false }
            }
            guard closeLevels(arrays: arrays, depth: &depth) else { return false }
            if depth == 0 { return true }
        }
    }

    /// After a value: closes what ends here, and goes over the comma before the next value if there is one.
    private mutating func closeLevels(arrays: UInt64, depth: inout Int) -> Bool {
        while depth > 0 {
            skipBlanks()
            let isArray = arrays >> UInt64(depth - 1) & 1 == 1
            if byte == UInt8(ascii: ",") {
                position += 1
                return isArray ? true : key()
            }
            guard byte == (isArray ? UInt8(ascii: "]") : UInt8(ascii: "}")) else { return false }
            position += 1
            depth -= 1
        }
        return true
    }

    /// A key and its colon.
    private mutating func key() -> Bool {
        skipBlanks()
        guard byte == UInt8(ascii: "\""), string() else { return false }
        skipBlanks()
        guard byte == UInt8(ascii: ":") else { return false }
        position += 1
        return true
    }

    private mutating func scalar() -> Bool {
        switch byte {
        case UInt8(ascii: "\""): string()
        case UInt8(ascii: "t"): word("true")
        case UInt8(ascii: "f"): word("false")
        case UInt8(ascii: "n"): word("null")
        default: number()
        }
    }

    private mutating func word(_ word: StaticString) -> Bool {
        guard position + word.utf8CodeUnitCount <= end else { return false }
        for offset in 0..<word.utf8CodeUnitCount where unsafe base[position + offset] != word.utf8Start[offset] {
            return false
        }
        position += word.utf8CodeUnitCount
        return true
    }

    /// A string, from its first quote to its last.
    private mutating func string() -> Bool {
        position += 1
        while true {
            let byte = byte
            if byte == UInt8(ascii: "\"") {
                position += 1
                return true
            }
            guard byte >= 0x20 else { return false }  // The end, too.
            if byte == UInt8(ascii: "\\") {
                guard escape() else { return false }
            } else {
                bits |= byte
                position += 1
            }
        }
    }

    /// One escape; of the two halves of a surrogate pair, both.
    private mutating func escape() -> Bool {
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 1
            return true
        case UInt8(ascii: "u"):
            position += 1
            guard let unit = fourDigits(), !(0xDC00...0xDFFF).contains(unit) else { return false }
            guard (0xD800...0xDBFF).contains(unit) else { return true }
            guard byte == UInt8(ascii: "\\") else { return false }
            position += 1
            guard byte == UInt8(ascii: "u") else { return false }
            position += 1
            guard let low = fourDigits() else { return false }
            return (0xDC00...0xDFFF).contains(low)
        default:
            return false
        }
    }

    private mutating func fourDigits() -> UInt32? {
        guard position + 4 <= end else { return nil }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    private mutating func number() -> Bool {
        if byte == UInt8(ascii: "-") { position += 1 }
        if byte == UInt8(ascii: "0") {
            position += 1
        } else {
            guard digits() else { return false }
        }
        if byte == UInt8(ascii: ".") {
            position += 1
            guard digits() else { return false }
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            guard digits() else { return false }
        }
        return true
    }

    private mutating func digits() -> Bool {
        let start = position
        while byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
        return position > start
    }
}
