import Protocol

/// Draws what lies over a page: help, messages, a question, a line to type.
struct OverlayView {
    private let model: Model
    private let overlay: Overlay

    /// What lies over the page of this client.
    init(_ model: Model, _ overlay: Overlay) { (self.model, self.overlay) = (model, overlay) }

    /// Draws it.
    func draw(_ drawing: inout Drawing, in screen: Rect) {
        drawing.coverAll()
        switch overlay {
        case .help: draw(Wording.help(model), title: "Help", &drawing, in: screen)
        case .text(let lines): draw(lines, title: "", &drawing, in: screen)
        case .messages:
            let lines = model.log.map(\.text)
            draw(
                lines.isEmpty ? ["Nothing was said yet."] : lines, title: "Messages", isTail: true, &drawing, in: screen
            )
        case .question(let question): draw(question, &drawing, in: screen)
        case .prompt(let prompt): draw(prompt, &drawing, in: screen)
        }
    }

    /// A text to read: its beginning, or its end, as far as there is room.
    private func draw(
        _ lines: [String], title: String, isTail: Bool = false, _ drawing: inout Drawing, in screen: Rect
    ) {
        let widest = lines.map { TextWidth.columns(of: $0) }.max() ?? 0
        // As wide as the last line may be, which says how much there is that is not seen.
        let columns = min(max(widest, 36), screen.columns - 4)
        let wrapped = lines.flatMap { TextWidth.columns(of: $0) <= columns ? [$0] : TextWidth.wrap($0, to: columns) }
        let room = screen.rows - 2 - 1 - (title.isEmpty ? 0 : 1)
        let shown = isTail ? wrapped.suffix(room) : wrapped.prefix(room)
        let inner = Parts.box(
            rows: shown.count + 1 + (title.isEmpty ? 0 : 1), columns: columns, model.look, &drawing, in: screen)
        var row = 0
        if !title.isEmpty {
            drawing.canvas.put(title, in: inner.lines(row), style: .strong)
            row += 1
        }
        for line in shown {
            drawing.canvas.put(line, in: inner.lines(row))
            row += 1
        }
        let missing = wrapped.count - shown.count
        let rest = missing > 0 ? "\(missing) \(isTail ? "before these" : "more"). " : ""
        drawing.canvas.put(rest + "Any key goes on.", in: inner.lines(row), style: .faint)
    }

    private func draw(_ question: Overlay.Question, _ drawing: inout Drawing, in screen: Rect) {
        let words =
            switch question {
            case .resign: "Give this match up?"
            case .leave: "Give this match up, and leave it?"
            case .quit: "End the program, and give this match up?"
            }
        let columns = min(44, screen.columns - 4)
        let lines = TextWidth.wrap(words, to: columns)
        let inner = Parts.box(rows: lines.count + 2, columns: columns, model.look, &drawing, in: screen)
        for (row, line) in lines.enumerated() {
            drawing.canvas.put(line, in: inner.lines(row), align: .middle, style: .strong)
        }
        Parts.buttons(
            model.buttons, focus: model.effectiveFocus, &drawing, in: inner.lines(lines.count + 1), align: .middle)
    }

    private func draw(_ prompt: Prompt, _ drawing: inout Drawing, in screen: Rect) {
        let columns = min(60, screen.columns - 4)
        let complaint = prompt.complaint.map { TextWidth.wrap($0, to: columns) } ?? []
        let hint = TextWidth.wrap(Self.hint(prompt.purpose), to: columns)
        let inner = Parts.box(
            rows: complaint.count + hint.count + 2, columns: columns, model.look, &drawing, in: screen)
        var row = 0
        for line in complaint {
            drawing.canvas.put(line, in: inner.lines(row), style: Style(foreground: .toMove, traits: .bold))
            row += 1
        }
        let title = Self.title(prompt.purpose) + " "
        let line = inner.lines(row)
        let start = drawing.canvas.put(title, at: line.origin, in: line, style: .strong)
        let room = line.slice(start, line.columns)
        let typed = TextWidth.suffix(SafeText.line(prompt.text, columns: 4000), columns: room.columns - 1)
        let used = drawing.canvas.put(typed, at: room.origin, in: room, style: Style(traits: .underline))
        drawing.canvas.cursor = Point(row: room.row, column: room.column + used)
        for (index, line) in hint.enumerated() {
            drawing.canvas.put(line, in: inner.lines(row + 2 + index), style: .faint)
        }
    }

    private static func title(_ purpose: Prompt.Purpose) -> String {
        switch purpose {
        case .address: "Host:"
        case .name: "Your name:"
        case .code: "Code:"
        case .talk: "Say:"
        case .command: ":"
        }
    }

    private static func hint(_ purpose: Prompt.Purpose) -> String {
        switch purpose {
        case .address: "NAME, NAME:PORT or an address; Enter goes there, Esc ends."
        case .name: "Up to \(Limits.nameCharacters) characters; Esc ends."
        case .code: "The four letters of a private match; Esc goes back."
        case .talk: "Enter says it to those who are here, Esc does not."
        case .command: "A command, as netcat has them; help lists them."
        }
    }
}
