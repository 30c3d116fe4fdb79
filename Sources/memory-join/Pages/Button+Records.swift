import Protocol

// The buttons of the records and of the people in them.

extension Button {
    static let older = Button("older", "Older", key: "o", help: "older ones") { model, now in
        let last = model.session.records?.records.last?.id
        model.request(.records(before: last, limit: Model.recordsPerPage, model.session.recordFilter), now)
    }
    static let typed = Button("typed", "Type a name", key: "n") { model, _ in
        model.screen.overlay = .prompt(Prompt(.opponent))
    }
}

// MARK: - The choice among the records

extension Model {
    /// The buttons that choose among the records.
    var recordFilters: [Button] { [.allRecords] + (name == nil ? [] : [.own]) + [.pairs, .alone, .against, .ofGame] }
}

extension Button {
    static let allRecords = filter("allRecords", "All", key: "a", isOn: { $0.session.recordFilter == .all }) { _ in
        .all
    }
    static let own = filter(
        "own", "Yours", key: "y", isOn: { $0.name != nil && $0.session.recordFilter.player == $0.name },
        shown: { $0.size.columns < 60 ? "Me" : "Yours" }
    ) { model in
        let filter = model.session.recordFilter
        let isAlone = filter.player == model.name && filter.opponent == nil
        return RecordFilter(player: isAlone ? nil : model.name, seats: filter.seats, game: filter.game)
    }
    static let pairs = filter(
        "pairs", "Two players", key: "t", isOn: { $0.session.recordFilter.seats == 2 },
        shown: { $0.size.columns < 60 ? "Two" : "Two players" }
    ) { $0.session.recordFilter.toggling(seats: 2) }
    static let alone = filter("alone", "Solo", key: "s", isOn: { $0.session.recordFilter.seats == 1 }) {
        $0.session.recordFilter.toggling(seats: 1)
    }
    /// Goes through the games.
    static let ofGame = filter(
        "ofGame", "Game", key: "g",
        help:
            "\(GameKind.allCases.map(\.title).joined(separator: ", ")), or "
            + (GameKind.allCases.count > 2 ? "all" : "both"),
        isOn: { $0.session.recordFilter.game != nil }, shown: { $0.session.recordFilter.game?.title ?? "Game" }
    ) { model in
        var filter = model.session.recordFilter
        let games = [nil] + GameKind.allCases
        let index = games.firstIndex(of: filter.game) ?? 0
        filter.game = games[(index + 1) % games.count]
        return filter
    }
    static let against = Button(
        "against", "With", key: "w", help: "with another player",
        shown: { bracketed("With", $0.recordFilterOpponent != nil) }
    ) { model, now in
        if model.name == nil {
            model.screen.overlay = .prompt(Prompt(.opponent))
        } else {
            model.showRefreshed(.opponents, now)
        }
    }

    /// A button that adds a condition to the records listed, or takes it away; in brackets while it holds.
    private static func filter(
        _ name: String, _ title: String, key: Unicode.Scalar, help: String? = nil,
        isOn: @escaping @Sendable (Model) -> Bool, shown: (@Sendable (Model) -> String)? = nil,
        next: @escaping @Sendable (Model) -> RecordFilter
    ) -> Button {
        Button(
            name, title, key: key, help: help, shown: { bracketed(shown?($0) ?? title, isOn($0)) },
            press: { model, now in model.showRecords(next(model), now) })
    }

    private static func bracketed(_ title: String, _ isOn: Bool) -> String { isOn ? "[\(title)]" : title }
}

extension RecordFilter {
    fileprivate func toggling(seats: Int) -> RecordFilter {
        var filter = self
        filter.seats = filter.seats == seats ? nil : seats
        return filter
    }
}
