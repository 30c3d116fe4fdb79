/// The parameters between `ESC [` and the final byte, and the keys they make.
///
/// | sequence | key |
/// | --- | --- |
/// | `A` `B` `C` `D`, `H` `F`, with any parameters (`1;2A`) | arrows, Home, End |
/// | `1~` `7~`, `4~` `8~`, `3~`, `5~` `6~`, with any others (`3;5~`) | Home, End, Delete, Page up and down |
/// | `Z` | Shift-Tab |
/// | `<` code `;` column `;` row `M` or `m` | the mouse (xterm's mode 1006); `m` for a release |
/// | code `;` modifiers `;` text `u`, `27;` modifiers `;` code `~` | those of ``ReportedKey`` |
///
/// A parameter may have more numbers, each after a colon. The second one of the modifiers is the kind of event: 3 means
/// that a key was let go, which does nothing.
struct ControlSequence: Equatable, Sendable {
    /// The cap of a number: above every code point and the size of every screen.
    private static let largest = 9_999_999
    /// The most parameters, and the most numbers of one; no key has that many.
    private static let maximumCount = 32

    /// One of `< = > ?` before the parameters: a private sequence.
    private var prefix: UInt8?
    /// The numbers of each parameter; 0 for one that is left out.
    private var parameters = [[0]]
    /// True if it contains bytes that no key's sequence has.
    private var isMalformed = false
    private(set) var isEmpty = true

    /// True if a `~` would now start a paste.
    var isPaste: Bool { !isMalformed && prefix == nil && number(0) == 200 }

    /// Accepts a byte that does not end the sequence; returns false if it is another one.
    mutating func append(_ byte: UInt8) -> Bool {
        guard (0x20...0x3F).contains(byte) else { return false }
        let isFirst = isEmpty
        isEmpty = false
        let last = parameters.count - 1
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let number = parameters[last].removeLast() * 10 + Int(byte - UInt8(ascii: "0"))
            parameters[last].append(min(number, Self.largest))
        case UInt8(ascii: ";") where parameters.count < Self.maximumCount: parameters.append([0])
        case UInt8(ascii: ":") where parameters[last].count < Self.maximumCount: parameters[last].append(0)
        case 0x3C...0x3F where isFirst: prefix = byte
        default: isMalformed = true
        }
        return true
    }

    /// The keys if the sequence ends with this byte: none if it is unknown, several for composed text.
    func keys(endedBy byte: UInt8) -> [Key] {
        if isMalformed { return [] }
        let final = Unicode.Scalar(byte)
        if prefix == UInt8(ascii: "<") { return mouse(final).map { [$0] } ?? [] }
        guard prefix == nil, number(1, 1) != 3 else { return [] }
        switch final {
        case "u":
            let text = parameters.count > 2 ? parameters[2] : []
            return ReportedKey(
                code: number(0), shifted: number(0, 1), base: number(0, 2), modifiers: number(1), text: text
            ).keys
        case "~" where number(0) == 27: return ReportedKey(code: number(2), modifiers: number(1)).keys
        default: return key(final).map { [$0] } ?? []
        }
    }

    /// A number of a parameter, both counted from 0; 0 if there is none.
    private func number(_ parameter: Int, _ index: Int = 0) -> Int {
        guard parameter < parameters.count, index < parameters[parameter].count else { return 0 }
        return parameters[parameter][index]
    }

    private func key(_ final: Unicode.Scalar) -> Key? {
        switch final {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "H": .home
        case "F": .end
        case "Z": .backTab
        case "~": editingKey
        default: nil
        }
    }

    private var editingKey: Key? {
        switch number(0) {
        case 1, 7: .home
        case 4, 8: .end
        case 3: .delete
        case 5: .pageUp
        case 6: .pageDown
        default: nil
        }
    }

    private func mouse(_ final: Unicode.Scalar) -> Key? {
        guard final == "M" || final == "m", parameters.count == 3 else { return nil }
        return Mouse(code: number(0), column: number(1), row: number(2), isRelease: final == "m").map { .mouse($0) }
    }
}
