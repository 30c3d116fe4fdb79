/// The labels of pictures: short, so that a board of them fits a terminal, and different from one another.
enum PictureLabel {
    /// The most characters in a label.
    static let characters = 8

    /// Returns a label for each name, in order.
    ///
    /// It is the first words of the name that fit, of letters and digits only. If those of several names are alike,
    /// each of these gets the last words that fit, such as the number of a photo; and if that does not help, a number.
    static func labels(for names: [String]) -> [String] {
        let words = names.map(Self.words)
        let first = words.map { together($0.map { $0.prefix(characters) }) }
        let alike = Dictionary(grouping: first) { $0.lowercased() }.filter { $1.count > 1 }
        var used: Set<String> = []
        return zip(words, first).map { words, first in
            let isAlike = alike[first.lowercased()] != nil
            let last = isAlike ? together(words.reversed().map { $0.suffix(characters) }, isReversed: true) : first
            let label = unused(unmistakable(last), used)
            used.insert(label.lowercased())
            return label
        }
    }

    /// The words of a name: runs of letters and digits.
    private static func words(_ name: String) -> [Substring] {
        String(name.map { plain($0) ?? " " }).split(separator: " ")
    }

    /// A letter or digit of Latin, Greek, Cyrillic or Armenian, which are one column wide and written from left to
    /// right, without the accents that stand on their own in some systems' file names; nil for any other character.
    private static func plain(_ character: Character) -> Character? {
        guard character.isLetter || character.isWholeNumber, let first = character.unicodeScalars.first,
            first.value < 0x0590
        else { return nil }
        return Character(first)
    }

    /// As many of the words as fit, from the first on.
    private static func together(_ words: [Substring], isReversed: Bool = false) -> String {
        var text = ""
        for word in words {
            guard text.count + word.count <= characters else { break }
            text = isReversed ? word + text : text + word
        }
        return text
    }

    /// The label itself, unless it looks like a place on the board, or a number.
    private static func unmistakable(_ label: String) -> String {
        guard !label.isEmpty, label.dropFirst().allSatisfy(\.isWholeNumber),
            label.count > 1 || label.first?.isWholeNumber == true
        else { return label }
        return label.count <= characters - 3 ? "pic" + label : "p" + label.suffix(characters - 1)
    }

    /// The label itself, or with a number at its end, so that it is not used yet.
    private static func unused(_ label: String, _ used: Set<String>) -> String {
        if !label.isEmpty, !used.contains(label.lowercased()) { return label }
        let start = label.count > 1 ? label : "pic" + label  // A letter and a number would be a place.
        var number = label.isEmpty ? 1 : 2
        while true {
            let candidate = start.prefix(characters - String(number).count) + String(number)
            if !used.contains(candidate.lowercased()) { return String(candidate) }
            number += 1
        }
    }
}
