/// Parses a line with known fields sequentially. Unexpected input yields nil or false; it never traps.
struct FieldReader {
    private let bytes: [UInt8]
    private(set) var position: Int
    private let end: Int

    init(_ bytes: [UInt8], in range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
        (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
    }

    /// The next byte; 0 at the end.
    @inline(__always)
    private var byte: UInt8 { position < end ? bytes[position] : 0 }

    /// Skips exactly this text.
    @inline(__always)
    mutating func skip(_ literal: StaticString) -> Bool {
        let length = literal.utf8CodeUnitCount
        guard position + length <= end else { return false }
        for offset in 0..<length where unsafe bytes[position + offset] != literal.utf8Start[offset] { return false }
        position += length
        return true
    }

    mutating func readBool() -> Bool? {
        if skip("true") { return true }
        return skip("false") ? false : nil
    }

    /// Reads an integer of at most 18 digits.
    mutating func readNumber() -> Int? {
        let isNegative = byte == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let start = position
        var number = 0
        while position - start < 18, byte.isDigit {
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
            position += 1
        }
        guard position > start else { return nil }
        return isNegative ? -number : number
    }

    /// Reads an integer or null; returns nil for anything else.
    mutating func readNumberOrNull() -> Int?? {
        if skip("null") { return .some(nil) }
        return readNumber().map { .some($0) }
    }

    /// Reads a string in which only quotes and backslashes are escaped.
    mutating func readString() -> String? {
        guard skip("\"") else { return nil }
        let start = position
        while byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { position += 1 }
        if byte == UInt8(ascii: "\"") {
            position += 1
            return String(decoding: bytes[start..<position - 1], as: UTF8.self)
        }
        var text = Array(bytes[start..<position])
        while byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                position += 1
                guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { return nil }
            }
            guard byte >= 0x20 else { return nil }
            text.append(byte)
            position += 1
        }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads eight lowercase hexadecimal digits.
    mutating func readHex() -> UInt32? {
        var number: UInt32 = 0
        for _ in 0..<8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt32(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): number = number << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
            default: return nil
            }
            position += 1
        }
        return number
    }

    mutating func readNumbers() -> [Int]? { readList { $0.readNumber() } }

    mutating func readStrings() -> [String]? { readList { $0.readString() } }

    /// Reads a list whose items are read one by one.
    mutating func readList<Element>(_ element: (inout FieldReader) -> Element?) -> [Element]? {
        guard skip("[") else { return nil }
        if skip("]") { return [] }
        var list: [Element] = []
        while true {
            guard let next = element(&self) else { return nil }
            list.append(next)
            if skip("]") { return list }
            guard skip(",") else { return nil }
        }
    }

    /// Reads an object without nested objects, and without braces in strings.
    mutating func readFlatObject() -> [UInt8]? {
        guard byte == UInt8(ascii: "{") else { return nil }
        let start = position
        while byte != 0, byte != UInt8(ascii: "}") { position += 1 }
        guard skip("}") else { return nil }
        return Array(bytes[start..<position])
    }
}
