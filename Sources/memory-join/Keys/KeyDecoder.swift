/// Decodes a terminal's bytes into keys. They may arrive in any pieces.
///
/// | bytes | meaning |
/// | --- | --- |
/// | 0x20–0x7E, UTF-8 | a character |
/// | CR, LF; 0x7F, 0x08; TAB; the controls of ``Key`` | their keys |
/// | ESC [ parameters final | the keys of ``ControlSequence``; others are skipped |
/// | ESC [ 200 ~ … ESC [ 201 ~ | a paste: see ``PasteDecoder`` |
/// | ESC [ M and three bytes | the mouse, from terminals without mode 1006 |
/// | ESC [ [ and a byte | a function key of the Linux console, skipped |
/// | ESC O final | arrows, Home, End and Enter of a keypad; others are skipped |
/// | ESC and a character | Alt and a character, skipped |
/// | ESC ] or ESC P … BEL or ESC \ | a reply of the terminal: see ``BackgroundReply``; others are skipped |
/// | ESC alone, followed by a pause | ``Key/escape``: see ``flush()`` |
///
/// Other bytes and invalid UTF-8 are skipped one by one. Every skip is bounded, and a control character ends what it
/// interrupts and counts as a key.
struct KeyDecoder: Equatable, Sendable {
    /// Milliseconds to wait for the rest of a sequence after ESC.
    private static let escapeTime = 50
    /// Milliseconds of silence that end a paste of which the end got lost, once it is too long. What comes after that
    /// are keys, so a bad connection must not stall for so long: TCP repeats what got lost after 0.2, 0.6, 1.4 and 3 s.
    private static let pasteTime = 5000
    /// The most bytes of a terminal's reply.
    private static let longestReply = 4096

    private enum State: Equatable, Sendable {
        case text
        case escape
        /// After ESC [.
        case sequence(ControlSequence)
        /// After ESC O.
        case function(ControlSequence)
        /// After ESC [ [.
        case console
        /// After ESC [ M and these bytes.
        case mouse([UInt8])
        /// In a reply of the terminal, after this many bytes.
        case reply(Int, BackgroundReply)
        /// In a reply of the terminal, after ESC.
        case replyEscape(BackgroundReply)
        case paste(PasteDecoder)
    }

    private var state = State.text
    private var characters = CharacterDecoder()

    /// True if the last byte was an ESC whose meaning is still open.
    var hasLoneEscape: Bool {
        switch state {
        case .escape, .replyEscape: true
        case .paste(let paste): paste.hasLoneEscape
        case .text, .sequence, .function, .console, .mouse, .reply: false
        }
    }

