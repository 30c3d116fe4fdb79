import Protocol

/// The finished matches, newest first.
struct RecordsPage: ListPage {
    let model: Model

    var entries: [RecordSummary] { model.session.records?.records ?? [] }

    func target(_ record: RecordSummary) -> Target { .record(record.id) }

    /// Narrow screens omit the year, the size and the record's name.
    func row(_ record: RecordSummary) -> ListRow {
        let isWide = model.size.columns >= 60
        let date = Wording.date(record.endedAt)
        return ListRow(
            lead: (isWide ? date : String(date.dropFirst(5))) + "  ", name: Wording.result(record),
            detail: isWide ? "\(PlainRules.board(record.rules))  \(record.id.text)" : "")
    }

    var usualRow: Int { entries.count - 1 }

    var buttons: [Button] {
        let older: [Button] = model.hasOlderRecords ? [.older] : []
        return older + [.back, .help] + model.recordFilters
    }

    var keyWords: (arrows: String, enter: String) { ("select a match", "replay it") }

    var query: Command? { .records(before: nil, limit: Model.recordsPerPage, model.session.recordFilter) }

    func draw(_ drawing: inout Drawing, in screen: Rect, at now: Instant) {
        let filters = model.recordFilters.filter { model.buttons.contains($0) }
        let others = model.buttons.filter { !filters.contains($0) }
        let area = Widgets.page("Records", total, model, &drawing, in: screen, buttons: others)
        Widgets.buttons(filters, model, &drawing, in: area.lines(0))
        drawList(&drawing, in: area.lines(1, area.rows - 1))
    }

    /// The number of matches, their game and the other player in them.
    private var total: String {
        guard let records = model.session.records else { return "" }
        let game = model.session.recordFilter.game.map { " of \($0.title)" } ?? ""
        let other = model.recordFilterOpponent.map { " with \($0.text)" } ?? ""
        return (records.total == 1 ? "1 match" : "\(records.total) matches") + game + other
    }

    private func drawList(_ drawing: inout Drawing, in room: Rect) {
        guard model.session.records?.records.isEmpty == false else {
            let isLoading = model.session.records == nil
            let none = model.session.recordFilter == .all ? "No matches played yet." : "No such records."
            let text = isLoading ? Wording.missing(.records, "the records", model) : none
            let lines = TextWidth.wrap(text, to: room.columns - 4)
            let block = room.centred(rows: lines.count, columns: room.columns)
            for (row, line) in lines.enumerated() { drawing.canvas.put(line, in: block.lines(row), align: .centre) }
            return
        }
        drawRows(&drawing, in: room)
    }
}
