/// Removes the commands of the telnet protocol (RFC 854, 855) from a client's input.
///
/// A telnet client may begin by offering to negotiate, in byte sequences that occur in no text, each starting with 255
/// (IAC). They are removed, even if they arrive in pieces, and not answered, which every client takes as a refusal:
///
/// - 255 and 240 to 249: a command of two bytes;
/// - 255, 251 to 254 (WILL, WONT, DO, DONT), and an option below 240 other than LF;
/// - 255, 250 (SB), and what follows up to 255, 240 (SE), at most `Limits.telnetSubnegotiationBytes`.
///
/// Everything else that starts with 255 counts as text here: it stays, and is not valid UTF-8.
struct TelnetFilter: Sendable {
    private enum State: Sendable, Equatable {
        case text
        /// After 255.
        case command
        /// After 255 and the byte held: an option must follow.
        case option(UInt8)
        /// In a subnegotiation of which this many bytes have been skipped.
        case subnegotiation(passed: UInt8)
        /// The same, and the last byte was 255.
        case subnegotiationCommand(passed: UInt8)
    }

    private static let command: UInt8 = 255
    private static let subnegotiation: UInt8 = 250
    private static let subnegotiationEnd: UInt8 = 240
    private static let lineFeed: UInt8 = 10

    private var state = State.text

    /// Returns true if the first `count` bytes of `input` are all text, so that ``filter(_:count:into:)`` would only
    /// copy them.
    @inline(__always)
    func isAllText(_ input: [UInt8], count: Int) -> Bool {
        state == .text && Platform.firstIndex(of: Self.command, in: input, 0..<count) == nil
    }

    /// Appends the text in the first `count` bytes of `input` to `text`.
    mutating func filter(_ input: [UInt8], count: Int, into text: inout [UInt8]) {
        var next = 0
        while next < count {
            if state == .text {
                let end = Platform.firstIndex(of: Self.command, in: input, next..<count) ?? count
                text.append(contentsOf: input[next..<end])
                if end == count { return }
                state = .command
                next = end + 1
            } else if step(input[next], into: &text) {
                next += 1
            }
        }
    }

    /// Consumes one byte within a sequence; returns false if it doesn't belong there and must be reread as text.
    private mutating func step(_ byte: UInt8, into text: inout [UInt8]) -> Bool {
        switch state {
        case .text:
            return false
        case .command:
            switch byte {
            case 240...249: state = .text
            case Self.subnegotiation: state = .subnegotiation(passed: 0)
            case 251...254: state = .option(byte)
            default:
                flushHeld(into: &text)
                return false
            }
        case .option:
            guard byte < 240, byte != Self.lineFeed else {
                flushHeld(into: &text)
                return false
            }
            state = .text
        case .subnegotiation(let passed):
            let passed = passed + 1
            state = byte == Self.command ? .subnegotiationCommand(passed: passed) : .subnegotiation(passed: passed)
            if passed >= Limits.telnetSubnegotiationBytes { state = .text }
        case .subnegotiationCommand(let passed):
            let isOver = byte == Self.subnegotiationEnd || passed + 1 >= Limits.telnetSubnegotiationBytes
            state = isOver ? .text : .subnegotiation(passed: passed + 1)
        }
        return true
    }

    /// Appends the bytes held, which turned out to be text, as at the end of the input. Nothing is held of a
    /// subnegotiation.
    mutating func flushHeld(into text: inout [UInt8]) {
        switch state {
        case .text, .subnegotiation, .subnegotiationCommand: break
        case .command: text.append(Self.command)
        case .option(let verb): text += [Self.command, verb]
        }
        state = .text
    }
}
