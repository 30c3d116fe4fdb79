import Protocol

/// The person's own results.
struct StatisticsPage: PageContent {
    let model: Model

    private static let labelColumns = 22, numberColumns = 10

    var buttons: [Button] { [.back, .help] }
    var keys: [HelpLine] {
        let scrolls = StatisticsText(model).height > StatisticsText.room(model)
        return (scrolls ? [HelpLine("Arrows, j k", "scroll")] : []) + [HelpLine("Enter, space", "select")]
    }

    var previous: Page { .scores }
    var query: Command? { model.name.map { .statistics($0) } ?? .scores }

    func move(_ move: CursorMove, _ model: inout Model, _ now: Instant) -> Bool {
        guard move != .left, move != .right else { return false }
        model.scroll(move, StatisticsText(model).height, room: StatisticsText.room(model))
        return true
    }

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        let text = StatisticsText(model)
        let room = StatisticsText.room(model)
        let start = max(0, min(model.screen.scrollOffset, text.height - room))
        let isWhole = text.height <= room
        let detail = isWhole ? Wording.playerAndHost(model) : "Arrows scroll, \(start + room)/\(text.height)"
        let area = Widgets.page("Your statistics", detail, model, &drawing, in: screen)
        let width = (area.columns - 2 * (text.columns.count - 1)) / text.columns.count
        for (index, lines) in text.columns.enumerated() {
            for (row, line) in lines.dropFirst(start).prefix(area.rows).enumerated() {
                draw(line, &drawing, in: area.lines(row).slice(index * (width + 2), width))
            }
        }
    }

    private func draw(_ line: StatisticsText.Line, _ drawing: inout Drawing, in rect: Rect) {
        drawing.canvas.put(line.detail, in: rect, align: .right, style: line.style == .strong ? .faint : line.style)
        let room = line.detail.isEmpty ? rect.columns : rect.columns - TextWidth.columns(of: line.detail) - 1
        drawing.canvas.put(line.text, in: rect.slice(0, room), style: line.style)
        guard let turns = line.bar else { return }
        // Between the longest label and the longest numbers.
        let bar = rect.slice(Self.labelColumns, rect.columns - Self.labelColumns - Self.numberColumns)
        Widgets.bar(turns.found, of: turns.known, .plain, &drawing, in: bar)
    }
}

/// The person's own results as lines: in two columns on a wide screen, else in one.
struct StatisticsText {
    struct Line {
        let text: String
        /// The text at the right.
        var detail = ""
        var style = Style.plain
        /// The turns whose share of found pairs is a bar before the detail.
        var bar: Recall.Turns?
    }

    let columns: [[Line]]

    /// The lines of the longest column.
    var height: Int { columns.map(\.count).max() ?? 0 }

    /// The lines that the page has room for.
    static func room(_ model: Model) -> Int { max(1, model.size.rows - 3) }

    init(_ model: Model) {
        guard let player = model.session.statistics else {
            columns = [[Line(text: Wording.missing(.scores, "your results", model))]]
            return
        }
        guard player.games > 0 else {
            columns = [[Line(text: "You have no records here yet.")]]
            return
        }
        let left = Self.summary(player) + Self.boards(player)
        let right = Self.opponents(player)
        columns = model.size.columns >= 78 ? [left, right] : [left + (right.isEmpty ? [] : [Line(text: "")]) + right]
    }

    private static func summary(_ player: PlayerStatistics) -> [Line] {
        var lines = [Line(text: "Games", detail: "\(player.games)", style: .strong)]
        if player.solo > 0 {
            lines.append(Line(text: "Solo", detail: "\(player.solo) played, \(player.cleared) cleared"))
        }
        if player.people.played > 0 {
            lines.append(Line(text: "Two players", detail: words(player.people)))
            lines.append(
                Line(text: "Wins in a row", detail: "\(player.streak) now, longest \(player.longestStreak)"))
        }
        lines += player.house.map { Line(text: "House, \($0.level.rawValue)", detail: words($0.results)) }
        return lines + (player.recall.map(memory) ?? [])
    }

    /// The pairs that the player remembered, by how long ago they had been seen.
    private static func memory(_ recall: Recall) -> [Line] {
        let pairs = PlainRules.counted(recall.known, "pair")
        return [Line(text: ""), Line(text: "Remembered", detail: "\(recall.found) of \(pairs)", style: .strong)]
            + recall.span.enumerated().filter { $1.known > 0 }.map { bucket, turns in
                Line(text: "  \(Recall.words(bucket))", detail: "\(turns.found) of \(turns.known)", bar: turns)
            }
    }

    private static func boards(_ player: PlayerStatistics) -> [Line] {
        if player.best.isEmpty { return [] }
        return [Line(text: ""), Line(text: "Best solo games", style: .strong)]
            + player.best.flatMap { game in
                [
                    Line(text: game.rules.words.ranking, style: .faint),
                    Line(
                        text: "  \(Wording.points(game.score)), \(Wording.effort(game))",
                        detail: String(Wording.date(game.endedAt).prefix(10))),
                ]
            }
    }

    private static func opponents(_ player: PlayerStatistics) -> [Line] {
        if player.opponents.isEmpty { return [] }
        return [Line(text: "Head to head", detail: Wording.resultsHeading, style: .strong)]
            + player.opponents.map { Line(text: "  \($0.name)", detail: Wording.numbers($0)) }
    }

    private static func words(_ results: PlayerStatistics.Results) -> String {
        "\(results.won) won, \(results.drawn) drawn, \(results.lost) lost"
    }
}
