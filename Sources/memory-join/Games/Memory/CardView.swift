import Protocol

/// Draws one card.
struct CardView {
    /// A card's content and state.
    struct Card: Equatable, Sendable {
        /// The coordinate, such as `B4`.
        let coordinate: String
        /// The visible face; nil while face down.
        let face: Face?
        var taker: Int?
        /// True if there are two seats to tell apart.
        var showsTaker = false
        var isTurned = false
        var hasCursor = false
        /// True if it may be the one whose place is being typed, false if another is; nil while none is typed.
        var isMeant: Bool?
        /// The pose of its animation.
        var pose = Motion.Pose()
    }

    /// A face as it is drawn.
    struct Face: Equatable, Sendable {
        /// The text in the middle of the card, where no shape is drawn.
        let label: String
        /// The word for it, for cards with room for one; nil if there is none but the face itself.
        var name: String?
        var shape: Shape?
    }

    let look: Look
    /// True if cards touch, so that only their borders separate them.
    let touches: Bool
    /// True while it is the other player's turn: coordinates and cursor are dimmed.
    var isAsleep = false
    /// True if the backs have question marks.
    var marksBacks = false
    /// The space of the table, beyond which a card that falls is not seen.
    var room: Rect?

    /// Rows from which on a card has room for corners around its face.
    private static let tallRows = 5

    func draw(_ card: Card, _ canvas: inout Canvas, in rect: Rect) {
        if card.pose.isHidden { return }
        let shown = card.pose.area(in: rect)
        let style = style(card)
        if card.pose.isFalling { return canvas.put(falling: shown, in: room ?? shown, style: style, look) }
        canvas.fill(shown, style: style)
        if shown.columns < 3 { return drawSide(shown, style, &canvas) }
        if shown.rows == 1 { return drawFlat(card, style, &canvas, in: shown) }
        drawBorder(card, style, &canvas, in: shown)
        if let face = card.face {
            drawFace(face, card, style, &canvas, in: shown)
        } else {
            drawBack(card, style, &canvas, in: shown)
        }
    }

    private func style(_ card: Card) -> Style {
        guard card.face != nil else {
            return Style(foreground: isAsleep ? .backTextAsleep : .backText, background: .back)
        }
        switch card.taker {
        case 0: return Style(foreground: .faceText, background: .takenFirst)
        case .some: return Style(foreground: .faceText, background: .takenSecond)
        case nil: return Style(foreground: .faceText, background: .face, traits: .bold)
        }
    }

    /// A card seen edge-on.
    private func drawSide(_ rect: Rect, _ style: Style, _ canvas: inout Canvas) {
        guard look.colours == .none else { return }
        for row in 0..<rect.rows { canvas.put(look.isASCII ? "|" : "│", in: rect.lines(row), style: style) }
    }

    /// The owner's digit, if there are two seats; the colour says the same.
    private func digit(_ card: Card) -> String? {
        card.showsTaker && card.face != nil ? card.taker.map { "\($0 + 1)" } : nil
    }

    /// True if brackets tell a card that was turned up just now from those that were taken: without colours.
    private func marksTurned(_ card: Card) -> Bool { card.isTurned && look.colours == .none }

    // MARK: Cards of one row

    /// A card of one row, followed by its owner's digit if it is taken.
    private func drawFlat(_ card: Card, _ style: Style, _ canvas: inout Canvas, in rect: Rect) {
        var style = style
        if let shape = card.face?.shape, card.taker == nil { style.foreground = Self.colour(shape.ink) }
        if card.hasCursor {
            style =
                isAsleep
                ? Style(foreground: .cursorText, background: .frame, traits: .underline)
                : Style(foreground: .cursorText, background: .cursor, traits: .bold)
            canvas.fill(rect, style: style)
        }
        var text = card.face?.label ?? card.coordinate
        if card.face == nil, marksBacks, text.utf8.count < rect.columns { text += "?" }
        let room = rect.columns - TextWidth.columns(of: text)
        guard room >= 0 else { return }
        let digit = room >= 1 ? digit(card) : nil
        canvas.put(text, in: digit == nil ? rect : rect.slice(0, rect.columns - 1), align: .centre, style: style)
        if let digit { canvas.put(digit, in: rect, align: .right, style: style) }
        guard marksTurned(card), room >= 2 else { return }
        canvas.put("[", in: rect, style: style)
        canvas.put("]", in: rect, align: .right, style: style)
    }

