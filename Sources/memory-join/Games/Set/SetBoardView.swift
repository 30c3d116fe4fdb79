import Protocol

/// Draws a table of Set.
struct SetBoardView {
    let board: BoardContext
    /// The player's selection, and the order of the cards.
    let hand: SetHand
    private var look: Look { board.look }

    /// A card that is seen, and where.
    private struct Seen {
        let card: SetCard
        let place, position: Int
        let rect: Rect
        let pose: Motion.Pose
        let frame: Frame?
    }

    /// A frame around a card; of several, the one with the highest value is drawn.
    private enum Frame: Int {
        /// It belongs to a set that was missed.
        case missed
        case cursor
        /// It belongs to a wrong claim.
        case wrong

        var colours: (frame: Colour, text: Colour) {
            switch self {
            case .missed: (.success, .cursorText)
            case .cursor: (.cursor, .cursorText)
            case .wrong: (.alarm, .alarmText)
            }
        }
    }

    func draw(_ drawing: inout Drawing, _ layout: SetLayout, in room: Rect) {
        let all = self.seen(layout)
        let seen = all.filter { !$0.pose.isHidden && !$0.pose.isFalling }
        var moving: [(Rect, Style)] = []
        for card in all {
            drawing.addTarget(.card(card.place), in: withGutter(card.rect))
            if card.pose.isHidden { continue }
            var style = style(card.card, isShaded: isShaded(card.position, layout))
            if let way = board.motions.reform?.rect(of: card.card.text, to: card.rect, at: board.now) {
                moving.append((way, style))
                continue
            }
            if card.pose.isFalling {
                drawing.canvas.put(falling: card.pose.area(in: card.rect), in: room, style: style, look)
                continue
            }
            if card.pose.quarters < 4 { style.foreground = .plain }
            let isEdged = card.frame != nil && layout.gapRows == 0
            draw(card.card, card.pose, style, isEdged: isEdged, &drawing.canvas, in: card.rect)
        }
        drawFrames(seen, hasEdges: layout.gapRows > 0, &drawing.canvas)
        for card in seen { drawLetters(card, &drawing.canvas) }
        // Cards on their way are blank, and drawn over the others.
        for (rect, style) in moving { drawing.canvas.fill(rect, style: style) }
    }

    private func seen(_ layout: SetLayout) -> [Seen] {
        let cards = board.state.setCards
        return hand.order.enumerated().compactMap { position, place in
            guard cards.indices.contains(place), let rect = layout.card(position) else { return nil }
            let pose = board.motions.pose(of: place, at: board.now)
            let frame: Frame? =
                pose.isWrong
                ? .wrong : board.cursor == place ? .cursor : hand.missed.contains(cards[place]) ? .missed : nil
            return Seen(card: cards[place], place: place, position: position, rect: rect, pose: pose, frame: frame)
        }
    }

    private func withGutter(_ rect: Rect) -> Rect {
        Rect(row: rect.row, column: rect.column - 1, rows: rect.rows, columns: rect.columns + 1)
    }

    /// True for every other card where cards touch, so that they can be told apart.
    private func isShaded(_ position: Int, _ layout: SetLayout) -> Bool {
        let cell = SetGrid.cell(position)
        return layout.gapRows == 0 && (cell.row + cell.column) % 2 == 1
    }

    private func style(_ card: SetCard, isShaded: Bool) -> Style {
        let background: Colour = hand.selected.contains(card) ? .chosen : isShaded ? .faceShaded : .face
        return Style(foreground: Self.ink(card.colour), background: background)
    }

    /// The colour in which a card's symbols are drawn.
    static func ink(_ colour: SetCard.Colour) -> Colour {
        switch colour {
        case .red: .inkRed
        case .green: .inkGreen
        case .purple: .inkViolet
        }
    }

    // MARK: A card

    /// Draws a card.
    ///
    /// - Parameter isEdged: true to draw the edges of its frame as its first and its last line, where there is no row
    ///   for them above it or below it.
    private func draw(
        _ card: SetCard, _ pose: Motion.Pose, _ style: Style, isEdged: Bool, _ canvas: inout Canvas, in rect: Rect
    ) {
        let shown = pose.area(in: rect)
        canvas.fill(shown, style: style)
        // A card that turns is blank, which saves bytes.
        guard pose.quarters == 4 else { return }
        if look.isASCII { return drawWords(card, style, isEdged: isEdged, &canvas, in: shown) }
        let raster = SetRaster(card, rows: shown.rows, columns: shown.columns, isEdged: isEdged)
        canvas.put(raster: raster.rows, in: shown, style: style, hasColours: look.colours != .none)
    }

    /// A card in ASCII: in words if there is room for them, else in its short form.
    private func drawWords(
        _ card: SetCard, _ style: Style, isEdged: Bool, _ canvas: inout Canvas, in rect: Rect
    ) {
        let words = card.words.split(separator: " ").map { String($0) }
        let fits = rect.rows >= words.count + (isEdged ? 2 : 0) && words.allSatisfy { $0.utf8.count <= rect.columns }
        let lines = fits ? words : [card.text]
        let block = rect.centred(rows: lines.count, columns: rect.columns)
        for (row, line) in lines.enumerated() {
            canvas.put(line, in: block.lines(row), align: .centre, style: style)
        }
        guard isEdged, rect.rows > lines.count + 1 else { return }
        for row in [0, rect.rows - 1] {
            canvas.put(String(repeating: "=", count: rect.columns), in: rect.lines(row), style: style)
        }
    }

