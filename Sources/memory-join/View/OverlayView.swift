import Protocol

/// Draws the overlay: help, messages, a question or a prompt.
struct OverlayView {
    let model: Model
    let overlay: Overlay
    let now: Instant

    func draw(_ drawing: inout Drawing, in screen: Rect) {
        drawing.removeTargets()
        switch overlay {
        case .help, .rules, .text, .messages: OverlayText(overlay, of: model)?.draw(model, &drawing, in: screen)
        case .question(let question): draw(question, &drawing, in: screen)
        case .prompt(let prompt) where prompt.hidesNothing:
            drawLine(prompt, &drawing, in: screen.lines(screen.rows - 1))
        case .prompt(let prompt): draw(prompt, &drawing, in: screen)
        }
    }

    private func draw(_ question: Overlay.Question, _ drawing: inout Drawing, in screen: Rect) {
        let text =
            switch question {
            case .resign: "Resign this match?"
            case .leave: "Resign this match and leave?"
            case .quit: "Resign this match and quit?"
            case .comeBack: Wording.comeBack(model)
            case .joinWaiting: Wording.joinWaiting(model)
            }
        let columns = min(44, screen.columns - 4)
        // Whoever is asked whether to come back should know for how long that is of use.
        let clock = question == .comeBack ? Wording.clock(model, at: now) : nil
        let count = TextWidth.wrap(text, to: columns).count
        let rows = count + (clock == nil ? 0 : 1)
        let inner = Widgets.box(rows: rows + 2, columns: columns, &drawing, in: screen)
        drawing.canvas.put(wrapped: text, in: inner, align: .centre, style: .strong)
        if let clock {
            let style = Style(foreground: .toMove, traits: .bold)
            drawing.canvas.put(clock, in: inner.lines(count), align: .centre, style: style)
        }
        Widgets.buttons(
            model.buttons, focus: model.effectiveFocus, &drawing, in: inner.lines(rows + 1), align: .centre)
    }

    private func draw(_ prompt: Prompt, _ drawing: inout Drawing, in screen: Rect) {
        let columns = min(60, screen.columns - 4)
        let room = max(0, screen.rows - 8)
        let complaint = (prompt.complaint.map { TextWidth.wrap($0, to: columns) } ?? []).prefix(room)
        let hint = TextWidth.wrap(Self.hint(prompt), to: columns)
        let inner = Widgets.box(
            rows: complaint.count + hint.count + 2, columns: columns, &drawing, in: screen)
        var row = 0
        for line in complaint {
            drawing.canvas.put(line, in: inner.lines(row), style: Style(foreground: .toMove, traits: .bold))
            row += 1
        }
        drawField(prompt, &drawing, in: inner.lines(row))
        for (index, line) in hint.enumerated() {
            drawing.canvas.put(line, in: inner.lines(row + 2 + index), style: .faint)
        }
    }

    /// Draws a prompt in the last line of the screen, so that the page stays in view.
    private func drawLine(_ prompt: Prompt, _ drawing: inout Drawing, in line: Rect) {
        drawing.canvas.fill(line)
        let hint = prompt.complaint ?? Self.hint(prompt)
        let style = prompt.complaint == nil ? Style.faint : Style(foreground: .toMove, traits: .bold)
        // A complaint takes up to two thirds of the line, a hint what is left of a field for a short sentence.
        let most = prompt.complaint == nil ? line.columns - 40 : line.columns * 2 / 3
        let columns =
            TextWidth.columns(of: hint) <= most || prompt.complaint != nil ? min(TextWidth.columns(of: hint), most) : 0
        drawing.canvas.put(hint, in: line.slice(line.columns - columns, columns), style: style)
        drawField(prompt, &drawing, in: line.slice(0, line.columns - columns - (columns > 0 ? 1 : 0)))
    }

    private func drawField(_ prompt: Prompt, _ drawing: inout Drawing, in line: Rect) {
        let title = Self.title(prompt.purpose) + " "
        let start = drawing.canvas.put(title, at: line.origin, in: line, style: .strong)
        let typing = line.slice(start, line.columns)
        let before = TextWidth.suffix(SafeText.line(prompt.before, columns: 4000), columns: typing.columns - 1)
        let used = drawing.canvas.put(before, at: typing.origin, in: typing, style: Style(traits: .underline))
        let after = SafeText.line(prompt.after, columns: 4000)
        drawing.canvas.put(after, in: typing.slice(used, typing.columns), style: Style(traits: .underline))
        drawing.canvas.cursor = Point(row: typing.row, column: typing.column + used)
    }

    private static func title(_ purpose: Prompt.Purpose) -> String {
        switch purpose {
        case .address: "Host:"
        case .name: "Your name:"
        case .code: "Code:"
        case .beside: "Second player:"
        case .talk: "Say:"
        case .opponent: "With:"
        case .command: ":"
        }
    }

    private static func hint(_ prompt: Prompt) -> String {
        switch prompt.purpose {
        case .address: "HOST or HOST:PORT; Enter connects, Esc goes back."
        case .name: "Up to \(Limits.nameCharacters) characters; Esc goes back."
        case .code: "Six-character code; Esc goes back."
        case .beside: "The other player's name; Esc goes back."
        case .talk: "Enter sends, Esc cancels."
        case .opponent: "A player's name; Esc goes back."
        case .command: "Type a command; help lists them."
        }
    }
}

/// A scrollable text over a page.
struct OverlayText {
    /// All lines, none wider than the box.
    let lines: [String]
    let room: Int
    private let title: String
    private let columns: Int
    /// The columns of a paragraph.
    private static let readableColumns = 64

    /// The text of an overlay, if it has any.
    init?(_ overlay: Overlay, of model: Model) {
        let all: [String]
        switch overlay {
        case .help: (title, all) = ("Help", Wording.help(model))
        case .rules:
            let rules = model.session.table?.seating.rules ?? model.form?.rules ?? .preset(model.session.hostPreset)
            let paragraphs = rules.onScreen.howToPlay(rules).flatMap {
                TextWidth.wrap($0, to: min(Self.readableColumns, max(1, model.size.columns - 4)))
            }
            (title, all) = ("Rules", paragraphs)
        case .text(let lines): (title, all) = ("", lines)
        case .messages:
            let said = model.session.log.map(\.text)
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
        let start = min(model.screen.scrollOffset, max(0, lines.count - room))
        let shown = lines[start..<min(lines.count, start + room)]
        let head = title.isEmpty ? 0 : 1
        let inner = Widgets.box(rows: shown.count + 1 + head, columns: columns, &drawing, in: screen)
        if !title.isEmpty { drawing.canvas.put(title, in: inner.lines(0), style: .strong) }
        for (row, line) in shown.enumerated() { drawing.canvas.put(line, in: inner.lines(head + row)) }
        let isWhole = shown.count == lines.count
        let hint = isWhole ? "Press any key." : "Arrows scroll, \(start + shown.count)/\(lines.count)"
        drawing.canvas.put(hint, in: inner.lines(head + shown.count), style: .faint)
    }
}
