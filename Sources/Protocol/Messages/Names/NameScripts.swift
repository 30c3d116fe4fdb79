/// The scripts of names: Unicode Standard Annex 24, and "highly restrictive" in Unicode Technical Standard 39.
///
/// A name keeps to one script. Latin letters, Han ideographs and the scripts of Japan, of Korea or of Taiwan count as
/// one, as they are written together; digits, marks and emoji that every script uses go with each.
enum NameScripts {
    /// Returns the script that a text begins with, and its first character that isn't written together with what
    /// comes before it, with its script; nil for a text that keeps to one.
    static func mixture(
        in text: some Sequence<Unicode.Scalar>
    ) -> (script: String, other: Unicode.Scalar, its: String)? {
        var common: [UInt8]?
        var first: [UInt8] = []
        // Most names are of ASCII letters, and need no table.
        if text.allSatisfy(\.isASCII) { return nil }
        for scalar in text where scalar.hasScript {
            let scripts = scripts(of: scalar)
            guard !scripts.isEmpty else { continue }
            guard let known = common else {
                (common, first) = (scripts, scripts)
                continue
            }
            let shared = known.filter(scripts.contains)
            guard !shared.isEmpty else { return (name(of: first), scalar, name(of: scripts)) }
            common = shared
        }
        return nil
    }

    /// Returns true for what marks only put an accent on: letters of these alphabets, and what belongs to no script, such
    /// as digits and emoji.
    static func hasAccents(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII, scalar.hasScript else { return true }
        let scripts = scripts(of: scalar)
        return scripts.isEmpty || scripts.contains(where: scriptsWithAccents.contains)
    }

    private static let scriptsWithAccents = ["Latin", "Greek", "Cyrillic"].compactMap { name in
        UnicodeTables.scriptNames.firstIndex(of: name).map { UInt8($0) }
    }

    private static func name(of scripts: [UInt8]) -> String { UnicodeTables.scriptNames[Int(scripts[0])] }

    /// Returns the scripts that a letter, mark or digit of a name is written in; empty if that is any.
    private static func scripts(of scalar: Unicode.Scalar) -> [UInt8] {
        guard let run = UnicodeTables.scriptRuns.lastEntry(upTo: scalar) else { return [] }
        return UnicodeTables.scriptSets[Int(run & UnicodeTables.indexMask)]
    }
}

extension UnicodeTables {
    /// The bits of an entry that hold its index; those above hold the character.
    static let indexMask: UInt32 = 2047
}

extension [UInt32] {
    /// Returns the last entry of a sorted table whose character is this one or comes before it.
    func lastEntry(upTo scalar: Unicode.Scalar) -> UInt32? {
        let wanted = scalar.value << 11 | UnicodeTables.indexMask
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= wanted { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : self[low - 1]
    }
}

extension Unicode.Scalar {
    /// True for what has a script in ``UnicodeTables``: letters, digits and marks.
    var hasScript: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        case .decimalNumber, .nonspacingMark, .spacingMark: true
        default: false
        }
    }
}
