import Protocol

/// A line of the log that has no form yet.
struct LogEntry {
    let level: Log.Level
    /// What precedes the message in text, which has no other sign of where it comes from and how severe it is.
    var introduction = ""
    /// The message, for people.
    let message: String
    /// What happened, for programs; each value by its key.
    var parts: [(key: String, value: String)] = []

    /// The most bytes in a line: so many are written at once to a pipe that has room at all (POSIX, `PIPE_BUF` on Linux).
    static let lineBytes = 4096
    /// The most bytes of a part.
    private static let partBytes = 512

    /// Returns the entry as one line with its LF. What does not fit is cut off the message.
    ///
    /// - Parameters:
    ///   - isForJournal: true if the line is to begin with its priority, as systemd's journal reads it.
    ///   - milliseconds: the time since 1970, UTC.
    func line(as format: Log.Format, isForJournal: Bool, at milliseconds: Int) -> [UInt8] {
        var line = isForJournal ? Array("<\(level.priority)>".utf8) : []
        switch format {
        case .text: line += Self.escaped(introduction + message, atMost: Self.lineBytes - 1 - line.count)
        case .logfmt:
            line += Array("time=\(Platform.dateText(milliseconds: milliseconds)) level=\(level.name) msg=".utf8)
            let rest = parts.flatMap { part in
                Array(" \(part.key)=".utf8) + Self.value(part.value, atMost: Self.partBytes)
            }
            line += Self.value(message, atMost: Self.lineBytes - 1 - line.count - rest.count) + rest
        }
        return line + [UInt8(ascii: "\n")]
    }

    /// Returns a value of logfmt, in quotes if it needs them.
    private static func value(_ text: String, atMost most: Int) -> [UInt8] {
        let isPlain =
            !text.isEmpty
            && text.unicodeScalars.allSatisfy { $0.value > 0x20 && !["\"", "=", "\\"].contains($0) && !$0.breaksText }
        if isPlain, text.utf8.count <= most { return Array(text.utf8) }
        let quote = [UInt8(ascii: "\"")]
        return quote + escaped(text, atMost: most - 2, isQuoted: true) + quote
    }

    /// Returns as much of a text as has room, without anything that would end the line or control a terminal.
    private static func escaped(_ text: String, atMost most: Int, isQuoted: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            let piece = escaped(scalar, isQuoted: isQuoted)
            guard bytes.count + piece.utf8.count <= most else { break }
            bytes += piece.utf8
        }
        return bytes
    }

    private static func escaped(_ scalar: Unicode.Scalar, isQuoted: Bool) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case "\"" where isQuoted, "\\" where isQuoted: return "\\\(scalar)"
        case _ where scalar.breaksText:
            return String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        default: return String(scalar)
        }
    }
}
