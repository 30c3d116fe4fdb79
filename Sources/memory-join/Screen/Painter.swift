import Protocol

/// Turns one screen into another with few bytes.
///
/// | sequence | effect |
/// | --- | --- |
/// | ESC [ ? 2026 h, l | the output in between is shown at once, if the terminal supports it |
/// | ESC [ m, ESC [ 2 J | plain style, empty screen: before the first frame |
/// | ESC [ row ; column H | moves the cursor there |
/// | ESC [ n A, B, C, D | moves the cursor n up, down, right or left |
/// | BS, VT | moves the cursor one left, or one down: the driver of the terminal adds a CR to LF, but not to VT |
/// | ESC [ parameters m | sets the style: see ``SGRState`` |
/// | ESC [ n X, ESC [ K | clears n cells, or the rest of the line, to this background |
/// | ESC [ ? 25 l, h | hides or shows the cursor |
///
/// Only cells that differ are written: grouped by style, since changing a colour costs more than moving the cursor.
/// Spaces need the background alone, so they join a group that has it.
///
/// Terminals disagree about the width of some characters. The cells of such a character are cleared first, the cursor
/// is repositioned after it, and everything it may have covered to its right is rewritten, so nothing else moves.
struct Painter {
    /// Erasing costs fewer bytes than writing from this many spaces on: at the end of what is written, and where the
    /// next run starts in the same column, to which the cursor does not have to come back.
    private static let minimumErased = [8, 3]
    /// At most this many unchanged cells are rewritten instead of moving the cursor over them.
    private static let maximumBridged = 3

    private let depth: Look.ColourDepth
    private let erases: Bool
    private let previous, next: Canvas
    private var bytes: [UInt8] = []
    /// The cursor's position; nil if unknown.
    private var position: Point?
    /// The current state; nil if unknown.
    private var sgr: SGRState?
    /// The text that is still to be written, grouped by state, in order of arrival.
    private var waiting: [PaintGroup] = []

    private init(from previous: Canvas, to next: Canvas, _ look: Look) {
        (self.previous, self.next) = (previous, next)
        (depth, erases) = (look.colours, look.erasesInColour)
    }

    /// The bytes that turn `previous`, or a screen of unknown content, into `next`; empty if nothing differs.
    ///
    /// Every frame ends in the terminal's plain style.
    static func bytes(from previous: Canvas?, to next: Canvas, _ look: Look) -> [UInt8] {
        let isKnown = previous?.size == next.size
        let blank = Canvas(next.size, isASCII: next.isASCII)
        var painter = Painter(from: isKnown ? previous ?? blank : blank, to: next, look)
        if !isKnown { painter.text("\u{1B}[m\u{1B}[2J") }
        painter.sgr = .plain
        for row in 0..<next.size.rows { painter.paint(row) }
        painter.paintWaiting()
        if painter.bytes.isEmpty, previous?.cursor == next.cursor { return [] }
        painter.use(.plain)
        if let cursor = next.cursor {
            painter.move(to: cursor)
            painter.text("\u{1B}[?25h")
        }
        let hides = previous == nil || previous?.cursor != nil ? "\u{1B}[?25l" : ""
        return Array("\u{1B}[?2026h\(hides)".utf8) + painter.bytes + Array("\u{1B}[?2026l".utf8)
    }

    // MARK: Cells

    private mutating func paint(_ row: Int) {
        let width = next.size.columns
        // If the rest of the line has become empty, one short sequence clears it.
        var end = width
        while end > 0, next[row, end - 1] == .blank { end -= 1 }
        var column = 0
        // Cells before this column are rewritten: a character of contested width may have covered them.
        var dirtyUntil = 0
        while column < end {
            let columns = column + 1 < width && next[row, column + 1].isRightHalf ? 2 : 1
            guard column < dirtyUntil || (column..<column + columns).contains(where: { differs(row, $0) }) else {
                column += columns
                continue
            }
            let cell = next[row, column]
            let sgr = SGRState(cell.style, depth)
            if cell.hasAmbiguousWidth {
                dirtyUntil = max(dirtyUntil, column + 2 * cell.text.unicodeScalars.count)
                writeContested(cell, columns, at: Point(row: row, column: column), sgr)
            } else if columns == 1, column >= dirtyUntil,
                let run = run(from: Point(row: row, column: column), sgr, until: end)
            {
                deferRun(run, sgr)
                column += run.count
                continue
            } else {
                go(to: Point(row: row, column: column))
                use(cell.isSpace ? sgr.forSpaces(after: self.sgr) : sgr)
                write(cell.text, columns: columns)
            }
            column += columns
        }
        if end < width, dirtyUntil > end || (end..<width).contains(where: { differs(row, $0) }) {
            let rest = PaintRun(start: Point(row: row, column: end), count: width - end, isRest: true)
            if cutsWide(rest) { write(rest, in: SGRState.plain.forSpaces(after: sgr)) } else { deferRun(rest, .plain) }
        }
    }

