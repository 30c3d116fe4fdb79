import Protocol

/// Draws the overlay: help, messages, a question or a prompt.
struct OverlayView {
    private let model: Model
    private let overlay: Overlay

    /// The overlay of this client.
    init(_ model: Model, _ overlay: Overlay) { (self.model, self.overlay) = (model, overlay) }

    /// Draws it.
    func draw(_ drawing: inout Drawing, in screen: Rect) {
        drawing.removeTargets()
        switch overlay {
        case .help, .text, .messages: OverlayText(overlay, of: model)?.draw(model, &drawing, in: screen)
        case .question(let question): draw(question, &drawing, in: screen)
        case .prompt(let prompt): draw(prompt, &drawing, in: screen)
        }
    }

    private func draw(_ question: Overlay.Question, _ drawing: inout Drawing, in screen: Rect) {
        let words =
            switch question {
            case .resign: "Resign this match?"
            case .leave: "Resign this match and leave?"
            case .quit: "Resign this match and quit?"
            }
        let columns = min(44, screen.columns - 4)
        let lines = TextWidth.wrap(words, to: columns)
        let inner = Widgets.box(rows: lines.count + 2, columns: columns, model.look, &drawing, in: screen)
        for (row, line) in lines.enumerated() {
            drawing.canvas.put(line, in: inner.lines(row), align: .centre, style: .strong)
        }
        Widgets.buttons(
            model.buttons, focus: model.effectiveFocus, &drawing, in: inner.lines(lines.count + 1), align: .centre)
    }

    private func draw(_ prompt: Prompt, _ drawing: inout Drawing, in screen: Rect) {
        let columns = min(60, screen.columns - 4)
        let room = max(0, screen.rows - 8)
        let complaint = (prompt.complaint.map { TextWidth.wrap($0, to: columns) } ?? []).prefix(room)
        let hint = TextWidth.wrap(Self.hint(prompt.purpose), to: columns)
        let inner = Widgets.box(
            rows: complaint.count + hint.count + 2, columns: columns, model.look, &drawing, in: screen)
        var row = 0
        for line in complaint {
            drawing.canvas.put(line, in: inner.lines(row), style: Style(foreground: .toMove, traits: .bold))
            row += 1
        }
        let title = Self.title(prompt.purpose) + " "
        let line = inner.lines(row)
        let start = drawing.canvas.put(title, at: line.origin, in: line, style: .strong)
        let typing = line.slice(start, line.columns)
        let before = TextWidth.suffix(SafeText.line(prompt.before, columns: 4000), columns: typing.columns - 1)
        let used = drawing.canvas.put(before, at: typing.origin, in: typing, style: Style(traits: .underline))
        let after = SafeText.line(prompt.after, columns: 4000)
        drawing.canvas.put(after, in: typing.slice(used, typing.columns), style: Style(traits: .underline))
        drawing.canvas.cursor = Point(row: typing.row, column: typing.column + used)
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
        case .address: "NAME, NAME:PORT or an address; Enter connects, Esc quits."
        case .name: "Up to \(Limits.nameCharacters) characters; Esc quits."
        case .code: "Four-character code; Esc goes back."
        case .talk: "Enter sends, Esc cancels."
        case .command: "Type a command; help lists them."
        }
    }
}
