import Protocol

// The wording of Set.

extension Wording {
    /// The status of a match of Set, for the viewer's seat and what it has selected.
    static func setStatus(
        _ state: MatchState, seating: Seating, _ hand: SetHand?, _ claimsByEnter: Bool, _ now: Instant
    ) -> String {
        guard state.phase == .playing, let set = state.set else { return status(state, seating: seating) }
        let blocked = hand?.blocked(seating.seat, at: now) ?? 0
        let asking = set.seats.firstIndex(where: \.asksForMore).map { seat in
            seat == seating.you ? "You asked for three more cards." : "\(name(state, seat)) asks for three more cards."
        }
        if blocked > 0 {
            return ["Blocked for \((blocked + 999) / 1000) s.", asking].compactMap(\.self).joined(separator: " ")
        }
        if let asking { return asking }
        guard seating.seat != nil else {
            return set.deckLeft == 0 ? "The deck is empty." : "\(PlainRules.counted(set.deckLeft, "card")) left."
        }
        let selected = hand?.selected.count ?? 0
        if claimsByEnter, selected == SetHand.claimed { return "Enter claims the three cards." }
        let deck = "\(set.deckLeft) left"
        return "\(selected == 0 ? "Find a set" : "\(selected) selected") · \(deck)"
    }

    /// A wrong claim: what it cost whom, and why.
    static func notASet(_ penalty: SetPenalty, _ player: String) -> String {
        let price = penalty.points > 0 ? ": \(signed(-penalty.points)) for \(player)" : ""
        return "Not a set" + price + (penalty.fault.map { " (\($0.fault))" } ?? "") + "."
    }

    /// Three more cards, and what they cost if there was a set.
    static func moreCards(_ penalty: SetPenalty) -> String {
        "Three more cards." + (penalty.points > 0 ? " There was a set: \(signed(-penalty.points))." : "")
    }

    /// The time after which a table that nobody touches is over, such as `5 min`.
    static func idleTime(_ rules: Rules) -> String {
        let seconds = rules.idleMilliseconds / 1000
        return seconds.isMultiple(of: 60) ? "\(seconds / 60) min" : "\(seconds) s"
    }

    /// Three cards in words.
    static func cards(_ claim: SetClaim) -> String {
        claim.cards.map(\.words).joined(separator: ", ")
    }

    // MARK: How to play

    /// How to play Set, a paragraph a line.
    static func howToPlaySet(_ rules: Rules) -> [String] {
        let more =
            rules.isSolo
            ? "They come at once, and cost a point if there was a set."
            : "They come when both players ask, or when one asks and nobody takes a set for 5 s."
        var lines = [
            "Find three cards that belong together. Each card has a number of symbols (1, 2 or 3), a shape (diamond, squiggle or oval), a filling (solid, striped or unfilled) and a colour (red, green or purple).",
            "Three cards are a set if each of these four is the same on all three cards, or different on all three.",
            rules.isSolo
                ? "Select three cards to claim them: a set is a point."
                : "There are no turns. Select three cards to claim them: whoever is first gets them, and a set is a point.",
            "A wrong claim costs a point, and you can't claim again for 3 s.",
            "No set in sight? Press + for three more cards. \(more)",
            rules.isSolo
                ? "Press r to shuffle the table. The game ends when the deck is empty and no set is left. Ranked by points, then by time."
                : "Press r to see the cards in another order; the other player's table stays as it is. The match ends when the deck is empty and no set is left. The higher score wins.",
        ]
        if !rules.isSolo {
            lines.append("A player who is disconnected has \((rules.graceMilliseconds + 999) / 1000) s to come back.")
        }
        lines.append(
            "To select a card: move to it and press the space bar, click it, or press the letter beside it. Select it again to deselect; selecting a third card claims the set. Esc deselects all."
        )
        return lines
    }
}
