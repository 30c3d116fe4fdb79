import Protocol

/// A cell of the screen.
struct Cell: Hashable, Sendable {
    /// The text; empty for the right half of a wide character.
    var text: String
    var style: Style
    /// True if terminals disagree about its width.
    var hasAmbiguousWidth = false

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

    init(_ size: Platform.WindowSize, isASCII: Bool = false) {
        self.isASCII = isASCII
        self.size = Platform.WindowSize(columns: max(0, size.columns), rows: max(0, size.rows))
        cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
    }

    var bounds: Rect { Rect(size) }

    /// The cell at a valid position.
    subscript(row: Int, column: Int) -> Cell { cells[row * size.columns + column] }

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

    /// Writes text into the rows of a rectangle, broken at spaces; returns the number of rows used.
    @discardableResult
    mutating func put(wrapped text: String, in rect: Rect, align: Alignment = .left, style: Style = .plain) -> Int {
        let lines = TextWidth.wrap(text, to: rect.columns).prefix(rect.rows)
        for (row, line) in lines.enumerated() { put(line, in: rect.lines(row), align: align, style: style) }
        return lines.count
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
    ///
    /// - Parameter sidesOnly: true for the corners and the sides alone, which leaves every row free in between.
    mutating func frame(_ rect: Rect, _ border: Border, style: Style = .plain, sidesOnly: Bool = false) {
        guard rect.rows >= 2, rect.columns >= 2 else { return }
        let characters = border.characters(isASCII: isASCII)
        let across = sidesOnly ? "" : String(repeating: characters[0], count: rect.columns - 2)
        for row in 0..<rect.rows {
            let (left, right) =
                row == 0 ? (2, 3) : row == rect.rows - 1 ? (4, 5) : (1, 1)
            let line = rect.lines(row)
            put(characters[left] + (left == right ? "" : across), at: line.origin, style: style)
            put(characters[right], at: Point(row: line.row, column: rect.endColumn - 1), style: style)
        }
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

/// A border; a thin one has round corners, unless in ASCII.
enum Border: Sendable {
    case thin, thick

    /// The horizontal and the vertical side, and the corners: top left, top right, bottom left, bottom right.
    fileprivate func characters(isASCII: Bool) -> [String] {
        let characters =
            switch self {
            case .thin: isASCII ? "-|++++" : "─│╭╮╰╯"
            case .thick: isASCII ? "=#####" : "━┃┏┓┗┛"
            }
        return characters.map { String($0) }
    }
}

/// A screen being drawn, with the targets of the mouse on it.
struct Drawing: Equatable, Sendable {
    var canvas: Canvas
    private var targets: [Clickable] = []

    private struct Clickable: Equatable, Sendable {
        let rect: Rect
        let target: Target
    }

    init(_ size: Platform.WindowSize, isASCII: Bool) { canvas = Canvas(size, isASCII: isASCII) }

    /// Makes a rectangle stand for a target, until something is drawn over it.
    mutating func addTarget(_ target: Target, in rect: Rect) { targets.append(Clickable(rect: rect, target: target)) }

    /// Removes all targets drawn so far, because something now covers them.
    mutating func removeTargets() { targets = [] }

    func target(at point: Point) -> Target? { targets.last { $0.rect.contains(point) }?.target }
}
