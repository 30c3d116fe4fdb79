import Protocol

/// The terminal while the client has it: raw keys, the alternate screen, one write a frame.
///
/// `enter` and `leave` may be said at any time and any number of times; after `leave` the terminal is as it was found.
struct Terminal {
    private static let enterScreen = "\u{1B}[?1049h"
    /// Colours as they were, the cursor to be seen, the other screen.
    private static let leaveScreen = "\u{1B}[m\u{1B}[?25h\u{1B}[?1049l"

    private var found: TerminalModes?
    private var shown = ""

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
        shown = ""
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

    /// Shows a frame, in one write, unless it is there already.
    mutating func show(_ frame: String) throws(SystemError) {
        guard isActive, frame != shown else { return }
        shown = frame
        try Platform.writeAll(Array(frame.utf8), to: .standardOutput)
    }

    /// Has the next frame written whatever stands there.
    mutating func forget() { shown = "" }
}
