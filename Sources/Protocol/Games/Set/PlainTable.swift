/// A table of Set in plain words.
enum PlainTable {
    /// Cards beyond which only short forms are written: with words, they fill half a screen of 24 lines.
    private static let describedCards = 24

    /// Writes the cards with their places, from 1, in lines of at most 80 characters: two cards with their words, or
    /// many cards ten to a line.
    static func write(_ cards: CardFaces, into writer: inout ByteWriter) {
        let isDescribed = cards.count <= describedCards
        let (perLine, width) = isDescribed ? (2, 40) : (10, 8)
        for start in stride(from: 0, to: cards.count, by: perLine) {
            var line = ""
            for place in start..<min(start + perLine, cards.count) {
                line += String(repeating: " ", count: max(0, (place - start) * width - line.utf8.count))
                line += entry(place, cards[place], isDescribed: isDescribed)
            }
            writer.put(text: "\(line)\n")
        }
        if cards.isEmpty { writer.put(text: "No cards on the table.\n") }
    }

    private static func entry(_ place: Int, _ face: String?, isDescribed: Bool) -> String {
        let number = String(repeating: " ", count: place < 9 ? 1 : 0) + "\(place + 1)"
        guard let face else { return "\(number) ." }
        guard isDescribed, let card = SetCard(face) else { return "\(number) \(face)" }
        return "\(number) \(face)  \(card.words)"
    }

    /// Returns the places of a claim and their cards, in short form, as part of a sentence.
    static func words(_ claim: SetClaim) -> String {
        "\(numbers(claim.places)): \(claim.cards.map(\.text).joined(separator: " "))"
    }

    /// Returns places as they are typed.
    private static func numbers(_ places: [Int]) -> String {
        places.map { "\($0 + 1)" }.joined(separator: " ")
    }

    /// Returns the sentence, after a space, about a set that was on the table when more cards were dealt; empty if that
    /// cost nothing.
    static func missed(_ penalty: SetPenalty) -> String {
        guard penalty.points > 0 else { return "" }
        let places = penalty.missed.map { " (\(numbers($0.all)))" } ?? ""
        return " There was a set: -\(penalty.points)\(places)."
    }
}