    /// Milliseconds without a byte after which ``flush()`` is due; nil if nothing depends on a pause.
    var patience: Int? {
        if hasLoneEscape { return Self.escapeTime }
        return if case .paste(let paste) = state, paste.isTooLong { Self.pasteTime } else { nil }
    }

    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes { step(byte, &keys) }
        return keys
    }

    /// Handles a pause in the input of ``patience``: a pending ESC was the key itself, and pressed twice ends a paste
    /// whose end got lost; so does a pause in one that is too long.
    mutating func flush() -> [Key] {
        guard patience != nil else { return [] }
        if case .paste(var paste) = state {
            state = paste.pause() ? .paste(paste) : .text
            return []
        }
        state = .text
        return [.escape]
    }

    private mutating func step(_ byte: UInt8, _ keys: inout [Key]) {
        switch state {
        case .text: plain(byte, &keys)
        case .escape: afterEscape(byte, &keys)
        case .sequence(var sequence):
            if sequence.append(byte) { state = .sequence(sequence) } else { end(sequence, byte, &keys) }
        case .function(var sequence):
            if sequence.append(byte) { state = .function(sequence) } else { endFunction(sequence, byte, &keys) }
        case .console: endWith(byte, nil, &keys)
        case .mouse(let bytes): oldMouse(bytes + [byte], &keys)
        case .reply(let count, var reply):
            switch byte {
            case 0x07: end(reply, &keys)
            case 0x1B: state = .replyEscape(reply)
            case 0x03, 0x0D: restart(byte, &keys)
            default:
                reply.append(byte)
                state = count == Self.longestReply ? .text : .reply(count + 1, reply)
            }
        case .replyEscape(let reply):
            if byte == UInt8(ascii: "\\") { end(reply, &keys) } else { afterEscape(byte, &keys) }
        case .paste(var paste):
            state = .text  // So that there is one copy of it.
            if paste.decode(byte, into: &keys) { state = .paste(paste) }
        }
    }

    private mutating func plain(_ byte: UInt8, _ keys: inout [Key]) {
        switch characters.decode(byte) {
        case .character(let scalar): keys.append(.character(scalar))
        case .control(0x1B): state = .escape
        case .control(let byte): if let key = Self.key(ofControl: byte) { keys.append(key) }
        case .nothing: break
        }
    }

    /// Leaves the current sequence; a byte that is a key of its own counts.
    private mutating func restart(_ byte: UInt8, _ keys: inout [Key]) {
        state = .text
        plain(byte, &keys)
    }

    private mutating func afterEscape(_ byte: UInt8, _ keys: inout [Key]) {
        switch byte {
        case UInt8(ascii: "["): state = .sequence(ControlSequence())
        case UInt8(ascii: "O"): state = .function(ControlSequence())
        case UInt8(ascii: "]"), UInt8(ascii: "P"): state = .reply(0, BackgroundReply(after: byte))
        case 0x1B:
            state = .escape
            keys.append(.escape)
        case 0x00..<0x20, 0x80...: restart(byte, &keys)
        default: state = .text
        }
    }

    private mutating func end(_ reply: BackgroundReply, _ keys: inout [Key]) {
        state = .text
        if let isLight = reply.isLight { keys.append(.background(isLight: isLight)) }
    }

    /// Ends a sequence with a byte that may be its final one.
    private mutating func end(_ sequence: ControlSequence, _ byte: UInt8, _ keys: inout [Key]) {
        if sequence.isEmpty, byte == UInt8(ascii: "[") {
            state = .console
        } else if sequence.isEmpty, byte == UInt8(ascii: "M") {
            state = .mouse([])
        } else if sequence.isPaste, byte == UInt8(ascii: "~") {
            state = .paste(PasteDecoder())
        } else {
            endWith(byte, sequence.key(endedBy: byte), &keys)
        }
    }

    private mutating func endFunction(_ sequence: ControlSequence, _ byte: UInt8, _ keys: inout [Key]) {
        let isEnter = sequence.isEmpty && byte == UInt8(ascii: "M")
        endWith(byte, isEnter ? .enter : sequence.key(endedBy: byte), &keys)
    }

    /// Ends a sequence: its key counts if the byte is a valid final, and the byte itself if it is a control or starts
    /// a character.
    private mutating func endWith(_ byte: UInt8, _ key: Key?, _ keys: inout [Key]) {
        guard (0x20..<0x7F).contains(byte) else { return restart(byte, &keys) }
        state = .text
        if let key { keys.append(key) }
    }

    /// The mouse in three bytes, each offset by 32. A control interrupts it, since these never are one.
    private mutating func oldMouse(_ bytes: [UInt8], _ keys: inout [Key]) {
        if let last = bytes.last, last < 0x20 { return restart(last, &keys) }
        guard bytes.count == 3 else {
            state = .mouse(bytes)
            return
        }
        state = .text
        let (code, column, row) = (Int(bytes[0]) - 32, Int(bytes[1]) - 32, Int(bytes[2]) - 32)
        if let mouse = Mouse(code: code, column: column, row: row, isRelease: false) { keys.append(.mouse(mouse)) }
    }

    private static func key(ofControl byte: UInt8) -> Key? {
        switch byte {
        case 0x0A, 0x0D: .enter
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x01: .home
        case 0x05: .end
        case 0x15: .eraseLine
        case 0x17: .eraseWord
        case 0x03: .interrupt
        case 0x04: .endOfInput
        case 0x0C: .redraw
        case 0x1A: .suspend
        default: nil
        }
    }
}
