/// The rules of one match, whole and valid: whoever holds a `Rules` need not check it again.
///
/// Made from a ``RulesRequest``; its ranges are in ``Range``.
public struct Rules: Hashable, Sendable {
    /// Rows of the board, 2 to 10.
    public let rows: Int
    /// Columns of the board, 2 to 10.
    public let columns: Int
    /// Seats: 1 for a solo game, or 2.
    public let seats: Int
    /// Turns of each seat, 1 to 500; 0 for no limit.
    public let turns: Int
    /// How long two cards that differ stay open, in milliseconds, 0 to 10,000.
    public private(set) var revealMilliseconds: Int
    /// The turn's clock for both of its flips, in milliseconds, 1,000 to 3,600,000; 0 for none.
    public private(set) var turnMilliseconds: Int
    /// How long a gone player's seat is kept, in milliseconds, 0 to 3,600,000.
    public private(set) var graceMilliseconds: Int
    /// How pairs and misses count.
    public let scoring: Scoring
    /// What becomes of cards that have been taken.
    public let matched: Matched
    /// Whether who takes a pair goes on in the same turn.
    public let again: Bool
    /// The set that the faces are taken from.
    public let faces: FaceSet

    /// How pairs and misses count.
    public enum Scoring: String, CaseIterable, Sendable {
        /// One point a pair.
        case pairs
        /// 200 points a pair, 100 off for a miss.
        case points
    }

    /// What becomes of cards that have been taken.
    public enum Matched: String, CaseIterable, Sendable {
        /// They stay on the table, face up.
        case stay
        /// They leave the table.
        case vanish
    }

    /// Cards on the board, which are all cards of the deck.
    public var cardCount: Int { rows * columns }
    /// Pairs on the board.
    public var pairCount: Int { cardCount / 2 }
    /// Whether one player plays alone.
    public var isSolo: Bool { seats == 1 }

    /// What a number of the rules may be.
    public enum Range {
        /// Rows, and columns.
        public static let side = 2...10
        /// Seats.
        public static let seats = 1...2
        /// Turns of each seat; 0 is no limit.
        public static let turns = 0...500
        /// `revealMs`.
        public static let reveal = 0...10_000
        /// `turnMs`, where it is not 0.
        public static let turn = 1_000...3_600_000
        /// `graceMs`.
        public static let grace = 0...3_600_000
    }

    /// The milliseconds of every preset.
    private enum Usual {
        static let reveal = 1_000
        static let turn = 60_000
        static let grace = 120_000
    }

    /// Checks a request and fills in what it leaves out: from its preset, or the host's own, then from `classic`.
    ///
    /// - Throws: `bad_rules`, naming the field and its range.
    public init(_ request: RulesRequest, default preset: Preset = .classic) throws(Refusal) {
        let base = (request.preset ?? preset).fields
        rows = try Self.check(request.rows ?? base.rows ?? 5, "rows", Range.side)
        columns = try Self.check(request.columns ?? base.columns ?? 6, "columns", Range.side)
        guard (rows * columns).isMultiple(of: 2) else {
            throw .badRules(field: "rows x columns", range: "an even number of cards; \(rows) x \(columns) is odd")
        }
        seats = try Self.check(request.seats ?? 2, "seats", Range.seats)
        turns = try Self.check(request.turns ?? base.turns ?? (seats == 1 ? 30 : 15), "turns", Range.turns)
        revealMilliseconds = try Self.check(request.revealMilliseconds ?? Usual.reveal, "revealMs", Range.reveal)
        let turn = request.turnMilliseconds ?? Usual.turn
        guard turn == 0 || Range.turn.contains(turn) else {
            throw .badRules(field: "turnMs", range: "0, or \(Self.words(Range.turn))")
        }
        turnMilliseconds = turn
        graceMilliseconds = try Self.check(request.graceMilliseconds ?? Usual.grace, "graceMs", Range.grace)
        scoring = request.scoring ?? base.scoring ?? .pairs
        matched = request.matched ?? base.matched ?? .stay
        again = request.again ?? base.again ?? false
        faces = request.faces ?? .animals
    }

    /// These rules with the times of `classic`. Solo games are compared under them: who waits longer for cards to turn
    /// back, or for a lost connection, plays the same game.
    public var comparable: Rules {
        var rules = self
        (rules.revealMilliseconds, rules.turnMilliseconds) = (Usual.reveal, Usual.turn)
        rules.graceMilliseconds = Usual.grace
        return rules
    }

    /// The rules of a preset as it stands, or for a game alone.
    public static func preset(_ preset: Preset, solo: Bool = false) -> Rules {
        var request = RulesRequest(preset: preset)
        if solo { request.seats = 1 }
        do {
            return try Rules(request)
        } catch {
            preconditionFailure("the preset \(preset.rawValue) breaks its own ranges: \(error.message)")
        }
    }

    /// A range in words, as refusals and the document say it.
    static func words(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }

    private static func check(_ value: Int, _ field: String, _ range: ClosedRange<Int>) throws(Refusal) -> Int {
        guard range.contains(value) else { throw .badRules(field: field, range: words(range)) }
        return value
    }
}

/// What somebody asks of the rules: a preset, and fields that change it. Nothing in it has been checked.
public struct RulesRequest: Equatable, Sendable {
    /// The rules to start from; `classic` if there is none.
    public var preset: Preset?
    /// See ``Rules`` for these fields.
    public var rows, columns, seats, turns, revealMilliseconds, turnMilliseconds, graceMilliseconds: Int?
    /// See ``Rules/Scoring``.
    public var scoring: Rules.Scoring?
    /// See ``Rules/Matched``.
    public var matched: Rules.Matched?
    /// See ``Rules/again``.
    public var again: Bool?
    /// See ``FaceSet``.
    public var faces: FaceSet?

    /// A request for a preset, or for nothing in particular.
    public init(preset: Preset? = nil) { self.preset = preset }

    /// A request that names every field of the rules.
    public init(_ rules: Rules) {
        preset = nil
        (rows, columns, seats, turns) = (rules.rows, rules.columns, rules.seats, rules.turns)
        revealMilliseconds = rules.revealMilliseconds
        turnMilliseconds = rules.turnMilliseconds
        graceMilliseconds = rules.graceMilliseconds
        (scoring, matched, again, faces) = (rules.scoring, rules.matched, rules.again, rules.faces)
    }
}

/// A set of rules with a name.
public enum Preset: String, CaseIterable, Sendable {
    /// Two players, 30 cards, 15 turns each, strictly alternating; solo, 30 turns.
    case classic
    /// 4x4, 200 points a pair and 100 off a miss, taken cards vanish, no turn limit.
    case tiles
    /// 4x4, no turn limit.
    case square
    /// 2 rows, 5 columns.
    case quick
    /// 6x6, who takes a pair goes on, no turn limit.
    case duel

    /// The fields in which a preset differs from `classic`.
    fileprivate var fields: RulesRequest {
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
