/// Cells in a line that are written in the same state.
struct PaintRun {
    let start: Point
    let count: Int
    /// The characters, one a cell; nil for spaces of which only the background is seen.
    var text: String?
    /// True if the rest of the line is empty.
    var isRest = false
}

/// The text that is written in the same state, in order of arrival.
struct PaintGroup {
    let sgr: SGRState
    var runs: [PaintRun]
    /// True if all are spaces, for which the background of the state is enough.
    let isSpaces: Bool
    var hasSpaces: Bool { runs.contains { $0.text == nil } }

    /// The runs row by row, and column by column.
    var orders: [[PaintRun]] {
        let rows = runs.sorted { ($0.start.row, $0.start.column) < ($1.start.row, $1.start.column) }
        if rows.count == 1 { return [rows] }
        return [rows, runs.sorted { ($0.start.column, $0.start.row) < ($1.start.column, $1.start.row) }]
    }
}
