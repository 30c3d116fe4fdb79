// A name that a player asks for must not pass for another name, nor for the host's own words. Names that a host has
// kept aren't checked again.

extension PlayerName {
    /// Validates a name that a client asks for. Beyond ``init(_:)``, it consists of letters, digits, marks, emoji and
    /// `' ’ - . _ & · ・`, with single spaces; it keeps to one script; and it doesn't look like one of the host's words,
    /// a match, a record, a place on the board or a command.
    ///
    /// - Throws: `bad_name`, with a sentence that says what is wrong.
    public init(claiming wanted: String) throws(Refusal) {
        try self.init(wanted)
        for scalar in text.unicodeScalars where scalar != " " && !scalar.isNamePart {
            throw .badName("A name cannot contain \(scalar.described).")
        }
        guard !text.contains("  ") else { throw .badName("A name cannot contain two spaces in a row.") }
        guard text.unicodeScalars.contains(where: \.isNamed) else {
            throw .badName("A name needs at least one letter, digit or emoji.")
        }
        guard !text.stacksMarks else {
            throw .badName("A name can have at most \(Limits.marksInARow) marks on a letter.")
        }
        if let (script, other, its) = NameScripts.mixture(in: text.unicodeScalars) {
            throw .badName("A name cannot mix \(script) letters with \(other.shown), which is \(its).")
        }
        guard !ReservedNames.contain(key: key) else { throw .badName("The name \(text) is reserved.") }
    }

    /// The name as plain words show it: in quotation marks, unless it is a single word that nobody can take for a part
    /// of the host's sentence.
    public static func quoted(_ name: String) -> String {
        // Nobody but the host's own player is called House.
        if name == "House" { return name }
        // Every event asks, so look-alikes of the host's words aren't searched for: such a name was never claimed.
        let letters = name.unicodeScalars
        let isWord = letters.contains(where: \.isNamed) && letters.allSatisfy { $0 != " " && $0.isNamePart }
        if isWord, !ReservedNames.readsAsWord(name), NameScripts.mixture(in: letters) == nil { return name }
        return "\"\(String(name.map { $0 == "\"" ? "'" : $0 }))\""
    }
}

extension Unicode.Scalar {
    /// True for what may stand between the letters of a name: a space, and the apostrophes, dots and dashes of names.
    var separatesNames: Bool {
        switch self {
        case " ", "'", "\u{2019}", "-", ".", "_", "&", "\u{B7}", "\u{30FB}": true
        default: false
        }
    }

    /// True for what a name may consist of, spaces aside.
    fileprivate var isNamePart: Bool { isNamed || isCombining || separatesNames }

    /// True for a letter, a digit or an emoji.
    fileprivate var isNamed: Bool {
        guard !isStyledCopy else { return false }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber:
            return true
        case .otherSymbol, .modifierSymbol: return value > 0xFF && properties.isEmoji
        default: return false
        }
    }

    /// True for a mark that is part of a letter.
    var isCombining: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: true
        default: false
        }
    }

    /// True for letters and digits that are another one in small, raised, double, full-width or mathematical type.
    private var isStyledCopy: Bool {
        switch value {
        case 0xAA, 0xBA: true
        case 0x02B0...0x02B8, 0x02E0...0x02E4, 0x1D00...0x1DBF: true  // Raised letters and small capitals.
        case 0x2071, 0x207F, 0x2090...0x209C, 0x2C7C, 0x2C7D: true
        case 0x2100...0x214F: !properties.isEmoji || properties.isAlphabetic  // Letterlike symbols.
        case 0xA770, 0xA7F2...0xA7F9, 0xAB5C...0xAB5F: true
        case 0xFB00...0xFDFF, 0xFE70...0xFEFF, 0xFF00...0xFFEF: true  // Ligatures, presentation forms, full width.
        case 0x1D400...0x1D7FF, 0x1EE00...0x1EEFF, 0x1FBF0...0x1FBF9: true  // Mathematical and segmented.
        default: false
        }
    }
}
