import Protocol

/// Draws a model on a screen of its size.
///
/// Each page has a view of its own, which draws into the part of the screen that it is given; what lies over the page is
/// drawn last. Where everything stands is known in one place: the ``Drawing`` also says what the mouse points at.
struct View {
    /// Below this a screen shows only that it is too small.
    static let least = Platform.WindowSize(columns: 40, rows: 14)

    private let model: Model
    private let now: Moment

    /// A model as it looks at this moment.
    init(_ model: Model, at now: Moment) {
        self.model = model
        self.now = now
    }

    /// The screen.
    var drawing: Drawing {
        var drawing = Drawing(model.size, isASCII: model.look.isASCII)
        let screen = Rect(model.size)
        guard screen.columns >= Self.least.columns, screen.rows >= Self.least.rows else {
            Self.tooSmall(needs: Self.least, &drawing, in: screen)
            return drawing
        }
        draw(page: model.page, &drawing, in: screen)
        if let overlay = model.overlay { OverlayView(model, overlay).draw(&drawing, in: screen) }
        return drawing
    }

    private func draw(page: Page, _ drawing: inout Drawing, in screen: Rect) {
        switch page {
        case .menu: MenuView(model).draw(&drawing, in: screen)
        case .lobby(let watching): LobbyView(model, watching: watching).draw(&drawing, in: screen)
        case .opening(let form): OpeningView(model, form).draw(&drawing, in: screen)
        case .table: drawTable(&drawing, in: screen)
        case .records: RecordsView(model).draw(&drawing, in: screen)
        case .replay(let player): TableView(model, player, at: now).draw(&drawing, in: screen)
        case .scores: ScoresView(model).draw(&drawing, in: screen)
        }
    }

    private func drawTable(_ drawing: inout Drawing, in screen: Rect) {
        guard let state = model.state, let seating = model.seating else {
            return drawing.canvas.put(
                "The match comes …", in: screen.middle(rows: 1, columns: screen.columns), align: .middle)
        }
        if state.phase == .waiting, let code = seating.code, seating.seat != nil {
            return CodeView(model, code).draw(&drawing, in: screen)
        }
        TableView(model, state, seating, at: now).draw(&drawing, in: screen)
        if state.phase == .over, !model.hidesEnding, model.motions.showEnding(at: now) {
            EndView(model, state, seating).draw(&drawing, in: screen)
        }
    }

    /// Says that a screen is too small for what it is to show.
    static func tooSmall(needs least: Platform.WindowSize, _ drawing: inout Drawing, in screen: Rect) {
        let needed = "\(least.columns)x\(least.rows)"
        let size = drawing.canvas.size
        let sentence = "This screen is \(size.columns)x\(size.rows); it must be \(needed) at least."
        for (row, line) in TextWidth.wrap(sentence, to: screen.columns).enumerated() {
            drawing.canvas.put(line, in: screen.lines(row))
        }
    }
}

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
            return drawing.canvas.put(banner, in: line, align: .middle, style: style)
        }
        guard let last = model.log.last else { return }
        drawing.canvas.put(last.text, in: line, style: style(of: last.kind))
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
