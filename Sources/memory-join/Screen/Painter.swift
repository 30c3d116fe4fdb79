import Protocol

/// Turns one screen into another with as few bytes as is simple.
///
/// | sequence | effect |
/// | --- | --- |
/// | ESC [ ? 2026 h, l | what stands between is shown at once, where the terminal knows that |
/// | ESC [ m, ESC [ 2 J | plain style, empty screen: before a first picture |
/// | ESC [ row ; column H | the cursor goes there |
/// | ESC [ n C | the cursor goes n to the right |
/// | ESC [ parameters m | this style |
/// | ESC [ n X, ESC [ K | n cells from here on, or the rest of the line, become spaces of this background |
/// | ESC [ ? 25 l, h | the cursor is hidden, or seen |
///
/// Only cells that differ are written. Where terminals disagree about the width of a character, its cells are emptied
/// first, the cursor is then placed anew, and whatever it may have covered to its right is written again: so nothing
/// else moves.
struct Painter {
    /// Spaces from which on erasing costs fewer bytes than writing them.
    private static let leastErased = 8

    private let depth: Look.ColourDepth
    private let erases: Bool
    private var bytes: [UInt8] = []
    /// Where the cursor is; nil after something that leaves that open.
    private var place: Point?
    private var style: Style?

    private init(_ look: Look) {
        depth = look.colours
        erases = look.erasesInColour
    }

    /// The bytes that turn `former`, or a screen of unknown content, into `next`; none where nothing differs.
    static func bytes(from former: Canvas?, to next: Canvas, _ look: Look) -> [UInt8] {
        var painter = Painter(look)
        var known = former
        if former?.size != next.size {
            known = Canvas(next.size, isASCII: next.isASCII)
            painter.text("\u{1B}[m\u{1B}[2J")
            painter.style = .plain
        }
        for row in 0..<next.size.rows { painter.paint(row, from: known ?? next, to: next) }
        let movesCursor = former == nil || former?.cursor != next.cursor || !painter.bytes.isEmpty
        if painter.bytes.isEmpty, former?.cursor == next.cursor { return [] }
        painter.use(.plain)
        if let cursor = next.cursor, movesCursor {
            painter.move(to: cursor)
            painter.text("\u{1B}[?25h")
        }
        let hides = former == nil || former?.cursor != nil ? "\u{1B}[?25l" : ""
        return Array("\u{1B}[?2026h\(hides)".utf8) + painter.bytes + Array("\u{1B}[?2026l".utf8)
    }

    private mutating func paint(_ row: Int, from former: Canvas, to next: Canvas) {
        let width = next.size.columns
        let start = row * width
        // Where the rest of the line is empty, and was not, one short sequence empties it.
        var end = width
        while end > 0, next.cells[start + end - 1] == .blank { end -= 1 }
        var column = 0
        var dirtyUntil = 0
        while column < end {
            let cell = next.cells[start + column]
            let isWide = column + 1 < width && next.cells[start + column + 1].isRightHalf
            let differs =
                cell != former.cells[start + column]
                || (isWide && next.cells[start + column + 1] != former.cells[start + column + 1])
            guard differs || column < dirtyUntil else {
                column += isWide ? 2 : 1
                continue
            }
            bridge(to: Point(row: row, column: column), next)
            move(to: Point(row: row, column: column))
            use(cell.isSpace ? styleForSpace(cell.style) : cell.style)
            if cell.isContested {
                // Each of its code points may have been drawn for itself.
                dirtyUntil = max(dirtyUntil, column + 2 * cell.text.unicodeScalars.count)
                write(isWide ? "  " : " ", columns: isWide ? 2 : 1)
                move(to: Point(row: row, column: column))
                text(cell.text)
                place = nil
                column += isWide ? 2 : 1
            } else if cell.isSpace {
                column += space(at: start + column, limit: start + end, former: former, next: next)
            } else {
                write(cell.text, columns: isWide ? 2 : 1)
                column += isWide ? 2 : 1
            }
        }
        if (end..<width).contains(where: { former.cells[start + $0] != .blank }) || dirtyUntil > end {
            move(to: Point(row: row, column: end))
            use(.plain)
            text("\u{1B}[K")
        }
    }

