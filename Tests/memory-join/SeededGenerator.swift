import Protocol

@testable import memory_join

/// Random numbers from a seed (SplitMix64), so that a failure can be had again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number of the range.
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// One of them.
    mutating func one<Element>(of elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

    /// Whether something happens that happens once in so many times.
    mutating func chance(_ times: Int) -> Bool { number(1...times) == 1 }

    /// A text with much in it that does not belong there.
    mutating func text() -> String {
        let odd: [Unicode.Scalar] = [
            "\u{1B}", "\n", "\r", "\u{7}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{200D}", "\u{301}", "\u{FE0F}",
            "\u{20E3}", "\u{1F3FD}", "\u{1F1E9}", "\u{9B}", "\u{FEFF}", "\u{2028}", "\u{1160}", "\u{903}", "\u{600}",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<number(0...60) {
            switch number(0...4) {
            case 0: text.append(one(of: odd))
            case 1: if let scalar = Unicode.Scalar(UInt32(number(0...0x10FFFF))) { text.append(scalar) }
            case 2: if let scalar = Unicode.Scalar(UInt32(number(0x1F300...0x1FAFF))) { text.append(scalar) }
            default: text.append(Unicode.Scalar(UInt8(number(0x20...0x7E))))
            }
        }
        return String(text)
    }
}

/// Whether nothing in a line could do anything but be shown.
func isSafe(_ line: String) -> Bool {
    var marks = 0
    for scalar in line.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: return false
        case .nonspacingMark, .enclosingMark, .spacingMark: marks += 1
        default: marks = 0
        }
        if scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isVariationSelector || marks > 2 {
            return false
        }
    }
    return line.unicodeScalars.first.map { TextWidth.columns(of: $0) > 0 } ?? true
}
