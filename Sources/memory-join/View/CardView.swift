import Protocol

/// Draws one card.
struct CardView {
    /// What is on it and how it lies.
    struct Card: Equatable, Sendable {
        /// Its place, such as `B4`.
        let place: String
        /// Its face; nil while its back is seen.
        let face: String?
        /// The seat that has taken it.
        var taker: Int?
        /// Whether there are two seats, so that it matters which.
        var showsTaker = false
        /// Whether it was turned in this turn and is undecided or showing.
        var isTurned = false
        /// Whether the cursor is on it.
        var hasCursor = false
        /// How it moves.
        var pose = Motion.Pose()

        /// The face that is seen.
        var seenFace: String? { pose.face ?? face }
    }

    private let look: Look
    /// Whether cards touch, so that only their edges keep them apart.
    private let touches: Bool

    /// A painter of cards.
    init(_ look: Look, touches: Bool) { (self.look, self.touches) = (look, touches) }

    /// Draws a card where it lies.
    func draw(_ card: Card, _ canvas: inout Canvas, in place: Rect) {
        if card.pose.isHidden { return }
        let shown = rect(card.pose, in: place)
        let style = style(card)
        canvas.fill(shown, style: style)
        if shown.columns < 3 { return edge(shown, style, &canvas) }
        if shown.rows == 1 { return drawFlat(card, style, &canvas, in: shown) }
        drawEdge(card, style, &canvas, in: shown)
        drawText(card, style, &canvas, in: shown)
    }

    /// Where it is seen in a pose: narrower while it turns, moved while it is shaken, lifted or falls.
    private func rect(_ pose: Motion.Pose, in place: Rect) -> Rect {
        let columns = max(1, place.columns * pose.quarters / 4)
        return Rect(
            row: place.row + pose.rows, column: place.column + pose.columns + (place.columns - columns) / 2,
            rows: place.rows, columns: pose.quarters == 4 ? place.columns : columns)
    }

    private func style(_ card: Card) -> Style {
        guard card.seenFace != nil else { return Style(foreground: .backText, background: .back) }
        switch card.taker {
        case 0: return Style(foreground: .faceText, background: .takenFirst)
        case .some: return Style(foreground: .faceText, background: .takenSecond)
        case nil: return Style(foreground: .faceText, background: .face, traits: .bold)
        }
    }

    /// A card seen from its side.
    private func edge(_ rect: Rect, _ style: Style, _ canvas: inout Canvas) {
        guard look.colours == .none else { return }
        for row in 0..<rect.rows { canvas.put(look.isASCII ? "|" : "│", in: rect.lines(row), style: style) }
    }

    /// A card of one line: brackets stand around one that was turned, and around the cursor.
    private func drawFlat(_ card: Card, _ style: Style, _ canvas: inout Canvas, in rect: Rect) {
        var style = style
        if card.hasCursor {
            style = Style(foreground: .cursorText, background: .cursor, traits: .bold)
            canvas.fill(rect, style: style)
        }
        let text = TextWidth.cut(card.seenFace ?? card.place, to: rect.columns)
        canvas.put(text, in: rect, align: .middle, style: style)
        guard card.isTurned, rect.columns >= TextWidth.columns(of: text) + 2 else { return }
        canvas.put("[", in: rect, style: style)
        canvas.put("]", in: rect, align: .right, style: style)
    }

    private func drawEdge(_ card: Card, _ style: Style, _ canvas: inout Canvas, in rect: Rect) {
        // Not while it turns: every picture of it would cost as much again.
        if card.hasCursor, card.pose.quarters == 4 {
            let paint = Style(foreground: .cursor, background: style.background, traits: .bold)
            // A bright edge is not seen on a bright face.
            let onFace = Style(foreground: .toMove, background: style.background, traits: .bold)
            let border = look.isASCII ? Border.thickASCII : .thick
            return canvas.frame(rect, border, style: card.seenFace == nil ? paint : onFace)
        }
        guard look.colours == .none || touches else { return }
        let border = look.isASCII ? Border.thinASCII : .thin
        canvas.frame(rect, border, style: Style(foreground: style.foreground, background: style.background))
    }

    private func drawText(_ card: Card, _ style: Style, _ canvas: inout Canvas, in rect: Rect) {
        let inner = rect.inset(rows: 1, columns: 1)
        let text = card.seenFace ?? card.place
        canvas.put(text, in: inner.lines((inner.rows - 1) / 2), align: .middle, style: style)
        if card.isTurned, card.seenFace != nil {
            let width = TextWidth.columns(of: text)
            let marked = inner.lines((inner.rows - 1) / 2).middle(rows: 1, columns: width + 4)
            if width + 4 <= inner.columns {
                canvas.put("[", in: marked, style: style)
                canvas.put("]", in: marked, align: .right, style: style)
            }
        }
        guard rect.rows >= 5 else { return }
        var corner = style
        corner.traits = []
        if card.seenFace != nil { canvas.put(card.place, in: inner.lines(0), style: corner) }
        // Who has it is told by its colour, and by this.
        if card.showsTaker, let taker = card.taker {
            canvas.put("\(taker + 1)", in: inner.lines(inner.rows - 1), align: .right, style: corner)
        }
    }
}
