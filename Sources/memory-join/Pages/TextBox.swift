import Protocol

/// A text that is laid over a page, to be read.
struct TextBox: Sendable {
    private let name: String
    let title: String
    /// True if its last lines are seen first.
    let opensAtEnd: Bool
    /// Returns its lines, of any width, as they are now.
    let lines: @Sendable (Model) -> [String]

    private init(
        _ name: String, _ title: String, opensAtEnd: Bool = false, lines: @escaping @Sendable (Model) -> [String]
    ) {
        (self.name, self.title, self.opensAtEnd, self.lines) = (name, title, opensAtEnd, lines)
    }

    /// A text without a title, such as the answer to a line that was typed.
    init(_ lines: [String]) { self.init(lines.joined(separator: "\n"), "") { _ in lines } }

    /// Returns its lines as they fit the screen: none is wider than `columns`, and the screen has room for `room`.
    func laidOut(_ model: Model) -> (lines: [String], columns: Int, room: Int) {
        let all = lines(model)
        let widest = all.map { TextWidth.columns(of: $0) }.max() ?? 0
        let columns = min(max(widest, 24), max(1, model.size.columns - 4))
        let fitting = all.flatMap { TextWidth.columns(of: $0) <= columns ? [$0] : TextWidth.wrap($0, to: columns) }
        return (fitting, columns, max(1, model.size.rows - 3 - (title.isEmpty ? 0 : 1)))
    }

    /// The columns of a paragraph.
    private static let readableColumns = 64
}

extension TextBox: Equatable {
    static func == (left: Self, right: Self) -> Bool { (left.name, left.title) == (right.name, right.title) }
}

extension TextBox {
    /// The keys of the page.
    static let help = TextBox("help", "Help") { Wording.help($0) }

    /// The rules of the game, as they are in the match or in the form, or else by the host's default.
    static let rules = TextBox("rules", "Rules") { model in
        let rules = model.session.table?.seating.rules ?? model.form?.rules ?? .preset(model.session.hostPreset)
        return rules.words.howToPlay.flatMap {
            TextWidth.wrap($0, to: min(readableColumns, max(1, model.size.columns - 4)))
        }
    }

    /// The last things said and noted.
    static let messages = TextBox("messages", "Log", opensAtEnd: true) { model in
        let said = model.session.log.map(\.text)
        return said.isEmpty ? ["Nothing yet."] : said
    }
}
