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
        guard let table = model.table, let state = table.state else {
            let line = screen.middle(rows: 1, columns: screen.columns)
            drawing.canvas.put("The match comes …", in: line, align: .middle)
            return
        }
        let seating = table.seating
        if state.phase == .waiting, let code = seating.code, seating.seat != nil {
            return CodeView(model, code).draw(&drawing, in: screen)
        }
        TableView(model, state, seating, at: now).draw(&drawing, in: screen)
        if state.phase == .over, !table.hidesEnding, table.endingFrom.map({ $0 <= now }) ?? true {
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
