public import Protocol

/// The house player of a match: its strength, and the number that decides what it forgets and how it chooses.
public struct House: Equatable, Sendable {
    /// The seeds, small enough for a number in JSON.
    static let seeds = 0..<1 << 48

    /// Its strength.
    public let level: HouseLevel
    /// Its seed, in ``seeds``. No client learns it.
    public let seed: Int

    /// Creates a player.
    public init(level: HouseLevel, seed: Int) { (self.level, self.seed) = (level, seed) }

    /// Creates a player with a new seed.
    init(level: HouseLevel, using random: inout some RandomNumberGenerator) {
        self.init(level: level, seed: Int.random(in: Self.seeds, using: &random))
    }
}

extension Seat.Occupant {
    /// The occupant for a rematch; the house gets a new seed.
    func forRematch(using random: inout some RandomNumberGenerator) -> Self {
        if case .house(let house) = self { .house(House(level: house.level, using: &random)) } else { self }
    }
}

/// The house at the table: it follows its match, and says when it wants to move.
///
/// It knows only what a client in its seat would know: the states of the match. After a restart, it is shown all of
/// them again, as the journal reproduces them; its choices and thinking times follow from its seed and those states.
struct HouseSeat: Sendable {
    let seat: Int
    private let seed: UInt64
    private var boxed: Boxed
    private var statesSeen: UInt64 = 0
    /// The time of its next move, in milliseconds of play; nil unless it is to move.
    private(set) var movesAt: Int?

    /// A box, because most matches have no such player.
    private indirect enum Boxed: Sendable {
        case player(any HousePlayer)
    }

    private var player: any HousePlayer {
        get {
            switch boxed {
            case .player(let player): player
            }
        }
        set { boxed = .player(newValue) }
    }

    init(_ house: House, seat: Int, rules: Rules) {
        (self.seat, seed) = (seat, UInt64(house.seed))
        boxed = .player(rules.housePlayer(level: house.level, seat: seat, seed: seed))
    }

    /// Looks at the state after a change, and begins to think if it is to move.
    mutating func see(_ state: MatchState, at time: Int) {
        statesSeen += 1
        var random = random(for: .time)
        player.see(state)
        movesAt = player.nextMove(after: state, at: time, using: &random)
    }

    /// Returns its move, if it has one to make.
    mutating func move(in state: MatchState) -> Move? {
        var random = random(for: .choice)
        movesAt = nil
        return player.move(in: state, using: &random)
    }

    /// The uses of random numbers. Each draws on its own stream, and neither on the memory's, so that how long the
    /// house thinks does not reveal what it will forget.
    private enum Use: UInt64 { case choice = 0x6368_6F69_6365, time = 0x7469_6D65 }

    /// A generator determined by the seed and by the number of states seen.
    private func random(for use: Use) -> SplitMix64 {
        SplitMix64(seed: SplitMix64(seed: seed ^ use.rawValue).first &+ statesSeen)
    }
}
