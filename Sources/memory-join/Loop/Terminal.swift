import Protocol

/// The terminal while the client has it: raw keys, the alternate screen, the mouse, one write a frame.
///
/// `enter` and `leave` may be said at any time and any number of times; after `leave` the terminal is as it was found.
///
/// | mode | meaning |
/// | --- | --- |
/// | ? 1049 | the other screen, so that what stood there comes back |
/// | ? 7 | off: the last column does not lead to the next line |
/// | ? 1003, ? 1006 | the mouse is reported when it moves, in numbers of any size; ? 1000 where moves are not known |
/// | ? 2004 | what is pasted is marked, so that it is not taken for keys |
struct Terminal {
    private static let enterScreen = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1003h\u{1B}[?1006h\u{1B}[?2004h"
    /// Everything off again, colours as they were, the cursor to be seen, the first screen.
    private static let leaveScreen =
        "\u{1B}[m\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    private let look: Look
    private var found: TerminalModes?
    private var shown: Canvas?

    /// The terminal, with what it can show.
    init(_ look: Look) { self.look = look }

    /// Whether the client has the terminal.
    var isActive: Bool { found != nil }

    /// The size now; 80x24 where the terminal does not know.
    static var size: Platform.WindowSize {
        Platform.windowSize(of: .standardOutput) ?? Platform.WindowSize(columns: 80, rows: 24)
    }

    /// Takes the terminal, or takes it again after somebody else has changed it.
    mutating func enter() throws(SystemError) {
        let former: TerminalModes
        if let found { former = found } else { former = try Platform.terminalModes(of: .standardInput) }
        try Platform.setTerminalModes(former.raw, of: .standardInput, forgettingInput: false)
        shown = nil
        // The other screen is entered once: a second time would forget where the cursor stood on the first.
        if isActive { return }
        found = former
        try Platform.writeAll(Array(Self.enterScreen.utf8), to: .standardOutput)
    }

    /// Gives the terminal back. A terminal that is gone needs nothing.
    mutating func leave() {
        guard let former = found else { return }
        found = nil
        try? Platform.writeAll(Array(Self.leaveScreen.utf8), to: .standardOutput)
        try? Platform.setTerminalModes(former, of: .standardInput, forgettingInput: false)
    }

    /// Shows a screen, in one write of what differs; false if nothing does.
    mutating func show(_ canvas: Canvas) throws(SystemError) -> Bool {
        guard isActive, canvas != shown else { return false }
        let bytes = Painter.bytes(from: shown, to: canvas, look)
        shown = canvas
        if bytes.isEmpty { return false }
        try Platform.writeAll(bytes, to: .standardOutput)
        return true
    }

    /// Has the next frame written whatever stands there.
    mutating func forget() { shown = nil }
}
