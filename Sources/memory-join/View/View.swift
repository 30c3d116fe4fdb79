import Protocol

/// Draws a model on a screen of its size.
///
/// Each page has a view that draws into its rectangle; the overlay is drawn last. The ``Drawing`` also records the
/// mouse targets.
struct View {
    /// Smaller screens show only that they are too small.
    static let minimumSize = Platform.WindowSize(columns: 40, rows: 14)

    let model: Model
    let now: Instant

    /// The drawn screen.
    var drawing: Drawing {
        var drawing = Drawing(model.size, isASCII: model.look.isASCII)
        let screen = Rect(model.size)
        guard screen.columns >= Self.minimumSize.columns, screen.rows >= Self.minimumSize.rows else {
            Self.tooSmall(needs: Self.minimumSize, &drawing, in: screen)
            return drawing
        }
        draw(page: model.page, &drawing, in: screen)
        if let overlay = model.overlay {
            OverlayView(model: model, overlay: overlay, now: now).draw(&drawing, in: screen)
        }
        return drawing
    }

    private func draw(page: Page, _ drawing: inout Drawing, in screen: Rect) {
        switch page {
        case .hosts: HostsView(model: model).draw(&drawing, in: screen)
        case .menu: MenuView(model: model).draw(&drawing, in: screen)
        case .lobby(let watching): LobbyView(model: model, watching: watching).draw(&drawing, in: screen)
        case .opening(let form): OpeningView(model: model, form: form).draw(&drawing, in: screen)
        case .table: drawTable(&drawing, in: screen)
        case .records: RecordsView(model: model).draw(&drawing, in: screen)
        case .replay(let player):
            TableView(model: model, state: player.state, seating: player.seating, player: player, now: now)
                .draw(&drawing, in: screen)
        case .scores: ScoresView(model: model).draw(&drawing, in: screen)
        case .statistics: StatisticsView(model: model).draw(&drawing, in: screen)
        case .opponents: OpponentsView(model: model).draw(&drawing, in: screen)
        }
    }

    private func drawTable(_ drawing: inout Drawing, in screen: Rect) {
        guard let table = model.table, let state = table.state else {
            let line = screen.centred(rows: 1, columns: screen.columns)
            drawing.canvas.put("Loading the match…", in: line, align: .centre)
            return
        }
        let seating = table.seating
        if state.phase == .waiting, !table.showsBoard {
            return WaitingView(model: model, table: table, now: now).draw(&drawing, in: screen)
        }
        TableView(model: model, state: state, seating: seating, player: nil, now: now).draw(&drawing, in: screen)
    }

    /// Draws a notice that the screen is too small.
    static func tooSmall(needs minimum: Platform.WindowSize, _ drawing: inout Drawing, in screen: Rect) {
        let needed = "\(minimum.columns)x\(minimum.rows)"
        let size = drawing.canvas.size
        let sentence = "This terminal is \(size.columns)x\(size.rows); Memory needs at least \(needed)."
        drawing.canvas.put(wrapped: sentence, in: screen)
    }
}
