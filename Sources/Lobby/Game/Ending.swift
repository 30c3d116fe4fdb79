/// How a match ended.
public struct Ending: Hashable, Sendable {
    /// The seat that won; nil for a draw, when nobody is left to win, and for a solo game that was not cleared.
    public let winner: Int?
    /// Why the match is over.
    public let reason: Reason

    /// An ending.
    public init(winner: Int?, reason: Reason) { (self.winner, self.reason) = (winner, reason) }

    /// Why a match is over; the raw value is the `reason` of a `result` on the wire.
    public enum Reason: String, CaseIterable, Sendable {
        /// Every pair has been taken.
        case cleared
        /// No seat has turns left.
        case turns
        /// A seat gave up.
        case resigned
        /// A seat let its clock run out ``Game/timeoutsThatLose`` times in a row.
        case timeout
        /// A gone player's seat was kept for long enough.
        case abandoned
    }
}
