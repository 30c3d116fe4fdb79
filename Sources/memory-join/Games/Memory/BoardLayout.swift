import Protocol

/// The layout of a board's cards in the available space.
///
/// Cards are as large as possible and about twice as many columns wide as rows high, which looks square in a
/// terminal:
///
/// | card | content |
/// | --- | --- |
/// | 1 row, 3 to 6 columns | its coordinate or its face |
/// | 3 or 4 rows | the same, centred |
/// | 5 rows and more | the face in the middle, the coordinate in a corner |
struct BoardLayout: Equatable, Sendable {
    /// Rows of a card: 1, or 3 and more.
    private(set) var cardRows = 1
    /// Columns of a card, 3 or more.
    private(set) var cardColumns = minimumColumns
    /// Rows between two cards, 0 or 1.
    private(set) var gapRows = 0
    /// Columns between two cards, 0 to 2.
    private(set) var gapColumns = 0
    /// The board's rectangle, centred in its space.
    private(set) var area = Rect(row: 0, column: 0, rows: 0, columns: 0)
    private let rows: Int
    private let columns: Int

    /// The minimum columns of a card: those of `J10`.
    private static let minimumColumns = 3
    /// The minimum size of a card of more than one row, which leaves room for a border.
    private static let minimumTall = (columns: 5, rows: 3)

    /// The largest layout that fits; nil if none does.
    init?(rows: Int, columns: Int, in room: Rect) {
        guard rows > 0, columns > 0 else { return nil }
        (self.rows, self.columns) = (rows, columns)
        guard fitTall(room) || fitFlat(room) else { return nil }
        area = room.centred(
            rows: rows * cardRows + (rows - 1) * gapRows,
            columns: columns * cardColumns + (columns - 1) * gapColumns)
    }

    /// The apparent size of the cards: the smaller of their height and half their width, in half columns.
    var scale: Int { min(2 * cardRows, cardColumns) }

    /// True if tall cards have no gap on some side, so that only a border tells them apart.
    var cardsTouch: Bool { cardRows > 1 && (gapRows == 0 || gapColumns == 0) }

    func card(_ index: Int) -> Rect {
        Rect(
            row: area.row + index / columns * (cardRows + gapRows),
            column: area.column + index % columns * (cardColumns + gapColumns), rows: cardRows, columns: cardColumns)
    }

    /// Tries cards of three rows and more. Space between rows is preferred to taller cards.
    private mutating func fitTall(_ room: Rect) -> Bool {
        for gapRows in [1, 0] {
            for gapColumns in [2, 1, 0] {
                var height = (room.rows - gapRows * (rows - 1)) / rows
                var width = (room.columns - gapColumns * (columns - 1)) / columns
                // Limits the aspect ratio; and cards that touch are told apart by their borders, which only small
                // ones have.
                height = min(height, max(Self.minimumTall.rows, width * 2 / 3), gapRows == 0 ? 4 : height)
                width = min(width, height * 5 / 2)
                guard height >= Self.minimumTall.rows, width >= Self.minimumTall.columns else { continue }
                if gapColumns == 2, width < 7 { continue }
                (cardRows, cardColumns, self.gapRows, self.gapColumns) = (height, width, gapRows, gapColumns)
                return true
            }
        }
        return false
    }

    /// Tries cards of one row.
    private mutating func fitFlat(_ room: Rect) -> Bool {
        guard room.rows >= rows else { return false }
        gapRows = room.rows >= 2 * rows - 1 ? 1 : 0
        for gap in [2, 1, 0] {
            let width = (room.columns - gap * (columns - 1)) / columns
            guard width >= (gap == 2 ? 6 : Self.minimumColumns) else { continue }
            // The text of a card is two columns wide and could not be centred in five.
            (cardColumns, gapColumns) = (width >= 6 ? 6 : min(width, 4), gap)
            return true
        }
        return false
    }
}
