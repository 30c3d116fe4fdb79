/// A grid of cells with a cursor: what the terminal has two of.
struct EmulatedScreen: Sendable {
    /// The state that DECSC saves.
    struct Saved: Sendable {
        var cursor: EmulatedPosition
        var isWrapPending: Bool
        var style: EmulatedStyle
    }

    private(set) var cells: [[EmulatedCell]]
    var cursor = EmulatedPosition(row: 0, column: 0)
    /// The last column was written: the cursor is on it, and the next character starts a new line.
    var isWrapPending = false
    var saved: Saved?

    init(columns: Int, rows: Int) { cells = Self.blank(columns, rows) }

    var rows: Int { cells.count }
    var columns: Int { cells[0].count }

    private static func blank(_ columns: Int, _ rows: Int) -> [[EmulatedCell]] {
        Array(repeating: Array(repeating: .erased(.standard), count: columns), count: rows)
    }

    /// Puts the cursor on a place; one that is outside is pulled in.
    mutating func move(row: Int, column: Int) {
        cursor = EmulatedPosition(row: min(max(0, row), rows - 1), column: min(max(0, column), columns - 1))
        isWrapPending = false
    }

    /// Writes a cell, of which there is room for all columns.
    mutating func write(_ cell: EmulatedCell, row: Int, column: Int) {
        freeHalves(row: row, column..<(column + cell.columns))
        cells[row][column] = cell
        if cell.columns == 2 { cells[row][column + 1] = cell.secondHalf }
    }

    /// Erases a part of a line.
    mutating func erase(row: Int, _ range: Range<Int>, _ background: EmulatedColor) {
        freeHalves(row: row, range)
        for column in range { cells[row][column] = .erased(background) }
    }

    /// Erases whole lines.
    mutating func erase(rows: Range<Int>, _ background: EmulatedColor) {
        for row in rows { erase(row: row, 0..<columns, background) }
    }

    /// Moves all lines up by one; the last is erased.
    mutating func scroll(_ background: EmulatedColor) {
        let blank = Array(repeating: EmulatedCell.erased(background), count: columns)
        cells.removeFirst()
        cells.append(blank)
    }

    /// Blanks the halves of wide characters that a change of these columns leaves alone.
    private mutating func freeHalves(row: Int, _ range: Range<Int>) {
        guard !range.isEmpty else { return }
        if cells[row][range.lowerBound].columns == 0 {
            cells[row][range.lowerBound - 1] = cells[row][range.lowerBound - 1].blank
        }
        if range.upperBound < columns, cells[row][range.upperBound].columns == 0 {
            cells[row][range.upperBound] = cells[row][range.upperBound].blank
        }
    }

    /// Cuts or adds lines and columns. Lines are cut at the top where the cursor would be lost otherwise.
    mutating func resize(columns: Int, rows: Int) {
        let cut = max(0, cursor.row - (rows - 1))
        let former = cells.dropFirst(cut)
        cells = Self.blank(columns, rows)
        for (row, line) in former.prefix(rows).enumerated() {
            for (column, cell) in line.prefix(columns).enumerated() { cells[row][column] = cell }
            // A wide character of which the second half is cut off.
            if cells[row][columns - 1].columns == 2 { cells[row][columns - 1] = cells[row][columns - 1].blank }
        }
        move(row: cursor.row - cut, column: cursor.column)
        if let kept = saved?.cursor {
            saved?.cursor.row = min(max(0, kept.row - cut), rows - 1)
            saved?.cursor.column = min(kept.column, columns - 1)
            saved?.isWrapPending = false
        }
    }
}

/// A place on the screen, counted from 0 at the top left.
public struct EmulatedPosition: Hashable, Sendable {
    /// Lines above it.
    public var row: Int
    /// Columns left of it.
    public var column: Int

    /// Names a place.
    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}
