/// A player's name: trimmed, 1 to ``Limits/nameCharacters`` characters, all of them visible.
public struct PlayerName: Hashable, Sendable {
    /// The name as displayed.
    public let text: String

    /// The key shared by all names that count as the same: case-insensitive, by canonical equivalence.
    ///
    /// Swift's strings are equal if they are canonically equivalent (Unicode Standard Annex 15). The capital `ẞ`
    /// becomes `ss`, as `ß` does, only by way of its lowercase letter.
    public var key: String { Self.key(of: text) }

    /// Returns the key of a name that has already been validated.
    ///
    /// A starting host calls this some 200,000 times, so letters of the common scripts are looked up in a table.
    public static func key(of name: String) -> String {
        if name.utf8.allSatisfy({ $0 < 0x80 }) { return name.lowercased() }
        var key = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar.value < foldedLetters.count {
                guard let letter = foldedLetters[Int(scalar.value)] else { return folded(name) }
                key.append(letter)
            } else {
                guard !scalar.properties.changesWhenCaseMapped else { return folded(name) }
                key.append(scalar)
            }
        }
        return String(key)
    }

    /// Returns the key by definition.
    private static func folded(_ name: String) -> String { name.lowercased().uppercased().lowercased() }

    /// The folded form of each letter in the Latin, Greek, Cyrillic and Armenian blocks, if it is a single letter.
    private static let foldedLetters: [Unicode.Scalar?] = (0 as UInt32..<0x0590).map { value in
        guard let scalar = Unicode.Scalar(value) else { return nil }
        let letters = folded(String(scalar)).unicodeScalars
        return letters.count == 1 ? letters.first : nil
    }

    /// Validates a requested name.
    ///
    /// - Throws: `bad_name`, with a sentence that says what is wrong.
    public init(_ wanted: String) throws(Refusal) {
        guard wanted.utf8.count <= Limits.lineBytes else { throw Self.tooManyCharacters }
        let name = wanted.trimmingSpaces()
        guard !name.isEmpty else { throw .badName("A name needs at least one character.") }
        guard name.count <= Limits.nameCharacters else { throw Self.tooManyCharacters }
        guard name.utf8.count <= Limits.nameBytes else {
            throw .badName("The name is too long; letters with several marks count for more than one.")
        }
        for scalar in name.unicodeScalars where scalar != " " && !scalar.isVisible {
            throw .badName("A name cannot contain \(scalar.described).")
        }
        if let first = name.unicodeScalars.first, first.isMark {
            throw .badName("A name cannot start with the combining mark \(first.shown).")
        }
        text = name
    }

    private static let tooManyCharacters = Refusal.badName(
        "A name can have at most \(Limits.nameCharacters) characters.")
}

extension String {
    /// Returns the string without leading and trailing white space.
    public func trimmingSpaces() -> String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

extension Unicode.Scalar {
    /// True for a visible character: no control, format, zero-width, private, unassigned or unusual space character.
    fileprivate var isVisible: Bool {
        guard !properties.isDefaultIgnorableCodePoint else { return false }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: return false
        case .lineSeparator, .paragraphSeparator, .spaceSeparator: return false
        default: return self != "\u{2800}"  // The empty Braille pattern is drawn as a space.
        }
    }
}
