import Protocol

// The texts that explain keys, commands and the game.

extension Wording {
    /// The keys of a page, each line in at most 36 columns.
    static func help(_ model: Model) -> [String] {
        let everywhere = [
            "Tab          next item", "u            rules", ":            type a command", "Ctrl-C       quit",
        ]
        let table = ["t / m        talk / log"]
        switch model.page {
        case .table where model.state?.phase == .over:
            let buttons = model.buttons(of: .table)
            return ["Arrows, hjkl move", "Enter, space select"]
                + (buttons.contains(.joinWaiting) ? ["w            join whoever is waiting"] : [])
                + (buttons.contains(.rematch) ? ["r            play again"] : [])
                + (buttons.contains(.another) ? ["o            new board"] : [])
                + ["q            leave"]
                + (buttons.contains(.record) ? ["p            replay the match"] : [])
                + table + ["Q            quit"] + everywhere
        case .table where model.state?.phase == .waiting && model.ownSeat != nil:
            return (model.mayPlayHouse ? ["h            play the house"] : []) + table + ["q            leave"]
                + everywhere
        case .table where model.ownSeat != nil:
            let game = model.state?.onScreen ?? model.game.onScreen
            let waiting = model.waitingMatch == nil ? [] : ["w            join whoever is waiting"]
            let settings = game.settings.filter { $0.isOffered(model.look) }.map { setting in
                "\(setting.key)            \(setting.keyHelp(model.options.settings[setting]))"
            }
            return waiting + game.help(model.options.settings, model.look) + settings + table
                + ["x / q        resign / leave"] + everywhere
        case .table: return table + ["q            stop watching"] + everywhere
        case .hosts:
            return [
                "Arrows, j k  select a host", "Enter        join it", "r            try again",
                "a            type an address", "q            quit",
            ] + everywhere
        case .menu:
            return [
                "Arrows, j k  move", "Enter, space select", "n            change your name",
                "o            other hosts", "q            quit",
            ] + everywhere
        case .lobby:
            return [
                "Arrows, j k  select a match", "Enter        join or watch it", "w            watch it",
                "o            open a match", "c            join by code", "t            talk",
                "q, Esc       menu",
            ] + everywhere
        case .opening:
            return [
                "Up, down     select a line", "Left, right  change it", "Enter        open the match",
                "Esc          back",
            ] + everywhere
        case .records:
            return [
                "Arrows, j k  select a match", "Enter        replay it", "o            older ones",
                "a, y         all, yours", "t, s         two players, solo", "w            with another player",
                "g            \(GameKind.allCases.map(\.title).joined(separator: ", ")), or both",
                "q, Esc       menu",
            ]
                + everywhere
        case .replay:
            return [
                "space        play / pause", "p n, arrows  previous, next step", "- +          slower, faster",
                "Home, End    start, end", "q, Esc       back",
            ] + everywhere
        case .scores: return ["y            your statistics", "q, Esc       menu"] + everywhere
        case .statistics: return ["Arrows, j k  scroll", "q, Esc       scores"] + everywhere
        case .opponents:
            return [
                "Arrows, j k  select a player", "Enter        your matches with them", "n            type a name",
                "q, Esc       records",
            ] + everywhere
        }
    }

    /// The commands, each in at most 36 columns.
    static let commands =
        ["join, join m3    take a seat"]
        + GameKind.named.map { TextWidth.padded("join \($0.rawValue)", to: 17) + "play \($0.title)" } + [
            "open 4x4         open a match",
            "b4               flip card B4",
            "watch, watch m3  watch a match",
            "say TEXT         talk",
            "list             list the matches",
            "records, scores  past games, scores",
            "record r17       show a past match",
            "rematch          play again",
            "resign, leave    resign or leave",
            "quit             quit the program",
        ]
}
