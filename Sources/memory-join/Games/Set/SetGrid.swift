/// The rows and columns in which a table of Set is seen.
///
/// They follow from a card's position alone, so that no card changes its row or its column when the screen changes, when
/// cards are added or when others are taken. Positions run down the columns, three to each, and three more cards are one
/// more column. More cards than a band has go to another band below it.
enum SetGrid {
    /// The rows of a band.
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
