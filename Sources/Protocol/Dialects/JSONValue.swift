/// A value in a text that has been validated as JSON.
struct JSONValue {
    let bytes: [UInt8]
    /// The position of the value's first byte.
    let start: Int

    /// The kind of the value.
    enum Kind { case null, bool, number, string, array, object }

    var kind: Kind {
        switch bytes[start] {
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "{"): .object
        default: .number
        }
    }

    var isNull: Bool { bytes[start] == UInt8(ascii: "n") }

    var bool: Bool? { kind == .bool ? bytes[start] == UInt8(ascii: "t") : nil }

    /// The number, if it is an integer without fraction or exponent that fits into an `Int`.
    var int: Int? {
        var position = start
        let isNegative = bytes[position] == UInt8(ascii: "-")
        if isNegative { position += 1 }
        var number = 0
        let first = position
        while position < bytes.count, bytes[position].isDigit {
            let (tens, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = tens.addingReportingOverflow(Int(bytes[position] - UInt8(ascii: "0")))
            guard !overflow, !carry else { return nil }
            number = sum
            position += 1
        }
        guard position > first else { return nil }
        if position < bytes.count {
            let next = bytes[position]
            guard next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") else { return nil }
        }
        return isNegative ? -number : number
    }

    var string: String? {
        guard bytes[start] == UInt8(ascii: "\"") else { return nil }
        var position = start + 1
        while bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") { return unescaped }
            position += 1
        }
        return String(decoding: bytes[start + 1..<position], as: UTF8.self)
    }

    /// Returns true if the value is this string, written without escapes.
    @inline(__always)
    func isPlainly(_ literal: StaticString) -> Bool { Platform.holdsQuoted(bytes, literal, at: start) }

    /// Returns true if the value is this string; allocates only if the text has escapes.
    func equals(_ literal: StaticString) -> Bool {
        if isPlainly(literal) { return true }
        guard bytes[start] == UInt8(ascii: "\"") else { return false }
        var offset = 0
        while offset < literal.utf8CodeUnitCount, unsafe bytes[start + 1 + offset] == literal.utf8Start[offset] {
            offset += 1
        }
        return bytes[start + 1 + offset] == UInt8(ascii: "\\") && string == literal.description
    }

    /// The value as it is written, if it is a number, `true`, `false` or `null`.
    var literal: String {
        let end = bytes[start...].firstIndex {
            !($0.isDigit || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || [0x2B, 0x2D, 0x2E].contains($0))
        }
        return String(decoding: bytes[start..<(end ?? bytes.count)], as: UTF8.self)
    }

    /// The fields, if it is an object.
    var object: JSONObject? { kind == .object ? JSONObject(bytes: bytes, start: start) : nil }

    /// The elements, if it is an array.
    var array: [JSONValue]? {
        guard kind == .array else { return nil }
        var elements: [JSONValue] = []
        var cursor = JSONCursor(bytes: bytes, position: start + 1)
        while cursor.skipToItem() {
            elements.append(JSONValue(bytes: bytes, start: cursor.position))
            cursor.skipValue()
        }
        return elements
    }

    /// The strings, if it is an array of nothing else.
    var strings: [String]? { elements(\.string) }

    /// The integers, if it is an array of nothing else.
    var ints: [Int]? { elements(\.int) }

    private func elements<Element>(_ element: (JSONValue) -> Element?) -> [Element]? {
        guard let values = array else { return nil }
        let elements = values.compactMap(element)
        return elements.count == values.count ? elements : nil
    }

    private var unescaped: String {
        var text = ""
        var position = start + 1
        var plain = position
        while bytes[position] != UInt8(ascii: "\"") {
            guard bytes[position] == UInt8(ascii: "\\") else {
                position += 1
                continue
            }
            text += String(decoding: bytes[plain..<position], as: UTF8.self)
            text.unicodeScalars.append(Self.escape(bytes, &position))
            plain = position
        }
        return text + String(decoding: bytes[plain..<position], as: UTF8.self)
    }

    /// Returns the character that an escape stands for, and skips the escape.
    private static func escape(_ bytes: [UInt8], _ position: inout Int) -> Unicode.Scalar {
        let letter = bytes[position + 1]
        position += 2
        switch letter {
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            var unit = codeUnit(bytes, &position)
            if 0xD800..<0xDC00 ~= unit {
                position += 2
                unit = 0x10000 + (unit - 0xD800) << 10 + (codeUnit(bytes, &position) - 0xDC00)
            }
            return Unicode.Scalar(unit) ?? "\u{FFFD}"
        default: return Unicode.Scalar(letter)
        }
    }

    private static func codeUnit(_ bytes: [UInt8], _ position: inout Int) -> UInt32 {
        defer { position += 4 }
        return bytes[position..<position + 4].reduce(0) { $0 << 4 | UInt32($1.hexValue ?? 0) }
    }
}

/// An object in a text that has been validated as JSON.
package struct JSONObject {
    private let bytes: [UInt8]
    /// The offsets of each field's key and value, in order. They are found once: a message is asked for some twenty
    /// fields.
    private let fields: [(key: Int, value: Int)]

    /// Finds the fields of the object that starts there.
    init(bytes: [UInt8], start: Int) {
        var (fields, cursor) = ([(key: Int, value: Int)](), JSONCursor(bytes: bytes, position: start + 1))
        while cursor.skipToItem() {
            let key = cursor.position
            cursor.skipValue()
            cursor.skipToValue()
            fields.append((key, cursor.position))
            cursor.skipValue()
        }
        (self.bytes, self.fields) = (bytes, fields)
    }

    /// Calls the closure for each field in order, including duplicates.
    @inline(__always)
    func forEach(_ body: (_ key: JSONValue, _ value: JSONValue) -> Void) {
        for field in fields {
            body(JSONValue(bytes: bytes, start: field.key), JSONValue(bytes: bytes, start: field.value))
        }
    }

    /// The last value with this key.
    subscript(key: StaticString) -> JSONValue? {
        for field in fields.reversed() where JSONValue(bytes: bytes, start: field.key).equals(key) {
            return JSONValue(bytes: bytes, start: field.value)
        }
        return nil
    }

    /// Returns the value that a field's text stands for; nil if it is missing, no string, or stands for none.
    func parsed<Value>(_ key: StaticString, _ parse: (String) -> Value?) -> Value? { self[key]?.string.flatMap(parse) }

    /// Returns true if the field is an integer, null or missing.
    func holdsNumberOrNull(_ key: StaticString) -> Bool {
        guard let value = self[key] else { return true }
        return value.isNull || value.int != nil
    }
}

/// A cursor over valid JSON.
private struct JSONCursor {
    let bytes: [UInt8]
    var position: Int

    /// Moves to the next item of an array or object; returns false at its end.
    mutating func skipToItem() -> Bool {
        while true {
            switch bytes[position] {
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D: position += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): return false
            default: return true
            }
        }
    }

    /// Moves from the end of a key to its value.
    mutating func skipToValue() {
        while bytes[position] == UInt8(ascii: ":") || JSONScanner.isBlank(bytes[position]) { position += 1 }
    }

    /// Skips one value of any kind.
    mutating func skipValue() {
        var depth = 0
        repeat {
            switch bytes[position] {
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                position += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
                position += 1
            default: skipWord()
            }
        } while depth > 0
    }

    private mutating func skipString() {
        position += 1
        while bytes[position] != UInt8(ascii: "\"") { position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1 }
        position += 1
    }

    /// Skips a number, `true`, `false` or `null`.
    private mutating func skipWord() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x09, 0x0A, 0x0D: return
            default: position += 1
            }
        }
    }
}
