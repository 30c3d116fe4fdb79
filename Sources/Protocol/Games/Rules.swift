/// The rules of one match, complete and valid: a `Rules` value never needs checking again.
///
/// Made from a ``RulesRequest``; the ranges are in ``Bounds``.
///
/// A game other than Memory has Memory's own rules at the values of `classic`, whatever was asked for, so that clients
/// that know only Memory can read them.
public struct Rules: Hashable, Sendable {
    /// Rows of the board, 2 to 10.
    public let rows: Int
    /// Columns of the board, 2 to 10.
    public let columns: Int
    /// Seats: 1 for a solo game, or 2.
    public let seats: Int
    /// Turns per seat, 1 to 500; 0 for no limit.
    public let turns: Int
    /// Milliseconds for which two cards that differ stay open, 0 to 10,000.
    public private(set) var revealMilliseconds: Int
    /// Milliseconds for both flips of a turn, 1,000 to 3,600,000; 0 for no clock.
    public private(set) var turnMilliseconds: Int
    /// Milliseconds for which an absent player's seat is kept, 0 to 3,600,000.
    public private(set) var graceMilliseconds: Int
    /// Milliseconds that the house player thinks before a flip, on average, 0 to 10,000.
    public private(set) var houseMilliseconds: Int
    /// Set: milliseconds after which a table that nobody touches is over, 10,000 to 3,600,000.
    public private(set) var idleMilliseconds: Int
    /// The scoring of pairs and misses.
    public let scoring: Scoring
    /// The treatment of taken cards.
    public let matched: Matched
    /// True if a seat that takes a pair goes again.
    public let again: Bool
    /// The face set to deal from.
    public private(set) var faces: FaceSet
    /// The game.
    public let game: GameKind

    /// The scoring of pairs and misses.
    public enum Scoring: String, CaseIterable, Sendable {
        /// One point per pair.
        case pairs
        /// 200 points per pair, minus 100 per miss.
        case points
    }

    /// The treatment of taken cards.
    public enum Matched: String, CaseIterable, Sendable {
        /// They stay on the board, face up.
        case stay
        /// They are removed from the board.
        case vanish
    }

    /// Memory: cards on the board, which is the size of the deck.
    public var cardCount: Int { rows * columns }
    /// Pairs on the board.
    public var pairCount: Int { cardCount / 2 }
    /// True for a game with one player.
    public var isSolo: Bool { seats == 1 }
    /// Cards in the deck.
    public var deckCount: Int { game.type.deckCount(under: self) }
    /// True if the cards show the host's pictures.
    public var usesPictures: Bool { faces == .pictures }

    /// The faces that the cards may have, with their encodings.
    var palette: Palette { game.type.palette(under: self) }

    /// The valid ranges of the numeric rules.
    public enum Bounds {
        /// Rows, and columns.
        public static let side = 2...10
        /// Seats.
        public static let seats = 1...2
        /// Turns per seat; 0 for no limit.
        public static let turns = 0...500
        /// `revealMs`.
        public static let reveal = 0...10_000
        /// `turnMs`, unless it is 0.
        public static let turn = 1_000...3_600_000
        /// `graceMs`.
        public static let grace = 0...3_600_000
        /// `houseMs`.
        public static let house = 0...10_000
        /// `idleMs`.
        public static let idle = 10_000...3_600_000
    }

    /// The default times, which all presets share.
    private enum Defaults {
        static let reveal = 1_000
        static let turn = 60_000
        static let grace = 120_000
        static let house = 900
        static let idle = 300_000
    }

    /// Validates a request; takes what it omits from its preset, or the host's default preset, then from `classic`.
    ///
    /// - Throws: `bad_rules`, naming the field and its range.
    public init(_ request: RulesRequest, default preset: Preset = .classic) throws(Refusal) {
        if let game = request.game, game != .memory {
            try self.init(checking: request.ofItsGame, default: .classic)
        } else {
            try self.init(checking: request, default: preset)
        }
    }

