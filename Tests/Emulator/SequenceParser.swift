/// Cuts the bytes that a terminal gets into characters, controls and sequences. They may come in any pieces.
struct SequenceParser: Sendable {
    /// A unit of input.
    enum Token: Equatable, Sendable {
        case character(Unicode.Scalar)
        /// One of the 32 below space, or DEL.
        case control(UInt8)
        /// ESC and what follows it, but for the forms below.
        case escape(String)
        /// ESC [ …
        case sequence(ControlSequence)
        /// ESC ] 2 ; and the title of the window.
        case title(String)
        /// ESC ] 11 ; ?, which asks for the colour of the background.
        case backgroundQuestion
        /// Anything else, or bytes that are no UTF-8; in words.
        case other(String)
    }

    private enum State: Equatable, Sendable {
        case text
        case character([UInt8], length: Int)
        case escape([UInt8])
        case sequence([UInt8])
        /// Text for the terminal, after ESC and the byte that says what it is for; up to BEL or ESC \.
        case string([UInt8])
        case stringEscape([UInt8])
    }

    private var state = State.text

    /// Nothing has begun that is not complete.
    var isComplete: Bool { state == .text }

    /// Takes a byte, and returns what it completes. What it breaks off comes before it.
    mutating func take(_ byte: UInt8) -> [Token] {
        switch state {
        case .text: return begin(byte)
        case .character(let bytes, let length): return continueCharacter(bytes, length, byte)
        case .escape(let bytes): return continueEscape(bytes, byte)
        case .sequence(let bytes): return continueSequence(bytes, byte)
        case .string(let bytes):
            if byte == 0x1B {
                state = .stringEscape(bytes)
            } else if byte == 0x07 {
                return end(Self.string(bytes))
            } else {
                state = .string(bytes + [byte])
            }
            return []
        case .stringEscape(let bytes):
            let token = Self.string(bytes)
            return byte == UInt8(ascii: "\\") ? end(token) : breakOff(token, byte)
        }
    }

    private mutating func end(_ token: Token) -> [Token] {
        state = .text
        return [token]
    }

    private mutating func breakOff(_ token: Token, _ byte: UInt8) -> [Token] {
        state = .text
        return [token] + begin(byte)
    }

    private mutating func begin(_ byte: UInt8) -> [Token] {
        switch byte {
        case 0x1B: state = .escape([])
        case 0x00..<0x20, 0x7F: return [.control(byte)]
        case 0x20..<0x7F: return [.character(Unicode.Scalar(byte))]
        case 0xC2...0xDF: state = .character([byte], length: 2)
        case 0xE0...0xEF: state = .character([byte], length: 3)
        case 0xF0...0xF4: state = .character([byte], length: 4)
        default: return [.other("no UTF-8: " + Self.words([byte]))]
        }
        return []
    }

    private mutating func continueCharacter(_ bytes: [UInt8], _ length: Int, _ byte: UInt8) -> [Token] {
        guard byte & 0xC0 == 0x80 else { return breakOff(.other("no UTF-8: " + Self.words(bytes)), byte) }
        let bytes = bytes + [byte]
        guard bytes.count == length else {
            state = .character(bytes, length: length)
            return []
        }
        guard let scalar = String(validating: bytes, as: UTF8.self)?.unicodeScalars.first else {
            return end(.other("no UTF-8: " + Self.words(bytes)))
        }
        return end(.character(scalar))
    }

    private mutating func continueEscape(_ bytes: [UInt8], _ byte: UInt8) -> [Token] {
        switch byte {
        case UInt8(ascii: "[") where bytes.isEmpty: state = .sequence([])
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            guard bytes.isEmpty else { fallthrough }
            state = .string([byte])
        case 0x30..<0x7F: return end(.escape(Self.words(bytes + [byte])))
        case 0x20..<0x30: state = .escape(bytes + [byte])
        default: return breakOff(.other("cut off: ESC " + Self.words(bytes)), byte)
        }
        return []
    }

    private mutating func continueSequence(_ bytes: [UInt8], _ byte: UInt8) -> [Token] {
        switch byte {
        case 0x40..<0x7F: return end(.sequence(ControlSequence(bytes, final: byte)))
        case 0x20..<0x40:
            state = .sequence(bytes + [byte])
            return []
        default: return breakOff(.other("cut off: CSI " + Self.words(bytes)), byte)
        }
    }

    private static func string(_ bytes: [UInt8]) -> Token {
        if let text = String(validating: bytes, as: UTF8.self), text.hasPrefix("]2;") {
            return .title(String(text.dropFirst(3)))
        }
        if bytes.elementsEqual("]11;?".utf8) { return .backgroundQuestion }
        return .other("string " + words(bytes))
    }

    /// Bytes as a person can read them.
    static func words(_ bytes: [UInt8]) -> String {
        bytes.map { (0x20..<0x7F).contains($0) ? String(Unicode.Scalar($0)) : "\\x" + String($0, radix: 16) }.joined()
    }
}

/// The rest of a sequence after ESC [.
struct ControlSequence: Equatable, Sendable {
    /// `?` and its like before the numbers, and what stands between them and the last byte; as a rule nothing.
    let marks: String
    /// The numbers; nil for one that is left out.
    let numbers: [Int?]
    /// The last byte, which says what is to be done.
    let final: Character
    /// All of it, for those who must be told about it.
    let text: String

    init(_ bytes: [UInt8], final: UInt8) {
        let isNumber: (UInt8) -> Bool = { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
        marks = SequenceParser.words(bytes.filter { !isNumber($0) })
        numbers = bytes.filter(isNumber).split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { Int(String(decoding: $0, as: UTF8.self)) }
        self.final = Character(Unicode.Scalar(final))
        text = SequenceParser.words(bytes + [final])
    }

    /// One of the numbers; `other` where it is left out.
    func number(_ index: Int, or other: Int) -> Int {
        guard numbers.indices.contains(index), let number = numbers[index] else { return other }
        return number
    }

    /// A count, or a column or row from 1: missing and 0 mean 1.
    func count(_ index: Int = 0) -> Int { max(1, number(index, or: 1)) }
}
