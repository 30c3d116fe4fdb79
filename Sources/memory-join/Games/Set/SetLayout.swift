import Protocol

/// The layout of a table of Set: the cards as large as can be, in the rows and columns of ``SetGrid``.
///
/// To the left of each card, and after the last one of a row, is a column for letters, marks and the cursor. Cards of
/// five rows and more also have a row between them.
struct SetLayout: Equatable, Sendable {
    /// The columns of the table, and its rows. Some may be empty.
    let columns, rows: Int
    /// The size of a card in cells.
    let cardRows, cardColumns: Int
    /// Rows between two cards, 0 or 1.
    let gapRows: Int
    /// The table's rectangle, or what is seen of it, centred in its space.
    let area: Rect
    /// The rows of cards that are seen, from the one at the top; all of them if there is room.
    let seenRows: Range<Int>

    /// The cards for which there is room on any table, so that the first three that are added move no other and leave
    /// their size as it is.
    static let reservedCards = 15

    /// The most rows of cards that touch those above and below.
    private static let touching = 5
    /// The columns of a card by its rows at most, in halves, and the least.
    private static let proportions = (widest: 7, highest: 1)

    /// The layout of this many cards in a space; nil if not even one row of readable cards fits.
    ///
    /// - Parameter shown: a position that must be seen, where not all can be.
    init?(count: Int, in room: Rect, showing shown: Int = 0) {
        let rows = max(SetGrid.bandRows, SetGrid.rows(count))
        let whole = [max(count, Self.reservedCards), count].compactMap {
            SetLayout(columns: SetGrid.columns($0), rows: rows, in: room)
        }
        guard let best = whole.first(where: { $0.symbols?.areReadable == true }) else {
            self.init(scrolling: rows, columns: SetGrid.columns(count), in: room, showing: SetGrid.cell(shown).row)
            return
        }
        self = best
    }

    /// The symbols on the cards; nil if the cards have no room for any.
    var symbols: SetRaster.Symbols? { SetRaster.Symbols(rows: cardRows, columns: cardColumns) }

    /// The rectangle of a card, by its position on the table; nil if it is not seen.
    func card(_ position: Int) -> Rect? {
        let cell = SetGrid.cell(position)
        guard seenRows.contains(cell.row) else { return nil }
        return Rect(
            row: area.row + (cell.row - seenRows.lowerBound) * (cardRows + gapRows),
            column: area.column + 1 + cell.column * (cardColumns + 1), rows: cardRows, columns: cardColumns)
    }

    // MARK: The size of a card

    private init(
        columns: Int, rows: Int, cardRows: Int, cardColumns: Int, gapRows: Int, seenRows: Range<Int>, in room: Rect
    ) {
        (self.columns, self.rows, self.gapRows, self.seenRows) = (columns, rows, gapRows, seenRows)
        // A card is not much wider or higher than its three symbols.
        self.cardRows = min(cardRows, max(1, cardColumns / Self.proportions.highest))
        self.cardColumns = min(cardColumns, max(4, cardRows * Self.proportions.widest / 2))
        area = room.centred(
            rows: seenRows.count * (self.cardRows + gapRows) - gapRows, columns: columns * (self.cardColumns + 1) + 1)
    }

    /// The largest cards in this many columns and rows; nil if there is no room for them.
    private init?(columns: Int, rows: Int, in room: Rect) {
        let width = (room.columns - 1) / max(1, columns) - 1
        let apart = (room.rows - (rows - 1)) / rows
        let gap = apart >= Self.touching ? 1 : 0
        let height = gap == 1 ? apart : min(Self.touching, room.rows / rows)
        guard width >= 1, height >= 1 else { return nil }
        self.init(
            columns: max(1, columns), rows: rows, cardRows: height, cardColumns: width, gapRows: gap,
            seenRows: 0..<rows, in: room)
    }

    /// The lowest readable cards, of which as many rows are seen as fit; nil if not one does.
    private init?(scrolling rows: Int, columns: Int, in room: Rect, showing shown: Int) {
        let (height, narrowest) = (3, (SetRaster.Symbols.readable.long + 1) / 2)
        let width = (room.columns - 1) / max(1, columns) - 1
        let seen = room.rows / height
        guard width >= narrowest, seen > 0 else { return nil }
        let first = min(max(0, shown - seen / 2), max(0, rows - seen))
        self.init(
            columns: max(1, columns), rows: rows, cardRows: height, cardColumns: width, gapRows: 0,
            seenRows: first..<min(rows, first + seen), in: room)
    }
}

/// The rows and columns in which a table of Set is seen.
///
/// They follow from a card's position alone, so that no card changes its row or its column when the screen changes,
/// when cards are added or when others are taken. Positions run down the columns, three to each, and three more cards
/// are one more column. More cards than a band has go to another band below it.
enum SetGrid {
    static let bandRows = 3
    /// The most columns: those of 21 cards, among which there always is a set.
    static let mostColumns = 7

    /// A row and a column, from 0.
    struct Cell: Equatable, Sendable {
        let row, column: Int
    }

    /// The row and the column of a position.
    static func cell(_ position: Int) -> Cell {
        let (band, index) = position.quotientAndRemainder(dividingBy: bandRows * mostColumns)
        return Cell(row: band * bandRows + index % bandRows, column: index / bandRows)
    }

    /// The position in a row and a column of a table with `count` cards; nil if no card is there.
    static func position(row: Int, column: Int, of count: Int) -> Int? {
        guard row >= 0, 0..<mostColumns ~= column else { return nil }
        let (band, index) = row.quotientAndRemainder(dividingBy: bandRows)
        let position = (band * mostColumns + column) * bandRows + index
        return position < count ? position : nil
    }

    /// The columns of a table with `count` cards.
    static func columns(_ count: Int) -> Int { min(mostColumns, (count + bandRows - 1) / bandRows) }

    /// The rows of a table with `count` cards.
    static func rows(_ count: Int) -> Int {
        let band = bandRows * mostColumns
        return (count + band - 1) / band * bandRows
    }
}
