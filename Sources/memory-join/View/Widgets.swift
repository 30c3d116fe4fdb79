import Protocol

/// Elements shared by several pages.
enum Widgets {
    /// A page's header: the title on the left, details on the right.
    static func heading(_ title: String, _ detail: String, _ drawing: inout Drawing, in line: Rect) {
        let title = SafeText.line(title)
        drawing.canvas.put(title, in: line, style: .strong)
        let used = TextWidth.columns(of: title) + 2
        drawing.canvas.put(SafeText.line(detail), in: line.slice(used, line.columns), align: .right, style: .faint)
    }

    /// A page's heading, last event and buttons; returns the area between them for its content.
    static func page(
        _ title: String, _ detail: String, _ model: Model, _ drawing: inout Drawing, in screen: Rect,
        buttons: [Button]? = nil, align: Canvas.Alignment = .left
    ) -> Rect {
        heading(title, detail, &drawing, in: screen.lines(0))
        news(model, &drawing, in: screen.lines(screen.rows - 2))
        Self.buttons(buttons ?? model.buttons, model, &drawing, in: screen.lines(screen.rows - 1), align: align)
        return screen.lines(1, screen.rows - 3)
    }

    /// The last event, or the connection's status, in one line.
    static func news(_ model: Model, _ drawing: inout Drawing, in line: Rect) {
        if let banner = Wording.banner(model) {
            let style = Style(foreground: .alarmText, background: .alarm, traits: .bold)
            drawing.canvas.fill(line, style: style)
            drawing.canvas.put(banner, in: line, align: .centre, style: style)
        } else if let last = model.session.log.last {
            drawing.canvas.put(last.text, in: line, style: style(of: last.kind))
        }
    }

    static func style(of kind: Session.LogLine.Kind) -> Style {
        switch kind {
        case .news: .plain
        case .talk: Style(foreground: .success)
        case .complaint: Style(foreground: .toMove)
        }
    }

    /// Buttons in a row, each after its key; if not all fit, those around the focus, and the one that tells all keys.
    static func buttons(
        _ buttons: [Button], _ model: Model, _ drawing: inout Drawing, in line: Rect,
        align: Canvas.Alignment = .left
    ) {
        let (all, focus) = (buttons.map { Label($0, model) }, model.effectiveFocus)
        let padding = Label.columns(of: all, padding: 1) <= line.columns ? 1 : 0
        var labels = all[...]
        let help = padding == 0 && Label.columns(of: all, padding: 0) > line.columns ? all.first(where: \.isHelp) : nil
        if help != nil { labels = ArraySlice(all.filter { !$0.isHelp }) }
        let focused = labels.firstIndex { focus == .button($0.button) }
        let room = line.columns - (help.map { $0.columns + 1 } ?? 0)
        while labels.count > 1, Label.columns(of: labels, padding: padding) > room {
            // Drops the last one, unless it has the focus.
            if focused == labels.indices.last { labels.removeFirst() } else { labels.removeLast() }
        }
        if let help { labels.append(help) }
        let indent = max(0, line.columns - Label.columns(of: labels, padding: padding))
        var column = line.column + (align == .left ? 0 : align == .centre ? indent / 2 : indent)
        for label in labels {
            let rect = line.moved(columns: column - line.column).slice(0, label.columns + 2 * padding)
            draw(label, isFocused: focus == .button(label.button), padding: padding, &drawing, in: rect)
            column = rect.endColumn + 1
        }
    }

    /// The fewest columns that show all buttons.
    static func columns(_ buttons: [Button], _ model: Model) -> Int {
        Label.columns(of: buttons.map { Label($0, model) }, padding: 0)
    }

    private struct Label {
        let button: Button
        let title: String
        var isHelp: Bool { button == .help }
        var columns: Int { TextWidth.columns(of: title) + (button.keyText.isEmpty ? 0 : 2) }

        init(_ button: Button, _ model: Model) { (self.button, title) = (button, button.title(model)) }

        /// The columns of several labels, with this padding on each side and one space between two.
        static func columns(of labels: some Collection<Label>, padding: Int) -> Int {
            labels.reduce(-1) { $0 + $1.columns + 2 * padding + 1 }
        }
    }

