import Protocol

/// A position on the screen, from 0 at the top left.
struct Point: Hashable, Sendable {
    var row: Int
    var column: Int
}

/// A rectangle of the screen; empty if it has no rows or columns.
struct Rect: Hashable, Sendable {
    var row: Int
    var column: Int
    var rows: Int
    var columns: Int

    /// Creates a rectangle; negative extents become 0.
    init(row: Int, column: Int, rows: Int, columns: Int) {
        (self.row, self.column) = (row, column)
        (self.rows, self.columns) = (max(0, rows), max(0, columns))
    }

    /// The whole of a screen of this size.
    init(_ size: Platform.WindowSize) { self.init(row: 0, column: 0, rows: size.rows, columns: size.columns) }

    /// The row after the last.
    var endRow: Int { row + rows }
    /// The column after the last.
    var endColumn: Int { column + columns }
    var origin: Point { Point(row: row, column: column) }

    func contains(_ point: Point) -> Bool {
        (row..<endRow).contains(point.row) && (column..<endColumn).contains(point.column)
    }

    /// The rectangle shrunk by this many rows and columns at each edge.
    func inset(rows: Int = 0, columns: Int = 0) -> Rect {
        Rect(
            row: row + rows, column: column + columns, rows: self.rows - 2 * rows, columns: self.columns - 2 * columns)
    }

    func intersection(_ other: Rect) -> Rect {
        let (first, left) = (max(row, other.row), max(column, other.column))
        return Rect(
            row: first, column: left, rows: min(endRow, other.endRow) - first,
            columns: min(endColumn, other.endColumn) - left)
    }

    /// `count` rows starting at `first`, which counts from the rectangle's own top.
    func lines(_ first: Int, _ count: Int = 1) -> Rect {
        let start = min(max(0, first), rows)
        return Rect(row: row + start, column: column, rows: min(count, rows - start), columns: columns)
    }

    /// `count` columns starting at `first`, which counts from the rectangle's own left edge.
    func slice(_ first: Int, _ count: Int) -> Rect {
        let start = min(max(0, first), columns)
        return Rect(row: row, column: column + start, rows: rows, columns: min(count, columns - start))
    }

    /// A centred rectangle of this size, cropped to this one.
    func centred(rows: Int, columns: Int) -> Rect {
        let (rows, columns) = (min(rows, self.rows), min(columns, self.columns))
        return Rect(
            row: row + (self.rows - rows) / 2, column: column + (self.columns - columns) / 2, rows: rows,
            columns: columns)
    }

    func moved(rows: Int = 0, columns: Int = 0) -> Rect {
        Rect(row: row + rows, column: column + columns, rows: self.rows, columns: self.columns)
    }
}
