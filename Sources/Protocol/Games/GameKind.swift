/// The games that a host knows.
public enum GameKind: String, CaseIterable, Sendable {
    /// Memory, also called Concentration.
    case memory
    /// Set.
    case set

    /// True if players take turns, so that two can play at the same client.
    public var hasTurns: Bool { self == .memory }

    /// Moves stored in a match's record, so that the line showing it stays under 60,000 bytes.
    public var recordMoves: Int {
        switch self {
        case .memory: Limits.recordMoves
        case .set: Limits.setRecordMoves
        }
    }
}
