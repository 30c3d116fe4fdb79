import Protocol

/// All that makes a page: what can be chosen on it, what its keys do, where it leads back to, and how it is drawn.
/// ``Model/content`` has that of the page on the screen.
protocol PageContent {
    /// The items that can be chosen besides the buttons, in the order of Tab.
    var items: [Target] { get }
    var buttons: [Button] { get }
    /// The lines of the help about keys that are no button's, apart from those of every page.
    var keys: [HelpLine] { get }
    /// The page to which Back leads, and what has the focus there; nil for what usually has it.
    var previous: Page { get }
    var previousFocus: Target? { get }
    /// The command that asks for what the page shows; nil if nothing of the host is missing.
    var query: Command? { get }
    /// Returns the command that takes the person from here to a match: to play in it, or to watch.
    func command(for match: MatchReference) -> Command
    /// Moves what is the page's own; false if only the focus is to move.
    func move(_ move: CursorMove, _ model: inout Model, _ now: Instant) -> Bool
    /// The next moment at which the page changes by itself, apart from cards in motion; nil if it does not.
    func nextTick(after now: Instant) -> Instant?
    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant)
}

extension PageContent {
    var items: [Target] { [] }
    var keys: [HelpLine] { HelpLine.usual }
    var previous: Page { .menu }
    var previousFocus: Target? { nil }
    var query: Command? { nil }
    func command(for match: MatchReference) -> Command { .join(match) }
    func move(_ move: CursorMove, _ model: inout Model, _ now: Instant) -> Bool { false }
    func nextTick(after now: Instant) -> Instant? { nil }
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

    init(_ keys: String, _ words: String) { text = TextWidth.padded(keys, to: Self.keyColumns) + words }

    /// The lines for a page on which only buttons can be chosen.
    static let usual = [HelpLine("Arrows, j k", "move"), HelpLine("Enter, space", "select")]
}

// MARK: - Lists

/// A page that is a list: of hosts, matches, records or people.
protocol ListPage: PageContent {
    associatedtype Entry
    var model: Model { get }
    var entries: [Entry] { get }
    /// Returns the target that is chosen with an entry.
    func target(_ entry: Entry) -> Target
    /// Returns the row that shows an entry.
    func row(_ entry: Entry) -> ListRow
    /// The row around which a long list is shown while none has the focus.
    var usualRow: Int { get }
    /// The words of the help about the arrows and Enter.
    var keyWords: (arrows: String, enter: String) { get }
}

struct ListRow {
    /// The text before the name.
    var lead = ""
    let name: String
    var isBold = true
    /// The text at a fixed distance, where there is room for it.
    var place = ""
    /// The text at the right.
    var detail: String
}

extension ListPage {
    var items: [Target] { entries.map(target) }
    var usualRow: Int { 0 }

    var keys: [HelpLine] {
        if entries.isEmpty { return HelpLine.usual }
        return [HelpLine("Arrows, j k", keyWords.arrows), HelpLine("Enter, space", keyWords.enter)]
    }

    /// Draws the rows around the one that has the focus or is marked; returns their number.
    @discardableResult
    func drawRows(_ drawing: inout Drawing, in room: Rect) -> Int {
        let (entries, focus, marked) = (entries, model.effectiveFocus, model.markedMatch.map { Target.match($0) })
        let targets = entries.map(target)
        let focused = targets.firstIndex { $0 == marked || $0 == focus } ?? usualRow
        let window = Widgets.window(count: entries.count, around: focused, room: room.rows)
        for (line, index) in window.enumerated() {
            let (style, indent) = Widgets.item(
                targets[index], focus: focus, isMarked: targets[index] == marked, &drawing, in: room.lines(line))
            draw(row(entries[index]), style, indent, &drawing.canvas, in: room.lines(line))
        }
        return window.count
    }

    private func draw(_ row: ListRow, _ style: Style, _ indent: Int, _ canvas: inout Canvas, in line: Rect) {
        var (style, used) = (style, indent)
        used += canvas.put(row.lead, in: line.slice(used, line.columns), style: style)
        canvas.put(row.detail, in: line, align: .right, style: style)
        let room = line.slice(used, max(0, line.columns - used - TextWidth.columns(of: row.detail) - 1))
        if room.columns >= Self.placeFrom {
            canvas.put(row.place, in: room.slice(Limits.nameCharacters + 2, room.columns), style: style)
        }
        if row.isBold { style.traits = .bold }
        canvas.put(row.name, in: room, style: style)
    }

    /// The columns from which on there is room for a row's place.
    private static var placeFrom: Int { 50 }
}
