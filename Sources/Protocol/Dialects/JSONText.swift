// JSON parsing takes two steps over the same bytes.
//
// `JSONText` scans the text once and checks that it is valid JSON (RFC 8259): one value, well-formed escapes and
// numbers, and at most `Limits.nesting` levels. It builds and copies nothing. From then on the text can't be invalid:
// `JSONValue` and `JSONObject` are views into it that fail only if the value is of another kind than requested. This
// parses a command of 26 bytes without an allocation. Since a command is an object with a few fields, the single scan
// also reports their positions, which saves a second one.

/// A text that is exactly one JSON value.
struct JSONText {
    let value: JSONValue

    /// Validates the bytes in this range.
    ///
    /// - Throws: `bad_json`, with a sentence that says where the error is.
    init(_ bytes: [UInt8], in range: Range<Int>) throws(Refusal) {
        var start = range.lowerBound
        try Self.check(bytes, in: range) { scanner in
            start = scanner.position
            return scanner.value()
        }
        value = JSONValue(bytes: bytes, start: start)
    }

    /// Validates a text that should be an object, and reports the positions of each field's key and value.
    ///
    /// Fields are reported in order, before the whole text has been validated: ignore them if this throws.
    ///
    /// - Throws: `bad_json`, with a sentence that says where the error is, or that the text isn't an object.
    @inline(__always)
    static func checkObject(
        _ bytes: [UInt8], in range: Range<Int>, field: (_ key: Int, _ value: Int) -> Void
    ) throws(Refusal) {
        var isObject = true
        try check(bytes, in: range) { scanner in
            isObject = scanner.isAtObject
            return isObject ? scanner.object(field: field) : scanner.value()
        }
        guard isObject else { throw .badJSON("A command must be a JSON object.") }
    }

    @inline(__always)
    private static func check(
        _ bytes: [UInt8], in range: Range<Int>, _ scan: (inout JSONScanner) -> Bool
    ) throws(Refusal) {
        let (isValue, end, isASCII) = unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return (false, range.lowerBound, true) }
            precondition(range.upperBound <= buffer.count)
            var scanner = unsafe JSONScanner(base: base, position: range.lowerBound, end: range.upperBound)
            scanner.skipBlanks()
            guard scan(&scanner) else { return (false, scanner.position, scanner.isASCII) }
            scanner.skipBlanks()
            return (true, scanner.position, scanner.isASCII)
        }
        if isValue, isASCII, end == range.upperBound { return }
        try diagnose(bytes, in: range, isValue: isValue, end: end)
    }

    /// Rechecks the few lines that contain non-ASCII bytes or are invalid.
    @inline(never)
    private static func diagnose(
        _ bytes: [UInt8], in range: Range<Int>, isValue: Bool, end: Int
    ) throws(Refusal) {
        guard String(validating: bytes[range], as: UTF8.self) != nil else { throw .badJSON("The line is not UTF-8.") }
        guard isValue else { throw .badJSON("Invalid JSON at byte \(end - range.lowerBound + 1).") }
        guard end == range.upperBound else {
            throw .badJSON("Extra text after the JSON at byte \(end - range.lowerBound + 1).")
        }
    }
}
