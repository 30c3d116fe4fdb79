import Protocol

extension GameKind {
    /// The game as this client shows and plays it. The one place that names them all.
    var onScreen: any GameOnScreen.Type {
        switch self {
        case .memory: MemoryOnScreen.self
        case .set: SetOnScreen.self
        }
    }

    /// The name of the game.
    var title: String { onScreen.facts.name }

    /// The game as commands name it; nil for the one that is meant where none is named.
    var named: GameKind? { self == .usual ? nil : self }

    static var named: [GameKind] { allCases.compactMap(\.named) }

    /// Returns the games of a host with these features.
    static func offered(by features: [String]) -> [GameKind] {
        allCases.filter { $0.named == nil || features.contains($0.rawValue) }
    }
}

extension Rules {
    /// The rules' game on the screen.
    var onScreen: any GameOnScreen.Type { game.onScreen }

    /// What is said of them.
    var words: RuleWords { onScreen.words(of: self) }
}

extension MatchState {
    /// The match's game on the screen.
    var onScreen: any GameOnScreen.Type { game.kind.onScreen }
}
