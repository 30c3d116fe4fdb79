/// A terminal without a window: it reads what a full-screen program writes, and can be asked what stands where.
///
/// It knows what a careful program may send, and no more, so that a test can insist on it:
///
/// | bytes | effect |
/// | --- | --- |
/// | UTF-8; CR, LF, BS | text, joined and as wide as ``GlyphWidths`` says; the cursor |
/// | CUP HVP CUU CUD CUF CUB CHA VPA, DECSC DECRC | the cursor |
/// | ED EL ECH, REP | erasing, which leaves the colour that is behind text now; repeating |
/// | SGR with `;` | bold, dim, italic, underline, reverse, 16, 256 and true colours, and what turns them off |
/// | BEL, OSC 2, XTWINOPS 22 ; 2 and 23 ; 2 | the bell; the title of the window, and the stack of titles |
/// | DECSET and DECRST 7, 25, 1000, 1002, 1003, 1006, 1049, 2004, 2026 | the modes of the same numbers |
///
/// All else goes to ``unknown`` and changes nothing. What is known but depends on the terminal, or cannot be meant,
/// goes to ``faults``. Where terminals differ it does what xterm does (https://invisible-island.net/xterm/ctlseqs/).
public struct Emulator: Sendable {
    /// The modes that may be set. 7, wrapping, and 25, the cursor to be seen, are set at the start.
    static let knownModes: Set<Int> = [7, 25, 1000, 1002, 1003, 1006, 1049, 2004, 2026]
    /// More of the same is not recorded.
    private static let mostRecords = 100

    /// The widths of characters.
    public let widths: GlyphWidths
    /// Unknown input, in words.
    public private(set) var unknown: [String] = []
    /// Faulty input, in words: text beyond an edge of the alternate screen, or what terminals treat differently.
    public private(set) var faults: [String] = []
    /// The private modes that are set.
    public internal(set) var modes: Set<Int> = [7, 25]
    /// The style of the next character.
    public internal(set) var style = EmulatedStyle.standard
    /// The number of synchronized updates, mode 2026, that were completed.
    public internal(set) var updates = 0

    /// The number of times that the bell has rung.
    public internal(set) var bells = 0
    /// The title of the window.
    public internal(set) var title = ""
    /// All titles that the window has had from the program, in order.
    public private(set) var titles: [String] = []
    var savedTitles: [String] = []

    /// The screen that is shown, and the other one.
    var screen: EmulatedScreen
    var hidden: EmulatedScreen
    /// The character that REP repeats: the one just written, if any.
    var lastCharacter: Unicode.Scalar?
    private var parser = SequenceParser()

    /// An empty terminal of this size; both at least 1.
    public init(columns: Int, rows: Int, widths: GlyphWidths = .codePoints) {
        precondition(columns > 0 && rows > 0)
        self.widths = widths
        screen = EmulatedScreen(columns: columns, rows: rows)
        hidden = screen
    }

    /// Takes in what a program has written, in whatever pieces it comes.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            for token in parser.take(byte) { apply(token) }
        }
    }

    /// Changes the size of both screens. Lines are cut or blank ones added; nothing is wrapped anew.
    public mutating func resize(columns: Int, rows: Int) {
        precondition(columns > 0 && rows > 0)
        screen.resize(columns: columns, rows: rows)
        hidden.resize(columns: columns, rows: rows)
    }

    /// Forgets the faults so far, such as those of a program that did not know the new size yet.
    public mutating func forgetFaults() { faults = [] }

    mutating func recordUnknown(_ text: String) {
        if unknown.count < Self.mostRecords { unknown.append(text) }
    }

    mutating func recordFault(_ text: String) {
        let place = "at row \(screen.cursor.row), column \(screen.cursor.column)"
        if faults.count < Self.mostRecords { faults.append("\(text), \(place)") }
    }

    private mutating func apply(_ token: SequenceParser.Token) {
        let repeatable = lastCharacter
        lastCharacter = nil
        switch token {
        case .character(let scalar): write(scalar)
        case .control(let byte): control(byte)
        case .escape("7"): save()
        case .escape("8"): restore()
        case .escape(let text): recordUnknown("ESC \(text)")
        case .sequence(let sequence):
            if sequence.final == "b", sequence.marks.isEmpty {
                repeatCharacter(repeatable, times: sequence.count())
            } else if !perform(sequence) {
                recordUnknown("CSI \(sequence.text)")
            }
        case .title(let text):
            title = text
            titles.append(text)
        case .backgroundQuestion: break  // Few terminals reply.
        case .other(let text): recordUnknown(text)
        }
    }

    // MARK: Asking

    /// Columns of the screen.
    public var columns: Int { screen.columns }
    /// Lines of the screen.
    public var rows: Int { screen.rows }
    /// The position of the cursor. After the last column was written it is still there.
    public var cursor: EmulatedPosition { screen.cursor }
    /// The cursor is visible.
    public var isCursorVisible: Bool { modes.contains(25) }
    /// The alternate screen is shown.
    public var isAlternate: Bool { modes.contains(1049) }
    /// A synchronized update has begun: the screen is not meant to be seen yet.
    public var isUpdating: Bool { modes.contains(2026) }
    /// The last sequence or character is complete.
    public var isComplete: Bool { parser.isComplete }
    /// The text of each line of the screen, without the blanks at its end.
    public var lines: [String] { Self.lines(of: screen) }
    /// The same of the main screen, which is kept while the alternate one is up.
    public var mainLines: [String] { Self.lines(of: isAlternate ? hidden : screen) }

    /// Returns the cell at a position, which must be on the screen.
    public func cell(row: Int, column: Int) -> EmulatedCell { screen.cells[row][column] }

    /// Returns the position of the first line's first occurrence of a text, in columns of the screen.
    public func position(of text: String) -> EmulatedPosition? {
        for (row, cells) in screen.cells.enumerated() {
            let line = cells.map(\.text).joined()
            guard !text.isEmpty, let range = line.firstRange(of: text) else { continue }
            let before = line[..<range.lowerBound].utf8.count
            var (column, seen) = (0, 0)
            while seen < before || cells[column].columns == 0 {
                seen += cells[column].text.utf8.count
                column += 1
            }
            return EmulatedPosition(row: row, column: column)
        }
        return nil
    }

    /// Returns true if a line contains this text.
    public func shows(_ text: String) -> Bool { position(of: text) != nil }

    private static func lines(of screen: EmulatedScreen) -> [String] {
        screen.cells.map { cells in
            var line = cells.map(\.text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// The screen in a frame, with what else matters, for the message of a test that has failed.
    public var picture: String {
        let edge = "+" + String(repeating: "-", count: columns) + "+"
        let body = screen.cells.map { "|" + $0.map(\.text).joined() + "|" }
        let names = modes.sorted().map(String.init).joined(separator: " ")
        let state = "cursor at row \(cursor.row), column \(cursor.column); modes \(names)"
        let wrong = (unknown.prefix(5).map { "unknown: \($0)" } + faults.prefix(5).map { "fault: \($0)" })
        return ([edge] + body + [edge, state] + wrong).joined(separator: "\n")
    }
}
