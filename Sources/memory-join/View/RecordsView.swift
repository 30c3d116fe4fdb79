import Protocol

/// Draws the finished matches, newest first.
struct RecordsView {
    let model: Model

    func draw(_ drawing: inout Drawing, in screen: Rect) {
        let filters = model.buttons.filter { model.recordFilters.contains($0) }
        let others = model.buttons.filter { !filters.contains($0) }
        let area = Widgets.page("Records", total, model, &drawing, in: screen, buttons: others)
        Widgets.buttons(filters, focus: model.effectiveFocus, &drawing, in: area.lines(0)) { button in
            let title = title(button, isNarrow: screen.columns < 60)
            return model.recordFilterHas(button) ? "[\(title)]" : title
        }
        drawList(&drawing, in: area.lines(1, area.rows - 1))
    }

    private func title(_ button: Button, isNarrow: Bool) -> String {
        switch button {
        case .own where isNarrow: "Me"
        case .pairs where isNarrow: "Two"
        case .ofGame: model.recordFilter.game?.title ?? button.title
        default: button.title
        }
    }

    /// The number of matches, their game and the other player in them.
    private var total: String {
        guard let records = model.records else { return "" }
        let game = model.recordFilter.game.map { " of \($0.title)" } ?? ""
        let other = model.recordFilterOpponent.map { " with \($0.text)" } ?? ""
        return (records.total == 1 ? "1 match" : "\(records.total) matches") + game + other
    }

    private func drawList(_ drawing: inout Drawing, in room: Rect) {
        guard let records = model.records?.records, !records.isEmpty else {
            let isLoading = model.records == nil
            let none = model.recordFilter == .all ? "No matches played yet." : "No such records."
            let text = isLoading ? "Loading the records…" : none
            let lines = TextWidth.wrap(text, to: room.columns - 4)
            let block = room.centred(rows: lines.count, columns: room.columns)
            for (row, line) in lines.enumerated() { drawing.canvas.put(line, in: block.lines(row), align: .centre) }
            return
        }
        let focused = records.firstIndex { model.effectiveFocus == .record($0.id) }
        let window = Widgets.window(count: records.count, around: focused ?? records.count - 1, room: room.rows)
        for (row, index) in window.enumerated() {
            draw(records[index], &drawing, in: room.lines(row))
        }
    }

    private func draw(_ record: RecordSummary, _ drawing: inout Drawing, in line: Rect) {
        var (style, used) = Widgets.item(
            .record(record.id), focus: model.effectiveFocus, &drawing, in: line)
        let date = Wording.date(record.endedAt)
        let isWide = line.columns >= 60
        // Narrow screens omit the year, the size and the record's name.
        used += drawing.canvas.put(
            isWide ? date : String(date.dropFirst(5)), in: line.slice(used, line.columns), style: style)
        let detail = isWide ? "\(PlainRules.board(record.rules))  \(record.id.text)" : ""
        drawing.canvas.put(detail, in: line, align: .right, style: style)
        style.traits = .bold
        let room = line.slice(used + 2, line.columns - used - 3 - TextWidth.columns(of: detail))
        drawing.canvas.put(Wording.result(record), in: room, style: style)
    }
}