    // MARK: Around a card

    /// Draws the frames, without colours a line to the left of each card, and on a light background one around each.
    /// Letters are drawn later, so that a frame covers none.
    private func drawFrames(_ seen: [Seen], hasEdges: Bool, _ canvas: inout Canvas) {
        if look.isLight, look.colours != .none {
            for card in seen { drawEdge(around: card.rect, isWhole: hasEdges, &canvas) }
        }
        if look.colours == .none {
            for card in seen {
                for row in card.rect.row..<card.rect.endRow {
                    canvas.put("│", at: Point(row: row, column: card.rect.column - 1), style: .faint)
                }
            }
        }
        let framed = seen.filter { $0.frame != nil }.sorted { ($0.frame?.rawValue ?? 0) < ($1.frame?.rawValue ?? 0) }
        for card in framed {
            if let frame = card.frame { draw(frame, around: card.rect, hasEdges: hasEdges, &canvas) }
        }
    }

    /// Draws a thin line around a card, or where cards touch those above and below, to both sides of it.
    private func drawEdge(around rect: Rect, isWhole: Bool, _ canvas: inout Canvas) {
        let style = Style(foreground: .frame)
        let outside = rect.inset(rows: isWhole ? -1 : 0, columns: -1)
        if isWhole, outside.row >= 0, outside.endRow < canvas.size.rows {
            return canvas.frame(outside, .thin, style: style)
        }
        for row in rect.row..<rect.endRow {
            for column in [outside.column, outside.endColumn - 1] {
                canvas.put("│", at: Point(row: row, column: column), style: style)
            }
        }
    }

    /// Draws a frame: both sides of the card and, where there are rows between cards, the edges above and below it.
    private func draw(_ frame: Frame, around rect: Rect, hasEdges: Bool, _ canvas: inout Canvas) {
        let hasColours = look.colours != .none
        let sides = hasColours ? Style(background: frame.colours.frame) : .strong
        for row in rect.row..<rect.endRow {
            for column in [rect.column - 1, rect.endColumn] {
                let side = hasColours ? " " : look.isASCII ? "#" : "┃"
                canvas.put(side, at: Point(row: row, column: column), style: sides)
            }
        }
        guard hasEdges else { return }
        let style = hasColours && !look.isASCII ? Style(foreground: frame.colours.frame) : sides
        // The last row of the screen belongs to the buttons.
        for (row, edge) in zip([rect.row - 1, rect.endRow], edges) where row >= 0 && row < canvas.size.rows - 1 {
            let line = edge[0] + String(repeating: edge[1], count: rect.columns) + edge[2]
            canvas.put(line, at: Point(row: row, column: rect.column - 1), style: style)
        }
    }

    /// The edges of a frame above and below a card: the left corner, the middle and the right corner.
    private var edges: [[String]] {
        switch (look.colours == .none, look.isASCII) {
        case (true, false): [["┏", "━", "┓"], ["┗", "━", "┛"]]
        case (true, true): [["#", "=", "#"], ["#", "=", "#"]]
        // Half a line: the lower half above the card, the upper half below it.
        case (false, false): [["▄", "▄", "▄"], ["▀", "▀", "▀"]]
        case (false, true): [[" ", " ", " "], [" ", " ", " "]]
        }
    }

    /// Draws what stands to the left of a card: its key, a mark, and a letter for its colour.
    private func drawLetters(_ seen: Seen, _ canvas: inout Canvas) {
        let gutter = withGutter(seen.rect).slice(0, 1)
        let isHigh = gutter.rows > 2
        let state = seen.pose.isWrong ? "x" : hand.missed.contains(seen.card) ? "!" : nil
        let mark = hand.selected.contains(seen.card) ? "*" : isHigh ? state : nil
        let colours = seen.frame?.colours
        func put(_ text: String, _ row: Int, _ traits: Style.Traits) {
            let cell = gutter.lines(row)
            canvas.fill(cell)
            let style = colours.map { Style(foreground: $0.text, background: $0.frame, traits: traits) }
            canvas.put(text, in: cell, style: style ?? Style(traits: traits))
        }
        if let key = key(seen.position), mark == nil || isHigh { put(key, 0, .bold) }
        if let mark { put(mark, isHigh ? 1 : 0, .bold) }
        if marksColours, gutter.rows > 1 { put(self.mark(of: seen.card.colour), gutter.rows - 1, []) }
    }

    /// The key that selects the card at a position; nil for those who only watch.
    private func key(_ position: Int) -> String? {
        board.seating.seat == nil ? nil : SetHand.key(position).map { String($0) }
    }

    /// True if the colour is also told by a letter: where there are no colours, and for those who want it.
    private var marksColours: Bool {
        !look.isASCII && (look.colours == .none || board.table.settings[.marksColours])
    }

    private func mark(of colour: SetCard.Colour) -> String { String(colour.rawValue.prefix(1)).uppercased() }
}
