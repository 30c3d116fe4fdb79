/// A key that was pressed, as far as the client knows keys.
enum Key: Hashable, Sendable {
    /// A character that can be seen.
    case character(Unicode.Scalar)
    /// Return, or Enter.
    case enter
    /// Backspace: takes back one character.
    case backspace
    /// Control-U: takes back the line.
    case eraseLine
    /// Control-W: takes back a word.
    case eraseWord
    /// Control-C.
    case interrupt
    /// Control-D.
    case endOfInput
    /// Control-L: draws everything again.
    case redraw
    /// Control-Z.
    case suspend
    /// Escape, alone.
    case escape
}

/// Turns the bytes of a terminal into keys. They may come in any pieces.
///
/// | bytes | meaning |
/// | --- | --- |
/// | 0x20–0x7E, UTF-8 | a character |
/// | CR, LF; 0x7F, 0x08; the controls above | their keys |
/// | ESC [ parameters final | a key that is passed over: an arrow, a function key, a mouse |
/// | ESC O final, ESC and a character | likewise: keypad and function keys, Alt and a character |
/// | ESC ] or ESC P … BEL or ESC \ | an answer of the terminal, passed over |
/// | ESC alone, and nothing for a while | ``Key/escape``: see ``flush()`` |
///
/// Bytes that are none of these, and text that is not UTF-8, are passed over one by one.
struct KeyDecoder: Equatable, Sendable {
    private enum State: Equatable, Sendable {
        case text
        /// The first bytes of a character of so many.
        case character([UInt8], length: Int)
        case escape
        /// After ESC [ and so many bytes.
        case sequence(Int)
        /// After ESC O.
        case function
        /// In an answer of the terminal.
        case answer
        /// In an answer of the terminal, after ESC.
        case answerEscape
    }

    private var state = State.text

    /// Whether the last byte was an ESC, of which nobody knows yet what it means.
    var hasLoneEscape: Bool { state == .escape }

    /// Takes bytes as they came, and returns the keys that they complete.
    mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
        var keys: [Key] = []
        for byte in bytes {
            if let key = step(byte) { keys.append(key) }
        }
        return keys
    }

    /// Nothing has come for a while: an ESC was the key itself.
    mutating func flush() -> [Key] {
        guard hasLoneEscape else { return [] }
        state = .text
        return [.escape]
    }

    private mutating func step(_ byte: UInt8) -> Key? {
        switch state {
        case .text:
            return plain(byte)
        case .character(let bytes, let length):
            guard byte & 0xC0 == 0x80 else {
                state = .text
                return plain(byte)
            }
            return continued(bytes + [byte], length: length)
        case .escape:
            return afterEscape(byte)
        case .sequence(let count):
            // Parameters and intermediates go on; anything else ends it, as does a length that no terminal sends.
            state = (0x20...0x3F).contains(byte) && count < 64 ? .sequence(count + 1) : .text
            if byte == 0x1B { state = .escape }
        case .function:
            state = .text
        case .answer:
            if byte == 0x07 { state = .text }
            if byte == 0x1B { state = .answerEscape }
            if byte == 0x03 || byte == 0x0D { return restart(byte) }
        case .answerEscape:
            return byte == UInt8(ascii: "\\") ? restart(nil) : afterEscape(byte)
        }
        return nil
    }

    /// Leaves a sequence; a byte that is a key of its own counts.
    private mutating func restart(_ byte: UInt8?) -> Key? {
        state = .text
        return byte.flatMap { plain($0) }
    }

    private mutating func afterEscape(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "["): state = .sequence(0)
        case UInt8(ascii: "O"): state = .function
        case UInt8(ascii: "]"), UInt8(ascii: "P"): state = .answer
        case 0x1B: return .escape
        case 0x00..<0x20, 0x80...: return restart(byte)
        default: state = .text
        }
        return nil
    }

    private mutating func continued(_ bytes: [UInt8], length: Int) -> Key? {
        guard bytes.count == length else {
            state = .character(bytes, length: length)
            return nil
        }
        state = .text
        guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first,
            scalar.properties.generalCategory != .control
        else { return nil }
        return .character(scalar)
    }

    private mutating func plain(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x20..<0x7F: return .character(Unicode.Scalar(byte))
        case 0x0A, 0x0D: return .enter
        case 0x08, 0x7F: return .backspace
        case 0x15: return .eraseLine
        case 0x17: return .eraseWord
        case 0x03: return .interrupt
        case 0x04: return .endOfInput
        case 0x0C: return .redraw
        case 0x1A: return .suspend
        case 0x1B: state = .escape
        case 0xC2...0xDF: state = .character([byte], length: 2)
        case 0xE0...0xEF: state = .character([byte], length: 3)
        case 0xF0...0xF4: state = .character([byte], length: 4)
        default: break
        }
        return nil
    }
}
