import Protocol

/// Draws a table of Set.
struct SetBoardView {
    let table: TableView
    private var look: Look { table.look }

    func draw(_ drawing: inout Drawing, _ layout: SetLayout) {
        let hand = hand
        let cards = table.state.setCards
        let focus = table.player == nil && table.seating.seat != nil ? table.model.effectiveFocus : nil
        var moving: [(Rect, Style)] = []
        for (position, place) in hand.order.enumerated() where cards.indices.contains(place) {
            guard let rect = layout.card(position) else { continue }
            let pose = table.model.motions.pose(of: place, at: table.now)
            drawing.addTarget(.card(place), in: withGutter(rect))
            var style = style(cards[place], hand, isShaded: isShaded(position, layout))
            if focus == .card(place) { drawCursor(&drawing.canvas, around: rect) }
            drawGutter(
                cards[place], hand, position, hasCursor: focus == .card(place), &drawing.canvas,
                in: withGutter(rect).slice(0, 1))
            if pose.isHidden { continue }
            if let way = table.model.motions.reform?.rect(of: cards[place].text, to: rect, at: table.now) {
                moving.append((way, style))
                continue
            }
            if pose.quarters < 4 { style.foreground = .plain }
            draw(cards[place], pose, style, &drawing.canvas, in: rect)
        }
        // Cards on their way are blank, and drawn over the others.
        for (rect, style) in moving { drawing.canvas.fill(rect, style: style) }
    }

    /// What the player has selected, and the order of the cards; in a replay that of their places.
    private var hand: SetHand {
        if table.player == nil, let hand = table.model.table?.hand { return hand }
        return SetHand(of: table.state)
    }

    private func withGutter(_ rect: Rect) -> Rect {
        Rect(row: rect.row, column: rect.column - 1, rows: rect.rows, columns: rect.columns + 1)
    }

    /// True for every other card where cards touch, so that they can be told apart.
    private func isShaded(_ position: Int, _ layout: SetLayout) -> Bool {
        layout.gapRows == 0 && (position / layout.columns + position % layout.columns) % 2 == 1
    }

    private func style(_ card: SetCard, _ hand: SetHand, isShaded: Bool) -> Style {
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

    private func draw(_ card: SetCard, _ pose: Motion.Pose, _ style: Style, _ canvas: inout Canvas, in rect: Rect) {
        let columns = max(1, rect.columns * pose.quarters / 4)
        let shown = Rect(
            row: rect.row, column: rect.column + pose.columns + (rect.columns - columns) / 2, rows: rect.rows,
            columns: columns)
        canvas.fill(shown, style: style)
        // A card that turns is blank, which saves bytes.
        guard pose.quarters == 4 else { return }
        if look.isASCII { return drawWords(card, style, &canvas, in: shown) }
        let raster = SetRaster(card, rows: shown.rows, columns: shown.columns)
        for (row, characters) in raster.rows.enumerated() {
            for (column, character) in characters.enumerated() where character != " " {
                let point = Point(row: shown.row + row, column: shown.column + column)
                if character == "█", look.colours != .none {
                    // A space of this colour looks the same, and many cost less.
                    canvas.put(" ", at: point, style: Style(background: style.foreground))
                } else {
                    canvas.put(String(character), at: point, style: style)
                }
            }
        }
    }

    /// A card in ASCII: in words if there is room for them, else in its short form.
    private func drawWords(_ card: SetCard, _ style: Style, _ canvas: inout Canvas, in rect: Rect) {
        let words = card.words.split(separator: " ").map { String($0) }
        let fits = rect.rows >= words.count && words.allSatisfy { $0.utf8.count <= rect.columns }
        let lines = fits ? words : [card.text]
        let block = rect.centred(rows: lines.count, columns: rect.columns)
        for (row, line) in lines.enumerated() {
            canvas.put(line, in: block.lines(row), align: .centre, style: style)
        }
    }

    // MARK: Beside a card

    /// Draws the cursor: a bar on each side of the card.
    private func drawCursor(_ canvas: inout Canvas, around rect: Rect) {
        let bar = look.isASCII ? "#" : "┃"
        for column in [rect.column - 1, rect.endColumn] {
            for row in rect.row..<rect.endRow {
                let point = Point(row: row, column: column)
                if look.colours == .none {
                    canvas.put(bar, at: point, style: .strong)
                } else {
                    canvas.put(" ", at: point, style: Style(background: .cursor))
                }
            }
        }
    }

    /// Draws what stands to the left of a card: its key, a mark if it is selected, and one for its colour.
    private func drawGutter(
        _ card: SetCard, _ hand: SetHand, _ position: Int, hasCursor: Bool, _ canvas: inout Canvas, in gutter: Rect
    ) {
        let isSelected = hand.selected.contains(card)
        var style = hasCursor ? Style(foreground: .cursorText, background: .cursor) : .plain
        style.traits = .bold
        let key = table.seating.seat == nil || table.player != nil ? nil : SetHand.key(position).map { String($0) }
        if look.colours == .none, !hasCursor {
            for row in 0..<gutter.rows {
                canvas.put(look.isASCII ? "|" : "│", in: gutter.lines(row), style: .faint)
            }
        }
        if let key, !isSelected || gutter.rows > 2 { canvas.put(key, in: gutter.lines(0), style: style) }
        if isSelected { canvas.put("*", in: gutter.lines(gutter.rows > 2 ? 1 : 0), style: style) }
        guard marksColours, gutter.rows > 1 else { return }
        style.traits = []
        canvas.put(mark(of: card.colour), in: gutter.lines(gutter.rows - 1), style: style)
    }

    /// True if the colour is also told by a letter: where there are no colours, and for those who want it.
    private var marksColours: Bool { !look.isASCII && (look.colours == .none || look.marksColours) }

    private func mark(of colour: SetCard.Colour) -> String { String(colour.rawValue.prefix(1)).uppercased() }
}
