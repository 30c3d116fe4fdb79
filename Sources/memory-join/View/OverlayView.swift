import Protocol

/// Draws the overlay: a text, a question or a prompt.
struct OverlayView {
    let model: Model
    let overlay: Overlay
    let now: Instant

    func draw(_ drawing: inout Drawing, in screen: Rect) {
        drawing.removeTargets()
        switch overlay {
        case .text(let box): box.draw(model, &drawing, in: screen)
        case .question(let question): draw(question, &drawing, in: screen)
        case .prompt(let prompt) where prompt.purpose.hidesNothing:
            drawLine(prompt, &drawing, in: screen.lines(screen.rows - 1))
        case .prompt(let prompt): draw(prompt, &drawing, in: screen)
        }
    }

    private func draw(_ question: Question, _ drawing: inout Drawing, in screen: Rect) {
        let text = question.text(model)
        let columns = min(44, screen.columns - 4)
        let rows = TextWidth.wrap(text, to: columns).count
        let inner = Widgets.box(rows: rows + 2, columns: columns, &drawing, in: screen)
        drawing.canvas.put(wrapped: text, in: inner, align: .centre, style: .strong)
        Widgets.buttons(model.buttons, model, &drawing, in: inner.lines(rows + 1), align: .centre)
    }

    private func draw(_ prompt: Prompt, _ drawing: inout Drawing, in screen: Rect) {
        let columns = min(60, screen.columns - 4)
        let room = max(0, screen.rows - 8)
        let complaint = (prompt.complaint.map { TextWidth.wrap($0, to: columns) } ?? []).prefix(room)
        let hint = TextWidth.wrap(prompt.purpose.hint, to: columns)
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
        let hint = prompt.complaint ?? prompt.purpose.hint
        let style = prompt.complaint == nil ? Style.faint : Style(foreground: .toMove, traits: .bold)
        // A complaint takes up to two thirds of the line, a hint what is left of a field for a short sentence.
        let most = prompt.complaint == nil ? line.columns - 40 : line.columns * 2 / 3
        let columns =
            TextWidth.columns(of: hint) <= most || prompt.complaint != nil ? min(TextWidth.columns(of: hint), most) : 0
        drawing.canvas.put(hint, in: line.slice(line.columns - columns, columns), style: style)
        drawField(prompt, &drawing, in: line.slice(0, line.columns - columns - (columns > 0 ? 1 : 0)))
    }

    private func drawField(_ prompt: Prompt, _ drawing: inout Drawing, in line: Rect) {
        let title = prompt.purpose.title + " "
        let start = drawing.canvas.put(title, at: line.origin, in: line, style: .strong)
        let typing = line.slice(start, line.columns)
        let before = TextWidth.suffix(SafeText.line(prompt.before, columns: 4000), columns: typing.columns - 1)
        let used = drawing.canvas.put(before, at: typing.origin, in: typing, style: Style(traits: .underline))
        let after = SafeText.line(prompt.after, columns: 4000)
        drawing.canvas.put(after, in: typing.slice(used, typing.columns), style: Style(traits: .underline))
        drawing.canvas.cursor = Point(row: typing.row, column: typing.column + used)
    }
}

extension TextBox {
    /// Draws it in the middle of the screen.
    func draw(_ model: Model, _ drawing: inout Drawing, in screen: Rect) {
        let (lines, columns, room) = laidOut(model)
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
