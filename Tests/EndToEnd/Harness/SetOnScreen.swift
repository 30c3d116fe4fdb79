import Protocol
import TerminalEmulator

/// A table of Set as a person at a terminal sees it.
enum SetOnScreen {
    /// The keys of the cards, by their places.
    static let keys = Array("abcdefginopsvyzABCDEFGHIJKLMNOPQRSTUVWXYZ")

    /// A card that a player sees.
    struct Card {
        let card: SetCard
        let key: Character
        let isSelected: Bool
    }

    /// Claims cards by their letters.
    static func claim(_ places: [Int], at client: TerminalProcess) throws {
        try client.type(String(places.map { keys[$0] }))
    }

    /// The cards on a screen in ASCII that is so narrow that each is shown in its short form: its key is above it, to the
    /// left, with the mark of a selection below.
    static func cards(_ screen: Emulator) -> [Card] {
        let lines = screen.lines.map(Array.init)
        func character(_ row: Int, _ column: Int) -> Character {
            lines.indices.contains(row) && lines[row].indices.contains(column) ? lines[row][column] : " "
        }
        return lines.indices.flatMap { row in
            lines[row].indices.compactMap { column -> Card? in
                guard let card = SetCard(String((0..<4).map { character(row, column + $0) })) else { return nil }
                for above in (row - 4..<row).reversed() {
                    for gutter in [column - 1, column - 2] where keys.contains(character(above, gutter)) {
                        let isSelected = character(above + 1, gutter) == "*"
                        return Card(card: card, key: character(above, gutter), isSelected: isSelected)
                    }
                }
                return nil
            }
        }
    }
}

extension MatchState {
    /// The cards on a table of Set.
    var setCards: [SetCard] { cards.compactMap { $0.flatMap { SetCard($0) } } }

    /// The places of a set on the table, if any.
    var aSet: [Int]? { setCards.aSet }
}

extension [SetCard] {
    /// The places of a set among these cards, if any.
    var aSet: [Int]? {
        let features = map(\.features)
        for first in features.indices {
            for second in features.indices where second > first {
                for third in features.indices where third > second {
                    let isSet = (0..<4).allSatisfy {
                        (features[first][$0] + features[second][$0] + features[third][$0]).isMultiple(of: 3)
                    }
                    if isSet { return [first, second, third] }
                }
            }
        }
        return nil
    }
}
