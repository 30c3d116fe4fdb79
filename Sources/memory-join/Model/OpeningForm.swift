import Protocol

/// The match that is about to be opened.
struct OpeningForm: Equatable, Sendable {
    var game = GameKind.usual
    /// The games to choose from.
    var games = GameKind.allCases
    /// Players: 1 or 2.
    var seats: Int
    /// The second player of two.
    var opponent = OpponentChoice.anybody
    /// The rules of all games that differ from the usual ones; each game reads its own.
    var wanted: RulesRequest
    /// True if only those who know the code may join.
    var isPrivate = false
    /// This client's own choices at every table.
    var settings = Settings()
    /// The settings that can be chosen on this screen.
    var offered = Setting.all

    init(seats: Int, preset: Preset = .classic) { (self.seats, wanted) = (seats, RulesRequest(preset: preset)) }

    /// A form for another match like one that was played. What the form does not offer is as usual.
    init(_ rules: Rules, isPrivate: Bool) {
        self.init(seats: rules.seats)
        (game, self.isPrivate) = (rules.game, isPrivate)
        rules.onScreen.fill(&self, from: rules)
    }

    /// A form for a match against the house, or with a second person on this device.
    static func against(_ opponent: OpponentChoice, _ preset: Preset) -> OpeningForm {
        var form = OpeningForm(seats: 2, preset: preset)
        form.opponent = opponent
        return form
    }

    /// The form's lines.
    var fields: [Field] {
        ([.game, .seats] + game.onScreen.facts.fields + [.isPrivate]
            + game.onScreen.facts.settings.filter { offered.contains($0) }.map { Field($0) })
            .filter { $0.isShown(self) }
    }

    /// Takes the value after, or before, of a line.
    ///
    /// - Parameter faceSets: the host's sets of faces.
    mutating func change(_ field: Field, by step: Int, faceSets: [FaceSet] = FaceSet.builtIn) {
        field.change(&self, step, faceSets)
    }

    var command: Command {
        var rules = game.onScreen.request(self)
        (rules.seats, rules.game) = (seats, game.named)
        guard seats > 1 else { return .open(rules, isPrivate: false) }
        return .open(rules, isPrivate: isPrivate && opponent == .anybody, against: opponent)
    }

    var rules: Rules? {
        guard case .open(let request, _, _) = command else { return nil }
        return try? Rules(request)
    }
}

extension OpeningForm {
    /// A line of the form.
    struct Field: Sendable {
        private let name: String
        let title: String
        /// Returns true for a form in which it has a meaning.
        let isShown: @Sendable (OpeningForm) -> Bool
        /// Returns the value in a form that asks for these rules.
        let value: @Sendable (OpeningForm, Rules, Look) -> String
        /// Takes the value some steps on, where the host has these sets of faces.
        let change: @Sendable (inout OpeningForm, Int, [FaceSet]) -> Void

        init(
            _ name: String, _ title: String, isShown: @escaping @Sendable (OpeningForm) -> Bool = { _ in true },
            value: @escaping @Sendable (OpeningForm, Rules, Look) -> String,
            change: @escaping @Sendable (inout OpeningForm, Int, [FaceSet]) -> Void
        ) {
            (self.name, self.title, self.isShown, self.value, self.change) = (name, title, isShown, value, change)
        }

        /// The line of a setting.
        init(_ setting: Setting) {
            self.init(setting.option, setting.title) { form, _, _ in
                form.settings[setting] ? setting.on : setting.off
            } change: { form, _, _ in
                form.settings[setting].toggle()
            }
        }

        /// The value some steps on, around the end; the first one after a value that is not among them.
        static func next<Value: Equatable>(_ value: Value, in values: [Value], by step: Int) -> Value {
            guard let index = values.firstIndex(of: value) else { return values[step > 0 ? 0 : values.count - 1] }
            return values[((index + step) % values.count + values.count) % values.count]
        }
    }
}

extension OpeningForm.Field: Hashable {
    static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

// The lines of every game.
extension OpeningForm.Field {
    /// Hidden for two people on one device: only the usual game supports that.
    static let game = Self("game", "Game", isShown: { $0.games.count > 1 && !$0.isBeside }) { _, rules, _ in
        rules.game.title
    } change: { form, step, _ in
        form.game = next(form.game, in: form.games, by: step)
    }

    static let seats = Self("seats", "Players") { form, _, look in
        if form.seats == 1 { return "1 (solo)" }
        return switch form.opponent {
        case .anybody: "2"
        case .house(let level): "house (\(level.rawValue))"
        case .beside(let name):
            "with \(TextWidth.truncated(SafeText.line(name.text), to: 16, isASCII: look.isASCII))"
        }
    } change: { form, step, _ in
        let lineup = next(OpeningForm.Lineup(seats: form.seats, opponent: form.opponent), in: form.lineups, by: step)
        (form.seats, form.opponent) = (lineup.seats, lineup.opponent)
    }

    /// Only a match that another may join has a code.
    static let isPrivate = Self("isPrivate", "Visibility", isShown: { $0.seats > 1 && $0.opponent == .anybody }) {
        form, _, _ in
        form.isPrivate ? "private (code)" : "public"
    } change: { form, _, _ in
        form.isPrivate.toggle()
    }
}

extension OpeningForm {
    fileprivate struct Lineup: Equatable {
        var seats = 2
        var opponent = OpponentChoice.anybody
    }

    /// The players to choose from: one, two, and one with the house or with the second person on this device.
    fileprivate var lineups: [Lineup] {
        var all = [Lineup(seats: 1), Lineup(seats: 2)] + HouseLevel.allCases.map { Lineup(opponent: .house($0)) }
        if case .beside = opponent { all.append(Lineup(opponent: opponent)) }
        return all
    }

    fileprivate var isBeside: Bool {
        if case .beside = opponent { return true }
        return false
    }
}

extension MatchState {
    /// The second player to ask for in another match like this one.
    var opponent: OpponentChoice {
        guard seats.count > 1 else { return .anybody }
        switch seats[1].kind {
        case .person: return .anybody
        case .house(let level): return .house(level)
        case .beside: return (try? PlayerName(seats[1].name)).map { .beside($0) } ?? .anybody
        }
    }
}
