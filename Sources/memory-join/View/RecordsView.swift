import Protocol

/// Draws the matches that are over, the newest first.
struct RecordsView {
    private let model: Model

    /// The records as far as the client has asked for them.
    init(_ model: Model) { self.model = model }

    /// Draws all of it.
    func draw(_ drawing: inout Drawing, in screen: Rect) {
        let total = model.records.map { $0.total == 1 ? "1 match" : "\($0.total) matches" } ?? ""
        Parts.heading("Records", total, &drawing, in: screen.lines(0))
        drawList(&drawing, in: screen.lines(1, screen.rows - 3))
        Parts.news(model, &drawing, in: screen.lines(screen.rows - 2))
        Parts.buttons(model.buttons, focus: model.effectiveFocus, &drawing, in: screen.lines(screen.rows - 1))
    }

    private func drawList(_ drawing: inout Drawing, in room: Rect) {
        guard let records = model.records?.records, !records.isEmpty else {
            let words =
                model.records == nil
                ? "The records are on their way …"
                : "No match has been played to its end here yet. Yours could be the first."
            let lines = TextWidth.wrap(words, to: room.columns - 4)
            let block = room.middle(rows: lines.count, columns: room.columns)
            for (row, line) in lines.enumerated() { drawing.canvas.put(line, in: block.lines(row), align: .middle) }
            return
        }
        let focused = records.firstIndex { model.effectiveFocus == .record($0.id) }
        let window = Parts.window(count: records.count, around: focused ?? records.count - 1, room: room.rows)
        for (row, index) in window.enumerated() {
            draw(records[index], isFocused: index == focused, &drawing, in: room.lines(row))
        }
    }

    private func draw(_ record: RecordSummary, isFocused: Bool, _ drawing: inout Drawing, in line: Rect) {
        let style = isFocused ? Style(foreground: .cursorText, background: .cursor) : .plain
        if isFocused { drawing.canvas.fill(line, style: style) }
        let mark = isFocused ? (model.look.isASCII ? "> " : "▶ ") : "  "
        let date = Wording.date(record.endedAt)
        // A narrow screen shows the day without the year.
        let start = mark + (line.columns >= 60 ? date : String(date.dropFirst(5))) + "  "
        let used = drawing.canvas.put(start, at: line.origin, in: line, style: style)
        let size = "\(record.rules.rows)x\(record.rules.columns)"
        let detail = line.columns >= 60 ? "\(size)  \(record.id.text)" : ""
        let right = TextWidth.columns(of: detail)
        var strong = style
        strong.traits.formUnion(.bold)
        let rest = line.slice(used, line.columns - used - right - 1)
        drawing.canvas.put(Wording.result(record), in: rest, style: strong)
        drawing.canvas.put(detail, in: line.slice(line.columns - right, right), style: style)
        drawing.place(.record(record.id), in: line)
    }
}
