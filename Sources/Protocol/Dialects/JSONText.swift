// How JSON is read here, in two steps over the same bytes.
//
// `JSONText` walks the text once and finds out whether it is JSON at all (RFC 8259): one value, strings with
// sound escapes, numbers, at most `Limits.nesting` levels. Nothing is built and nothing is copied. After that
// the text cannot be wrong any more, and `JSONValue`, `JSONObject` and `JSONArray` are views into it that fail
// for one reason only: that the value is of another kind than was asked for. A command of 26 bytes is read
// this way without an allocation; and since a command is an object of a few fields, the one walk over it tells
// where they are, and there is no second one.

/// A text that is one JSON value and nothing else.
struct JSONText {
    /// The value.
    let value: JSONValue

    /// Checks the bytes of this range.
    ///
    /// - Throws: `bad_json`, with a sentence that says where it went wrong.
    init(_ bytes: [UInt8], in range: Range<Int>) throws(Refusal) {
        var start = range.lowerBound
        try Self.check(bytes, in: range) { scanner in
            start = scanner.position
            return scanner.value()
        }
        value = JSONValue(bytes: bytes, start: start)
    }

    /// Checks a text that is to be an object, and tells of each of its fields where its key and its value begin.
    ///
    /// Fields are told in the order of the text before all of it is known to be JSON: they count when this returns.
    ///
    /// - Throws: `bad_json`, with a sentence that says where it went wrong, or that it is no object.
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
        try judge(bytes, in: range, isValue: isValue, end: end)
    }

    /// Looks again at one of the few lines that hold more than ASCII, or are wrong.
    @inline(never)
    private static func judge(
        _ bytes: [UInt8], in range: Range<Int>, isValue: Bool, end: Int
    ) throws(Refusal) {
        guard String(validating: bytes[range], as: UTF8.self) != nil else { throw .badJSON("The line is not UTF-8.") }
        guard isValue else { throw .badJSON("Invalid JSON at byte \(end - range.lowerBound + 1).") }
        guard end == range.upperBound else {
            throw .badJSON("Extra text after the JSON at byte \(end - range.lowerBound + 1).")
        }
    }
}
