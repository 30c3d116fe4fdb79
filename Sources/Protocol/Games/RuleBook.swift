/// The rules that a host offers: its presets, the range of each number, and its face sets.
public struct RuleBook: Equatable, Sendable {
    /// The name of the preset for rules that name none.
    public let preset: String
    /// The presets, the most usual one first, for two players.
    public let presets: [NamedRules]
    /// The same for one player; none from a host that does not say.
    public let solo: [NamedRules]
    /// The usual rules for two of each other game, by its name; none from a host that does not say.
    public let games: [NamedRules]
    /// The ranges of the rules that are numbers.
    public let ranges: [NamedRange]
    /// The face sets.
    public let faces: [NamedFaces]
    /// The game that plain words explain. Not part of JSON.
    public var game = GameKind.memory

    /// Complete rules with a name.
    public struct NamedRules: Equatable, Sendable {
        /// The name of a preset or a game.
        public let name: String
        public let rules: Rules

        public init(name: String, rules: Rules) { (self.name, self.rules) = (name, rules) }
    }

    /// A rule that is a number.
    public struct NamedRange: Equatable, Sendable {
        /// Its name in JSON.
        public let field: String
        /// Its valid values; `turnMs` may also be 0.
        public let range: ClosedRange<Int>

        public init(field: String, range: ClosedRange<Int>) { (self.field, self.range) = (field, range) }
    }

    /// A face set.
    public struct NamedFaces: Equatable, Sendable {
        public let name: String
        /// Its faces, without duplicates.
        public let faces: [String]

        /// Creates a face set.
        public init(name: String, faces: [String]) { (self.name, self.faces) = (name, faces) }
    }

    /// Creates a rule book.
    public init(
        preset: String, presets: [NamedRules], solo: [NamedRules] = [], games: [NamedRules] = [],
        ranges: [NamedRange], faces: [NamedFaces]
    ) {
        (self.preset, self.presets, self.solo, self.games) = (preset, presets, solo, games)
        (self.ranges, self.faces) = (ranges, faces)
    }

    /// Creates the rule book of this program, for a host with this default preset and these pictures.
    public init(preset: Preset, pictures: [Picture] = [], explaining game: GameKind = .memory) {
        let own = NamedFaces(name: FaceSet.pictures.rawValue, faces: pictures.map(\.label))
        self.init(
            preset: preset.rawValue,
            presets: Preset.allCases.map { NamedRules(name: $0.rawValue, rules: .preset($0)) },
            solo: Preset.allCases.map { NamedRules(name: $0.rawValue, rules: .preset($0, solo: true)) },
            games: GameKind.others.map { NamedRules(name: $0.rawValue, rules: .usual(of: $0)) },
            ranges: Rule.all.compactMap { rule in
                rule.number.map { NamedRange(field: rule.name, range: $0.bounds) }
            },
            faces: FaceSet.builtIn.map { NamedFaces(name: $0.rawValue, faces: $0.faces) }
                + (pictures.isEmpty ? [] : [own]))
        self.game = game
    }
}
