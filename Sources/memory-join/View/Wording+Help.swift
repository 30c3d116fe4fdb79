import Protocol

// The texts that explain keys, commands and the game.

extension Wording {
    /// The keys of a page, each line in at most 36 columns.
    static func help(_ model: Model) -> [String] {
        let everywhere = [
            "Tab          next item", "u            rules", ":            type a command", "Ctrl-C       quit",
        ]
        let table = ["t / m        talk / log"]
        switch model.page {
        case .table where model.state?.phase == .over:
            let buttons = model.buttons(of: .table)
            return ["Arrows, hjkl move", "Enter, space select"]
                + (buttons.contains(.joinWaiting) ? ["w            join whoever is waiting"] : [])
                + (buttons.contains(.rematch) ? ["r            play again"] : [])
                + (buttons.contains(.another) ? ["o            new board"] : [])
                + ["q            leave"]
                + (buttons.contains(.record) ? ["p            replay the match"] : [])
                + table + ["Q            quit"] + everywhere
        case .table where model.state?.phase == .waiting && model.ownSeat != nil:
            return (model.mayPlayHouse ? ["h            play the house"] : []) + table + ["q            leave"]
                + everywhere
        case .table where model.ownSeat != nil && model.state?.set != nil:
            return [
                "Arrows       move the cursor", "space, click select, deselect", "a, b, c...   select that card",
                model.options.claimsByEnter ? "Enter        claim three cards" : "third card   claims the three",
                "Esc          deselect all", "+            three more cards", "r            shuffle the table",
                "1            claim with Enter: \(model.options.claimsByEnter ? "on" : "off")",
            ] + (model.look.offersMarks ? ["2            letters for the colours"] : [])
                + table + ["x / q        resign / leave"] + everywhere
        case .table where model.ownSeat != nil:
            let waiting = model.waitingMatch == nil ? [] : ["w            join whoever is waiting"]
            return waiting + [
                "Arrows, hjkl move the cursor", "Enter, space flip the card", "b 4          flip card B4",
                "             (capital H and J,", "             0 for row 10)", "click        flip the card",
            ] + table + ["x / q        resign / leave"] + everywhere
        case .table: return table + ["q            stop watching"] + everywhere
        case .hosts:
            return [
                "Arrows, j k  select a host", "Enter        join it", "r            try again",
                "a            type an address", "q            quit",
            ] + everywhere
        case .menu:
            return [
                "Arrows, j k  move", "Enter, space select", "n            change your name",
                "o            other hosts", "q            quit",
            ] + everywhere
        case .lobby:
            return [
                "Arrows, j k  select a match", "Enter        join or watch it", "w            watch it",
                "o            open a match", "c            join by code", "t            talk",
                "q, Esc       menu",
            ] + everywhere
        case .opening:
            return [
                "Up, down     select a line", "Left, right  change it", "Enter        open the match",
                "Esc          back",
            ] + everywhere
        case .records:
            return [
                "Arrows, j k  select a match", "Enter        replay it", "o            older ones",
                "a, y         all, yours", "t, s         two players, solo", "w            with another player",
                "g            Memory, Set, or both",
                "q, Esc       menu",
            ]
                + everywhere
        case .replay:
            return [
                "space        play / pause", "p n, arrows  previous, next step", "- +          slower, faster",
                "Home, End    start, end", "q, Esc       back",
            ] + everywhere
        case .scores: return ["y            your statistics", "q, Esc       menu"] + everywhere
        case .statistics: return ["Arrows, j k  scroll", "q, Esc       scores"] + everywhere
        case .opponents:
            return [
                "Arrows, j k  select a player", "Enter        your matches with them", "n            type a name",
                "q, Esc       records",
            ] + everywhere
        }
    }

    /// The commands, each in at most 36 columns.
    static let commands = [
        "join, join m3    take a seat",
        "join set         play Set",
        "open 4x4         open a match",
        "b4               flip card B4",
        "watch, watch m3  watch a match",
        "say TEXT         talk",
        "list             list the matches",
        "records, scores  past games, scores",
        "record r17       show a past match",
        "rematch          play again",
        "resign, leave    resign or leave",
        "quit             quit the program",
    ]

    // MARK: How to play

    /// How to play by some rules, a paragraph a line.
    static func howToPlay(_ rules: Rules) -> [String] {
        switch rules.game {
        case .memory: howToPlayMemory(rules)
        case .set: howToPlaySet(rules)
        }
    }

    private static func howToPlayMemory(_ rules: Rules) -> [String] {
        var lines = [
            "Find the pairs. On your turn, flip two cards: if they match, the pair is yours; if not,"
                + (rules.revealMilliseconds > 0
                    ? " they are turned face down again after a moment." : " they are turned face down again at once.")
        ]
        lines.append(scoring(rules))
        lines.append(sequence(rules))
        if rules.turnMilliseconds > 0 {
            let loss = rules.isSolo ? "ends the game" : "loses the match"
            lines.append(
                "Clock: \(seconds(rules.turnMilliseconds)) for both cards. A turn that takes longer is lost, and losing three in a row \(loss)."
            )
        }
        lines.append(end(rules))
        lines.append(
            rules.matched == .vanish
                ? "Matched pairs are removed from the board."
                : "Matched pairs stay on the board, face up.")
        if !rules.isSolo {
            lines.append("A player who is disconnected has \(seconds(rules.graceMilliseconds)) to come back.")
        }
        lines.append(
            "To flip a card: move to it and press Enter, click it, or type its position, such as b 4. While two cards are open, you can choose your next card; Esc cancels the choice."
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
        let limit =
            rules.turns == 0
            ? "There is no turn limit."
            : "\(rules.isSolo ? "You have" : "Each player has") \(PlainRules.counted(rules.turns, "turn"))."
        if rules.isSolo { return limit }
        return limit + (rules.again ? " A pair earns another turn." : " Players alternate, even after a pair.")
    }

    private static func end(_ rules: Rules) -> String {
        let turns = rules.turns == 0 ? "" : rules.isSolo ? " or your turns are used up" : " or all turns are used up"
        let end = "The \(rules.isSolo ? "game" : "match") ends when all \(rules.pairCount) pairs are found\(turns)."
        return end + (rules.isSolo ? " The fewer turns, the better." : " The higher score wins.")
    }

    private static func seconds(_ milliseconds: Int) -> String {
        milliseconds % 60_000 == 0 && milliseconds > 60_000
            ? PlainRules.counted(milliseconds / 60_000, "minute") : "\((milliseconds + 999) / 1000) s"
    }
}
