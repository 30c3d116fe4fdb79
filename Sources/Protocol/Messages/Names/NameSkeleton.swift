// The skeleton of a name, after Unicode Technical Standard 39: two names that share it can't be told apart at a glance.
// It is in small letters: letters that look alike are replaced by one of them, and spaces and punctuation are
// left out. So are accents, the marks of Latin, Greek and Cyrillic letters, which are easily overlooked. The marks of
// other scripts stay: vowels and tones are written with them, and they tell names apart.

extension PlayerName {
    /// The shape of the name as displayed, which another name may share.
    ///
    /// It depends on the case of letters: `Ian` looks like `lan`, but `ian` does not.
    public var skeleton: String { NameSkeleton.of(text) }

    /// The shapes of the name as displayed and in small letters, in which it is the same name; one if they are the same.
    public var skeletons: Set<String> { Set([skeleton, NameSkeleton.of(key)]) }

    /// Returns true if both names cannot be in use at once.
    public func looksLike(_ other: PlayerName) -> Bool { !skeletons.isDisjoint(with: other.skeletons) }
}

enum NameSkeleton {
    /// Returns the shapes that a word takes, in small letters and in capitals, without accents.
    static func inAnyCase(of word: String) -> [String] {
        let small = unaccented(of(word.lowercased()))
        let large = unaccented(of(word.uppercased()))
        return small == large ? [small] : [small, large]
    }

    /// Returns the shape of a text.
    ///
    /// Nothing that separates the words of a name counts, except between digits: `1-23` is not `12-3`.
    static func of(_ text: String) -> String {
        var skeleton = String.UnicodeScalarView()
        var (isSeparated, followsDigit, hasAccents) = (false, false, false)
        for scalar in text.unicodeScalars {
            if scalar.isCombining {
                if !hasAccents { append(scalar, to: &skeleton) }
                continue
            }
            if scalar.separatesNames {
                isSeparated = true
                continue
            }
            let isDigit = scalar.isDecimalDigit
            if isSeparated, followsDigit, isDigit { skeleton.append(" ") }
            (isSeparated, followsDigit) = (false, isDigit)
            hasAccents = NameScripts.hasAccents(scalar)
            if hasAccents {
                var letter = String.UnicodeScalarView()
                append(scalar, to: &letter)
                skeleton.append(contentsOf: unaccented(String(letter)).unicodeScalars)
            } else {
                append(scalar, to: &skeleton)
            }
        }
        return String(skeleton)
    }

    private static func append(_ scalar: Unicode.Scalar, to skeleton: inout String.UnicodeScalarView) {
        if let shape = shape(of: scalar) {
            skeleton.append(contentsOf: shape.unicodeScalars)
        } else if scalar.properties.changesWhenLowercased {
            for letter in scalar.properties.lowercaseMapping.unicodeScalars {
                if let shape = shape(of: letter) {
                    skeleton.append(contentsOf: shape.unicodeScalars)
                } else {
                    skeleton.append(letter)
                }
            }
        } else {
            skeleton.append(scalar)
        }
    }

    /// Returns the letters that stand for all that look like this character; nil if it stands for itself.
    private static func shape(of scalar: Unicode.Scalar) -> String? {
        let entry = UnicodeTables.lookAlikes.lastEntry(upTo: scalar)
        guard let entry, entry >> 11 == scalar.value else { return nil }
        return UnicodeTables.shapes[Int(entry & UnicodeTables.indexMask)]
    }

    /// Returns a skeleton without the accents of its letters.
    static func unaccented(_ skeleton: String) -> String {
        if skeleton.utf8.allSatisfy({ $0 < 0x80 }) { return skeleton }
        var letters = String.UnicodeScalarView()
        for scalar in skeleton.unicodeScalars where !scalar.isCombining { letters.append(scalar.withoutAccent) }
        return String(letters)
    }
}

extension Unicode.Scalar {
    /// True for `0` to `9`.
    var isDecimalDigit: Bool { (0x30...0x39).contains(value) }

    fileprivate var withoutAccent: Unicode.Scalar {
        switch value {
        case 0x237: return "j"
        case 0x3CE, 0x1F60...0x1F67, 0x1F7C, 0x1F7D: return "ω"
        case 0x4C2, 0x4DD: return "ж"
        case 0x4ED: return "э"
        case 0x4F5: return "ч"
        default: break
        }
        let letter: UInt8 =
            switch value {
            case 0xC0...0x24F: UnicodeTables.unaccented00C0[Int(value - 0xC0)]
            case 0x1E00...0x1EFF: UnicodeTables.unaccented1E00[Int(value - 0x1E00)]
            default: UInt8(ascii: "-")
            }
        return letter == UInt8(ascii: "-") ? self : Unicode.Scalar(letter)
    }
}
