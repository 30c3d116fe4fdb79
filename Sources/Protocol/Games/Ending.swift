/// The result of a match.
public struct Ending: Hashable, Sendable {
    /// The seat that won; nil for a draw, if nobody is left to win, and for a solo game that wasn't cleared.
    public let winner: Int?
    /// The reason the match is over.
    public let reason: Reason

    /// Creates an ending.
    public init(winner: Int?, reason: Reason) { (self.winner, self.reason) = (winner, reason) }

    /// The seat to name in a sentence about the end: the only player's, or that of the one who did not win; nil if
    /// there is nobody to name.
    ///
    /// - Parameters:
    ///   - winner: the seat that won, if one did.
    ///   - seats: how many seats the match has: 1 or 2.
    public static func loser(winner: Int?, seats: Int) -> Int? { seats == 1 ? 0 : winner.map { $0 == 0 ? 1 : 0 } }

    /// The reason a match is over.
    public enum Reason: Hashable, Sendable {
        /// All pairs have been taken; in Set, all cards have been dealt and no set is left.
        case cleared
        /// No seat has turns left, or the match has gone on for too long.
        case turns
        /// A seat resigned.
        case resigned
        /// A seat's turns timed out too many times in a row.
        case timeout
        /// An absent player's grace period ran out.
        case abandoned
        /// Nobody made a move in a match of Set for too long.
        case idle
        /// A reason that this program doesn't know, from a newer host, in that host's word.
        case unknown(String)

        /// The reasons known to this program.
        public static let known: [Self] = [.cleared, .turns, .resigned, .timeout, .abandoned, .idle]

        /// Parses the `reason` of a `result` or a record.
        public init(text: String) { self = Self.known.first { $0.text == text } ?? .unknown(text) }

        /// The `reason` of a `result` or a record.
        public var text: String {
            switch self {
            case .cleared: "cleared"
            case .turns: "turns"
            case .resigned: "resigned"
            case .timeout: "timeout"
            case .abandoned: "abandoned"
            case .idle: "idle"
            case .unknown(let text): text
            }
        }

        /// True if the match was played to its end by its rules, so that its scores count.
        public var isPlayedOut: Bool { self == .cleared || self == .turns }
    }
}
