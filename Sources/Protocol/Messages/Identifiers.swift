/// A match's ID, `m` and a number; unique for as long as the host's data lasts.
public struct MatchID: Hashable, Comparable, Sendable {
    /// The number, 1 or more.
    public let number: Int

    /// Creates the ID with this number.
    public init(number: Int) { self.number = number }

    /// Parses `m3` or `M3`; returns nil for anything else, even `m03`, because a match has only one ID.
    public init?(_ text: String) {
        guard let number = numeral(in: text, after: "m") else { return nil }
        self.number = number
    }

    /// The ID as text, such as `m3`.
    public var text: String { "m\(number)" }

    /// Orders matches by number.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// A record's ID, `r` and a number; a host never reuses one.
public struct RecordID: Hashable, Comparable, Sendable {
    /// The number, 1 or more.
    public let number: Int

    /// Creates the ID with this number.
    public init(number: Int) { self.number = number }

    /// Parses `r17` or `R17`; returns nil for anything else, even `r017`, because a record has only one ID.
    public init?(_ text: String) {
        guard let number = numeral(in: text, after: "r") else { return nil }
        self.number = number
    }

    /// The ID as text, such as `r17`.
    public var text: String { "r\(number)" }

    /// Orders records by number.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// Returns the number of an ID: one letter in either case, then a number of at least 1 without leading zeros.
private func numeral(in text: String, after small: Unicode.Scalar) -> Int? {
    guard let letter = text.utf8.first, letter | 0x20 == UInt8(ascii: small), text.utf8.count <= 16,
        text.utf8.dropFirst().allSatisfy(\.isDigit),
        text.utf8.dropFirst().first != UInt8(ascii: "0")
    else { return nil }
    return Int(text.dropFirst())
}

/// The code that admits players to a private match: six of A–Z and 2–9, never in the form of a match ID.
public struct MatchCode: Hashable, Sendable {
    /// The code in capitals.
    public let text: String

    private static let length = 6

    /// Parses a code in upper or lower case; returns nil for anything else.
    public init?(_ text: String) {
        // Some non-ASCII letters have capitals in A–Z: `ß` becomes `SS`.
        guard text.utf8.count == Self.length, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let code = text.uppercased()
        guard code.utf8.allSatisfy(Self.alphabet.contains), MatchID(code) == nil else { return nil }
        self.text = code
    }

    /// Generates one of about 1.5 billion codes, none of which plain words could take for a word.
    public init(using random: inout some RandomNumberGenerator) {
        var letters = Self.letters(using: &random)
        while MatchID(letters) != nil || Self.words.contains(letters) { letters = Self.letters(using: &random) }
        text = letters
    }

    /// The games and the commands, such as `MEMORY` in `join memory` and `FOLLOW` in `watch follow`.
    private static let words = Set((GameKind.allCases.map(\.rawValue) + CommandRow.byVerb.keys).map { $0.uppercased() })

    private static func letters(using random: inout some RandomNumberGenerator) -> String {
        var letters = ""
        for _ in 0..<length {
            let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            letters.unicodeScalars.append(Unicode.Scalar(byte))
        }
        return letters
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789".utf8)
}

/// The secret that gives a name and a seat back: 128 random bits as 32 hexadecimal digits.
public struct Token: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Generates a token; tests pass their own generator.
    public init(using random: inout some RandomNumberGenerator) {
        high = random.next()
        low = random.next()
    }

    /// Parses 32 hexadecimal digits; returns nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 32, text.utf8.allSatisfy({ $0.hexValue != nil }),
            let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.high = high
        self.low = low
    }

    /// The token as 32 hexadecimal digits.
    public var text: String { Self.digits(high) + Self.digits(low) }

    private static func digits(_ half: UInt64) -> String { String(half, radix: 16).zeroPadded(to: 16) }
}

/// A client's ID for a command, which its reply carries; at most ``Limits/requestIDBytes`` bytes.
public struct RequestID: Hashable, Sendable {
    /// The ID, exactly as the client sent it.
    public let text: String

    /// Creates an ID; returns nil if the text is too long.
    public init?(_ text: String) {
        guard text.utf8.count <= Limits.requestIDBytes else { return nil }
        self.text = text
    }
}

/// A position on the board as people write it: a column letter and a row number, `A1` being the top left.
public struct Coordinate: Hashable, Sendable {
    // Small, because a match holds its moves until it has a record.
    private let columnNumber: Int16
    private let rowNumber: Int16

    /// The column, 0 to 25; 0 is `A`.
    public var column: Int { Int(columnNumber) }
    /// The row, counted from 0.
    public var row: Int { Int(rowNumber) }

    /// Creates the position in this column and row, both counted from 0.
    public init(column: Int, row: Int) {
        (columnNumber, rowNumber) = (Int16(clamping: column), Int16(clamping: row))
    }

    /// Creates the position of a card on a board with the given number of columns.
    public init(card: Int, columns: Int) { self.init(column: card % columns, row: card / columns) }

    /// Parses `b4` or `B4`; returns nil for anything else. The position may be outside any board.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard 2...4 ~= bytes.count, UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[0] | 0x20,
            bytes.dropFirst().allSatisfy(\.isDigit),
            let number = Int(text.dropFirst()), number > 0
        else { return nil }
        self.init(column: Int(bytes[0] | 0x20) - Int(UInt8(ascii: "a")), row: number - 1)
    }

    /// Returns the card at this position; nil outside a board of the given size.
    public func card(rows: Int, columns: Int) -> Int? {
        guard row < rows, column < columns else { return nil }
        return row * columns + column
    }

    /// The position as people write it, such as `B4`.
    public var text: String { "\(Unicode.Scalar(UInt8(ascii: "A") + UInt8(column % 26)))\(row + 1)" }
}
