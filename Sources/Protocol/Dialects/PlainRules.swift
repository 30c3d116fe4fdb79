/// The rules of a match in plain words.
public enum PlainRules {
    /// Returns a short form for lists.
    static func short(_ rules: Rules) -> String { rules.game.type.short(rules) }

    /// Returns one to four sentences.
    static func long(_ rules: Rules) -> String { rules.game.type.long(rules) }

    /// Returns the size of the board, or the name of a game that has but one.
    public static func board(_ rules: Rules) -> String { rules.game.type.board(rules) }

    /// Returns why a match was over in which nobody had turns left, as part of a sentence.
    public static func outOfTurns(_ rules: Rules) -> String {
        rules.game.type.sentence(.turns)?.clause ?? Ending.Reason.turns.text
    }

    /// A sentence for each game that `rules` alone does not explain: how to read about it.
    static let otherGames = GameKind.others
        .map { game in "For \(game.type.name): rules \(game.rawValue)." }.joined(separator: " ")

    /// Returns a time in seconds, rounded up.
    static func seconds(_ milliseconds: Int) -> String {
        counted((milliseconds + 999) / 1000, "second")
    }

    /// Returns a number of things in words, such as `1 turn` or `2 turns`.
    public static func counted(_ count: Int, _ noun: String) -> String {
        counted(count, noun, "\(noun)s")
    }

    /// Returns the same for a noun whose plural is irregular.
    public static func counted(_ count: Int, _ noun: String, _ plural: String) -> String {
        "\(count) \(abs(count) == 1 ? noun : plural)"
    }
}
