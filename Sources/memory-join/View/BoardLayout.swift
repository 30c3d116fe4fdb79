import Protocol

/// Where the cards of a board lie in the room that there is.
///
/// Cards are about twice as many columns wide as lines high, which looks square in a terminal, and as large as fits:
///
/// | card | how it is drawn |
/// | --- | --- |
/// | 1 line, 3 to 6 columns | its place, or its face |
/// | 3 or 4 lines | the same in the middle of a card |
/// | 5 lines and more | the face in the middle, the place in a corner |
struct BoardLayout: Equatable, Sendable {
    /// Lines of a card: 1, or 3 and more.
    private(set) var cardRows = 1
    /// Columns of a card, 3 or more.
    private(set) var cardColumns = leastColumns
    /// Lines between two cards, 0 or 1.
    private(set) var gapRows = 0
    /// Columns between two cards, 0 to 2.
    private(set) var gapColumns = 0
    /// Where the board lies, in the middle of its room.
    private(set) var area = Rect(row: 0, column: 0, rows: 0, columns: 0)
    private let rows: Int
    private let columns: Int

    /// The least columns of a card: those of `J10`.
    private static let leastColumns = 3
    /// The least columns and lines of a card with an edge.
    private static let leastWithEdge = (columns: 5, rows: 3)

    /// The largest layout of so many rows and columns of cards that fits; nil if none does.
    init?(rows: Int, columns: Int, in room: Rect) {
        guard rows > 0, columns > 0 else { return nil }
        (self.rows, self.columns) = (rows, columns)
        guard fitWithEdges(room) || fitFlat(room) else { return nil }
        area = room.middle(
            rows: rows * cardRows + (rows - 1) * gapRows,
            columns: columns * cardColumns + (columns - 1) * gapColumns)
    }

    /// How large the cards look: the least of their height and half their width, in half columns.
    var scale: Int { min(2 * cardRows, cardColumns) }

    /// Where a card lies.
    func card(_ index: Int) -> Rect {
        Rect(
            row: area.row + index / columns * (cardRows + gapRows),
            column: area.column + index % columns * (cardColumns + gapColumns), rows: cardRows, columns: cardColumns)
    }

    /// Tries cards of three lines and more. Lines between them are worth more than a higher card.
    private mutating func fitWithEdges(_ room: Rect) -> Bool {
        for gapRows in [1, 0] {
            for gapColumns in [2, 1, 0] {
                var high = (room.rows - gapRows * (rows - 1)) / rows
                var wide = (room.columns - gapColumns * (columns - 1)) / columns
                // Neither pillars nor beams; and cards that touch are kept apart by their edges, which only small ones have.
                high = min(high, max(Self.leastWithEdge.rows, wide * 2 / 3), gapRows == 0 ? 4 : high)
                wide = min(wide, high * 5 / 2)
                guard high >= Self.leastWithEdge.rows, wide >= Self.leastWithEdge.columns else { continue }
                if gapColumns == 2, wide < 7 { continue }
                (cardRows, cardColumns, self.gapRows, self.gapColumns) = (high, wide, gapRows, gapColumns)
                return true
            }
        }
        return false
    }

    /// Tries cards of one line.
    private mutating func fitFlat(_ room: Rect) -> Bool {
        guard room.rows >= rows else { return false }
        gapRows = room.rows >= 2 * rows - 1 ? 1 : 0
        for gap in [2, 1, 0] {
            let wide = (room.columns - gap * (columns - 1)) / columns
            guard wide >= (gap == 2 ? 6 : Self.leastColumns) else { continue }
            // What stands on a card is two columns wide: in five it would not stand in the middle.
            (cardColumns, gapColumns) = (wide >= 6 ? 6 : min(wide, 4), gap)
            return true
        }
        return false
    }

    /// The least room for so many rows and columns of cards.
    static func leastRoom(rows: Int, columns: Int) -> (rows: Int, columns: Int) { (rows, columns * leastColumns) }
}
