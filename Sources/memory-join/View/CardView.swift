import Protocol

/// Draws one card.
struct CardView {
    /// A card's content and state.
    struct Card: Equatable, Sendable {
        /// The coordinate, such as `B4`.
        let coordinate: String
        /// The face; nil while face down.
        let face: String?
        var taker: Int?
        /// True if there are two seats to tell apart.
        var showsTaker = false
        var isTurned = false
        var hasCursor = false
        /// The pose of its animation.
        var pose = Motion.Pose()

        var seenFace: String? { pose.face ?? face }
    }

    let look: Look
    /// True if cards touch, so that only their borders separate them.
    let touches: Bool

    func draw(_ card: Card, _ canvas: inout Canvas, in rect: Rect) {
        if card.pose.isHidden { return }
        let shown = area(card.pose, in: rect)
        let style = style(card)
        canvas.fill(shown, style: style)
        if shown.columns < 3 { return drawSide(shown, style, &canvas) }
        if shown.rows == 1 { return drawFlat(card, style, &canvas, in: shown) }
        drawBorder(card, style, &canvas, in: shown)
        drawText(card, style, &canvas, in: shown)
    }

    /// The rectangle of a pose: narrower while turning, displaced while shaking, lifted or falling.
    private func area(_ pose: Motion.Pose, in rect: Rect) -> Rect {
        let columns = max(1, rect.columns * pose.quarters / 4)
        return Rect(
            row: rect.row + pose.rows, column: rect.column + pose.columns + (rect.columns - columns) / 2,
            rows: rect.rows, columns: pose.quarters == 4 ? rect.columns : columns)
    }

    private func style(_ card: Card) -> Style {
        guard card.seenFace != nil else { return Style(foreground: .backText, background: .back) }
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

    /// A card of one row: in brackets if it is turned, followed by its owner's digit if it is taken.
    private func drawFlat(_ card: Card, _ style: Style, _ canvas: inout Canvas, in rect: Rect) {
        var style = style
        if card.hasCursor {
            style = Style(foreground: .cursorText, background: .cursor, traits: .bold)
            canvas.fill(rect, style: style)
        }
        let text = card.seenFace ?? card.coordinate
        let room = rect.columns - TextWidth.columns(of: text)
        guard room >= 0 else { return }
        let digit = room >= 1 ? digit(card) : nil
        canvas.put(text, in: digit == nil ? rect : rect.slice(0, rect.columns - 1), align: .centre, style: style)
        if let digit { canvas.put(digit, in: rect, align: .right, style: style) }
        guard card.isTurned, room >= 2 else { return }
        canvas.put("[", in: rect, style: style)
        canvas.put("]", in: rect, align: .right, style: style)
    }

    /// The owner's digit, if there are two seats; the colour says the same.
    private func digit(_ card: Card) -> String? {
        card.showsTaker && card.seenFace != nil ? card.taker.map { "\($0 + 1)" } : nil
    }

    /// Draws a thick frame around the card under the cursor, and a thin one around any other that nothing else would
    /// tell from its neighbours: without colours, or where cards touch.
    private func drawBorder(_ card: Card, _ style: Style, _ canvas: inout Canvas, in rect: Rect) {
        // Not while it turns: every frame would cost as much again.
        if card.hasCursor, card.pose.quarters == 4 {
            let paint = Style(foreground: .cursor, background: style.background, traits: .bold)
            // A bright border is invisible on a bright face.
            let onFace = Style(foreground: .toMove, background: style.background, traits: .bold)
            return canvas.frame(rect, .thick, style: card.seenFace == nil ? paint : onFace)
        }
        guard look.colours == .none || touches else { return }
        let paint = Style(foreground: style.foreground, background: style.background)
        canvas.frame(rect, .thin, style: paint)
    }

    private func drawText(_ card: Card, _ style: Style, _ canvas: inout Canvas, in rect: Rect) {
        let inner = rect.inset(rows: 1, columns: 1)
        let text = card.seenFace ?? card.coordinate
        let width = TextWidth.columns(of: text)
        // A turning card may be too narrow for it.
        guard width <= inner.columns else { return }
        let line = inner.lines((inner.rows - 1) / 2)
        canvas.put(text, in: line, align: .centre, style: style)
        if card.isTurned, card.seenFace != nil, inner.columns >= width + 2 {
            let marked = line.centred(rows: 1, columns: inner.columns >= width + 4 ? width + 4 : width + 2)
            canvas.put("[", in: marked, style: style)
            canvas.put("]", in: marked, align: .right, style: style)
        }
        var corner = style
        corner.traits = []
        if rect.rows >= 5, card.seenFace != nil { canvas.put(card.coordinate, in: inner.lines(0), style: corner) }
        guard let digit = digit(card) else { return }
        // A low card has room for it only in its border.
        let low = rect.inset(columns: 1).lines(rect.rows - 1)
        canvas.put(digit, in: rect.rows >= 5 ? inner.lines(inner.rows - 1) : low, align: .right, style: corner)
    }
}
