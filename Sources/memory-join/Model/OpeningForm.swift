import Protocol

/// The match that is about to be opened.
struct OpeningForm: Equatable, Sendable {
    var game = GameKind.memory
    /// True if the host plays Set, too.
    var offersSet = true
    /// Players: 1 or 2.
    var seats: Int
    /// The second player of two.
    var opponent = Opponent.anybody
    var preset: Preset
    /// The board's size; nil for that of the preset.
    var size: Size?
    /// Turns for each player, 0 for no limit; nil for as many as the board needs.
    var turns: Int?
    /// Seconds for both flips of a turn, 0 for no clock; nil for the usual time.
    var turnSeconds: Int?
    /// True if a pair earns another turn; nil for what the preset says.
    var again: Bool?
    var faces = FaceSet.animals
    /// Seconds without a move after which a match of Set ends; nil for the usual time.
    var idleSeconds: Int?
    /// True if only those who know the code may join.
    var isPrivate = false
    /// This client's own choices at every table of Set; see ``Options``.
    var claimsByEnter = false
    var marksColours = false
    /// True if the letters for the colours can be left out.
    var offersMarks = true

    struct Size: Hashable, Sendable {
        let rows: Int
        let columns: Int
    }

    enum Field: CaseIterable, Sendable {
        case game, seats, preset, size, turns, clock, again, faces, idle, isPrivate, claims, marks
    }

    /// The sizes to choose from; others can be typed as a command.
    static let sizes = [
        Size(rows: 2, columns: 3), Size(rows: 2, columns: 5), Size(rows: 5, columns: 2), Size(rows: 3, columns: 4),
        Size(rows: 4, columns: 4), Size(rows: 4, columns: 5), Size(rows: 5, columns: 6), Size(rows: 6, columns: 6),
        Size(rows: 6, columns: 8), Size(rows: 8, columns: 8), Size(rows: 8, columns: 10), Size(rows: 10, columns: 10),
    ]
    static let turnLimits = [5, 10, 15, 20, 30, 40, 50, 75, 100, 0]
    static let clocks = [10, 20, 30, 60, 120, 300, 0]
    /// In seconds; nil, the usual five minutes, is in its place among them.
    static let idleTimes = [30, 60, 120, nil, 600, 1800, 3600]

    init(seats: Int, preset: Preset = .classic) { (self.seats, self.preset) = (seats, preset) }

    /// A form for another match like one that was played. What the form does not offer is as in the preset.
    init(_ rules: Rules, isPrivate: Bool) {
        let alike = Preset.allCases.filter { preset in
            let base = Rules.preset(preset, solo: rules.isSolo)
            return (base.scoring, base.matched) == (rules.scoring, rules.matched)
        }
        let exact = alike.first { preset in
            let base = Rules.preset(preset, solo: rules.isSolo)
            return (base.rows, base.columns, base.turns) == (rules.rows, rules.columns, rules.turns)
        }
        self.init(
            seats: rules.seats,
            preset: exact ?? alike.first { Rules.preset($0).again == rules.again } ?? alike.first ?? .classic)
        let base = self.rules
        if (rules.rows, rules.columns) != (base?.rows, base?.columns) {
            size = Size(rows: rules.rows, columns: rules.columns)
        }
        again = rules.again == base?.again ? nil : rules.again
        faces = rules.faces
        self.isPrivate = isPrivate
        game = rules.game
        guard game == .memory else {
            idleSeconds =
                rules.idleMilliseconds == self.rules?.idleMilliseconds ? nil : rules.idleMilliseconds / 1000
            return
        }
        turnSeconds = rules.turnMilliseconds == base?.turnMilliseconds ? nil : rules.turnMilliseconds / 1000
        turns = rules.turns == self.rules?.turns ? nil : rules.turns
    }

    /// A form for a match against the house, or with a second person on this device.
    static func against(_ opponent: Opponent, _ preset: Preset) -> OpeningForm {
        var form = OpeningForm(seats: 2, preset: preset)
        form.opponent = opponent
        return form
    }

    /// The form's lines. A solo game has no next player, and only a match that another may join has a code.
    var fields: [Field] {
        Field.allCases.filter { field in
            switch field {
            case .again: game == .memory && seats > 1
            case .isPrivate: seats > 1 && opponent == .anybody
            case .seats: true
            case .game: offersSet && !isBeside
            case .preset, .size, .turns, .clock, .faces: game == .memory
            case .idle, .claims: game == .set
            case .marks: game == .set && offersMarks
            }
        }
    }

