// A name that somebody asks for must not pass for another name, nor for the host's own words. Names that a host has
// kept aren't checked again.
//
// Unicode Technical Standard 39 ("Unicode Security Mechanisms") describes names that look alike. Its tables are large;
// these ranges of blocks are what a lobby needs: one script among Latin, Greek and Cyrillic, and no letter that is the
// styled copy of another one.

extension PlayerName {
    /// Validates a name that a client asks for. Beyond ``init(_:)``, it consists of letters, digits, marks, emoji and
    /// `' - . _`, separated by single spaces; it mixes no alphabets that look alike; and it isn't one of the host's
    /// words, a match, a record, a place on the board or a command.
    ///
    /// - Throws: `bad_name`, with a sentence that says what is wrong.
    public init(claiming wanted: String) throws(Refusal) {
        try self.init(wanted)
        for scalar in text.unicodeScalars where scalar != " " && !scalar.isNamePart {
            throw .badName("A name cannot contain the character \(scalar.codePointName).")
        }
        guard !text.contains("  ") else { throw .badName("A name cannot contain two spaces in a row.") }
        guard text.unicodeScalars.contains(where: \.isNamed) else {
            throw .badName("A name needs at least one letter, digit or emoji.")
        }
        guard Set(text.unicodeScalars.compactMap(\.alphabet)).count < 2 else {
            throw .badName("A name cannot mix Latin, Greek and Cyrillic letters.")
        }
        guard !isReserved else { throw .badName("The name \(text) is reserved.") }
    }

    /// The name as plain words show it: in quotation marks, unless it is a single word that nobody can take for a part
    /// of the host's sentence.
    public static func quoted(_ name: String) -> String {
        // Nobody but the host's own player is called House.
        if name == "House" || (!name.contains(" ") && (try? PlayerName(claiming: name)) != nil) { return name }
        return "\"\(String(name.map { $0 == "\"" ? "'" : $0 }))\""
    }

    /// True if the name, spaces and punctuation aside, reads as one of the host's words.
    private var isReserved: Bool {
        var word = String(String.UnicodeScalarView(key.unicodeScalars.filter(\.isNamed)))
        if word.hasPrefix("the"), word.count > 3 { word.removeFirst(3) }
        if Self.reserved.contains(word) { return true }
        guard let first = word.utf8.first, word.utf8.count == word.unicodeScalars.count else { return false }
        let number = word.dropFirst()
        guard !number.isEmpty, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        let isPlace = (UInt8(ascii: "a")...UInt8(ascii: "j")).contains(first) && (1...10).contains(Int(number) ?? 0)
        return isPlace || first == UInt8(ascii: "m") || first == UInt8(ascii: "r")
    }

    /// The host's names for itself, the words that its sentences begin with, and the commands.
    private static let reserved: Set<String> = Set(
        [
            "house", "host", "server", "memory", "admin", "system", "nobody", "noone", "somebody", "someone",
            "everybody", "everyone", "both", "you", "your", "youre", "its", "it", "this", "that", "the", "on",
            "to", "no", "nothing", "type", "error", "welcome", "goodbye", "pong", "online", "match", "matches", "game",
            "player", "players", "watcher", "watchers", "record", "records", "best", "against", "twoplayer", "cleared",
            "started",
            "moves", "commands", "options", "brackets", "for", "later", "and", "lines", "too", "two", "unknown",
            "invalid", "choose", "give", "use", "name", "resume", "quit", "me", "all", "presets", "card",
            "cards", "three", "set", "sets",
        ] + Command.Kind.allCases.map(\.rawValue))
}

extension Unicode.Scalar {
    /// True for what a name may consist of, spaces aside.
    fileprivate var isNamePart: Bool { isNamed || "'-._".unicodeScalars.contains(self) || isCombining }

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

    private var isCombining: Bool {
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

    /// One of three alphabets that share the look of many letters.
    fileprivate enum Alphabet { case latin, greek, cyrillic }

    /// The alphabet of a letter, if it is one of the three.
    fileprivate var alphabet: Alphabet? {
        guard properties.isAlphabetic else { return nil }
        return switch value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB6F:
            .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: .cyrillic
        default: nil
        }
    }
}
