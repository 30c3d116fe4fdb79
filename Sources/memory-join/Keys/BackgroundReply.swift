/// A terminal's reply to a question about the colour of its background: `11;rgb:` and red, green and blue in one to
/// four hexadecimal digits each, as xterm has it (OSC 11).
struct BackgroundReply: Equatable, Sendable {
    /// The question. It ends in BEL, and so does the reply of most terminals then, which needs no ESC.
    static let question = "\u{1B}]11;?\u{7}"

    /// The most characters of a reply that has a colour.
    private static let longest = 40

    private var text = ""
    /// True for a reply that begins as no colour does, or is too long for one.
    private var isOther: Bool

    /// Starts a reply after the byte that follows ESC.
    init(after introducer: UInt8) { isOther = introducer != UInt8(ascii: "]") }

    mutating func append(_ scalar: Unicode.Scalar) {
        if text.unicodeScalars.count >= Self.longest { isOther = true }
        if !isOther { text.unicodeScalars.append(scalar) }
    }

    /// True for a background on which dark text is read better; nil if the reply is about something else.
    var isLight: Bool? {
        let start = "11;rgb:"
        guard !isOther, text.hasPrefix(start) else { return nil }
        let parts = text.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false)
        let levels = parts.compactMap { part -> Double? in
            guard 1...4 ~= part.utf8.count, let level = Int(part, radix: 16), level >= 0 else { return nil }
            return Double(level) / Double(1 << (4 * part.utf8.count) - 1)
        }
        guard parts.count == 3, levels.count == 3 else { return nil }
        // The weights by which Rec. 709 makes brightness of the three.
        return 0.2126 * levels[0] + 0.7152 * levels[1] + 0.0722 * levels[2] > 0.5
    }
}
