/// The games that a host knows.
public enum GameKind: String, CaseIterable, Sendable {
    /// Memory, also called Concentration.
    case memory
    case set

    /// The game's rules, its lines on the wire and its words.
    var type: any TableGame.Type {
        switch self {
        case .memory: Memory.self
        case .set: SetGame.self
        }
    }

    /// Its position among the games, from 0.
    public var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// True if players take turns, so that two can play at the same client.
    public var hasTurns: Bool { type.hasTurns }

    /// The game that is meant where none is named.
    public static let usual = memory
    /// All but the usual one.
    static let others = allCases.filter { $0 != usual }

    /// Returns true if players may choose a rule in this game.
    func has(_ rule: Rule) -> Bool { type.rules.contains { $0.name == rule.name } }

    /// Moves stored in a match's record, so that the line showing it stays under 60,000 bytes.
    public var recordMoves: Int { type.recordMoves }
}
