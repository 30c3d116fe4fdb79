import Protocol

/// One place of the screen.
struct Cell: Hashable, Sendable {
    /// What stands there; empty for the right half of what is two columns wide.
    var text: String
    /// How it is painted.
    var style: Style
    /// Whether terminals disagree about how wide it is.
    var isContested = false

    /// A place with nothing in it.
    static let blank = Cell(text: " ", style: .plain)
    /// Whether it is the right half of the place before it.
    var isRightHalf: Bool { text.isEmpty }
    /// Whether there is nothing in it but its background.
    var isSpace: Bool { text == " " }
}

/// A screen to draw on: lines of cells, and where the cursor is seen.
///
/// Whatever is drawn beyond its edges is cut off. A wide character has both of its cells or neither: of one that is cut
/// or half covered a space remains.
struct Canvas: Equatable, Sendable {
    /// Whether only the characters of ASCII can be shown; any other becomes one that looks like it, or `?`.
    let isASCII: Bool
    /// Its size; it may be nothing.
    let size: Platform.WindowSize
    /// Its cells, line by line.
    private(set) var cells: [Cell]
    /// Where the cursor is seen; nil hides it.
    var cursor: Point?

    /// An empty screen.
    init(_ size: Platform.WindowSize, isASCII: Bool = false) {
        self.isASCII = isASCII
        self.size = Platform.WindowSize(columns: max(0, size.columns), rows: max(0, size.rows))
        cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
    }

    /// All of it.
    var bounds: Rect { Rect(size) }

    /// What stands in a place that there is.
    subscript(row: Int, column: Int) -> Cell { cells[row * size.columns + column] }

    /// The text of a line, without the spaces at its end.
    func line(_ row: Int) -> String {
        var line = cells[row * size.columns..<(row + 1) * size.columns].map(\.text).joined()
        while line.last == " " { line.removeLast() }
        return line
    }

    /// Writes text that has passed ``SafeText`` from a place on, as far as the part of the screen goes.
    ///
    /// A style whose background is plain leaves the background that is there.
    /// - Returns: the columns that it took.
    @discardableResult
    mutating func put(_ text: String, at point: Point, in clip: Rect? = nil, style: Style = .plain) -> Int {
        let clip = (clip ?? bounds).common(with: bounds)
        guard point.row >= clip.row, point.row < clip.endRow else { return 0 }
        var column = point.column
        for glyph in Glyph.split(isASCII ? SafeText.ascii(text) : text) {
            if column + glyph.columns > clip.endColumn { break }
            if column >= clip.column { set(glyph, row: point.row, column: column, style) }
            column += glyph.columns
        }
        return column - point.column
    }

    /// Writes text into the first line of a part of the screen, cut to it, at its left, middle or right.
    ///
    /// - Returns: the columns that it took.
    @discardableResult
    mutating func put(_ text: String, in rect: Rect, align: Alignment = .left, style: Style = .plain) -> Int {
        let text = TextWidth.cut(isASCII ? SafeText.ascii(text) : text, to: rect.columns, isASCII: isASCII)
        let space = rect.columns - TextWidth.columns(of: text)
        let indent =
            switch align {
            case .left: 0
            case .middle: space / 2
            case .right: space
            }
        return put(text, at: Point(row: rect.row, column: rect.column + indent), in: rect, style: style)
    }

    /// Where a text stands in its part of the screen.
    enum Alignment { case left, middle, right }

    /// Empties a part of the screen, and gives it this background.
    mutating func fill(_ rect: Rect, style: Style = .plain) {
        let seen = rect.common(with: bounds)
        for row in seen.row..<seen.endRow {
            for column in seen.column..<seen.endColumn {
                set(Cell(text: " ", style: style), row: row, column: column)
            }
        }
    }

    /// Draws the edge of a part of the screen.
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
        set(Cell(text: glyph.text, style: style, isContested: glyph.isContested), row: row, column: column)
        guard glyph.columns == 2 else { return }
        set(Cell(text: "", style: style), row: row, column: column + 1)
    }

    /// Puts a cell into its place, and a space in the place of what it takes a half from.
    private mutating func set(_ cell: Cell, row: Int, column: Int) {
        let index = row * size.columns + column
        let former = cells[index]
        if former.isRightHalf, !cell.isRightHalf {
            cells[index - 1] = Cell(text: " ", style: cells[index - 1].style)
        }
        cells[index] = cell
        if column + 1 < size.columns, cells[index + 1].isRightHalf, !former.isRightHalf {
            cells[index + 1] = Cell(text: " ", style: cells[index + 1].style)
        }
    }
}

/// What an edge is made of.
struct Border: Sendable {
    /// What stands in its top and bottom, and in its sides.
    let horizontal, vertical: String
    /// What stands in its corners.
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
