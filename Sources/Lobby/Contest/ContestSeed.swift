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

/// The seeds of a contest, in the order in which they were drawn. The last one deals; those before it are published,
/// or will be with it.
///
/// No deck is dealt from a seed that is published, and each seed's seal is shown before a deck is dealt from it: the
/// next seed is drawn when one is published.
struct ContestSeeds: Equatable, Sendable {
    /// All of them.
    private(set) var all: [ContestSeed]
    /// The number of those that are published, from the first on.
    private var publishedCount = 0
    /// True if a deck was dealt from one that is not published.
    private var hasDealt = false
    /// True from a publication until somebody enters: the seed that is shown is the published one.
    private(set) var showsPublished = false

    /// Starts with one seed.
    init(_ first: ContestSeed) { all = [first] }

    /// The seed that deals.
    var current: ContestSeed { all[all.count - 1] }

    /// The seeds that everybody may know, oldest first.
    var published: [ContestSeed] { Array(all.prefix(publishedCount)) }

    /// The seed whose seal is shown: the one published last, until somebody enters, and then the one that deals.
    var shown: ContestSeed { showsPublished ? all[publishedCount - 1] : current }

    /// The seed that deals once somebody enters, while another one is shown.
    var next: ContestSeed? { showsPublished && publishedCount < all.count ? current : nil }

    /// True if the seeds may be published when everything is played. Half of those that may be drawn are kept for what a
    /// loss makes necessary, so that from then on none is published before the contest ends.
    var mayPublish: Bool { hasDealt && all.count < Limits.contestSeeds / 2 }

    /// Notes that a deck was dealt from the last one.
    mutating func noteDeal() { hasDealt = true }

    /// Shows the seed that deals, since somebody enters.
    mutating func showNext() {
        if next != nil { showsPublished = false }
    }

    /// Deals from another one from now on; those before it stay secret until it is published.
    mutating func add(_ seed: ContestSeed) { all.append(seed) }

    /// Publishes all, and deals from another one from now on.
    mutating func publish(drawing next: ContestSeed) {
        (publishedCount, showsPublished, hasDealt) = (all.count, true, false)
        add(next)
    }

    /// Publishes all that may have dealt, since none will deal any more.
    mutating func close() {
        if !hasDealt, publishedCount > 0 { all.removeLast(all.count - publishedCount) }
        if hasDealt || publishedCount > 0 { (publishedCount, showsPublished) = (all.count, true) }
        hasDealt = false
    }

    /// What led to these seeds, but for the first one and for the end, which publishes those that have dealt.
    var events: [Contest.Event] {
        let isAllPublished = publishedCount == all.count
        return all.indices.dropFirst().map { $0 == publishedCount ? .published(next: all[$0]) : .seeded(all[$0]) }
            + (hasDealt || isAllPublished ? [.dealt] : [])
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
