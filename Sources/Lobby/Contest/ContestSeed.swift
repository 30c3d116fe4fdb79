import Protocol

/// The secret that all decks of a contest follow from. Its seal is published at once; the seed itself once everything
/// is played, so that everybody can deal the decks again.
public struct ContestSeed: Equatable, Sendable {
    /// 64 hexadecimal digits.
    public let text: String

    /// Draws a seed of 32 bytes.
    init(using random: inout some RandomNumberGenerator) { text = Salt(using: &random).text }

    /// Parses 64 hexadecimal digits in lower case; returns nil for anything else.
    public init?(_ text: String) {
        guard text.isDigest else { return nil }
        self.text = text
    }

    /// The seal: the SHA-256, in hexadecimal, of the lines `memory-contest-1` and the seed.
    public var seal: String { SHA256.digits(ofLines: ["memory-contest-1", text]) }

    /// Returns the random numbers that the deck of a match is dealt with.
    ///
    /// - Parameter players: the names of its players, the one with seat 0 in the first match of the pair first.
    func deckNumbers(of place: ContestPlace, _ players: [PlayerName]) -> DeckNumbers {
        DeckNumbers(lines: ["memory-deck-1", text] + players.map(\.text) + ["\(place.round)", "\(place.leg)"])
    }
}

/// Random numbers made of SHA-256: block k is the hash of some lines and of k, from 0, each ended by a line feed. Each
/// block is four numbers of 64 bits, in the order of its bytes.
struct DeckNumbers: RandomNumberGenerator {
    private let lines: [String]
    private var blocks = 0
    private var rest: ArraySlice<UInt32> = []

    fileprivate init(lines: [String]) { self.lines = lines }

    mutating func next() -> UInt64 {
        if rest.isEmpty {
            rest = SHA256.hash(Array((lines + ["\(blocks)"]).map { $0 + "\n" }.joined().utf8))[...]
            blocks += 1
        }
        return UInt64(rest.removeFirst()) << 32 | UInt64(rest.removeFirst())
    }
}
