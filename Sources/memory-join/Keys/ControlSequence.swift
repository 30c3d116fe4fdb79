/// The parameters between `ESC [` and the final byte, and the key they make.
///
/// | sequence | key |
/// | --- | --- |
/// | `A` `B` `C` `D`, `H` `F`, with any parameters (`1;2A`) | arrows, Home, End |
/// | `1~` `7~`, `4~` `8~`, `3~`, `5~` `6~`, with any others (`3;5~`) | Home, End, Delete, Page up and down |
/// | `Z` | Shift-Tab |
/// | `<` code `;` column `;` row `M` or `m` | the mouse (xterm's mode 1006); `m` for a release |
struct ControlSequence: Equatable, Sendable {
    /// The most bytes of a sequence; no terminal sends longer ones.
    private static let longest = 64
    /// The cap of a number; no screen is so large.
    private static let largest = 99_999
    /// The most numbers; no key has that many.
    private static let maximumNumbers = 8

    /// One of `< = > ?` before the numbers: a private sequence.
    private var prefix: UInt8?
    private var numbers: [Int] = []
    /// True if it contains bytes that no key's sequence has.
    private var isMalformed = false
    private var length = 0

    var isEmpty: Bool { length == 0 }
    /// True if a `~` would now start a paste.
    var isPaste: Bool { !isMalformed && prefix == nil && numbers.first == 200 }

    /// Accepts a byte that does not end the sequence; returns false if it is invalid or one too many.
    mutating func append(_ byte: UInt8) -> Bool {
        guard (0x20...0x3F).contains(byte), length < Self.longest else { return false }
        length += 1
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let number = (numbers.popLast() ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
            numbers.append(min(number, Self.largest))
        case UInt8(ascii: ";") where numbers.count < Self.maximumNumbers:
            if numbers.isEmpty { numbers.append(0) }
            numbers.append(0)
        case 0x3C...0x3F where length == 1: prefix = byte
        default: isMalformed = true
        }
        return true
    }

    /// The key if the sequence ends with this byte; nil if unknown.
    func key(endedBy byte: UInt8) -> Key? {
        if isMalformed { return nil }
        let final = Unicode.Scalar(byte)
        if prefix == UInt8(ascii: "<") { return mouse(final) }
        guard prefix == nil else { return nil }
        switch final {
        case "A": return .up
        case "B": return .down
        case "C": return .right
        case "D": return .left
        case "H": return .home
        case "F": return .end
        case "Z": return .backTab
        case "~": return editingKey
        default: return nil
        }
    }

    private var editingKey: Key? {
        switch numbers.first {
        case 1, 7: .home
        case 4, 8: .end
        case 3: .delete
        case 5: .pageUp
        case 6: .pageDown
        default: nil
        }
    }

    private func mouse(_ final: Unicode.Scalar) -> Key? {
        guard final == "M" || final == "m", numbers.count == 3 else { return nil }
        return Mouse(code: numbers[0], column: numbers[1], row: numbers[2], isRelease: final == "m").map { .mouse($0) }
    }
}
