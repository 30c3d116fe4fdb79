/// The rules of a match in plain words.
public enum PlainRules {
    /// Returns a short form for lists.
    static func short(_ rules: Rules) -> String {
        "\(rules.rows)x\(rules.columns), \(turns(rules))" + (rules.isSolo ? ", solo" : "")
    }

    /// Returns one to four sentences.
    static func long(_ rules: Rules) -> String {
        var sentences = ["\(rules.rows) rows, \(rules.columns) columns, \(turns(rules))"]
        if rules.isSolo { sentences[0] += ", solo" }
        if rules.turnMilliseconds > 0 { sentences[0] += ", \(seconds(rules.turnMilliseconds)) per turn" }
        switch rules.scoring {
        case .pairs: sentences.append("1 point per pair")
        case .points: sentences.append("200 points per pair, minus 100 per miss")
        }
        if rules.again { sentences.append("A pair earns another turn") }
        if rules.matched == .vanish { sentences.append("Found pairs are removed") }
        return sentences.joined(separator: ". ") + "."
    }

    private static func turns(_ rules: Rules) -> String {
        rules.turns == 0 ? "no turn limit" : counted(rules.turns, "turn") + (rules.isSolo ? "" : " each")
    }

    /// Returns a time in seconds, rounded up.
    static func seconds(_ milliseconds: Int) -> String {
        counted((milliseconds + 999) / 1000, "second")
    }

    /// Returns a number of things in words, such as `1 turn` or `2 turns`.
    public static func counted(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(abs(count) == 1 ? "" : "s")"
    }
}