    // MARK: Borders

    /// Draws a thick border around the card under the cursor, and a thin one around any other that nothing else would
    /// tell from its neighbours: without colours, or where cards touch. A low card has only the sides of it where its
    /// face needs all rows, or the cursor would cover its owner.
    private func drawBorder(_ card: Card, _ style: Style, _ canvas: inout Canvas, in rect: Rect) {
        if card.face == nil, look.colours != .none, !look.isASCII, card.pose.quarters == 4 {
            let edge = String(repeating: "▔", count: rect.columns)
            canvas.put(edge, in: rect, style: Style(foreground: .backPattern, background: .back))
        }
        let isOpenAbove = rect.rows < Self.tallRows && card.face.map { $0.shape != nil || card.hasCursor } ?? false
        // Not while it turns: every frame would cost as much again.
        if card.hasCursor, card.pose.quarters == 4 {
            return canvas.frame(
                rect, isAsleep ? .thin : .thick, style: cursorStyle(card, style), sidesOnly: isOpenAbove)
        }
        // A light face has no visible edge on a light background.
        let isLost = look.isLight && card.face != nil && card.pose.quarters == 4
        guard look.colours == .none || touches || isLost else { return }
        let ink: Colour = isLost && !touches ? .frame : card.face == nil ? .backText : .faceText
        let paint = Style(foreground: ink, background: style.background)
        canvas.frame(rect, .thin, style: paint, sidesOnly: isOpenAbove)
    }

    /// The style of the cursor. A bright border would be invisible on a bright face.
    private func cursorStyle(_ card: Card, _ style: Style) -> Style {
        if isAsleep { return Style(foreground: card.face == nil ? .frame : .faceText, background: style.background) }
        let paint = card.face == nil ? Colour.cursor : .toMove
        return Style(foreground: paint, background: style.background, traits: .bold)
    }

    // MARK: Backs

    private func drawBack(_ card: Card, _ style: Style, _ canvas: inout Canvas, in rect: Rect) {
        // A card that turns is plain, which saves bytes.
        guard card.pose.quarters == 4 else { return }
        let inner = rect.inset(rows: 1, columns: 1)
        if marksBacks {
            if rect.rows >= Self.tallRows {
                drawShape(.questionMark, paint: .backTextAsleep, style, &canvas, in: inner)
            } else {
                drawLine("?", Style(foreground: .backTextAsleep, background: .back), &canvas, in: inner)
            }
        } else {
            drawPattern(&canvas, in: inner)
        }
        canvas.put(card.coordinate, in: rect.inset(columns: 1), style: placeStyle(card, style))
    }

    /// The style of a card's place: clear, unless that of another card is being typed.
    private func placeStyle(_ card: Card, _ style: Style) -> Style {
        var place = style
        if card.isMeant == false { place.foreground = .backTextAsleep }
        if card.isMeant == true { place.traits.insert(.bold) }
        return place
    }

    /// Draws the pattern of the backs: diamonds, one in the other, in the middle of a space.
    private func drawPattern(_ canvas: inout Canvas, in rect: Rect) {
        guard look.colours != .none else { return }
        let style = Style(foreground: .backPattern, background: .back)
        let size = min(rect.rows / 2, rect.columns / 2, 3)
        let (rise, fall) = look.isASCII ? ("/", "\\") : ("╱", "╲")
        let area = rect.centred(rows: 2 * size, columns: 2 * size)
        for row in 0..<2 * size {
            let isUpper = row < size
            let half = isUpper ? row + 1 : 2 * size - row
            let (left, right) = isUpper ? (rise, fall) : (fall, rise)
            let line = String(repeating: left, count: half) + String(repeating: right, count: half)
            canvas.put(line, in: area.lines(row), align: .centre, style: style)
        }
    }

