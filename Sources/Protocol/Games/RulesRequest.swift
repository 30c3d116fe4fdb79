/// A request for rules: a preset, and fields that override it. Not yet validated.
public struct RulesRequest: Equatable, Sendable {
    /// The preset to start from; nil for the host's default.
    public var preset: Preset?
    /// The game; nil for Memory.
    public var game: GameKind?
    /// See ``Rules`` for these fields.
    public var rows, columns, seats, turns, revealMilliseconds, turnMilliseconds, graceMilliseconds: Int?
    /// See ``Rules/houseMilliseconds``.
    public var houseMilliseconds: Int?
    /// See ``Rules/idleMilliseconds``.
    public var idleMilliseconds: Int?
    /// See ``Rules/Scoring``.
    public var scoring: Rules.Scoring?
    /// See ``Rules/Matched``.
    public var matched: Rules.Matched?
    /// See ``Rules/again``.
    public var again: Bool?
    /// See ``FaceSet``.
    public var faces: FaceSet?

    /// Creates a request that overrides nothing.
    public init(preset: Preset? = nil, game: GameKind? = nil) { (self.preset, self.game) = (preset, game) }

    /// Creates a request that sets every rule of Memory, which all clients read, and of the rules' own game; one of
    /// Memory names no game.
    public init(_ rules: Rules) {
        preset = nil
        if rules.game != .usual { game = rules.game }
        for rule in Rule.all where GameKind.usual.has(rule) || rules.game.has(rule) {
            rule.take(from: rules, into: &self)
        }
    }

    /// The request with only those rules that its game has; presets are rules of Memory.
    var trimmedToItsGame: RulesRequest {
        var own = RulesRequest(preset: (game ?? .usual) == .usual ? preset : nil, game: game)
        for rule in (game ?? .usual).type.rules { rule.copy(from: self, to: &own) }
        return own
    }
}

/// A named set of rules.
public enum Preset: String, CaseIterable, Sendable {
    /// Two players, 30 cards, 15 turns each, strictly alternating; solo, 30 turns.
    case classic
    /// 4x4, 200 points per pair minus 100 per miss, taken cards vanish, no turn limit.
    case tiles
    /// 4x4, no turn limit.
    case square
    /// 2 rows, 5 columns.
    case quick
    /// 6x6, a seat that takes a pair goes again, no turn limit.
    case duel

    /// The fields in which a preset differs from `classic`.
    var fields: RulesRequest {
        var fields = RulesRequest()
        switch self {
        case .classic:
            break
        case .tiles:
            (fields.rows, fields.columns, fields.turns) = (4, 4, 0)
            (fields.scoring, fields.matched) = (.points, .vanish)
        case .square:
            (fields.rows, fields.columns, fields.turns) = (4, 4, 0)
        case .quick:
            (fields.rows, fields.columns) = (2, 5)
        case .duel:
            (fields.rows, fields.columns, fields.turns, fields.again) = (6, 6, 0, true)
        }
        return fields
    }
}
