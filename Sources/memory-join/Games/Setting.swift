import Protocol

/// A person's own choice at every table of a game, on or off. The host hears nothing of it.
struct Setting: Sendable {
    /// The option that turns it on.
    let option: String
    /// The sentence of `--help` about the option.
    let optionHelp: String
    /// The key that changes it at a table.
    let key: Unicode.Scalar
    /// Returns what the help of a table says of the key, where the setting is on or off.
    let keyHelp: @Sendable (Bool) -> String
    /// Its line in the form, and the values there.
    let title, on, off: String
    /// The sentences for turning it on and off.
    let turnedOn, turnedOff: String
    /// True if it matters only to those who play.
    var isForPlayers = false
    /// Returns true on a screen on which there is a choice.
    var isOffered: @Sendable (Look) -> Bool = { _ in true }

    /// Those of all games.
    static var all: [Setting] { GameKind.allCases.flatMap { $0.onScreen.facts.settings } }
}

extension Setting: Hashable {
    static func == (left: Self, right: Self) -> Bool { left.option == right.option }

    func hash(into hasher: inout Hasher) { hasher.combine(option) }
}

struct Settings: Equatable, Sendable {
    private var on: Set<Setting> = []

    /// True if a setting is on.
    subscript(_ setting: Setting) -> Bool {
        get { on.contains(setting) }
        set { if newValue { on.insert(setting) } else { on.remove(setting) } }
    }
}