    /// True if a cell looks different than before.
    private func differs(_ row: Int, _ column: Int) -> Bool {
        let (old, new) = (previous[row, column], next[row, column])
        if old == new { return false }
        guard old.isSpace, new.isSpace else { return true }
        return SGRState(old.style, depth).forSpaces(after: .plain)
            != SGRState(new.style, depth).forSpaces(after: .plain)
    }

    private mutating func writeContested(_ cell: Cell, _ columns: Int, at point: Point, _ sgr: SGRState) {
        go(to: point)
        use(sgr)
        write(columns == 2 ? "  " : " ", columns: columns)
        move(to: point)
        text(cell.text)
        position = nil
    }

    // MARK: Groups

    /// The run that starts here and can be written later; nil if it must be written now, before or after a neighbour:
    /// the other half of a previous wide character.
    private func run(from point: Point, _ sgr: SGRState, until end: Int) -> PaintRun? {
        let isSpaces = next[point.row, point.column].isSpace && sgr.isFlat
        let run = isSpaces ? spaces(from: point, until: end) : text(from: point, sgr, until: end)
        return run.flatMap { cutsWide($0) ? nil : $0 }
    }

    /// The run of equal spaces from here to the last one that differs; nil if it must not be erased.
    private func spaces(from point: Point, until end: Int) -> PaintRun? {
        let cell = next[point.row, point.column]
        var count = 1
        var column = point.column + 1
        while column < end, next[point.row, column] == cell {
            column += 1
            if differs(point.row, column - 1) { count = column - point.column }
        }
        // Some terminals keep the other half of a wide character, so erasing never splits one.
        if point.column + count < next.size.columns, previous[point.row, point.column + count].isRightHalf {
            count -= 1
        }
        return count > 0 ? PaintRun(start: point, count: count) : nil
    }

    /// The run of characters of this state, with single spaces between them.
    private func text(from point: Point, _ sgr: SGRState, until end: Int) -> PaintRun {
        var (text, count) = ("", 0)
        var pending = ""
        for column in point.column..<end {
            let cell = next[point.row, column]
            let own = SGRState(cell.style, depth)
            let isWide = column + 1 < next.size.columns && next[point.row, column + 1].isRightHalf
            guard differs(point.row, column), !isWide, !cell.isRightHalf, !cell.hasAmbiguousWidth else { break }
            if cell.isSpace, sgr.isFlat, own.isFlat, own.background == sgr.background, pending.isEmpty {
                pending = " "
            } else if own == sgr {
                text += pending + cell.text
                pending = ""
                count = column + 1 - point.column
            } else {
                break
            }
        }
        return PaintRun(start: point, count: count, text: text)
    }

    private mutating func deferRun(_ run: PaintRun, _ sgr: SGRState) {
        let key = run.text == nil ? sgr.forSpaces(after: .plain) : sgr
        if let index = waiting.firstIndex(where: { $0.sgr == key && $0.isSpaces == (run.text == nil) }) {
            waiting[index].runs.append(run)
        } else {
            waiting.append(PaintGroup(sgr: key, runs: [run], isSpaces: run.text == nil))
        }
    }

    /// Writes all that waits, in the shorter of two ways: the spaces apart, or among the characters of the largest
    /// group on their background.
    private mutating func paintWaiting() {
        var joined = self
        joined.joinSpaces()
        if joined.waiting.count < waiting.count { joined.paintGroups() }
        paintGroups()
        if joined.waiting.isEmpty, joined.bytes.count < bytes.count { self = joined }
    }

