import Protocol
import TestSupport

/// One match that is played, as its members see it.
struct Match {
    /// Turns that miss on purpose for each known pair that is taken.
    private static let missesPerPair = 7

    /// The match's number, and the version of its last state.
    private(set) var id: Int
    private(set) var version: Int
    private(set) var phase = MatchState.Phase.playing
    private(set) var turn = 0
    /// The connections, the seats first.
    var members: [Int] = []
    var feed = Feed()
    /// For each card a number that stands for its face; 0 for one that was never seen.
    private var faces: [UInt64]
    private var isUp: [Bool]
    /// The card that was flipped and is not yet seen by all, when it was due or sent, and whether a state has shown it.
    var flight: (card: Int, since: UInt64, isShown: Bool)?
    /// The cards to flip next, the last first.
    private var plan: [Int] = []
    private var missed = 0
    private var random: SeededRandom
    /// Flips that are due and not yet sent, and since when the oldest of them is, with a rate.
    var overdue = 0
    var dueSince: UInt64 = 0
    private var hasOffered = false
    /// The next match was named and has no state yet.
    private var isBeginning = false

    init(_ id: MatchID, version: Int) {
        (self.id, self.version, random) = (id.number, version, SeededRandom(seed: UInt64(id.number)))
        faces = Array(repeating: 0, count: Options.cardCount)
        isUp = Array(repeating: false, count: Options.cardCount)
    }

    /// Everyone has received everything that was sent.
    var isQuiet: Bool { flight == nil && feed.isEmpty }

    /// Something is still to come of what was sent.
    var isOwedAnswer: Bool { !isQuiet || hasOffered || phase == .showing || isBeginning }

    // MARK: What is received

