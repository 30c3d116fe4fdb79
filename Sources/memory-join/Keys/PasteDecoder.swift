/// Takes in a paste, up to the sequence that ends it (xterm's mode 2004).
///
/// What is pasted is text, not keys: it becomes characters, line ends and tabs become spaces, other controls are
/// dropped. So nothing in it can press a button: only a line that is being typed takes it.
struct PasteDecoder: Equatable, Sendable {
    /// What ends a paste.
    private static let end = Array("\u{1B}[201~".utf8)
    /// The most bytes of a paste. What comes after so many are keys again, for the case that the end got lost.
    private static let longest = 65_536

    private var characters = CharacterDecoder()
    /// How many bytes of the end have come.
    private var matched = 0
    /// Whether the last byte was a CR.
    private var isAfterReturn = false
    private var length = 0

    /// Whether the last byte was an ESC.
    var hasLoneEscape: Bool { matched == 1 }

    /// Takes the next byte, and adds what it completes; false if the paste is at its end.
    mutating func decode(_ byte: UInt8, into keys: inout [Key]) -> Bool {
        length += 1
        if byte == Self.end[matched] {
            matched += 1
            return matched < Self.end.count && length < Self.longest
        }
        // It was not the end: what looked like it is text, save the ESC.
        for former in Self.end[..<matched] { take(former, &keys) }
        matched = byte == 0x1B ? 1 : 0
        if matched == 0 { take(byte, &keys) }
        return length < Self.longest
    }

    private mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
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
