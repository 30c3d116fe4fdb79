import Protocol

/// Parts that several pages have.
enum Parts {
    /// What stands at the top of a page: a title at the left, and what it is about at the right.
    static func heading(_ title: String, _ detail: String, _ drawing: inout Drawing, in line: Rect) {
        let title = SafeText.line(title)
        drawing.canvas.put(title, in: line, style: .strong)
        let used = TextWidth.columns(of: title) + 2
        drawing.canvas.put(SafeText.line(detail), in: line.slice(used, line.columns), align: .right, style: .faint)
    }

    /// The last thing that happened, or that there is no connection, in one line.
    static func news(_ model: Model, _ drawing: inout Drawing, in line: Rect) {
        if let banner = Wording.banner(model) {
            let style = Style(foreground: .alarmText, background: .alarm, traits: .bold)
            drawing.canvas.fill(line, style: style)
            drawing.canvas.put(banner, in: line, align: .middle, style: style)
        } else if let last = model.log.last {
            drawing.canvas.put(last.text, in: line, style: style(of: last.kind))
        }
    }

    /// How a line of the log is painted.
    static func style(of kind: Model.LogLine.Kind) -> Style {
        switch kind {
        case .news: .plain
        case .talk: Style(foreground: .joy)
        case .complaint: Style(foreground: .toMove)
        }
    }

    /// Buttons in a line, each with its key before it; as many as fit.
    static func buttons(
        _ buttons: [Button], focus: Target?, _ drawing: inout Drawing, in line: Rect,
        align: Canvas.Alignment = .left, titles: (Button) -> String = \.title
    ) {
        let labels = buttons.map { button in (button, button.key.map { "\($0)" }, titles(button)) }
        func width(_ gap: Int, padding: Int) -> Int {
            labels.reduce(-gap) { $0 + TextWidth.columns(of: $1.2) + ($1.1 == nil ? 0 : 2) + 2 * padding + gap }
        }
        let padding = width(1, padding: 1) <= line.columns ? 1 : 0
        let gap = padding == 1 ? 1 : (width(2, padding: 0) <= line.columns ? 2 : 1)
        let indent = max(0, line.columns - width(gap, padding: padding))
        var column = line.column + (align == .left ? 0 : align == .middle ? indent / 2 : indent)
        for (button, key, title) in labels {
            let columns = TextWidth.columns(of: title) + (key == nil ? 0 : 2) + 2 * padding
            let rect = Rect(row: line.row, column: column, rows: 1, columns: columns)
            guard rect.endColumn <= line.endColumn else { break }
            let isFocused = focus == .button(button)
            let style = isFocused ? Style(foreground: .cursorText, background: .cursor) : .plain
            if isFocused { drawing.canvas.fill(rect, style: style) }
            var start = Point(row: rect.row, column: rect.column + padding)
            if let key {
                var keyStyle = style
                keyStyle.traits.formUnion(.bold)
                start.column += drawing.canvas.put(key, at: start, in: rect, style: keyStyle) + 1
            }
            var titleStyle = style
            if !isFocused, key != nil { titleStyle.traits = .dim }
            drawing.canvas.put(title, at: start, in: rect, style: titleStyle)
            drawing.place(.button(button), in: rect)
            column = rect.endColumn + gap
        }
    }

    /// A line of a list that can be chosen: marked, and in another colour when it is what Enter would choose.
    ///
    /// - Returns: how to paint what stands in it, and the columns that the mark took.
    static func item(
        _ target: Target, focus: Target?, _ look: Look, _ drawing: inout Drawing, in line: Rect
    ) -> (style: Style, indent: Int) {
        let isFocused = focus == target
        let style = isFocused ? Style(foreground: .cursorText, background: .cursor) : .plain
        if isFocused { drawing.canvas.fill(line, style: style) }
        drawing.place(target, in: line)
        let mark = isFocused ? (look.isASCII ? "> " : "▶ ") : "  "
        return (style, drawing.canvas.put(mark, at: line.origin, in: line, style: style))
    }

    /// A button as a line of a list, with its key at the right.
    static func item(_ button: Button, focus: Target?, _ look: Look, _ drawing: inout Drawing, in line: Rect) {
        let line = line.middle(rows: 1, columns: 24)
        let (style, indent) = item(.button(button), focus: focus, look, &drawing, in: line)
        drawing.canvas.put(button.title, in: line.slice(indent, line.columns), style: style)
        if let key = button.key { drawing.canvas.put("\(key) ", in: line, align: .right, style: style) }
    }

    /// A bar of which a part is filled; none where there is no room for one.
    static func bar(_ part: Int, of all: Int, _ style: Style, _ look: Look, _ drawing: inout Drawing, in line: Rect) {
        guard line.columns >= 4 else { return }
        let filled = min(line.columns, (line.columns * max(0, part) + all - 1) / max(1, all))
        let (full, empty) = look.isASCII ? ("#", "-") : ("█", "░")
        let bar = String(repeating: full, count: filled) + String(repeating: empty, count: line.columns - filled)
        drawing.canvas.put(bar, in: line, style: style)
    }

    /// A box in the middle of the screen, emptied; returns what is within.
    static func box(rows: Int, columns: Int, _ look: Look, _ drawing: inout Drawing, in screen: Rect) -> Rect {
        let rect = screen.middle(rows: rows + 2, columns: columns + 4)
        drawing.canvas.fill(rect)
        drawing.canvas.frame(rect, look.isASCII ? .thinASCII : .thin, style: Style(foreground: .frame))
        return rect.inset(rows: 1, columns: 2)
    }

    /// Lines of which the one with the focus is on the screen.
    static func window(count: Int, around index: Int?, room: Int) -> Range<Int> {
        guard count > room else { return 0..<count }
        let start = min(max(0, (index ?? 0) - room / 2), count - room)
        return start..<start + max(0, room)
    }
}
