import Protocol

// The texts around the pages: the help, and the window's title.

extension Wording {
    /// The keys of the page: its own, those of its buttons, and those of every page. Each line has at most 36 columns.
    static func help(_ model: Model) -> [String] {
        let page = model.content
        let buttons = page.buttons + Button.everywhere.filter { !page.buttons.contains($0) }
        let lines = page.keys + buttons.filter { !$0.keys.isEmpty }.map { HelpLine($0.keys, $0.help) }
        return (lines + keysOfEveryPage).map(\.text)
    }

    private static let keysOfEveryPage = [
        HelpLine("Tab", "next item"), HelpLine(":", "type a command"), HelpLine("Ctrl-C", "quit"),
    ]

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
            "enter, withdraw  play in a contest",
            "standings        its table",
            "rematch          play again",
            "resign, leave    resign or leave",
            "quit             quit the program",
        ]
}

extension Wording {
    /// The window's title: whose turn it is, or the state of the connection.
    static func title(_ model: Model) -> String {
        let detail = detail(model)
        let title = SafeText.line(detail.isEmpty ? "Memory" : "\(detail): Memory", columns: 80)
        return model.look.isASCII ? SafeText.ascii(title) : title
    }

    private static func detail(_ model: Model) -> String {
        guard model.isOnline else { return model.session.connection.wasOnline ? "Reconnecting" : "" }
        guard model.screen.page == .table, let table = model.session.table, let state = table.state else {
            return model.session.hostName
        }
        switch state.phase {
        case .waiting: return "Waiting for an opponent"
        case .paused: return "Paused"
        case .over: return winner(state, own: table.seating.you)
        case .playing, .showing:
            if table.seating.rules.isSolo { return "Solo" }
            let facts = state.onScreen.facts
            guard facts.takesTurns else { return facts.name }
            guard let holder = table.turnHolder else { return "" }
            return holder == table.seating.you
                ? MatchSentence.yourTurn.heading() : MatchSentence.turn.heading(name(state, holder))
        }
    }
}
