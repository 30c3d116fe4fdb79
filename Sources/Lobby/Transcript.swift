import Protocol

/// The last lines of a match's chat, for those who come later. They are not stored: a restart of the host forgets them.
struct Transcript: Equatable, Sendable {
    /// The lines, oldest first; at most ``Limits/pastLines``, of at most ``Limits/pastBytes`` together.
    private(set) var lines: [Said] = []
    private var byteCount = 0

    /// Adds a line, and drops the oldest ones beyond the limits.
    mutating func append(_ said: Said) {
        var line = said
        line.isPast = true
        lines.append(line)
        byteCount += line.byteCount
        while lines.count > Limits.pastLines || byteCount > Limits.pastBytes {
            byteCount -= lines.removeFirst().byteCount
        }
    }
}

extension Said {
    fileprivate var byteCount: Int { from.utf8.count + text.utf8.count }
}
