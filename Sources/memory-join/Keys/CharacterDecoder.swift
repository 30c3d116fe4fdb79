/// Decodes bytes as UTF-8, dropping invalid ones.
struct CharacterDecoder: Equatable, Sendable {
    enum Decoded {
        case character(Unicode.Scalar)
        /// A control of ASCII, or one of U+0080 to U+009F.
        case control(UInt8)
        /// Nothing: the character is incomplete, or the byte was invalid.
        case nothing
    }

    /// The bytes of an incomplete character.
    private var bytes: [UInt8] = []
    private var length = 0

    mutating func decode(_ byte: UInt8) -> Decoded {
        if bytes.isEmpty { return begin(byte) }
        guard byte & 0xC0 == 0x80 else {
            bytes = []
            return begin(byte)
        }
        bytes.append(byte)
        if bytes.count < length { return .nothing }
        defer { bytes = [] }
        guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first else {
            return .nothing
        }
        return scalar.value < 0xA0 ? .control(UInt8(scalar.value)) : .character(scalar)
    }

    private mutating func begin(_ byte: UInt8) -> Decoded {
        switch byte {
        case 0x20..<0x7F: return .character(Unicode.Scalar(byte))
        case 0x00..<0x20, 0x7F: return .control(byte)
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF: length = 3
        case 0xF0...0xF4: length = 4
        default: return .nothing
        }
        bytes = [byte]
        return .nothing
    }
}
