import Protocol

/// The parts of a state that are checked.
///
/// One value is reused for all states, so that reading allocates nothing.
struct SeenState {
    var match = 0
    var version = 0
    var phase = MatchState.Phase.waiting
    var rows = 0
    var columns = 0
    /// For each card a number that stands for its face; 0 for one that lies face down.
    var cards: [UInt64] = []
    var turned: [Int] = []
    var turn: Int?
    /// Always two, of which `seatCount` count.
    var seats = [Seat(), Seat()]
    var seatCount = 0
    var watchers = 0
    var result: Result?

    /// A seat as it is seen.
    struct Seat {
        var isPresent = false
        var score = 0
        var taken: [Int] = []
        var offersRematch = false
    }

    /// The result of a match, as seen.
    struct Result: Equatable {
        var winner: Int?
        /// The number that stands for the reason.
        var reason: UInt64 = 0
        /// The number of the next match.
        var rematch: Int?
    }

    /// Forgets what was seen, and keeps the storage.
    mutating func reset() {
        (match, version, phase, rows, columns) = (0, 0, .waiting, 0, 0)
        (turn, seatCount, watchers, result) = (nil, 0, 0, nil)
        cards.removeAll(keepingCapacity: true)
        turned.removeAll(keepingCapacity: true)
        for index in seats.indices {
            seats[index].taken.removeAll(keepingCapacity: true)
            (seats[index].isPresent, seats[index].score, seats[index].offersRematch) = (false, 0, false)
        }
    }

    /// Returns true if the reader that clients use saw the same.
    func agrees(with state: MatchState) -> Bool {
        guard
            state.match.number == match, state.version == version, state.phase == phase, state.rows == rows,
            state.columns == columns, state.turned == turned, state.turn == turn, state.watchers == watchers,
            state.cards.map({ $0.map(Word.number(of:)) ?? 0 }) == cards, state.seats.count == seatCount
        else { return false }
        for (one, other) in zip(state.seats, seats) {
            guard
                one.present == other.isPresent, one.score == other.score, one.taken == other.taken,
                one.rematch == other.offersRematch
            else { return false }
        }
        guard let result = state.result else { return self.result == nil }
        return self.result
            == Result(
                winner: result.winner, reason: Word.number(of: result.reason.text), rematch: result.rematch?.number)
    }
}

/// Words as numbers, so that a key or a face is compared in one step (FNV-1a, 64 bits; the empty word is 0).
enum Word {
    static let offset: UInt64 = 0xcbf2_9ce4_8422_2325
    static let prime: UInt64 = 0x100_0000_01b3

    static func number(of text: String) -> UInt64 {
        text.isEmpty ? 0 : text.utf8.reduce(offset) { ($0 ^ UInt64($1)) &* prime }
    }

    static let type = number(of: "type")
    static let state = number(of: "state")
    static let match = number(of: "match")
    static let version = number(of: "version")
    static let phase = number(of: "phase")
    static let rows = number(of: "rows")
    static let columns = number(of: "columns")
    static let cards = number(of: "cards")
    static let turned = number(of: "turned")
    static let turn = number(of: "turn")
    static let seats = number(of: "seats")
    static let watchers = number(of: "watchers")
    static let result = number(of: "result")
    static let present = number(of: "present")
    static let score = number(of: "score")
    static let taken = number(of: "taken")
    static let rematch = number(of: "rematch")
    static let winner = number(of: "winner")
    static let reason = number(of: "reason")
    static let playing = number(of: "playing")
    static let showing = number(of: "showing")
    static let paused = number(of: "paused")
    static let over = number(of: "over")
    static let waiting = number(of: "waiting")
    static let cleared = number(of: "cleared")
}
