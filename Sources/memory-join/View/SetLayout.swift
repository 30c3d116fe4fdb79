import Protocol

/// The layout of a table of Set: the cards as large as can be, in as many columns and rows as that takes.
///
/// To the left of each card, and after the last one of a row, is a column for letters, marks and the cursor. Cards of
/// five rows and more also have a row between them.
struct SetLayout: Equatable, Sendable {
    /// The columns of the table, and its rows.
    let columns, rows: Int
    /// The size of a card in cells.
    let cardRows, cardColumns: Int
    /// Rows between two cards, 0 or 1.
    let gapRows: Int
    /// The table's rectangle, or what is seen of it, centred in its space.
    private(set) var area = Rect(row: 0, column: 0, rows: 0, columns: 0)
    /// The rows of cards that are seen, from the one at the top; all of them if there is room.
    private(set) var seenRows: Range<Int>

    /// The most rows of cards that touch those above and below.
    private static let touching = 5
    /// The columns of a card by its rows at most, and the least.
    private static let proportions = (widest: 7, highest: 1)

    /// The layout of so many cards in a space; nil if not even one readable card fits.
    ///
    /// - Parameter shown: a card that must be seen, where not all can be.
    init?(count: Int, in room: Rect, showing shown: Int = 0) {
        let whole = (1...max(1, count)).compactMap { SetLayout(count, columns: $0, in: room) }
        let best = whole.max { $0.isWorse(than: $1) }
        guard let best, best.symbols?.areReadable == true else {
            guard let part = SetLayout(scrolling: count, in: room, showing: shown) else { return nil }
            self = part
            return
        }
        self = best
        centre(in: room)
    }

    /// The symbols on the cards; nil if the cards have no room for any.
    var symbols: SetRaster.Symbols? { SetRaster.Symbols(rows: cardRows, columns: cardColumns) }

    /// True if only a part of the table is seen.
    var scrolls: Bool { seenRows.count < rows }

    /// The rectangle of a card, by its position on the table; nil if it is not seen.
    func card(_ position: Int) -> Rect? {
        let (row, column) = (position / columns, position % columns)
        guard seenRows.contains(row) else { return nil }
        return Rect(
            row: area.row + (row - seenRows.lowerBound) * (cardRows + gapRows),
            column: area.column + 1 + column * (cardColumns + 1), rows: cardRows, columns: cardColumns)
    }

    // MARK: The choice

    private init(columns: Int, rows: Int, cardRows: Int, cardColumns: Int, gapRows: Int, seenRows: Range<Int>) {
        (self.columns, self.rows, self.gapRows, self.seenRows) = (columns, rows, gapRows, seenRows)
        // A card is not much wider or higher than its three symbols.
        self.cardRows = min(cardRows, max(1, cardColumns / Self.proportions.highest))
        self.cardColumns = min(cardColumns, max(4, cardRows * Self.proportions.widest / 2))
    }

    /// The largest cards in so many columns; nil if there is no room for them.
    init?(_ count: Int, columns: Int, in room: Rect) {
        let rows = (count + columns - 1) / columns
        let width = (room.columns - 1) / columns - 1
        let apart = (room.rows - (rows - 1)) / max(1, rows)
        let gap = apart >= Self.touching ? 1 : 0
        let height = gap == 1 ? apart : min(Self.touching, room.rows / max(1, rows))
        guard rows > 0, width >= 1, height >= 1 else { return nil }
        self.init(
            columns: columns, rows: rows, cardRows: height, cardColumns: width, gapRows: gap, seenRows: 0..<rows)
    }

    /// The smallest readable cards, of which as many rows are seen as fit; nil if not one does.
    private init?(scrolling count: Int, in room: Rect, showing shown: Int) {
        let (height, width) = (3, (SetRaster.Symbols.readable.long + 1) / 2)
        let columns = min(count, (room.columns - 1) / (width + 1))
        let seen = room.rows / height
        guard columns > 0, seen > 0 else { return nil }
        let rows = (count + columns - 1) / columns
        let first = min(max(0, shown / columns - seen / 2), max(0, rows - seen))
        self.init(
            columns: columns, rows: rows, cardRows: height, cardColumns: width, gapRows: 0,
            seenRows: first..<min(rows, first + seen))
        centre(in: room)
    }

    /// Larger symbols are better; of equal ones, a table with fewer empty places, then one with fewer rows.
    private func isWorse(than other: SetLayout) -> Bool {
        let (mine, theirs) = (symbols?.size ?? 0, other.symbols?.size ?? 0)
        return mine != theirs
            ? mine < theirs : (rows * columns, rows) > (other.rows * other.columns, other.rows)
    }

    private mutating func centre(in room: Rect) {
        area = room.centred(
            rows: seenRows.count * (cardRows + gapRows) - gapRows, columns: columns * (cardColumns + 1) + 1)
    }
}