    private init(checking request: RulesRequest, default preset: Preset) throws(Refusal) {
        game = request.game ?? .memory
        let base = (request.preset ?? preset).fields
        rows = try Self.check(request.rows ?? base.rows ?? 5, "rows", Bounds.side)
        columns = try Self.check(request.columns ?? base.columns ?? 6, "columns", Bounds.side)
        guard (rows * columns).isMultiple(of: 2) else {
            throw .badRules(field: "rows x columns", range: "even; \(rows) x \(columns) is odd")
        }
        seats = try Self.check(request.seats ?? 2, "seats", Bounds.seats)
        turns = try Self.check(request.turns ?? base.turns ?? (seats == 1 ? 30 : 15), "turns", Bounds.turns)
        revealMilliseconds = try Self.check(request.revealMilliseconds ?? Defaults.reveal, "revealMs", Bounds.reveal)
        let turn = request.turnMilliseconds ?? Defaults.turn
        guard turn == 0 || Bounds.turn.contains(turn) else {
            throw .badRules(field: "turnMs", range: "0, or \(Self.words(Bounds.turn))")
        }
        turnMilliseconds = turn
        graceMilliseconds = try Self.check(request.graceMilliseconds ?? Defaults.grace, "graceMs", Bounds.grace)
        houseMilliseconds = try Self.check(request.houseMilliseconds ?? Defaults.house, "houseMs", Bounds.house)
        let idle = try Self.check(request.idleMilliseconds ?? Defaults.idle, "idleMs", Bounds.idle)
        idleMilliseconds = game == .memory ? Defaults.idle : idle
        scoring = request.scoring ?? base.scoring ?? .pairs
        matched = request.matched ?? base.matched ?? .stay
        again = request.again ?? base.again ?? false
        faces = request.faces ?? .animals
    }

    /// These rules with the times of `classic`, under which solo games are compared: waiting longer for cards to turn
    /// back, or for a lost connection, doesn't make a different game.
    public var comparable: Rules {
        var rules = self
        (rules.revealMilliseconds, rules.turnMilliseconds) = (Defaults.reveal, Defaults.turn)
        (rules.graceMilliseconds, rules.houseMilliseconds) = (Defaults.grace, Defaults.house)
        rules.idleMilliseconds = Defaults.idle
        return rules
    }

    /// Returns the same rules with another face set.
    public func dealt(from faces: FaceSet) -> Rules {
        var rules = self
        rules.faces = faces
        return rules
    }

    /// Returns the rules of a preset, optionally for a solo game.
    public static func preset(_ preset: Preset, solo: Bool = false) -> Rules {
        usual(RulesRequest(preset: preset), solo: solo)
    }

    /// The rules that most matches are played by: the presets, and the default rules of the other games.
    public static func usual(solo: Bool) -> [Rules] {
        Preset.allCases.map { preset($0, solo: solo) }
            + GameKind.allCases.filter { $0 != .memory }.map { usual(RulesRequest(game: $0), solo: solo) }
    }

    private static func usual(_ request: RulesRequest, solo: Bool) -> Rules {
        var request = request
        if solo { request.seats = 1 }
        do {
            return try Rules(request)
        } catch {
            preconditionFailure("the usual rules break their own ranges: \(error.message)")
        }
    }

    /// Returns a range in words, as used in refusals and in the protocol document.
    static func words(_ range: ClosedRange<Int>) -> String { "\(range.lowerBound) to \(range.upperBound)" }

    private static func check(_ value: Int, _ field: String, _ range: ClosedRange<Int>) throws(Refusal) -> Int {
        guard range.contains(value) else { throw .badRules(field: field, range: words(range)) }
        return value
    }
}

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

    /// Creates a request that sets every field of the rules' game; one of Memory names no game.
    public init(_ rules: Rules) {
        preset = nil
        if rules.game != .memory { (game, idleMilliseconds) = (rules.game, rules.idleMilliseconds) }
        (rows, columns, seats, turns) = (rules.rows, rules.columns, rules.seats, rules.turns)
        revealMilliseconds = rules.revealMilliseconds
        turnMilliseconds = rules.turnMilliseconds
        (graceMilliseconds, houseMilliseconds) = (rules.graceMilliseconds, rules.houseMilliseconds)
        (scoring, matched, again, faces) = (rules.scoring, rules.matched, rules.again, rules.faces)
    }

    /// The request without the rules that its game doesn't have.
    var ofItsGame: RulesRequest {
        var rest = self
        switch game ?? .memory {
        case .memory:
            rest.idleMilliseconds = nil
        case .set:
            rest = RulesRequest(game: game)
            (rest.seats, rest.idleMilliseconds) = (seats, idleMilliseconds)
            (rest.graceMilliseconds, rest.houseMilliseconds) = (graceMilliseconds, houseMilliseconds)
        }
        return rest
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
