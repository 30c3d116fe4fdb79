/// The rules of a match in plain words.
public enum PlainRules {
    /// Returns a short form for lists.
    static func short(_ rules: Rules) -> String {
        board(rules) + (rules.game.hasTurns ? ", \(turns(rules))" : "") + (rules.isSolo ? ", solo" : "")
    }

    /// Returns the size of the board, or the name of a game that has but one.
    public static func board(_ rules: Rules) -> String {
        switch rules.game {
        case .memory: "\(rules.rows)x\(rules.columns)"
        case .set: "Set"
        }
    }

    /// Returns one to four sentences.
    static func long(_ rules: Rules) -> String {
        guard rules.game == .memory else { return "\(short(rules)). 1 point per set, minus 1 per wrong claim." }
        var sentences = ["\(rules.rows) rows, \(rules.columns) columns, \(turns(rules))"]
        if rules.isSolo { sentences[0] += ", solo" }
        if rules.turnMilliseconds > 0 { sentences[0] += ", \(seconds(rules.turnMilliseconds)) per turn" }
        switch rules.scoring {
        case .pairs: sentences.append("1 point per pair")
        case .points: sentences.append("200 points per pair, minus 100 per miss")
        }
        if rules.again { sentences.append("A pair earns another turn") }
        if rules.matched == .vanish { sentences.append("Matched pairs are removed") }
        return sentences.joined(separator: ". ") + "."
    }

    /// Writes how to play and what the host offers, on a screen of 24 lines of 80 characters.
    static func write(_ book: RuleBook, into writer: inout ByteWriter) {
        guard book.game == .memory else { return writer.put(text: howToPlaySet) }
        writer.put(text: howToPlay)
        writer.put(text: "Presets for open (the default is \(book.preset)):\n")
        for preset in book.presets { writer.put(text: "  \(column(preset.name))\(summary(preset.rules))\n") }
        writer.put(text: "Card faces:\n")
        for set in book.faces {
            var line = "  \(column(set.name))\(set.faces.first ?? "")"
            for face in set.faces.prefix(12).dropFirst() where line.count + 1 + face.count < 80 { line += " " + face }
            writer.put(text: "\(line)\n")
        }
        let sides = book.ranges.first { $0.field == "rows" }.map { Rules.words($0.range) } ?? "any number of"
        writer.put(text: "The board has \(sides) rows and columns, and an even number of cards.\n")
        writer.put(text: "Examples: open 4x6 symbols solo; open duel turns=20. For Set: rules set.\n")
    }

    private static let howToPlay = """
        Memory, or Concentration: find the pairs.
        - A turn is two flips: type b4 for the card in column B, row 4, then another.
        - If they match, they are a pair: you take it and score.
        - If they differ, everybody sees them for a moment before they are turned face
          down again. Remember them.
        - Then it is the other player's turn.
        - The match ends when all pairs are found or both players are out of turns.
          The higher score wins; equal scores are a draw.
        - Playing solo, find all pairs in as few turns as you can.

        """

    private static let howToPlaySet = """
        Set: find three cards that belong together.
        - A card has four features: a number (1, 2, 3), a colour (red, green, purple),
          a filling (solid, striped, unfilled) and a shape (diamond, squiggle, oval).
        - Three cards are a set if each feature is the same on all three or different
          on all three.
        - Twelve cards lie on the table, in numbered places. Type take 1 5 9 to claim
          the cards in places 1, 5 and 9. Whoever is first gets them.
        - A set scores a point, and three new cards take its place. A wrong claim costs
          a point, and you can't claim again for 3 seconds.
        - No set in sight? Type more for three more cards. In a solo game, they come at
          once, and cost a point if there was a set. With two players, they come when
          both ask, or when one asks and nobody takes a set for 5 seconds.
        - Playing solo, type shuffle to rearrange the cards.
        - The match ends when the deck is empty and no set is left. The higher score
          wins; of solo games with equal scores, the fastest ranks first.
        2gto is 2 green striped ovals: the number, the colour (r, g, p), the filling
          (s solid, t striped, u unfilled), the shape (d diamond, s squiggle, o oval).
        Examples: open set; open set solo; open set house novice; join set; watch set.

        """

    /// Returns the rules of a preset in one line.
    private static func summary(_ rules: Rules) -> String {
        var parts = [short(rules)]
        if rules.scoring == .points { parts.append("200 per pair, -100 per miss") }
        if rules.again { parts.append("a pair earns another turn") }
        if rules.matched == .vanish { parts.append("matched pairs vanish") }
        return parts.joined(separator: "; ")
    }

    private static func column(_ name: String) -> String {
        name + String(repeating: " ", count: max(1, 9 - name.count))
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