    /// The players to choose from: one, two, and one with the house or with the second person on this device.
    private var lineups: [Lineup] {
        var all = [Lineup(seats: 1), Lineup(seats: 2)] + HouseLevel.allCases.map { Lineup(opponent: .house($0)) }
        if case .beside = opponent { all.append(Lineup(opponent: opponent)) }
        return all
    }

    private var isBeside: Bool {
        if case .beside = opponent { return true }
        return false
    }

    private struct Lineup: Equatable {
        var seats = 2
        var opponent = Opponent.anybody
    }

    /// Takes the value after, or before, of a line.
    ///
    /// - Parameter faceSets: the host's sets of faces.
    mutating func change(_ field: Field, by step: Int, faceSets: [FaceSet] = FaceSet.builtIn) {
        switch field {
        case .game: game = Self.next(game, in: GameKind.allCases, by: step)
        case .seats:
            let next = Self.next(Lineup(seats: seats, opponent: opponent), in: lineups, by: step)
            (seats, opponent) = (next.seats, next.opponent)
        case .preset: preset = Self.next(preset, in: Preset.allCases, by: step)
        case .size: size = Self.next(size, in: [nil] + Self.sizes, by: step)
        case .turns: turns = Self.next(turns, in: [nil] + Self.turnLimits, by: step)
        case .clock: turnSeconds = Self.next(turnSeconds, in: [nil] + Self.clocks, by: step)
        case .again: again = again == nil ? !standard.again : nil
        case .faces: faces = Self.next(faces, in: faceSets, by: step)
        case .idle: idleSeconds = Self.next(idleSeconds, in: Self.idleTimes, by: step)
        case .isPrivate: isPrivate.toggle()
        case .claims: claimsByEnter.toggle()
        case .marks: marksColours.toggle()
        }
    }

    /// The value some steps on, around the end; the first one after a value that is not among them.
    private static func next<Value: Equatable>(_ value: Value, in values: [Value], by step: Int) -> Value {
        guard let index = values.firstIndex(of: value) else { return values[step > 0 ? 0 : values.count - 1] }
        return values[((index + step) % values.count + values.count) % values.count]
    }

    /// The rules of the preset alone.
    private var standard: Rules { .preset(preset, solo: seats == 1) }

    var command: Command {
        var rules = RulesRequest(preset: game == .memory ? preset : nil)
        (rules.seats, rules.game) = (seats, game == .memory ? nil : game)
        guard game == .memory else {
            rules.idleMilliseconds = idleSeconds.map { $0 * 1000 }
            return open(rules)
        }
        (rules.rows, rules.columns) = (size?.rows, size?.columns)
        rules.turns = turns ?? turnsForBoard
        rules.turnMilliseconds = turnSeconds.map { $0 * 1000 }
        rules.again = seats > 1 ? again : nil
        rules.faces = faces
        return open(rules)
    }

    private func open(_ rules: RulesRequest) -> Command {
        guard seats > 1 else { return .open(rules, isPrivate: false) }
        return .open(rules, isPrivate: isPrivate && opponent == .anybody, against: opponent)
    }

    /// The turns that a board larger than the preset's needs, as many a pair as there; nil if the preset's will do.
    private var turnsForBoard: Int? {
        let standard = standard
        guard standard.turns > 0, let size, size.rows * size.columns > standard.cardCount else { return nil }
        return (standard.turns * size.rows * size.columns + standard.cardCount - 1) / standard.cardCount
    }

    var rules: Rules? {
        guard case .open(let request, _, _) = command else { return nil }
        return try? Rules(request)
    }
}

extension MatchState {
    /// The second player to ask for in another match like this one.
    var opponent: Opponent {
        guard seats.count > 1 else { return .anybody }
        switch seats[1].kind {
        case .person: return .anybody
        case .house(let level): return .house(level)
        case .beside: return (try? PlayerName(seats[1].name)).map { .beside($0) } ?? .anybody
        }
    }
}

extension Rules {
    /// True if there are too few turns to take all pairs, even if none misses.
    var cannotBeCleared: Bool { turns > 0 && !again && turns * seats < pairCount }
}
