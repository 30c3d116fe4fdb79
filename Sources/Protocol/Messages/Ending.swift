/// How a match ended.
public struct Ending: Hashable, Sendable {
    /// The seat that won; nil for a draw, when nobody is left to win, and for a solo game that was not cleared.
    public let winner: Int?
    /// Why the match is over.
    public let reason: Reason

    /// An ending.
    public init(winner: Int?, reason: Reason) { (self.winner, self.reason) = (winner, reason) }

    /// Why a match is over.
    public enum Reason: Hashable, Sendable {
        /// Every pair has been taken.
        case cleared
        /// No seat has turns left.
        case turns
        /// A seat gave up.
        case resigned
        /// A seat's time ran out too many turns in a row.
        case timeout
        /// An absent player's seat was kept for long enough.
        case abandoned
        /// The reason of a host that is newer than this program, in that host's word.
        case unknown(String)

        /// The reasons that this program gives.
        public static let known: [Self] = [.cleared, .turns, .resigned, .timeout, .abandoned]

        /// Reads the `reason` of a `result` or a record.
        public init(text: String) { self = Self.known.first { $0.text == text } ?? .unknown(text) }

        /// The `reason` of a `result` or a record.
        public var text: String {
            switch self {
            case .cleared: "cleared"
            case .turns: "turns"
            case .resigned: "resigned"
            case .timeout: "timeout"
            case .abandoned: "abandoned"
            case .unknown(let text): text
            }
        }

        /// Whether the match was played to its end by its rules, so that its scores count.
        public var isPlayedOut: Bool { self == .cleared || self == .turns }
    }
}
