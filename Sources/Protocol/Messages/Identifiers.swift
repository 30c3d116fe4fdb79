/// The name of a match, `m` and a number: it is unique for as long as the host's data lasts.
public struct MatchID: Hashable, Comparable, Sendable {
    /// The number, 1 or more.
    public let number: Int

    /// The match with this number.
    public init(number: Int) { self.number = number }

    /// Reads `m3` or `M3`; nil for anything else, `m03` too: a match has one name.
    public init?(_ text: String) {
        guard let number = numeral(in: text, after: "m") else { return nil }
        self.number = number
    }

    /// The name, such as `m3`.
    public var text: String { "m\(number)" }

    /// Matches come in the order of their numbers.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// The name of the record of a match that is over, `r` and a number: a host uses none twice.
public struct RecordID: Hashable, Comparable, Sendable {
    /// The number, 1 or more.
    public let number: Int

    /// The record with this number.
    public init(number: Int) { self.number = number }

    /// Reads `r17` or `R17`; nil for anything else, `r017` too: a record has one name.
    public init?(_ text: String) {
        guard let number = numeral(in: text, after: "r") else { return nil }
        self.number = number
    }

    /// The name, such as `r17`.
    public var text: String { "r\(number)" }

    /// Records come in the order of their numbers.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// The number of a name that is one letter, small or capital, and a number from 1 up without leading zeros.
private func numeral(in text: String, after small: Unicode.Scalar) -> Int? {
    guard let letter = text.utf8.first, letter | 0x20 == UInt8(ascii: small), text.utf8.count <= 16,
        text.utf8.dropFirst().allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
        text.utf8.dropFirst().first != UInt8(ascii: "0")
    else { return nil }
    return Int(text.dropFirst())
}

/// What lets people into a private match: four of A–Z and 2–9, never of a match's own form.
public struct MatchCode: Hashable, Sendable {
    /// The code in capitals.
    public let text: String

    /// Reads a code in upper or lower case; nil for anything else.
    public init?(_ text: String) {
        // Of other letters some have capitals among A–Z: those of `ß` are `SS`.
        guard text.utf8.count == 4, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let code = text.uppercased()
        guard code.utf8.allSatisfy(Self.alphabet.contains), MatchID(code) == nil else { return nil }
        self.text = code
    }

    /// A new code: one of about 1.3 million.
    public init(using random: inout some RandomNumberGenerator) {
        var letters = Self.letters(using: &random)
        while MatchID(letters) != nil { letters = Self.letters(using: &random) }
        text = letters
    }

    private static func letters(using random: inout some RandomNumberGenerator) -> String {
        var letters = ""
        for _ in 0..<4 {
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

    /// A new token from the system's generator, or from a test's own.
    public init(using random: inout some RandomNumberGenerator) {
        high = random.next()
        low = random.next()
    }

    /// Reads 32 hexadecimal digits; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 32, text.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.high = high
        self.low = low
    }

    /// The token as 32 hexadecimal digits.
    public var text: String { Self.digits(high) + Self.digits(low) }

    private static func digits(_ half: UInt64) -> String {
        let digits = String(half, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// What a client marks a command with, so as to know the reply to it: at most ``Limits/requestIDBytes`` bytes.
public struct RequestID: Hashable, Sendable {
    /// The mark, exactly as the client sent it.
    public let text: String

    /// Checks the length; nil if the text is too long.
    public init?(_ text: String) {
        guard text.utf8.count <= Limits.requestIDBytes else { return nil }
        self.text = text
    }
}

/// A place on the board as people write it: a column letter and a row number, the top left being `A1`.
public struct Coordinate: Hashable, Sendable {
    // Small: a match holds its moves until it has a record.
    private let columnNumber: Int16
    private let rowNumber: Int16

    /// The column, 0 being `A`; 0 to 25.
    public var column: Int { Int(columnNumber) }
    /// The row, 0 being row 1.
    public var row: Int { Int(rowNumber) }

    /// The place in this column and row, both counted from 0.
    public init(column: Int, row: Int) {
        (columnNumber, rowNumber) = (Int16(clamping: column), Int16(clamping: row))
    }

    /// The place of a card on a board with so many columns.
    public init(card: Int, columns: Int) { self.init(column: card % columns, row: card / columns) }

    /// Reads `b4` or `B4`; nil for anything else. It may lie outside every board.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard 2...4 ~= bytes.count, UInt8(ascii: "a")...UInt8(ascii: "z") ~= bytes[0] | 0x20,
            bytes.dropFirst().allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let number = Int(text.dropFirst()), number > 0
        else { return nil }
        self.init(column: Int(bytes[0] | 0x20) - Int(UInt8(ascii: "a")), row: number - 1)
    }

    /// The card that lies here; nil outside a board of this size.
    public func card(rows: Int, columns: Int) -> Int? {
        guard row < rows, column < columns else { return nil }
        return row * columns + column
    }

    /// The place as people write it, such as `B4`.
    public var text: String { "\(Unicode.Scalar(UInt8(ascii: "A") + UInt8(column % 26)))\(row + 1)" }
}