    private static func draw(
        _ label: Label, isFocused: Bool, padding: Int, _ drawing: inout Drawing, in rect: Rect
    ) {
        var style = isFocused ? Style(foreground: .cursorText, background: .cursor) : .plain
        if isFocused { drawing.canvas.fill(rect, style: style) }
        drawing.addTarget(.button(label.button), in: rect)
        var start = Point(row: rect.row, column: rect.column + padding)
        if !label.button.keyText.isEmpty {
            var strong = style
            strong.traits = .bold
            start.column += drawing.canvas.put(label.button.keyText, at: start, in: rect, style: strong) + 1
            if !isFocused { style.traits = .dim }
        }
        drawing.canvas.put(label.title, at: start, in: rect, style: style)
    }

    /// A selectable line of a list: marked, and highlighted when it has the focus.
    ///
    /// - Returns: the style of the line's text, and the columns of the mark.
    static func item(
        _ target: Target, focus: Target?, isMarked: Bool = false, _ drawing: inout Drawing, in line: Rect
    ) -> (style: Style, indent: Int) {
        let isFocused = focus == target
        let style = isFocused ? Style(foreground: .cursorText, background: .cursor) : .plain
        if isFocused { drawing.canvas.fill(line, style: style) }
        drawing.addTarget(target, in: line)
        let mark = isFocused || isMarked ? (drawing.canvas.isASCII ? "> " : "▶ ") : "  "
        return (style, drawing.canvas.put(mark, at: line.origin, in: line, style: style))
    }

    /// A button as a line of a list, with its key on the right.
    static func item(_ button: Button, _ model: Model, _ drawing: inout Drawing, in line: Rect) {
        let line = line.centred(rows: 1, columns: 24)
        let (style, indent) = item(.button(button), focus: model.effectiveFocus, &drawing, in: line)
        drawing.canvas.put(button.title(model), in: line.slice(indent, line.columns), style: style)
        drawing.canvas.put("\(button.keyText) ", in: line, align: .right, style: style)
    }

    /// A progress bar; none if there is no room for it.
    static func bar(_ part: Int, of all: Int, _ style: Style, _ drawing: inout Drawing, in line: Rect) {
        guard line.columns >= 4 else { return }
        let all = max(1, all)
        let filled = min(line.columns, (line.columns * max(0, part) + all - 1) / all)
        let (full, empty) = drawing.canvas.isASCII ? ("#", "-") : ("█", "░")
        let bar = String(repeating: full, count: filled) + String(repeating: empty, count: line.columns - filled)
        drawing.canvas.put(bar, in: line, style: style)
    }

    /// A bar that gets shorter, and the seconds left; red for the last ten.
    ///
    /// - Parameter whole: the milliseconds of the full bar.
    static func countdown(_ seconds: Int, of whole: Int, _ drawing: inout Drawing, in line: Rect) {
        let time = line.slice(0, line.columns - 6)
        let style = Style(foreground: seconds <= 10 ? .toMove : .success, traits: seconds <= 10 ? .bold : [])
        bar(seconds * 1000, of: whole, style, &drawing, in: time)
        drawing.canvas.put("\(seconds) s", in: line.slice(max(0, time.columns + 1), 6), style: style)
    }

    /// A cleared box in the middle of the screen; returns its interior.
    static func box(rows: Int, columns: Int, _ drawing: inout Drawing, in screen: Rect) -> Rect {
        let rect = screen.centred(rows: rows + 2, columns: columns + 4)
        // Narrow strips of the page beside the box are cleared too.
        let scraps = (screen.columns - rect.columns) / 2
        drawing.canvas.fill(scraps < 3 ? screen.lines(rect.row - screen.row, rect.rows) : rect)
        drawing.canvas.frame(rect, .thin, style: Style(foreground: .frame))
        return rect.inset(rows: 1, columns: 2)
    }

    /// A window of lines that contains the focus.
    static func window(count: Int, around index: Int?, room: Int) -> Range<Int> {
        guard count > room else { return 0..<count }
        let start = min(max(0, (index ?? 0) - room / 2), count - room)
        return start..<start + max(0, room)
    }
}
