/// Checks that bytes are UTF-8 as they arrive (RFC 3629): the first byte that cannot continue what came before is found
/// at once.
struct UTF8Validator: Sendable {
    /// The bytes that the current character still needs, and the range that the next of them must be in.
    private var needed: UInt8 = 0
    private var next: ClosedRange<UInt8> = 0x80...0xBF

    /// True at the end of a character.
    var isComplete: Bool { needed == 0 }

    /// Takes the next byte; returns false if it cannot continue valid UTF-8.
    @inline(__always)
    mutating func accepts(_ byte: UInt8) -> Bool {
        if needed == 0, byte < 0x80 { return true }
        return acceptsLong(byte)
    }

    private mutating func acceptsLong(_ byte: UInt8) -> Bool {
        guard needed == 0 else {
            guard next.contains(byte) else { return false }
            (needed, next) = (needed - 1, 0x80...0xBF)
            return true
        }
        switch byte {
        case 0xC2...0xDF: needed = 1
        case 0xE0: (needed, next) = (2, 0xA0...0xBF)  // Nothing that fits into two bytes.
        case 0xED: (needed, next) = (2, 0x80...0x9F)  // No surrogates.
        case 0xE1...0xEF: needed = 2
        case 0xF0: (needed, next) = (3, 0x90...0xBF)  // Nothing that fits into three bytes.
        case 0xF1...0xF3: needed = 3
        case 0xF4: (needed, next) = (3, 0x80...0x8F)  // Nothing above U+10FFFF.
        default: return false
        }
        return true
    }
}
