import Protocol

/// The terminal while the client has it: raw keys, the alternate screen, the mouse, one write a frame.
///
/// `enter` and `leave` may be said at any time and any number of times; after `leave` the terminal is as it was found.
/// Nobody ever waits for it: what it does not take stays here, and until it has left no other frame is made.
///
/// | mode | meaning |
/// | --- | --- |
/// | ? 1049 | the other screen, so that what stood there comes back |
/// | ? 7 | off: the last column does not lead to the next line |
/// | ? 1003, ? 1006 | the mouse is reported when it moves, in numbers of any size; ? 1000 where moves are not known |
/// | ? 2004 | what is pasted is marked, so that it is not taken for keys |
struct Terminal {
    private static let enterScreen = "\u{1B}[?1049h"
    private static let setModes = "\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1003h\u{1B}[?1006h\u{1B}[?2004h"
    /// Everything off again, colours as they were, the cursor to be seen, the first screen. The frame that may have been
    /// cut off before ends here, whatever it was in.
    private static let leaveScreen =
        "\u{1B}[m\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    /// How long a terminal may take to be left, in milliseconds.
    private static let patience = 200
    /// No terminal is larger; one that says so would take all memory.
    private static let most = Platform.WindowSize(columns: 1000, rows: 500)

    private let look: Look
    private var found: TerminalModes?
    private var shown: Canvas?
    /// What the terminal has not taken yet.
    private var unwritten: [UInt8] = []
    /// The terminal, opened by the client itself; standard output where that is not allowed.
    private(set) var output = FileDescriptor.standardOutput

    /// The terminal, with what it can show.
    init(_ look: Look) { self.look = look }

    /// Whether the client has the terminal.
    var isActive: Bool { found != nil }
    /// Whether the terminal has not taken all of the last frame.
    var isBusy: Bool { !unwritten.isEmpty }

    /// The size now; 80x24 where the terminal does not know.
    static var size: Platform.WindowSize {
        let size = Platform.windowSize(of: .standardOutput) ?? Platform.WindowSize(columns: 80, rows: 24)
        return Platform.WindowSize(columns: min(size.columns, most.columns), rows: min(size.rows, most.rows))
    }

    /// Takes the terminal, or takes it again after somebody else has changed it.
    mutating func enter() throws(SystemError) {
        let former: TerminalModes
        if let found { former = found } else { former = try Platform.terminalModes(of: .standardInput) }
        try Platform.setTerminalModes(former.raw, of: .standardInput, afterOutput: !isBusy)
        shown = nil
        // The other screen is entered once: a second time would forget where the cursor stood on the first.
        if found == nil {
            output = (try? Platform.openAgain(terminal: .standardOutput)) ?? .standardOutput
            unwritten += Self.enterScreen.utf8
        }
        found = former
        unwritten += Self.setModes.utf8
        try flush()
    }

    /// Gives the terminal back. One that is gone needs nothing, and one that takes nothing is not waited for.
    mutating func leave() {
        guard let former = found else { return }
        found = nil
        unwritten += Self.leaveScreen.utf8
        let deadline = Platform.monotonicMilliseconds + Int64(Self.patience)
        while isBusy, (try? flush()) != nil, isBusy {
            let left = deadline - Platform.monotonicMilliseconds
            guard left > 0, (try? Platform.waitUntilReady(output, for: .writable, milliseconds: Int(left))) == true
            else { break }
        }
        try? Platform.setTerminalModes(former, of: .standardInput, afterOutput: !isBusy)
        unwritten = []
        if output != .standardOutput { Platform.closeDescriptor(output) }
        output = .standardOutput
    }

    /// Shows a screen, in one write of what differs; false if nothing does.
    mutating func show(_ canvas: Canvas) throws(SystemError) -> Bool {
        guard isActive, !isBusy, canvas != shown else { return false }
        unwritten = Painter.bytes(from: shown, to: canvas, look)
        shown = canvas
        if unwritten.isEmpty { return false }
        try flush()
        return true
    }

    /// Writes what the terminal takes now.
    mutating func flush() throws(SystemError) {
        var written = 0
        defer { unwritten.removeFirst(written) }
        while written < unwritten.count {
            do {
                written += try Platform.writeBytes(unwritten, from: written, to: output)
            } catch {
                if error.isWouldBlock { return }
                throw error
            }
        }
    }

    /// Has the next frame written whatever stands there.
    mutating func forget() { shown = nil }
}
