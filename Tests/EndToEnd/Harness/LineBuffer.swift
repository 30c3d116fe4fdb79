import Protocol

/// Bytes that have come, to be taken out line by line.
struct LineBuffer {
    private var bytes: [UInt8] = []
    private var start = 0
    /// Nothing more will arrive.
    private(set) var hasEnded = false

    mutating func append(_ more: ArraySlice<UInt8>) { bytes += more }

    mutating func end() { hasEnded = true }

    /// Takes out the next line without its LF; at the end also one that has none. Nil until more has come.
    mutating func nextLine() -> String? {
        if let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: bytes[start..<end], as: UTF8.self)
            start = end + 1
            if start > 64 * 1024 {
                bytes.removeFirst(start)
                start = 0
            }
            return line
        }
        guard hasEnded, start < bytes.count else { return nil }
        return takeRest()
    }

    /// Takes out all that has come.
    mutating func takeRest() -> String {
        defer {
            bytes = []
            start = 0
        }
        return String(decoding: bytes[start...], as: UTF8.self)
    }

    /// The input received but not taken out, for a failure's message.
    var rest: String { String(decoding: bytes[start...].prefix(500), as: UTF8.self) }
}
