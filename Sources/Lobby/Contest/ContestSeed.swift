import Protocol

/// The secret that all decks of a contest follow from. Its seal is published at once; the seed itself once everything is
/// played, so that everybody can deal the decks again.
public struct ContestSeed: Equatable, Sendable {
    /// 64 hexadecimal digits.
    public let text: String

    /// Draws a seed of 32 bytes.
    init(using random: inout some RandomNumberGenerator) {
        text = (0..<4).map { _ in
            String(UInt64.random(in: 0...UInt64.max, using: &random), radix: 16).zeroPadded(to: 16)
        }
        .joined()
    }

    /// Parses 64 hexadecimal digits in lower case; returns nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 64,
            text.utf8.allSatisfy({
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
            })
        else { return nil }
        self.text = text
    }

    /// The seal: the SHA-256, in hexadecimal, of the lines `memory-contest-1` and the seed.
    public var seal: String { Self.hash("memory-contest-1", text).map { $0.hexDigits }.joined() }

    /// Returns the random numbers that the deck of a match is dealt with.
    ///
    /// - Parameter players: the names of its players, the one with seat 0 in the first match of the pair first.
    func deckNumbers(of place: ContestPlace, _ players: [PlayerName]) -> DeckNumbers {
        DeckNumbers(lines: ["memory-deck-1", text] + players.map(\.text) + ["\(place.round)", "\(place.leg)"])
    }

    fileprivate static func hash(_ lines: String...) -> [UInt32] { hash(lines) }

    fileprivate static func hash(_ lines: [String]) -> [UInt32] {
        SHA256.hash(Array(lines.map { $0 + "\n" }.joined().utf8))
    }
}

extension UInt32 {
    fileprivate var hexDigits: String { String(self, radix: 16).zeroPadded(to: 8) }
}

/// Random numbers made of SHA-256: block k is the hash of some lines and of k, from 0, each ended by a line feed. Each block
/// is four numbers of 64 bits, in the order of its bytes.
struct DeckNumbers: RandomNumberGenerator {
    private let lines: [String]
    private var blocks = 0
    private var rest: ArraySlice<UInt32> = []

    fileprivate init(lines: [String]) { self.lines = lines }

    mutating func next() -> UInt64 {
        if rest.isEmpty {
            rest = ContestSeed.hash(lines + ["\(blocks)"])[...]
            blocks += 1
        }
        return UInt64(rest.removeFirst()) << 32 | UInt64(rest.removeFirst())
    }
}