    private mutating func joinSpaces() {
        for group in waiting where group.isSpaces {
            let hosts = waiting.indices.filter {
                !waiting[$0].isSpaces && waiting[$0].sgr.isFlat && waiting[$0].sgr.background == group.sgr.background
            }
            guard let host = hosts.max(by: { waiting[$0].runs.count < waiting[$1].runs.count }) else { continue }
            waiting[host].runs += group.runs
            waiting.removeAll { $0.isSpaces && $0.sgr == group.sgr }
        }
    }

    /// Writes group by group, always the one next to whose state the current one is.
    private mutating func paintGroups() {
        while !waiting.isEmpty {
            let changes = waiting.map { group in
                (group.isSpaces ? group.sgr.forSpaces(after: sgr) : group.sgr).changes(from: sgr)
            }
            let nearest = waiting.indices.min { changes[$0] < changes[$1] } ?? 0
            paint(waiting.remove(at: nearest))
        }
    }

    /// Writes a group in the shortest way: by rows or, as suits cards, by columns, and erasing more or fewer spaces.
    private mutating func paint(_ group: PaintGroup) {
        let isSpaces = group.isSpaces
        let minimums = group.hasSpaces ? Self.minimumErased : [Self.minimumErased[0]]
        let ways = group.orders.flatMap { runs in
            minimums.map { minimum in
                var way = self
                for run in runs {
                    let sgr = isSpaces ? group.sgr.forSpaces(after: way.sgr) : group.sgr
                    way.write(run, in: sgr, erasingFrom: minimum)
                }
                return way
            }
        }
        if let shortest = ways.min(by: { $0.bytes.count < $1.bytes.count }) { self = shortest }
    }

    private mutating func write(_ run: PaintRun, in sgr: SGRState, erasingFrom minimum: Int = minimumErased[0]) {
        go(to: run.start)
        use(sgr)
        if let text = run.text { return write(text, columns: run.count) }
        // Erased cells take the current background and no other part of the style.
        if run.isRest { return text("\u{1B}[K") }
        if erases, run.count >= minimum, !cutsWide(run) { return text("\u{1B}[\(run.count)X") }
        write(String(repeating: " ", count: run.count), columns: run.count)
    }

    /// True if the run covers one half of a previous wide character.
    private func cutsWide(_ run: PaintRun) -> Bool {
        let (row, start) = (run.start.row, run.start.column)
        let end = start + run.count
        return previous[row, start].isRightHalf || (end < next.size.columns && previous[row, end].isRightHalf)
    }

    // MARK: The cursor

    /// Moves to a position, rewriting a few unchanged cells on the way if that costs no more.
    private mutating func go(to point: Point) {
        defer { move(to: point) }
        guard let position, position.row == point.row, position.column < point.column,
            point.column - position.column <= Self.maximumBridged
        else { return }
        let columns = position.column..<point.column
        let isEasy = columns.allSatisfy { column in
            let cell = next[position.row, column]
            guard !differs(position.row, column), cell.text.utf8.count == 1 else { return false }
            let own = SGRState(cell.style, depth)
            return (cell.isSpace ? own.forSpaces(after: sgr) : own) == sgr
        }
        guard isEasy else { return }
        for column in columns { write(next[position.row, column].text, columns: 1) }
    }

    private mutating func move(to point: Point) {
        defer { position = point }
        if position == point { return }
        let there = "\u{1B}[\(point.row + 1);\(point.column + 1)H"
        // Past the last column terminals disagree about the cursor's position.
        guard let position, position.column < next.size.columns else { return text(there) }
        let way = Self.steps(point.row - position.row, "A", "B") + Self.steps(point.column - position.column, "D", "C")
        text(way.utf8.count < there.utf8.count ? way : there)
    }

    /// The sequence for `count` steps forward, or back if negative.
    private static func steps(_ count: Int, _ back: String, _ on: String) -> String {
        switch count {
        case 0: ""
        case -3..<0 where back == "D": String(repeating: "\u{8}", count: -count)
        case 1...3 where on == "B": String(repeating: "\u{B}", count: count)
        case 1, -1: "\u{1B}[\(count < 0 ? back : on)"
        default: "\u{1B}[\(abs(count))\(count < 0 ? back : on)"
        }
    }

    // MARK: Bytes

    private mutating func write(_ text: String, columns: Int) {
        self.text(text)
        position?.column += columns
    }

    private mutating func use(_ sgr: SGRState) {
        text(sgr.sequence(after: self.sgr, depth))
        self.sgr = sgr
    }

    private mutating func text(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