    /// Writes or erases the run of equal spaces that begins at an index; returns how many.
    private mutating func space(at index: Int, limit: Int, former: Canvas, next: Canvas) -> Int {
        let cell = next.cells[index]
        var count = 1
        var differing = 1
        while index + count < limit, next.cells[index + count] == cell {
            count += 1
            if next.cells[index + count - 1] != former.cells[index + count - 1] { differing = count }
        }
        // Some terminals leave the other half of a wide character: its halves are not parted by erasing.
        if index + differing < former.cells.count, former.cells[index + differing].isRightHalf { differing -= 1 }
        let canErase = cell.style.traits.isDisjoint(with: [.underline, .reverse])
        guard erases, differing >= Self.leastErased, canErase, style(cell.style, isErasable: depth) else {
            write(" ", columns: 1)
            return 1
        }
        text("\u{1B}[\(differing)X")
        return differing
    }

    /// Whether erased cells look like spaces of this style.
    private func style(_ style: Style, isErasable depth: Look.ColourDepth) -> Bool {
        depth != .none || style.background.traitsWithoutColour.isEmpty
    }

    private mutating func write(_ text: String, columns: Int) {
        self.text(text)
        place?.column += columns
    }

    /// Goes over a few places that stay as they are by writing them again, where that costs no more than to move.
    private mutating func bridge(to point: Point, _ next: Canvas) {
        guard let place, place.row == point.row, place.column < point.column, point.column - place.column <= 3 else {
            return
        }
        let cells = (place.column..<point.column).map { next[place.row, $0] }
        guard let style,
            cells.allSatisfy({ ($0.isSpace ? styleForSpace($0.style) : $0.style) == style && $0.text.utf8.count == 1 })
        else { return }
        for cell in cells { write(cell.text, columns: 1) }
    }

    private mutating func move(to point: Point) {
        defer { place = point }
        if let place, place.row == point.row, point.column >= place.column {
            let steps = point.column - place.column
            if steps > 0 { text(steps == 1 ? "\u{1B}[C" : "\u{1B}[\(steps)C") }
            return
        }
        text("\u{1B}[\(point.row + 1);\(point.column + 1)H")
    }

    /// The style to write a space in: of its own only that counts which a space shows, and the rest stays as it is.
    private func styleForSpace(_ style: Style) -> Style {
        let seen: Style.Traits = [.underline, .reverse]
        if depth == .none || !style.traits.isDisjoint(with: seen) { return style }
        if let current = self.style, current.background == style.background, current.traits.isDisjoint(with: seen) {
            return current
        }
        return Style(background: style.background)
    }

    private mutating func use(_ style: Style) {
        guard style != self.style else { return }
        let parameters = style.parameters(depth)
        defer { self.style = style }
        if let former = self.style {
            let old = former.parameters(depth)
            if old == parameters { return }
            // What is only added needs no reset.
            if parameters.starts(with: old), !old.isEmpty {
                return text("\u{1B}[\(parameters.dropFirst(old.count).joined(separator: ";"))m")
            }
            if let background = backgroundAlone(former, style) { return text(background) }
            if old.isEmpty { return text("\u{1B}[\(parameters.joined(separator: ";"))m") }
        }
        text(parameters.isEmpty ? "\u{1B}[m" : "\u{1B}[0;\(parameters.joined(separator: ";"))m")
    }

    /// The sequence that changes colours alone, where nothing else differs and neither becomes the terminal's own.
    private func backgroundAlone(_ former: Style, _ next: Style) -> String? {
        guard depth != .none, former.traits == next.traits, next.foreground != .plain, next.background != .plain else {
            return nil
        }
        var change = Style()
        if former.foreground != next.foreground { change.foreground = next.foreground }
        if former.background != next.background { change.background = next.background }
        return "\u{1B}[\(change.parameters(depth).joined(separator: ";"))m"
    }

    private mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
