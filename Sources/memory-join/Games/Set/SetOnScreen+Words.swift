import Protocol

// The wording of Set.

extension SetOnScreen {
    static func news(_ state: MatchState, own: Int?, label: ((String) -> String)?) -> String? {
        guard case .set(let step) = state.change else { return nil }
        if label != nil, let sentence = replayed(step, state) { return sentence }
        func of(_ seat: Int) -> String { Wording.name(state, seat, own: own) }
        return switch step {
        case .asked: nil  // The status shows it while it lasts.
        case .set(let seat, _): SetSentence.foundSet.text(of(seat))
        case .wrong(let seat, _, let penalty): penalty.notASet(seat == own ? "you" : of(seat), minus: "−")
        case .more(_, let penalty): moreCards(penalty)
        case .shuffle: nil
        case .idle: MatchSentence.idle.text()
        }
    }

    /// A step of a replay, with its cards; nil for one that is told as in a match.
    private static func replayed(_ step: SetChange, _ state: MatchState) -> String? {
        func of(_ seat: Int) -> String { Wording.name(state, seat) }
        return switch step {
        case .set(let seat, let claim): "\(of(seat)) takes \(cards(claim))."
        case .wrong(let seat, let claim, let penalty): penalty.notASet(of(seat), minus: "−") + " \(cards(claim))."
        case .asked(let seat): SetSentence.asked.text(of(seat))
        case .more, .shuffle, .idle: nil
        }
    }

    /// The status of a match, for the viewer's seat and what it has selected.
    func status(_ context: TableContext) -> String {
        let (state, seating) = (context.state, context.seating)
        guard state.phase == .playing, let set = state.set else { return Wording.status(state, seating: seating) }
        let blocked = hand.blocked(seating.seat, at: context.now)
        let asking = set.seats.firstIndex(where: \.asksForMore).map { seat in
            SetSentence.asked.text(Wording.name(state, seat, own: seating.you))
        }
        if blocked > 0 {
            return [Self.blockedSentence(blocked), asking].compactMap(\.self).joined(separator: " ")
        }
        if let asking { return asking }
        guard seating.seat != nil else {
            return set.deckLeft == 0
                ? SetSentence.deckEmpty.text() : "\(PlainRules.counted(set.deckLeft, "card")) left."
        }
        let selected = hand.selected.count
        if context.settings[.claimsByEnter], selected == SetHand.claimed { return "Enter claims the three cards." }
        if selected == 0 { return SetSentence.find.text(["left": "\(set.deckLeft)"]) }
        return "\(selected) selected · \(set.deckLeft) left"
    }

    static func blockedSentence(_ milliseconds: Int) -> String {
        SetSentence.blocked.text(["seconds": "\(Wording.seconds(milliseconds))"])
    }

    /// Three more cards, and what they cost if there was a set.
    private static func moreCards(_ penalty: SetPenalty) -> String {
        guard penalty.points > 0 else { return SetSentence.more.text() }
        return SetSentence.more.text() + " " + SetSentence.missed.text(["cost": Wording.signed(-penalty.points)])
    }

    /// Three cards in words.
    private static func cards(_ claim: SetClaim) -> String { claim.cards.map(\.words).joined(separator: ", ") }

    // MARK: Figures

    static func tally(of seat: Int, in state: MatchState) -> String? {
        guard let seats = state.set?.seats, seats.indices.contains(seat) else { return nil }
        return ", \(PlainRules.counted(seats[seat].sets, "set"))"
    }

    static func effort(_ state: MatchState) -> String? {
        state.set.map { PlainRules.counted($0.seats.reduce(0) { $0 + $1.sets }, "set") }
    }

    /// A table that nobody touches shows its clock for the second half of its time, but for a minute at most.
    static func clock(_ left: Int, under rules: Rules) -> Int? {
        let warning = min(rules.idleMilliseconds / 2, 60_000)
        return left > warning ? nil : warning
    }

    // MARK: Rules

    static func words(of rules: Rules) -> RuleWords {
        RuleWords(
            summary: "\(SetCard.count) cards, twelve on the table; "
                + "1 point per set, \(Wording.signed(-1)) per wrong claim.",
            ranking: facts.name, howToPlay: howToPlay(rules))
    }

    private static func howToPlay(_ rules: Rules) -> [String] {
        let more =
            rules.isSolo
            ? "They come at once, and cost a point if there was a set."
            : "They come when both players ask, or when one asks and nobody takes a set "
                + "for \(Wording.seconds(SetGame.askingMilliseconds)) s."
        var lines = [
            "Find three cards that belong together. Each card has a number of symbols (1, 2 or 3), "
                + "a shape (diamond, squiggle or oval), a filling (solid, striped or unfilled) "
                + "and a colour (red, green or purple).",
            SetSentence.isSet.text(),
            rules.isSolo
                ? "Select three cards to claim them: a set is a point."
                : "There are no turns. Select three cards to claim them: whoever is first gets them, "
                    + "and a set is a point.",
            SetSentence.wrongClaim.text([
                "cost": Wording.points(SetGame.penaltyPoints), "time": Wording.duration(SetGame.blockMilliseconds),
            ]),
            "No set in sight? Press \(Button.more.keyText) for three more cards. \(more)",
            rules.isSolo
                ? "Press \(Button.shuffle.keyText) to shuffle the table."
                : "Press \(Button.shuffle.keyText) to see the cards in another order; "
                    + "the other player's table stays as it is.",
            SetSentence.endsWithDeck.text([
                "match": rules.isSolo ? "game" : "match", "time": Wording.duration(rules.idleMilliseconds),
            ]) + " " + (rules.isSolo ? SetSentence.ranked.text() : MatchSentence.higherScore.text()),
        ]
        if !rules.isSolo {
            lines.append(MatchSentence.mayComeBack.text(["time": Wording.duration(rules.graceMilliseconds)]))
        }
        lines.append(
            "To select a card: move to it and press the space bar, click it, or press the letter beside it. "
                + "Select it again to deselect; selecting a third card claims the set. Esc deselects all."
        )
        return lines
    }

    // MARK: Keys

    static func keys(_ settings: Settings) -> [HelpLine] {
        [
            HelpLine("Arrows, hjkl", "move the cursor"), HelpLine("space, click", "select, deselect"),
            HelpLine("a, b, c...", "select that card"),
            settings[.claimsByEnter]
                ? HelpLine("Enter", "claim three cards") : HelpLine("third card", "claims the three"),
            HelpLine("Esc", "deselect all"),
        ]
    }

    static func hints(_ state: MatchState) -> [String] {
        ["Select a card: arrows and space, click, or its letter", "Select: space, click or letter", "Space: select"]
    }
}
