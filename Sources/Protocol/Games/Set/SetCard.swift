/// A card of Set: one of three values of each of four features. The deck has each of the 81 cards once.
public struct SetCard: Hashable, Sendable {
    // One byte, because a match holds its moves until it has a record.
    private let number0to80: UInt8

    /// The number of cards in the deck.
    public static let count = 81
    /// All cards, in the order of their numbers.
    public static let all = (0..<count).map { SetCard(number: $0) }

    /// The number of the card, 0 to 80: its ``features`` as digits in base three, the first one lowest.
    public var number: Int { Int(number0to80) }

    /// Creates the card with this number, 0 to 80; any other traps.
    public init(number: Int) {
        precondition(0..<Self.count ~= number, "there is no such card")
        number0to80 = UInt8(number)
    }

    /// Parses the short form, such as `2gto`; returns nil for anything else.
    public init?(_ text: String) {
        var (number, digit) = (0, 1)
        guard text.utf8.count == Self.letters.count else { return nil }
        for (letter, letters) in zip(text.utf8, Self.letters) {
            guard let value = letters.firstIndex(of: letter) else { return nil }
            number += digit * value
            digit *= 3
        }
        self.init(number: number)
    }

    /// The values of number, colour, filling and shape, each 0 to 2.
    public var features: [Int] { [number % 3, number / 3 % 3, number / 9 % 3, number / 27] }

    /// The number of symbols on the card, 1 to 3.
    public var symbols: Int { number % 3 + 1 }
    /// The colour of the symbols.
    public var colour: Colour { Colour.allCases[number / 3 % 3] }
    /// The filling of the symbols.
    public var filling: Filling { Filling.allCases[number / 9 % 3] }
    /// The shape of the symbols.
    public var shape: Shape { Shape.allCases[number / 27] }

    /// One of the four features of a card, in the order of ``features``. The raw values are on the wire.
    public enum Feature: String, CaseIterable, Sendable {
        case number, colour, filling, shape
    }

    /// The colour of a card's symbols.
    public enum Colour: String, CaseIterable, Sendable { case red, green, purple }
    /// The filling of a card's symbols.
    public enum Filling: String, CaseIterable, Sendable { case solid, striped, unfilled }
    /// The shape of a card's symbols.
    public enum Shape: String, CaseIterable, Sendable { case diamond, squiggle, oval }

    /// The short form on the wire: number, colour, filling and shape, such as `2gto`.
    public var text: String {
        String(decoding: zip(Self.letters, features).map { letters, value in letters[value] }, as: UTF8.self)
    }

    /// The card in words, such as `2 green striped ovals`.
    public var words: String {
        "\(symbols) \(colour.rawValue) \(filling.rawValue) \(shape.rawValue)\(symbols == 1 ? "" : "s")"
    }

    private static let letters = ["123", "rgp", "stu", "dso"].map { Array($0.utf8) }

    /// The faces of all cards, in the order of their numbers.
    static let palette = Palette(all.map(\.text))
}
