import Protocol

/// Decodes a paste, up to the sequence that ends it (xterm's mode 2004).
///
/// Pasted bytes are text, not keys: line ends and tabs become spaces, other controls are dropped. So a paste cannot
/// press a button; only a text field accepts it. What is longer than any text field is dropped, up to the end of the
/// paste or to a pause, in case the end got lost.
struct PasteDecoder: Equatable, Sendable {
    private static let end = Array("\u{1B}[201~".utf8)

    private var characters = CharacterDecoder()
    /// The number of bytes of the end matched so far.
    private var matched = 0
    /// True if the last byte was a CR.
    private var isAfterReturn = false
    private var length = 0
    /// True once it is longer than any text field.
    private(set) var isTooLong = false

    /// Pauses, each after an ESC, with nothing else in between.
    private var pauses = 0
    /// The pauses after which the paste is over: its end got lost, and Escape was pressed more than once. A single
    /// pause may fall between two pieces of a paste.
    private static let mostPauses = 2

    var hasLoneEscape: Bool { matched == 1 }

    /// Handles a pause after an ESC, or in what is dropped; returns false if that ends the paste.
    mutating func pause() -> Bool {
        if isTooLong, matched == 0 { return false }
        pauses += 1
        return pauses < Self.mostPauses
    }

    /// Decodes the next byte and adds the keys it completes; returns false at the end of the paste.
    mutating func decode(_ byte: UInt8, into keys: inout [Key]) -> Bool {
        if byte != Self.end[0] { pauses = 0 }
        if byte == Self.end[matched] {
            matched += 1
            return matched < Self.end.count
        }
        // It was not the end: the bytes matched so far are text, except the ESC.
        for previous in Self.end[..<matched] { append(previous, &keys) }
        matched = byte == 0x1B ? 1 : 0
        if matched == 0 { append(byte, &keys) }
        return true
    }

    private mutating func append(_ byte: UInt8, _ keys: inout [Key]) {
        if isTooLong { return }
        length += 1
        if length > Limits.Internal.pasteBytes {
            isTooLong = true
            return keys.append(.pasteIsTooLong)
        }
        let wasReturn = isAfterReturn
        isAfterReturn = byte == 0x0D
        switch characters.decode(byte) {
        case .character(let scalar): keys.append(.pasted(scalar))
        case .control(0x0A) where wasReturn: break  // CR and LF are one line end.
        case .control(0x09), .control(0x0A), .control(0x0D): keys.append(.pasted(" "))
        case .control, .nothing: break
        }
    }
}
