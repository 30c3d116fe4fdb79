import Protocol

/// A cell of the screen.
struct Cell: Hashable, Sendable {
    /// The text; empty for the right half of a wide character.
    var text: String
    /// The style.
    var style: Style
    /// True if terminals disagree about its width.
    var hasAmbiguousWidth = false

    /// An empty cell.
    static let blank = Cell(text: " ", style: .plain)
    /// True for the right half of the cell before it.
    var isRightHalf: Bool { text.isEmpty }
    /// True if it shows only its background.
    var isSpace: Bool { text == " " }
}

/// A screen to draw on: rows of cells and a cursor.
///
/// Drawing is clipped to the edges. A wide character has both of its cells or neither: a clipped or half-covered one
/// becomes a space.
struct Canvas: Equatable, Sendable {
    /// True if only ASCII can be shown; other characters become a lookalike, or `?`.
    let isASCII: Bool
    /// The size; it may be zero.
    let size: Platform.WindowSize
    /// The cells, row by row.
    private(set) var cells: [Cell]
    /// The cursor's position; nil hides it.
    var cursor: Point?

    /// An empty screen.
    init(_ size: Platform.WindowSize, isASCII: Bool = false) {
        self.isASCII = isASCII
        self.size = Platform.WindowSize(columns: max(0, size.columns), rows: max(0, size.rows))
        cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
    }

    /// The whole canvas.
    var bounds: Rect { Rect(size) }

    /// The cell at a valid position.
    subscript(row: Int, column: Int) -> Cell { cells[row * size.columns + column] }

    /// The text of a row, without trailing spaces.
    func line(_ row: Int) -> String {
        var line = cells[row * size.columns..<(row + 1) * size.columns].map(\.text).joined()
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Writes text that has passed ``SafeText`` at a position, clipped to `clip`.
    ///
    /// A plain background keeps the background that is there.
    /// - Returns: the number of columns used.
    @discardableResult
    mutating func put(_ text: String, at point: Point, in clip: Rect? = nil, style: Style = .plain) -> Int {
        let clip = (clip ?? bounds).intersection(bounds)
        guard point.row >= clip.row, point.row < clip.endRow else { return 0 }
        var column = point.column
        for glyph in Glyph.split(isASCII ? SafeText.ascii(text) : text) {
            if column + glyph.columns > clip.endColumn { break }
            if column >= clip.column { set(glyph, row: point.row, column: column, style) }
            column += glyph.columns
        }
        return column - point.column
    }

    /// Writes text into the first row of a rectangle, cut to its width and aligned.
    ///
    /// - Returns: the number of columns used.
    @discardableResult
    mutating func put(_ text: String, in rect: Rect, align: Alignment = .left, style: Style = .plain) -> Int {
        let text = TextWidth.truncated(isASCII ? SafeText.ascii(text) : text, to: rect.columns, isASCII: isASCII)
        let space = rect.columns - TextWidth.columns(of: text)
        let indent =
            switch align {
            case .left: 0
            case .centre: space / 2
            case .right: space
            }
        return put(text, at: Point(row: rect.row, column: rect.column + indent), in: rect, style: style)
    }

    /// The position of text in its rectangle.
    enum Alignment { case left, centre, right }

    /// Clears a rectangle to this background.
    mutating func fill(_ rect: Rect, style: Style = .plain) {
        let seen = rect.intersection(bounds)
        for row in seen.row..<seen.endRow {
            for column in seen.column..<seen.endColumn {
                set(Cell(text: " ", style: style), row: row, column: column)
            }
        }
    }

    /// Draws a border around the inside of a rectangle.
    mutating func frame(_ rect: Rect, _ border: Border, style: Style = .plain) {
        guard rect.rows >= 2, rect.columns >= 2 else { return }
        let across = String(repeating: border.horizontal, count: rect.columns - 2)
        put(border.corners.topLeft + across + border.corners.topRight, at: rect.origin, style: style)
        for row in rect.row + 1..<rect.endRow - 1 {
            put(border.vertical, at: Point(row: row, column: rect.column), style: style)
            put(border.vertical, at: Point(row: row, column: rect.endColumn - 1), style: style)
        }
        put(
            border.corners.bottomLeft + across + border.corners.bottomRight,
            at: Point(row: rect.endRow - 1, column: rect.column), style: style)
    }

    private mutating func set(_ glyph: Glyph, row: Int, column: Int, _ style: Style) {
        var style = style
        if style.background == .plain { style.background = self[row, column].style.background }
        set(Cell(text: glyph.text, style: style, hasAmbiguousWidth: glyph.hasAmbiguousWidth), row: row, column: column)
        guard glyph.columns == 2 else { return }
        set(Cell(text: "", style: style), row: row, column: column + 1)
    }

    /// Sets a cell, and blanks the other half of any wide character it cuts.
    private mutating func set(_ cell: Cell, row: Int, column: Int) {
        let index = row * size.columns + column
        let previous = cells[index]
        if previous.isRightHalf, !cell.isRightHalf {
            cells[index - 1] = Cell(text: " ", style: cells[index - 1].style)
        }
        cells[index] = cell
        if column + 1 < size.columns, cells[index + 1].isRightHalf, !previous.isRightHalf {
            cells[index + 1] = Cell(text: " ", style: cells[index + 1].style)
        }
    }
}

/// The characters of a border.
struct Border: Sendable {
    /// The horizontal and vertical sides.
    let horizontal, vertical: String
    /// The corners.
    let corners: (topLeft: String, topRight: String, bottomLeft: String, bottomRight: String)

    /// A thin line with round corners.
    static let thin = Border(horizontal: "─", vertical: "│", corners: ("╭", "╮", "╰", "╯"))
    /// A thick one.
    static let thick = Border(horizontal: "━", vertical: "┃", corners: ("┏", "┓", "┗", "┛"))
    /// The thin one in ASCII.
    static let thinASCII = Border(horizontal: "-", vertical: "|", corners: ("+", "+", "+", "+"))
    /// The thick one in ASCII.
    static let thickASCII = Border(horizontal: "=", vertical: "#", corners: ("#", "#", "#", "#"))
}
