// Sealed cards: when the cards are dealt, the host publishes the hash of a random salt and the deck, and when the match
// is over, the salt. Nobody can find other cards with the same hash, so a card that has moved in between is found out.
// Nobody can guess the cards from the hash either, because of the salt.

/// The random part of a ``Seal``: 256 bits as 64 hexadecimal digits. Secret until the match is over.
public struct Salt: Hashable, Sendable {
    /// The digits.
    public let text: String

    /// Draws a salt; tests pass their own generator.
    public init(using random: inout some RandomNumberGenerator) {
        text = (0..<4).map { _ in String(random.next(), radix: 16).zeroPadded(to: 16) }.joined()
    }

    /// Parses 64 hexadecimal digits in lower case; returns nil for anything else.
    public init?(_ text: String) {
        guard text.isDigest else { return nil }
        self.text = text
    }
}

/// The hash that fixes the cards of a match before the first one is turned up: 64 hexadecimal digits.
public struct Seal: Hashable, Sendable {
    /// The first of the lines that are hashed, which says what they are.
    public static let heading = "memory-seal-1"

    /// The digits.
    public let text: String

    /// Seals a deck: the SHA-256 of the heading, the salt and the faces, each ended by a line feed.
    public init(of faces: some Sequence<String>, _ salt: Salt) {
        text = SHA256.digits(ofLines: [Self.heading, salt.text] + faces)
    }

    /// Parses 64 hexadecimal digits in lower case; returns nil for anything else.
    public init?(_ text: String) {
        guard text.isDigest else { return nil }
        self.text = text
    }
}

extension String {
    /// True for a text that is one line to every reader: without control characters and separators of lines or
    /// paragraphs. Every face is: a seal hashes a line for each, so one with a line feed could pass for two.
    public var isOneLine: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }

    /// True for 64 hexadecimal digits in lower case.
    package var isDigest: Bool {
        utf8.count == 64 && utf8.allSatisfy { $0.isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 }
    }
}
