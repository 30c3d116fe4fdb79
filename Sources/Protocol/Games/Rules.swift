/// The rules of one match, complete and valid: a `Rules` value never needs checking again.
///
/// Made from a ``RulesRequest``; the ranges are in ``Bounds``.
///
/// A game has the rules that it does not list (``TableGame/rules``) at the values of `classic`, whatever was asked
/// for, so that clients that know only Memory can read them.
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
    /// Milliseconds after which a table that nobody touches is over, in a game without turns, 10,000 to 3,600,000.
    public private(set) var idleMilliseconds: Int
    /// The scoring of pairs and misses.
    public let scoring: Scoring
    /// The treatment of taken cards.
    public let matched: Matched
    /// True if a seat that takes a pair goes again.
    public let again: Bool
    /// The face set to deal from.
    public private(set) var faces: FaceSet
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

    /// Cards on a board of these rows and columns.
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
        if let game = request.game, game != .usual {
            try self.init(checking: request.trimmedToItsGame, default: .classic)
        } else {
            try self.init(checking: request, default: preset)
        }
    }

    private init(checking request: RulesRequest, default preset: Preset) throws(Refusal) {
        game = request.game ?? .usual
        let base = (request.preset ?? preset).fields
        rows = try Rule.rows.checked(request.rows ?? base.rows ?? 5)
        columns = try Rule.columns.checked(request.columns ?? base.columns ?? 6)
        guard (rows * columns).isMultiple(of: 2) else {
            throw .badRules(field: "rows x columns", range: "even; \(rows) x \(columns) is odd")
        }
        seats = try Rule.seats.checked(request.seats ?? 2)
        turns = try Rule.turns.checked(request.turns ?? base.turns ?? (seats == 1 ? 30 : 15))
        revealMilliseconds = try Rule.reveal.checked(request.revealMilliseconds ?? Defaults.reveal)
        turnMilliseconds = try Rule.turnTime.checked(request.turnMilliseconds ?? Defaults.turn)
        graceMilliseconds = try Rule.grace.checked(request.graceMilliseconds ?? Defaults.grace)
        houseMilliseconds = try Rule.house.checked(request.houseMilliseconds ?? Defaults.house)
        let idle = game.has(.idle) ? request.idleMilliseconds : nil
        idleMilliseconds = try Rule.idle.checked(idle ?? Defaults.idle)
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

    /// Returns the rules of a game for which nothing is asked, optionally for a solo game.
    public static func usual(of game: GameKind, solo: Bool = false) -> Rules {
        usual(RulesRequest(game: game), solo: solo)
    }

    /// The rules that most matches are played by: the presets, and the default rules of the other games.
    public static func usual(solo: Bool) -> [Rules] {
        Preset.allCases.map { preset($0, solo: solo) }
            + GameKind.others.map { usual(of: $0, solo: solo) }
    }

    /// Returns the rules of a contest: those of a preset for two, or of another game, with times for programs.
    public static func ofContest(_ preset: Preset, _ game: GameKind = .usual) -> Rules {
        var request = game == .usual ? RulesRequest(preset: preset) : RulesRequest(game: game)
        (request.revealMilliseconds, request.turnMilliseconds, request.graceMilliseconds) = (0, 2_000, 30_000)
        request.idleMilliseconds = 30_000
        return usual(request, solo: false)
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
}
