/// The names that nobody may have, because they would pass for the host, for everyone, or for part of a command.
///
/// Each word is compared by its skeletons in small letters and in capitals, without accents.
enum ReservedNames {
    /// Returns true if a name reads as one of the host's words.
    ///
    /// - Parameter key: the name's key.
    static func contain(key: String) -> Bool {
        let words = key.unicodeScalars.split(whereSeparator: \.separatesNames).map { String($0) }
        let joined = words.count == 1 ? words[0] : words.joined()
        if isOne(of: skeletonsOfWordsAndRoles, joined) || isReference(joined) { return true }
        if joined.endsInNumber, isOne(of: skeletonsOfRoles, joined.withoutNumber) { return true }
        guard words.count > 1 else { return false }
        if words.contains(where: { isOne(of: skeletonsOfRoles, $0.withoutNumber) }) { return true }
        return words.contains { isOne(of: skeletonsOfHouse, $0.withoutNumber) }
            && words.allSatisfy { $0.isNumber || isOne(of: skeletonsOfHouseWords, $0.withoutNumber) }
    }

    /// Returns true if plain words need quotation marks around a name, because it is a word of the host's sentences, a
    /// match, a record or a place.
    static func readsAsWord(_ name: String) -> Bool {
        let letters = name.unicodeScalars.filter { !$0.separatesNames }
        guard letters.allSatisfy(\.isASCII) else { return false }
        let word = String(String.UnicodeScalarView(letters)).lowercased()
        return allWords.contains(word) || word.utf8.last.map { $0 < 0x3A } == true && isReference(word)
    }

    /// Those who run things: no word of a name may be one of them.
    private static let roles = [
        "admin", "admins", "administrator", "host", "hosts", "moderator", "moderators", "operator", "referee", "server",
        "staff", "system",
    ]

    /// The host's names for itself and for everyone, its nouns, and the commands: no name may be one of them.
    private static let words =
        [
            "house", "nobody", "noone", "somebody", "someone", "everybody", "everyone", "both", "you", "your",
            "youre", "me", "error", "online", "match", "matches", "game", "player", "players", "watcher", "watchers",
            "record", "records", "commands", "unknown", "presets", "card", "cards",
        ] + GameKind.allCases.flatMap { [$0.rawValue, $0.rawValue + "s"] }
        + CommandRow.all.flatMap { [$0.name] + $0.verbs.filter { $0 != "?" } }

    /// Words that the host's sentences begin with. A name may be one of them, in quotation marks.
    private static let sentenceWords: Set<String> = [
        "its", "it", "this", "that", "the", "on", "to", "no", "nothing", "type", "welcome", "goodbye", "pong", "best",
        "against", "twoplayer", "cleared", "started", "moves", "options", "brackets", "for", "later", "and", "lines",
        "too", "two", "invalid", "choose", "give", "use", "all", "three",
    ]
    private static let allWords = sentenceWords.union(words).union(roles)

    /// Words that make another name of the house player, if a name consists of them and `house`: `House Bot`.
    private static let houseWords: Set<String> = allWords.union(
        HouseLevel.allCases.map(\.rawValue) + ["bot", "robot", "computer", "real", "official", "our", "my"])

    private static let skeletonsOfRoles = skeletons(of: roles)
    private static let skeletonsOfWordsAndRoles = skeletons(of: words + roles)
    private static let skeletonsOfHouse = skeletons(of: ["house"])
    private static let skeletonsOfHouseWords = skeletons(of: houseWords)

    private static func skeletons(of words: some Sequence<String>) -> Set<String> {
        Set(words.flatMap(NameSkeleton.inAnyCase))
    }

    private static func isOne(of skeletons: Set<String>, _ word: String) -> Bool {
        NameSkeleton.inAnyCase(of: word).contains(where: skeletons.contains)
    }

    /// Returns true for a match, a record or a place on the board: a letter and a number.
    private static func isReference(_ word: String) -> Bool {
        let number = word.unicodeScalars.drop { !$0.isDecimalDigit }
        guard !number.isEmpty, number.count < 20, number.allSatisfy(\.isDecimalDigit) else { return false }
        let letter = String(String.UnicodeScalarView(word.unicodeScalars.prefix { !$0.isDecimalDigit }))
        if isOne(of: skeletonsOfLists, letter) { return true }
        return isOne(of: skeletonsOfColumns, letter) && (1...10).contains(Int(String(number)) ?? 0)
    }

    private static let skeletonsOfLists = skeletons(of: ["m", "r"])
    private static let skeletonsOfColumns = skeletons(of: "abcdefghij".map(String.init))
}

extension String {
    /// The word without the digits at its end, unless it has no others.
    fileprivate var withoutNumber: String {
        guard endsInNumber else { return self }
        let word = unicodeScalars.reversed().drop(while: \.isDecimalDigit).reversed()
        return word.isEmpty ? self : String(String.UnicodeScalarView(word))
    }

    fileprivate var endsInNumber: Bool { unicodeScalars.last?.isDecimalDigit == true }

    fileprivate var isNumber: Bool { unicodeScalars.allSatisfy(\.isDecimalDigit) }
}
