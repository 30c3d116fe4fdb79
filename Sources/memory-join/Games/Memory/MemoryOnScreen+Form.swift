import Protocol

// The form's lines for Memory.

extension MemoryOnScreen {
    static var facts: GameFacts {
        GameFacts(
            name: "Memory", takesTurns: true, hasPresets: true,
            fields: [.preset, .size, .turns, .clock, .again, .faces])
    }

    static func request(_ form: OpeningForm) -> RulesRequest {
        var rules = RulesRequest(preset: form.preset)
        (rules.rows, rules.columns) = (form.size?.rows, form.size?.columns)
        rules.turns = form.turns ?? form.turnsForBoard
        rules.turnMilliseconds = form.wanted.turnMilliseconds
        rules.again = form.seats > 1 ? form.again : nil
        rules.faces = form.faces
        return rules
    }

    static func fill(_ form: inout OpeningForm, from rules: Rules) {
        let alike = Preset.allCases.filter { preset in
            let base = Rules.preset(preset, solo: rules.isSolo)
            return (base.scoring, base.matched) == (rules.scoring, rules.matched)
        }
        let exact = alike.first { preset in
            let base = Rules.preset(preset, solo: rules.isSolo)
            return (base.rows, base.columns, base.turns) == (rules.rows, rules.columns, rules.turns)
        }
        form.preset = exact ?? alike.first { Rules.preset($0).again == rules.again } ?? alike.first ?? .classic
        let base = form.rules
        if (rules.rows, rules.columns) != (base?.rows, base?.columns) {
            form.size = OpeningForm.Size(rows: rules.rows, columns: rules.columns)
        }
        form.again = rules.again == base?.again ? nil : rules.again
        form.faces = rules.faces
        form.turnSeconds = rules.turnMilliseconds == base?.turnMilliseconds ? nil : rules.turnMilliseconds / 1000
        form.turns = rules.turns == form.rules?.turns ? nil : rules.turns
    }
}

extension OpeningForm.Field {
    static let preset = Self("preset", "Rules") { form, _, _ in
        form.preset.rawValue
    } change: { form, step, _ in
        form.preset = next(form.preset, in: Preset.allCases, by: step)
    }

    static let size = Self("size", "Board") { _, rules, _ in
        "\(rules.rows)x\(rules.columns), \(PlainRules.counted(rules.pairCount, "pair"))"
    } change: { form, step, _ in
        form.size = next(form.size, in: [nil] + OpeningForm.sizes, by: step)
    }

    static let turns = Self("turns", "Turns") { form, rules, _ in
        rules.turns == 0 ? "no limit" : "\(rules.turns)\(form.seats > 1 ? " each" : "")"
    } change: { form, step, _ in
        form.turns = next(form.turns, in: [nil] + OpeningForm.turnLimits, by: step)
    }

    static let clock = Self("clock", "Clock") { _, rules, _ in
        rules.turnMilliseconds == 0 ? "none" : "\(rules.turnMilliseconds / 1000) s per turn"
    } change: { form, step, _ in
        form.turnSeconds = next(form.turnSeconds, in: [nil] + OpeningForm.clocks, by: step)
    }

    /// Alone there is no next player.
    static let again = Self("again", "After a pair", isShown: { $0.seats > 1 }) { _, rules, _ in
        rules.again ? "another turn" : "next player"
    } change: { form, _, _ in
        form.again = form.again == nil ? !form.standard.again : nil
    }

    static let faces = Self("faces", "Cards") { form, _, _ in
        form.faces.rawValue
    } change: { form, step, faceSets in
        form.faces = next(form.faces, in: faceSets, by: step)
    }
}

extension OpeningForm {
    struct Size: Hashable, Sendable {
        let rows: Int
        let columns: Int
    }

    /// The sizes to choose from; others can be typed as a command.
    static let sizes = [
        Size(rows: 2, columns: 3), Size(rows: 2, columns: 5), Size(rows: 5, columns: 2), Size(rows: 3, columns: 4),
        Size(rows: 4, columns: 4), Size(rows: 4, columns: 5), Size(rows: 5, columns: 6), Size(rows: 6, columns: 6),
        Size(rows: 6, columns: 8), Size(rows: 8, columns: 8), Size(rows: 8, columns: 10), Size(rows: 10, columns: 10),
    ]
    static let turnLimits = [5, 10, 15, 20, 30, 40, 50, 75, 100, 0]
    static let clocks = [10, 20, 30, 60, 120, 300, 0]

    var preset: Preset {
        get { wanted.preset ?? .classic }
        set { wanted.preset = newValue }
    }

    /// The board's size; nil for that of the preset.
    var size: Size? {
        get { wanted.rows.flatMap { rows in wanted.columns.map { Size(rows: rows, columns: $0) } } }
        set { (wanted.rows, wanted.columns) = (newValue?.rows, newValue?.columns) }
    }

    /// Turns for each player, 0 for no limit; nil for as many as the board needs.
    var turns: Int? {
        get { wanted.turns }
        set { wanted.turns = newValue }
    }

    /// Seconds for both flips of a turn, 0 for no clock; nil for the usual time.
    var turnSeconds: Int? {
        get { wanted.turnMilliseconds.map { $0 / 1000 } }
        set { wanted.turnMilliseconds = newValue.map { $0 * 1000 } }
    }

    /// True if a pair earns another turn; nil for what the preset says.
    var again: Bool? {
        get { wanted.again }
        set { wanted.again = newValue }
    }

    var faces: FaceSet {
        get { wanted.faces ?? .animals }
        set { wanted.faces = newValue == .animals ? nil : newValue }
    }

    /// The rules of the preset alone.
    fileprivate var standard: Rules { .preset(preset, solo: seats == 1) }

    /// The turns that a board larger than the preset's needs, as many a pair as there; nil if the preset's will do.
    fileprivate var turnsForBoard: Int? {
        let standard = standard
        guard standard.turns > 0, let size, size.rows * size.columns > standard.cardCount else { return nil }
        return (standard.turns * size.rows * size.columns + standard.cardCount - 1) / standard.cardCount
    }
}

extension Rules {
    /// True if there are too few turns to take all pairs, even if none misses.
    var cannotBeCleared: Bool { turns > 0 && !again && turns * seats < pairCount }
}
