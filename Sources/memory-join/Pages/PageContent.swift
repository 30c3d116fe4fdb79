import Protocol

/// All that makes a page: what can be chosen on it, what its help says, where it leads back to, and how it is drawn.
/// ``Model/content`` has that of the page on the screen.
protocol PageContent {
    /// What can be chosen besides the buttons, in the order of Tab.
    var items: [Target] { get }
    var buttons: [Button] { get }
    /// The keys, apart from those of every page.
    var help: [HelpLine] { get }
    /// The lines of a text that the page is, and those that it has room for; nil if it is none.
    var scrolledText: (lines: Int, room: Int)? { get }
    /// The page to which Back leads.
    var previous: Page { get }
    /// The command that asks for what the page shows; nil if it shows nothing of the host.
    var query: Command? { get }
    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant)
}

extension PageContent {
    var items: [Target] { [] }
    var scrolledText: (lines: Int, room: Int)? { nil }
    var previous: Page { .menu }
    var query: Command? { nil }
}

extension Page {
    /// Returns the content of the page, as a client shows it.
    func content(_ model: Model) -> any PageContent {
        switch self {
        case .hosts: HostsPage(model: model)
        case .menu: MenuPage(model: model)
        case .lobby(let watching): LobbyPage(model: model, watching: watching)
        case .opening(let form): OpeningPage(model: model, form: form)
        case .table: TablePage(model: model)
        case .records: RecordsPage(model: model)
        case .replay(let player): ReplayPage(model: model, player: player)
        case .scores: ScoresPage(model: model)
        case .statistics: StatisticsPage(model: model)
        case .opponents: OpponentsPage(model: model)
        }
    }
}

extension Model {
    /// The content of the page on the screen, even if something covers it.
    var content: any PageContent { screen.page.content(self) }
}

/// A line of the help: keys, and what they do; at most 36 columns.
struct HelpLine: Sendable {
    let text: String

    /// The columns before the words.
    private static let keyColumns = 13

    /// Keys that are no button's.
    init(_ keys: String, _ words: String) { text = TextWidth.padded(keys, to: Self.keyColumns) + words }

    /// The keys of buttons, and others that do the same.
    ///
    /// - Parameter words: what they do; nil for what the buttons say.
    init(_ buttons: Button..., by separator: String = " / ", and others: String = "", words: String? = nil) {
        let keys = buttons.compactMap { $0.key.map { String($0) } }.joined(separator: separator) + others
        self.init(keys, words ?? buttons.map(\.help).joined(separator: separator))
    }

    /// The line of Back.
    static func back(to page: String) -> HelpLine { HelpLine(.back, and: ", Esc", words: page) }
}

// MARK: - Lists

/// A page that is a list: of hosts, matches, records or people.
protocol ListPage: PageContent {
    var model: Model { get }
    var rows: [ListRow] { get }
    /// The row around which a long list is shown while none has the focus.
    var usualRow: Int { get }
}

/// A row of a list.
struct ListRow {
    let target: Target
    /// The text before the name.
    var lead = ""
    let name: String
    var isBold = true
    /// The text at a fixed distance, where there is room for it.
    var place = ""
    /// The text at the right.
    var detail: String
    /// True if it is marked without having the focus.
    var isMarked = false
}

extension ListPage {
    var items: [Target] { rows.map(\.target) }
    var usualRow: Int { 0 }

    /// Draws the rows around the one that has the focus; returns their number.
    @discardableResult
    func drawRows(_ drawing: inout Drawing, in room: Rect) -> Int {
        let (rows, focus) = (rows, model.effectiveFocus)
        let focused = rows.firstIndex { $0.isMarked || $0.target == focus } ?? usualRow
        let window = Widgets.window(count: rows.count, around: focused, room: room.rows)
        for (line, index) in window.enumerated() { draw(rows[index], focus, &drawing, in: room.lines(line)) }
        return window.count
    }

    private func draw(_ row: ListRow, _ focus: Target?, _ drawing: inout Drawing, in line: Rect) {
        var (style, used) = Widgets.item(row.target, focus: focus, isMarked: row.isMarked, &drawing, in: line)
        used += drawing.canvas.put(row.lead, in: line.slice(used, line.columns), style: style)
        drawing.canvas.put(row.detail, in: line, align: .right, style: style)
        let room = line.slice(used, max(0, line.columns - used - TextWidth.columns(of: row.detail) - 1))
        if room.columns >= Self.placeFrom {
            drawing.canvas.put(row.place, in: room.slice(Limits.nameCharacters + 2, room.columns), style: style)
        }
        if row.isBold { style.traits = .bold }
        drawing.canvas.put(row.name, in: room, style: style)
    }

    /// The columns from which on there is room for a row's place.
    private static var placeFrom: Int { 50 }
}