    /// Draws a text in the middle; a turning card may be too narrow for it.
    private func drawLine(_ text: String, _ style: Style, _ canvas: inout Canvas, in rect: Rect) {
        guard TextWidth.columns(of: text) <= rect.columns else { return }
        canvas.put(text, in: rect.lines((rect.rows - 1) / 2), align: .centre, style: style)
    }

    // MARK: Faces

    private func drawFace(_ face: Face, _ card: Card, _ style: Style, _ canvas: inout Canvas, in rect: Rect) {
        let isTall = rect.rows >= Self.tallRows
        let inner = rect.inset(rows: 1, columns: 1)
        var corner = style
        corner.traits = []
        if let shape = face.shape, ShapeRaster.area(in: inside(rect), isASCII: look.isASCII) != nil {
            // A card that turns is blank, which saves bytes.
            guard card.pose.quarters == 4 else { return }
            drawShape(shape, style, &canvas, in: inside(rect))
            if marksTurned(card) { drawBrackets(style, &canvas, in: rect.lines((rect.rows - 1) / 2)) }
            if isTall, let name = face.name {
                canvas.put(name, in: rect.lines(rect.rows - 1), align: .centre, style: corner)
            }
        } else {
            drawLine(face.label, style, &canvas, in: inner)
            let (width, line) = (TextWidth.columns(of: face.label), inner.lines((inner.rows - 1) / 2))
            if marksTurned(card), inner.columns >= width + 2 {
                let columns = inner.columns >= width + 4 ? width + 4 : width + 2
                drawBrackets(style, &canvas, in: line.centred(rows: 1, columns: columns))
            }
            if let name = face.name, name != face.label, isTall, name.utf8.count <= inner.columns {
                canvas.put(name, in: line.moved(rows: 1), align: .centre, style: corner)
            }
        }
        let edge = rect.inset(columns: 1)
        if isTall { canvas.put(card.coordinate, in: edge, style: corner) }
        if let digit = digit(card) { canvas.put(digit, in: edge.lines(rect.rows - 1), align: .right, style: corner) }
    }

    /// The space for a shape: within the border of a card, of which a low one has only the sides.
    private func inside(_ rect: Rect) -> Rect { rect.inset(rows: rect.rows < Self.tallRows ? 0 : 1, columns: 1) }

    private func drawBrackets(_ style: Style, _ canvas: inout Canvas, in line: Rect) {
        canvas.put("[", in: line, style: style)
        canvas.put("]", in: line, align: .right, style: style)
    }

    /// Draws a shape in the middle of a space, all of it in one colour if one is given.
    private func drawShape(
        _ shape: Shape, paint: Colour? = nil, _ style: Style, _ canvas: inout Canvas, in room: Rect
    ) {
        guard let area = ShapeRaster.area(in: room, isASCII: look.isASCII) else { return }
        let raster = ShapeRaster.of(
            shape, rows: area.rows, columns: area.columns, isASCII: look.isASCII, hasColours: look.colours != .none)
        canvas.put(raster, in: area, hasColours: look.colours != .none) { ink, ground in
            let background = ground.map(Self.colour) ?? style.background
            return Style(foreground: paint ?? Self.colour(ink), background: background)
        }
    }

    private static func colour(_ ink: Shape.Ink) -> Colour {
        switch ink {
        case .black: .faceText
        case .red: .inkRed
        case .blue: .inkBlue
        case .violet: .inkViolet
        case .green: .inkGreen
        case .brown: .inkBrown
        }
    }
}