    /// Takes in the next state; returns true if it shows the flip.
    mutating func take(_ bytes: [UInt8], _ range: Range<Int>) throws -> Bool {
        var scanner = StateScanner(bytes, range)
        let isFlip = flight?.isShown == false
        guard isFlip || phase == .showing || hasOffered || isBeginning else {
            throw Failure("A state came unasked", line: bytes[range])
        }
        let before = version
        guard scanner.number(after: #","match":"m"#) == id, let next = scanner.number(after: #","version":"#),
            next > before, let phase = scanner.phase()
        else { throw Failure("A state is of another match than m\(id), or not after \(before)", line: bytes[range]) }
        try scanner.startCards()
        let flipped = isFlip ? flight?.card : nil
        for card in faces.indices {
            let face = scanner.face()
            guard face == 0 ? card != flipped : isUp[card] || card == flipped,
                face == 0 || faces[card] == 0 || face == faces[card]
            else { throw Failure("A state hides, shows or changes card \(card)", line: bytes[range]) }
            isUp[card] = face != 0
            if face != 0 { faces[card] = face }
        }
        (version, self.phase, isBeginning) = (next, phase, false)
        if phase == .playing { turn = scanner.number(after: #""turn":"#) ?? turn }
        if isFlip { flight?.isShown = true }
        return isFlip
    }

    /// The match goes on as another.
    mutating func goOn(as next: Int) throws {
        guard phase == .over, hasOffered, next > id else { throw Failure("Match m\(id) went on as m\(next), unasked.") }
        (id, version, isBeginning, hasOffered) = (next, 0, true, false)
        for card in faces.indices { (faces[card], isUp[card]) = (0, false) }
    }

    /// Returns the first contradiction in a state that was read whole, if any.
    static func problem(in state: MatchState, watchers: Int) -> String? {
        let open = state.cards.indices.filter { state.cards[$0] != nil }
        let taken = state.seats.flatMap(\.taken)
        let scores = state.seats.map(\.score)
        let leader = scores[0] == scores[1] ? nil : scores[0] > scores[1] ? 0 : 1
        if (state.turned + taken).sorted() != open { return "shows cards that are neither turned nor taken" }
        if scores != state.seats.map({ $0.taken.count / 2 }) { return "counts wrongly" }
        if !state.seats.allSatisfy(\.present) || state.watchers != watchers { return "misses a member" }
        for pair in stride(from: 0, to: taken.count, by: 2)
        where state.cards[taken[pair]] != state.cards[taken[pair + 1]] { return "has a pair that is none" }
        guard state.phase == .over else { return state.result == nil ? nil : "has a result too early" }
        return state.result?.reason == .cleared && state.result?.winner == leader ? nil : "has the wrong result"
    }

    // MARK: What is sent

    /// True once, when both seats are to offer to play again.
    mutating func offers() -> Bool {
        guard phase == .over, !hasOffered, !isBeginning else { return false }
        hasOffered = true
        return true
    }

    /// The next card for whose turn it is; nil while nobody may flip.
    mutating func nextCard() -> Int? {
        guard phase == .playing, !isBeginning else { return nil }
        if plan.isEmpty { choose() }
        return plan.popLast()
    }

    private mutating func choose() {
        let start = Int(random.next() % UInt64(isUp.count))
        guard let any = card(from: start, where: { _ in true }) else { return }
        if let first = card(from: start, where: { faces[$0] == 0 }) {
            let second = card(from: first, where: { $0 != first && faces[$0] == 0 })
            plan = [second ?? card(from: start) { $0 != first }, first].compactMap { $0 }
        } else {
            let other = card(from: any) { faces[$0] != faces[any] }
            missed = other == nil || missed == Self.missesPerPair ? 0 : missed + 1
            plan = [missed > 0 ? other : card(from: start) { $0 != any && faces[$0] == faces[any] }, any]
                .compactMap { $0 }
        }
    }

    /// A face-down card that fits, searched for from one on.
    private func card(from start: Int, where fits: (Int) -> Bool) -> Int? {
        [start..<isUp.count, 0..<start].joined().first { !isUp[$0] && fits($0) }
    }
}

/// Reads a few fields of a state in one pass, without an allocation, and relies on the order in which a host writes
/// them.
private struct StateScanner {
    private let bytes: [UInt8]
    private var position: Int
    private let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        (self.bytes, position, end) = (bytes, range.lowerBound, range.upperBound)
    }

    /// Goes on behind the next such text; false if there is none.
    private mutating func skip(past text: StaticString) -> Bool {
        text.withUTF8Buffer { text in
            while position + text.count <= end {
                if unsafe bytes[position..<position + text.count].elementsEqual(text) {
                    position += text.count
                    return true
                }
                position += 1
            }
            return false
        }
    }

    /// The number after the next such text, if any.
    mutating func number(after text: StaticString) -> Int? {
        guard skip(past: text) else { return nil }
        let start = position
        var number = 0
        while position < end, bytes[position] &- UInt8(ascii: "0") < 10, position - start < 18 {
            number = number * 10 + Int(bytes[position] - UInt8(ascii: "0"))
            position += 1
        }
        return position > start ? number : nil
    }

    /// The phase of the next field; nil if nobody plays or has played.
    mutating func phase() -> MatchState.Phase? {
        guard skip(past: #","phase":""#), position < end else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "p"): return bytes[position + 1] == UInt8(ascii: "l") ? .playing : nil
        case UInt8(ascii: "s"): return .showing
        case UInt8(ascii: "o"): return .over
        default: return nil
        }
    }

    /// Goes to the first card.
    mutating func startCards() throws {
        guard skip(past: #","cards":["#) else { throw Failure("A state has no cards", line: bytes[..<end]) }
    }

    /// The number of the next card's face; 0 if it is face down (FNV-1a, 64 bits).
    mutating func face() -> UInt64 {
        position += 1
        var number: UInt64 = 0
        while position < end, bytes[position] != UInt8(ascii: "\"") {
            number = ((number == 0 ? 0xcbf2_9ce4_8422_2325 : number) ^ UInt64(bytes[position])) &* 0x100_0000_01b3
            position += 1
        }
        position += 2
        return number
    }
}
