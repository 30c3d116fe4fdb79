public import Protocol

/// The stored form of a token: enough to recognize it, but of no use to anybody who reads it.
///
/// A token has 128 random bits, so a plain hash can't be reversed by guessing.
public struct TokenDigest: Sendable {
    /// The 256 bits of the hash, most significant word first.
    let words: [UInt32]

    /// Creates the digest of a token.
    public init(_ token: Token) { words = SHA256.hash(Array(token.text.utf8)) }

    /// Creates a digest that no token has, different for each name: it stands for the token of a name that is nobody's.
    init(ofForgotten name: PlayerName) { words = SHA256.hash(Array("forgotten \(name.key)".utf8)) }

    /// Parses 64 hexadecimal digits; returns nil for anything else.
    public init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 64, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        var words: [UInt32] = []
        for start in stride(from: 0, to: 64, by: 8) {
            let eight = String(decoding: digits[start..<start + 8], as: UTF8.self)
            guard let word = UInt32(eight, radix: 16) else { return nil }
            words.append(word)
        }
        self.words = words
    }

    /// The digest as 64 hexadecimal digits.
    public var text: String {
        SHA256.digits(of: words)
    }
}

extension TokenDigest: Hashable {
    /// Compares two digests in constant time.
    public static func == (left: Self, right: Self) -> Bool {
        zip(left.words, right.words).reduce(UInt32(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Hashes the first word, which is as good as all of them.
    public func hash(into hasher: inout Hasher) { hasher.combine(words[0]) }
}
