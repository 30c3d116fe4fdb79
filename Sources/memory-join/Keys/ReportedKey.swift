/// A key that is reported by its code point and modifiers, as kitty's keyboard protocol
/// (https://sw.kovidgoyal.net/kitty/keyboard-protocol/) and xterm's modifyOtherKeys do.
///
/// The client turns on neither, but a program that ran before it, or tmux, may have.
struct ReportedKey {
    private static let shift = 1
    private static let control = 4
    private static let capsLock = 64
    private static let numLock = 128

    /// The private code points of keys that have no character.
    private static let functional = 57_344...63_743
    private static let firstOfKeypad = 57_399
    /// The keys of a keypad; nil for Insert.
    private static let keypad: [Key?] =
        "0123456789./*-+".unicodeScalars.map { .character($0) } + [.enter, .character("="), .character(",")]
        + [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, nil, .delete]

    /// The code point of the key without Shift.
    let code: Int
    /// The code point with Shift, and that of the same key on a US keyboard; 0 if they are not reported.
    var shifted = 0
    var base = 0
    /// 1 and the sum of the modifiers that are held; 0 if they are not reported.
    let modifiers: Int
    /// The code points of the text that the key types; none, or a 0, if they are not reported.
    var text: [Int] = []

    /// The keys that it stands for: none if unknown, several for composed text.
    ///
    /// Enter, Escape, Tab and Backspace count with any modifiers, as the arrows do; a character with Alt does not.
    var keys: [Key] {
        let held = max(0, modifiers - 1)
        let isShifted = held & Self.shift != 0
        if let byte = UInt8(exactly: code), let key = byte < 0x20 || byte == 0x7F ? Key(control: byte) : nil {
            return [isShifted && key == .tab ? .backTab : key]
        }
        if Self.functional.contains(code) {
            let index = code - Self.firstOfKeypad
            return Self.keypad.indices.contains(index) ? [Self.keypad[index]].compactMap(\.self) : []
        }
        let others = held & ~(Self.shift | Self.capsLock | Self.numLock)
        if others == Self.control { return controlKey.map { [$0] } ?? [] }
        guard others == 0 else { return [] }
        let typed = text.contains { $0 != 0 } ? text : [character(isShifted, held & Self.capsLock != 0)]
        return typed.compactMap { Unicode.Scalar(UInt32($0)) }
            .filter { $0.properties.generalCategory != .control }
            .map { .character($0) }
    }

    /// The key with Control. On a keyboard with other letters, the Latin one at its place counts.
    private var controlKey: Key? {
        let letters = 0x40..<0x7F
        return [code, base].first(where: letters.contains).flatMap { Key(control: UInt8($0 & 0x1F)) }
    }

    private func character(_ isShifted: Bool, _ isCapsLocked: Bool) -> Int {
        guard let scalar = Unicode.Scalar(UInt32(code)) else { return code }
        let isUpper = scalar.properties.isAlphabetic ? isShifted != isCapsLocked : isShifted
        guard isUpper else { return code }
        if shifted != 0 { return shifted }
        let upper = scalar.properties.uppercaseMapping.unicodeScalars
        return upper.count == 1 ? Int(upper[upper.startIndex].value) : code
    }
}
