import Lobby
import Protocol

/// The player at the other side of the table, whom the exam plays: a novice of the house, at a connection of its own.
struct SparringPartner: Sendable {
    /// The name that it starts with.
    static let name = "Examiner"

    /// Its connection.
    private(set) var client: ClientID
    /// True if it may make moves of its own.
    var plays = true
    /// The token of its name.
    private(set) var token: Token?
    /// The match that it is in, and its seat there.
    private(set) var seating: Seating?
    /// The newest state of that match.
    private(set) var state: MatchState?
    /// The time at which the newest state was seen.
    private var stateAt = Instant(milliseconds: 0)
    private var player: (any HousePlayer)?
    private var random: SplitMix64
    /// The time of its next move.
    private(set) var movesAt: Instant?

    /// Creates an opponent whose connection has begun.
    init(client: ClientID, seed: UInt64) { (self.client, random) = (client, SplitMix64(seed: seed)) }

    /// Takes note that it has another connection.
    mutating func reconnect(as client: ClientID) { self.client = client }

    /// Takes note of what it is sent.
    mutating func hear(_ event: Event, at now: Instant) {
        switch event {
        case .welcome(let welcome): token = welcome.token
        case .match(let seating):
            (self.seating, state, movesAt) = (seating, nil, nil)
            player = seating.seat.map { seating.rules.housePlayer(level: .novice, seat: $0, seed: random.next()) }
        case .state(let state) where state.match == seating?.match:
            (self.state, stateAt) = (state, now)
            player?.see(state)
            let wait = player?.nextMove(after: state, at: 0, using: &random)
            movesAt = state.phase == .playing ? wait.map { now + $0 } : nil
        default: break
        }
    }

    /// Takes note that it has left its match.
    mutating func forgetMatch() { (seating, state, player, movesAt) = (nil, nil, nil, nil) }

    /// Returns its move; nil if it makes none.
    mutating func move() -> Move? {
        movesAt = nil
        guard plays, let state else { return nil }
        return player?.move(in: state, using: &random)
    }
}
