import Protocol

/// A place on the screen, from 0 at the top left.
struct Point: Hashable, Sendable {
    /// The line.
    var row: Int
    /// The column.
    var column: Int
}

/// A part of the screen; one of no rows or columns holds nothing.
struct Rect: Hashable, Sendable {
    /// Its first line.
    var row: Int
    /// Its first column.
    var column: Int
    /// Its lines, 0 or more.
    var rows: Int
    /// Its columns, 0 or more.
    var columns: Int

    /// A part of the screen; a negative extent becomes none.
    init(row: Int, column: Int, rows: Int, columns: Int) {
        (self.row, self.column) = (row, column)
        (self.rows, self.columns) = (max(0, rows), max(0, columns))
    }

    /// All of a screen of this size.
    init(_ size: Platform.WindowSize) { self.init(row: 0, column: 0, rows: size.rows, columns: size.columns) }

    /// The line after the last.
    var endRow: Int { row + rows }
    /// The column after the last.
    var endColumn: Int { column + columns }
    /// Its first place.
    var origin: Point { Point(row: row, column: column) }

    /// Whether it holds this place.
    func contains(_ point: Point) -> Bool {
        (row..<endRow).contains(point.row) && (column..<endColumn).contains(point.column)
    }

    /// Without so many lines and columns at each edge.
    func inset(rows: Int = 0, columns: Int = 0) -> Rect {
        Rect(
            row: row + rows, column: column + columns, rows: self.rows - 2 * rows, columns: self.columns - 2 * columns)
    }

    /// What lies in both.
    func common(with other: Rect) -> Rect {
        let (first, left) = (max(row, other.row), max(column, other.column))
        return Rect(
            row: first, column: left, rows: min(endRow, other.endRow) - first,
            columns: min(endColumn, other.endColumn) - left)
    }

    /// As many of its lines from this one on, counted from its own first.
    func lines(_ first: Int, _ count: Int = 1) -> Rect {
        let start = min(max(0, first), rows)
        return Rect(row: row + start, column: column, rows: min(count, rows - start), columns: columns)
    }

    /// As many of its columns from this one on, counted from its own first.
    func slice(_ first: Int, _ count: Int) -> Rect {
        let start = min(max(0, first), columns)
        return Rect(row: row, column: column + start, rows: rows, columns: min(count, columns - start))
    }

    /// A part of this size in its middle, cut to what there is.
    func middle(rows: Int, columns: Int) -> Rect {
        let (rows, columns) = (min(rows, self.rows), min(columns, self.columns))
        return Rect(
            row: row + (self.rows - rows) / 2, column: column + (self.columns - columns) / 2, rows: rows,
            columns: columns)
    }

    /// Moved by so much.
    func moved(rows: Int = 0, columns: Int = 0) -> Rect {
        Rect(row: row + rows, column: column + columns, rows: self.rows, columns: self.columns)
    }
}
