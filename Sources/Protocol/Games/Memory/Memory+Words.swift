// Memory in plain words.

extension Memory {
    static let name = "Memory"

    static func write(_ book: RuleBook, into writer: inout ByteWriter) {
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
        writer.put(text: "Examples: open 4x6 symbols solo; open duel turns=20. \(PlainRules.otherGames)\n")
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

    static func board(_ rules: Rules) -> String { "\(rules.rows)x\(rules.columns)" }

    static func short(_ rules: Rules) -> String {
        "\(board(rules)), \(turns(rules))" + (rules.isSolo ? ", solo" : "")
    }

    static func long(_ rules: Rules) -> String {
        var sentences = ["\(rules.rows) rows, \(rules.columns) columns, \(turns(rules))"]
        if rules.isSolo { sentences[0] += ", solo" }
        if rules.turnMilliseconds > 0 { sentences[0] += ", \(PlainRules.seconds(rules.turnMilliseconds)) per turn" }
        switch rules.scoring {
        case .pairs: sentences.append("1 point per pair")
        case .points: sentences.append("200 points per pair, minus 100 per miss")
        }
        if rules.again { sentences.append("A pair earns another turn") }
        if rules.matched == .vanish { sentences.append("Matched pairs are removed") }
        return sentences.joined(separator: ". ") + "."
    }

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
        rules.turns == 0 ? "no turn limit" : PlainRules.counted(rules.turns, "turn") + (rules.isSolo ? "" : " each")
    }

    static func status(of state: MatchState) -> String {
        if state.phase == .showing { return "No pair. Both cards will be turned face down." }
        guard let turn = state.turn else { return "" }
        guard let left = state.turnEndsInMilliseconds else { return "\(state.name(of: turn))'s turn." }
        return "\(state.name(of: turn))'s turn, \(PlainRules.seconds(left)) left."
    }

    static func hasBegun(_ state: MatchState) -> Bool { state.turnNumber > 0 }

    static func sentence(_ reason: Ending.Reason) -> String? {
        switch reason {
        case .cleared: MemorySentence.allFound.text()
        case .turns: MemorySentence.outOfTurns.text()
        default: nil
        }
    }
}
