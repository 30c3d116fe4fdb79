import Protocol

/// A scrollable text over a page.
struct OverlayText {
    /// All lines, none wider than the box.
    let lines: [String]
    /// The number of visible lines.
    let room: Int
    private let title: String
    private let columns: Int

    /// The text of an overlay; nil if it has none.
    init?(_ overlay: Overlay, of model: Model) {
        let all: [String]
        switch overlay {
        case .help: (title, all) = ("Help", Wording.help(model))
        case .text(let lines): (title, all) = ("", lines)
        case .messages:
            let said = model.log.map(\.text)
            (title, all) = ("Log", said.isEmpty ? ["Nothing yet."] : said)
        case .question, .prompt: return nil
        }
        let widest = all.map { TextWidth.columns(of: $0) }.max() ?? 0
        let columns = min(max(widest, 24), max(1, model.size.columns - 4))
        lines = all.flatMap { TextWidth.columns(of: $0) <= columns ? [$0] : TextWidth.wrap($0, to: columns) }
        room = max(1, model.size.rows - 3 - (title.isEmpty ? 0 : 1))
        self.columns = columns
    }

    /// Draws it in the middle of the screen.
    func draw(_ model: Model, _ drawing: inout Drawing, in screen: Rect) {
        let start = min(model.scrollOffset, max(0, lines.count - room))
        let shown = lines[start..<min(lines.count, start + room)]
        let head = title.isEmpty ? 0 : 1
        let inner = Widgets.box(rows: shown.count + 1 + head, columns: columns, model.look, &drawing, in: screen)
        if !title.isEmpty { drawing.canvas.put(title, in: inner.lines(0), style: .strong) }
        for (row, line) in shown.enumerated() { drawing.canvas.put(line, in: inner.lines(head + row)) }
        let isWhole = shown.count == lines.count
        let hint = isWhole ? "Press any key." : "Arrows scroll, \(start + shown.count)/\(lines.count)"
        drawing.canvas.put(hint, in: inner.lines(head + shown.count), style: .faint)
    }
}
