public enum SetSentence: String, Sentence {
    case foundSet = "{player} found a set!"
    case noSet = "Not a set."
    case notASet = "Not a set: {cost} for {player}."
    case notASetBecause = "Not a set: two have the same {feature}, one does not. {cost} for {player}."
    case noSetBecause = "Not a set: two have the same {feature}, one does not."
    case asked = "{player} asked for three more cards."
    case more = "Three more cards."
    case missed = "There was a set: {cost}."
    case shuffled = "{player} shuffled the cards."

    case noneLeft = "No sets left."
    case afterMoves = "After {moves} moves."

    case find = "Find a set · {left} left"
    case deckEmpty = "The deck is empty."
    case blocked = "You can claim again in {seconds} s."

    // The rules.
    case isSet = "Three cards are a set if each of these four is the same on all three, or different on all three."
    case wrongClaim = "A wrong claim costs {cost}, and you can't claim again for {time}."
    case endsWithDeck = "The {match} ends when the deck is empty and no set is left, or after {time} without a move."
    case ranked = "Ranked by points, then by time."
}

extension SetPenalty {
    /// The sentence about a wrong claim: what it cost whom, and why.
    ///
    /// - Parameter minus: the sign before the points.
    public func notASet(_ player: String, minus: String) -> String {
        let cost = "\(minus)\(points)"
        guard let feature = fault?.rawValue else {
            return points > 0
                ? SetSentence.notASet.text(["cost": cost, "player": player]) : SetSentence.noSet.text()
        }
        guard points > 0 else { return SetSentence.noSetBecause.text(["feature": feature]) }
        return SetSentence.notASetBecause.text(["cost": cost, "player": player, "feature": feature])
    }
}
