// How a card of any game is drawn while it moves.

extension Motion.Pose {
    /// The rectangle of a card in this pose: narrower while it turns, displaced while it shakes, is lifted or falls.
    ///
    /// - Parameter rect: its place at rest.
    func area(in rect: Rect) -> Rect {
        let width = max(1, rect.columns * quarters / 4)
        return Rect(
            row: rect.row + rows, column: rect.column + columns + (rect.columns - width) / 2, rows: rect.rows,
            columns: width)
    }
}

extension Canvas {
    /// Draws a card that falls off the table, as far as it is in the table's space: plain, which saves bytes.
    mutating func put(falling card: Rect, in room: Rect, style: Style, _ look: Look) {
        let seen = card.intersection(room)
        fill(seen, style: style)
        if look.colours == .none { frame(seen, .thin, style: style) }
    }
}
