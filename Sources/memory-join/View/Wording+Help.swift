import Protocol

// The texts that explain keys, commands and the game.

extension Wording {
    /// The keys of the page, each line in at most 36 columns.
    static func help(_ model: Model) -> [String] { (model.content.help + keysOfEveryPage).map(\.text) }

    private static let keysOfEveryPage = [
        HelpLine("Tab", "next item"), HelpLine(.rules), HelpLine(":", "type a command"), HelpLine("Ctrl-C", "quit"),
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
            "rematch          play again",
            "resign, leave    resign or leave",
            "quit             quit the program",
        ]
}
