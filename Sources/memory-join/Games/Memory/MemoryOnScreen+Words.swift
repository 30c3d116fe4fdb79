import Protocol

// The wording of Memory.

extension MemoryOnScreen {
    static func news(_ state: MatchState, own: Int?, label: ((String) -> String)?) -> String? {
        guard case .memory(let step) = state.change else { return nil }
        if let label, let sentence = replayed(step, state, label) { return sentence }
        func of(_ seat: Int) -> String { Wording.name(state, seat, own: own) }
        return switch step {
        case .flip, .cover: nil
        case .miss(let seat, _, _):
            seat == own ? MemorySentence.noPairForYou.text() : MemorySentence.noPair.text(of(seat))
        case .pair(let seat, _, _): MemorySentence.foundPair.text(of(seat))
        case .timeout(let seat, _): MemorySentence.outOfTime.text(of(seat))
        }
    }

    /// A step of a replay, with its cards; nil for one that is told as in a match.
    private static func replayed(_ step: MemoryChange, _ state: MatchState, _ label: (String) -> String) -> String? {
        func flips(_ card: Int, _ seat: Int) -> String {
            let place = Coordinate(card: card, columns: state.columns).text
            return "\(Wording.name(state, seat)) flips \(place): \(state.cards[card].map(label) ?? "")"
        }
        return switch step {
        case .flip(let seat, let card): flips(card, seat) + "."
        case .miss(let seat, _, let card): flips(card, seat) + ", no match."
        case .pair(let seat, _, let card): flips(card, seat) + ", a pair!"
        case .cover, .timeout: nil
        }
    }

    /// The match's status, and the first key of a card typed so far.
    func status(_ context: TableContext) -> String {
        let status = Wording.status(context.state, seating: context.seating)
        if let typed { return "\(status) \(Coordinate(column: typed.column, row: 0).text.prefix(1))_" }
        guard let chosenCard else { return status }
        return "\(status) Next: \(Coordinate(card: chosenCard, columns: context.state.columns).text)."
    }

    /// The reason that a card can't be turned.
    static func cannotFlip(_ card: Int, of state: MatchState) -> String {
        let isTaken = state.seats.contains { $0.taken.contains(card) }
        let place = Coordinate(card: card, columns: state.columns).text
        return (isTaken ? MemorySentence.taken : .faceUp).text(["place": place])
    }

    // MARK: Figures

    static func tally(of seat: Int, in state: MatchState) -> String? {
        state.turnsLeft(seat).map { ", \(PlainRules.counted($0, "turn")) left" }
    }

    /// The turns of a match that is over: those of each player, unless one had more; nil if they are unknown.
    static func effort(_ state: MatchState) -> String? {
        let count = state.turnNumber
        if count <= 0 { return nil }
        if state.seats.count < 2 { return PlainRules.counted(count, "turn") }
        return count.isMultiple(of: 2)
            ? PlainRules.counted(count / 2, "turn") + " each" : PlainRules.counted(count, "turn") + " altogether"
    }

    static func clock(_ left: Int, under rules: Rules) -> Int? {
        rules.turnMilliseconds > 0 ? rules.turnMilliseconds : nil
    }

    // MARK: Rules

    static func words(of rules: Rules) -> RuleWords {
        RuleWords(
            summary: summary(rules), ranking: ranking(rules), warning: warning(rules), howToPlay: howToPlay(rules))
    }

    private static func summary(_ rules: Rules) -> String {
        let turns =
            rules.turns == 0 ? "no turn limit" : PlainRules.counted(rules.turns, "turn") + (rules.isSolo ? "" : " each")
        let scoring =
            rules.scoring == .points ? "200 points per pair, \(Wording.signed(-100)) per miss" : "1 point per pair"
        let again = rules.again ? " " + MemorySentence.anotherTurn.text() : ""
        let clock = rules.turnMilliseconds > 0 ? ", \(rules.turnMilliseconds / 1000) s per turn" : ""
        return "\(rules.cardCount) cards, \(turns)\(clock); \(scoring).\(again)"
    }

