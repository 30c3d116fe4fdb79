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

    /// Buttons in a line, each with its key before it; where not all fit, those around the one with the focus.
    static func buttons(
        _ buttons: [Button], focus: Target?, _ drawing: inout Drawing, in line: Rect,
        align: Canvas.Alignment = .left, titles: (Button) -> String = \.title
    ) {
        let all = buttons.map { Label(button: $0, title: titles($0)) }
        let padding = Label.columns(of: all, padding: 1) <= line.columns ? 1 : 0
        let focused = all.firstIndex { focus == .button($0.button) }
        var labels = all[...]
        while labels.count > 1, Label.columns(of: labels, padding: padding) > line.columns {
            // The last goes, unless it is the one that must be seen.
            if focused == labels.indices.last { labels.removeFirst() } else { labels.removeLast() }
        }
        let indent = max(0, line.columns - Label.columns(of: labels, padding: padding))
        var column = line.column + (align == .left ? 0 : align == .middle ? indent / 2 : indent)
        for label in labels {
            let rect = line.moved(columns: column - line.column).slice(0, label.columns + 2 * padding)
            draw(label, isFocused: focus == .button(label.button), padding: padding, &drawing, in: rect)
            column = rect.endColumn + 1
        }
    }

    /// What stands on a button in a line.
    private struct Label {
        let button: Button
        let title: String
        var key: String? { button.key.map { String($0) } }
        var columns: Int { TextWidth.columns(of: title) + (key == nil ? 0 : 2) }

        /// The columns of some, with so many spaces on each side and one between two.
        static func columns(of labels: some Collection<Label>, padding: Int) -> Int {
            labels.reduce(-1) { $0 + $1.columns + 2 * padding + 1 }
        }
    }

    private static func draw(
        _ label: Label, isFocused: Bool, padding: Int, _ drawing: inout Drawing, in rect: Rect
    ) {
        var style = isFocused ? Style(foreground: .cursorText, background: .cursor) : .plain
        if isFocused { drawing.canvas.fill(rect, style: style) }
        drawing.place(.button(label.button), in: rect)
        var start = Point(row: rect.row, column: rect.column + padding)
        if let key = label.key {
            var strong = style
            strong.traits = .bold
            start.column += drawing.canvas.put(key, at: start, in: rect, style: strong) + 1
            if !isFocused { style.traits = .dim }
        }
        drawing.canvas.put(label.title, at: start, in: rect, style: style)
    }

    /// A line of a list that can be chosen: marked, and in another colour when it is what Enter would choose.
    ///
    /// - Returns: how to paint what stands in it, and the columns that the mark took.
    static func item(
        _ target: Target, focus: Target?, isMarked: Bool = false, _ look: Look, _ drawing: inout Drawing, in line: Rect
    ) -> (style: Style, indent: Int) {
        let isFocused = focus == target
        let style = isFocused ? Style(foreground: .cursorText, background: .cursor) : .plain
        if isFocused { drawing.canvas.fill(line, style: style) }
        drawing.place(target, in: line)
        let mark = isFocused || isMarked ? (look.isASCII ? "> " : "▶ ") : "  "
        return (style, drawing.canvas.put(mark, at: line.origin, in: line, style: style))
    }

    /// A button as a line of a list, with its key at the right.
    static func item(
        _ button: Button, title: String? = nil, focus: Target?, _ look: Look, _ drawing: inout Drawing, in line: Rect
    ) {
        let line = line.middle(rows: 1, columns: 24)
        let (style, indent) = item(.button(button), focus: focus, look, &drawing, in: line)
        drawing.canvas.put(title ?? button.title, in: line.slice(indent, line.columns), style: style)
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
        // No scraps of the page remain at its sides.
        let scraps = (screen.columns - rect.columns) / 2
        drawing.canvas.fill(scraps < 3 ? screen.lines(rect.row - screen.row, rect.rows) : rect)
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
