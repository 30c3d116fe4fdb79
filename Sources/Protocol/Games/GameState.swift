/// The part of a state that only its game has, beside the board that all games have: rows, columns, cards and whose
/// turn it is.
public enum GameState: Equatable, Sendable {
    /// Memory, whose state is the board.
    case memory
    /// Set. Boxed, so that it takes no room in a state of Memory, which is built for every flip.
    indirect case set(SetState)

    public var kind: GameKind {
        switch self {
        case .memory: .memory
        case .set: .set
        }
    }

    /// True for a game whose state is the board.
    @inline(__always)
    var isBoard: Bool { if case .memory = self { true } else { false } }

    /// Writes its fields of a seat, each after a comma.
    func write(ofSeat seat: Int, into writer: inout ByteWriter) {
        switch self {
        case .memory: break
        case .set(let part): part.write(ofSeat: seat, into: &writer)
        }
    }

    /// Writes its other fields, at the end of the state.
    @inline(__always)
    func write(into writer: inout ByteWriter) {
        switch self {
        case .memory: break
        case .set(let part): part.write(into: &writer)
        }
    }
}