    private static func warning(_ rules: Rules) -> String? {
        guard rules.cannotBeCleared else { return nil }
        let turns = PlainRules.counted(rules.turns, "turn") + (rules.isSolo ? "" : " each")
        return MemorySentence.cannotClear.text(["turns": turns, "pairs": "\(rules.pairCount)"])
    }

    /// All that solo games are ranked by.
    private static func ranking(_ rules: Rules) -> String {
        var parts = ["\(rules.rows)x\(rules.columns)", rules.scoring.rawValue]
        if rules.matched == .vanish { parts.append("pairs removed") }
        if rules.again { parts.append("extra turns") }
        if rules.turns > 0 { parts.append(PlainRules.counted(rules.turns, "turn")) }
        return (parts + [rules.faces.rawValue]).joined(separator: ", ")
    }

    // MARK: Keys

    static func keys(_ settings: Settings) -> [HelpLine] {
        [
            HelpLine("Arrows, hjkl", "move the cursor"), HelpLine("Enter, space", "flip the card"),
            HelpLine("b 4", "flip card B4"), HelpLine("", "(capital H and J,"), HelpLine("", "0 for row 10)"),
            HelpLine("click", "flip the card"),
        ]
    }

    static func hints(_ state: MatchState) -> [String] {
        let card = example(state.rows, state.columns)
        return [
            "Flip a card: arrows and Enter, click, or \(card)", "Flip a card: Enter, click or \(card)",
            "Enter, \(card): flip",
        ]
    }

    /// A card's place as one types it: b4, or the nearest on a smaller board.
    private static func example(_ rows: Int, _ columns: Int) -> String {
        Coordinate(column: max(0, min(2, columns) - 1), row: max(0, min(4, rows) - 1)).text.lowercased()
    }
}

// MARK: - How to play

extension MemoryOnScreen {
    fileprivate static func howToPlay(_ rules: Rules) -> [String] {
        let when = rules.revealMilliseconds > 0 ? "after a moment" : "at once"
        var lines = [
            MemorySentence.aim.text() + " " + MemorySentence.turnedBack.text(["when": when]), scoring(rules),
            sequence(rules),
        ]
        if rules.turnMilliseconds > 0 {
            let loss = rules.isSolo ? "ends the game" : "loses the match"
            lines.append(
                MemorySentence.clock.text(["time": Wording.duration(rules.turnMilliseconds), "loss": loss]))
        }
        lines.append(end(rules))
        lines.append((rules.matched == .vanish ? MemorySentence.pairsGo : .pairsStay).text())
        if !rules.isSolo {
            lines.append(MatchSentence.mayComeBack.text(["time": Wording.duration(rules.graceMilliseconds)]))
        }
        lines.append(
            "To flip a card: move to it and press Enter, click it, or type its position, "
                + "such as \(example(rules.rows, rules.columns)). "
                + "While two cards are open, you can choose your next card; Esc cancels the choice."
        )
        return lines
    }

    private static func scoring(_ rules: Rules) -> String {
        switch rules.scoring {
        case .pairs: "Score: 1 point per pair."
        case .points: "Score: 200 points per pair, minus 100 for two cards that don't match."
        }
    }

    private static func sequence(_ rules: Rules) -> String {
        let turns = PlainRules.counted(rules.turns, "turn")
        let limit =
            rules.turns == 0
            ? MemorySentence.noTurnLimit.text()
            : (rules.isSolo ? MemorySentence.youHaveTurns : .eachHasTurns).text(["turns": turns])
        if rules.isSolo { return limit }
        return limit + " " + (rules.again ? MemorySentence.anotherTurn : .alternate).text()
    }

    private static func end(_ rules: Rules) -> String {
        let turns = rules.turns == 0 ? "" : rules.isSolo ? " or your turns are used up" : " or all turns are used up"
        let end = MemorySentence.ends.text([
            "match": rules.isSolo ? "game" : "match", "pairs": "\(rules.pairCount)", "turns": turns,
        ])
        return end + " " + (rules.isSolo ? MemorySentence.fewerTurns.text() : MatchSentence.higherScore.text())
    }
}
