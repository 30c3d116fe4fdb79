import Protocol

/// The terminal while the client owns it: raw mode, alternate screen, mouse, one write per frame.
///
/// `enter` and `leave` may be called at any time and repeatedly; `leave` restores the terminal. Writes never block:
/// unwritten bytes are kept, and no new frame starts before they are out.
///
/// | mode | meaning |
/// | --- | --- |
/// | ? 1049 | the alternate screen, which preserves the main one |
/// | ? 7 | off: no wrapping at the last column |
/// | ? 1003, ? 1006 | all mouse events, with coordinates of any size; ? 1000 where motion is not supported |
/// | ? 2004 | pastes are bracketed, so that they are not taken for keys |
///
/// The window's title is saved on the terminal's own stack, where it has one, and restored at the end.
struct Terminal {
    private static let enterScreen = "\u{1B}[?1049h"
    private static let setModes = "\u{1B}[?7l\u{1B}[?1000h\u{1B}[?1003h\u{1B}[?1006h\u{1B}[?2004h"
    /// Turns everything off, resets colours, shows the cursor and returns to the main screen. It also ends a frame
    /// that was cut off anywhere.
    private static let leaveScreen =
        "\u{1B}[m\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1000l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    private static let saveTitle = "\u{1B}[22;2t"
    /// Empties the title, in case the terminal has saved none, before restoring it.
    private static let restoreTitle = "\u{1B}]2;\u{1B}\\\u{1B}[23;2t"
    /// Timeout for restoring the terminal, in milliseconds.
    private static let restoreTimeout = 200
    /// The largest size accepted, so that a bogus size does not take all memory.
    private static let maximumSize = Platform.WindowSize(columns: 1000, rows: 500)

    private let look: Look
    private var savedModes: TerminalModes?
    private var lastFrame: Canvas?
    private var lastTitle: String?
    private var unwritten: [UInt8] = []
    /// The terminal reopened by the client; standard output where that is not permitted.
    private(set) var output = FileDescriptor.standardOutput

    init(_ look: Look) { self.look = look }

    /// True while the client owns the terminal.
    var isActive: Bool { savedModes != nil }
    /// True while part of the last frame is unwritten.
    var isBusy: Bool { !unwritten.isEmpty }

    /// The current size; 80x24 if unknown.
    static var size: Platform.WindowSize {
        let size = FileDescriptor.standardOutput.windowSize ?? Platform.WindowSize(columns: 80, rows: 24)
        return Platform.WindowSize(
            columns: min(size.columns, maximumSize.columns), rows: min(size.rows, maximumSize.rows))
    }

    /// Takes over the terminal, also again after another program has changed it; returns true if it is asked something.
    mutating func enter() throws(SystemError) -> Bool {
        let previous: TerminalModes
        if let savedModes { previous = savedModes } else { previous = try FileDescriptor.standardInput.terminalModes() }
        try FileDescriptor.standardInput.setTerminalModes(previous.raw, afterOutput: !isBusy)
        invalidate()
        // Entered once: a second time would overwrite the saved cursor position.
        let isFirst = savedModes == nil
        if isFirst {
            output = (try? FileDescriptor.standardOutput.reopened()) ?? .standardOutput
            unwritten += Self.enterScreen.utf8
            if look.hasTitle { unwritten += Self.saveTitle.utf8 }
            if look.asksForBackground { unwritten += BackgroundReply.question.utf8 }
        }
        savedModes = previous
        unwritten += Self.setModes.utf8
        try flush()
        return isFirst && look.asksForBackground
    }

    /// Restores the terminal. One that is gone or takes no bytes is given up.
    mutating func leave() {
        guard let previous = savedModes else { return }
        savedModes = nil
        unwritten += Self.leaveScreen.utf8
        if look.hasTitle { unwritten += Self.restoreTitle.utf8 }
        let deadline = Platform.monotonicMilliseconds + Self.restoreTimeout
        while isBusy, (try? flush()) != nil, isBusy {
            let left = deadline - Platform.monotonicMilliseconds
            guard left > 0, (try? output.wait(for: .writable, milliseconds: left)) == true
            else { break }
        }
        try? FileDescriptor.standardInput.setTerminalModes(previous, afterOutput: !isBusy)
        unwritten = []
        if output != .standardOutput { output.close() }
        output = .standardOutput
    }

    /// Draws a canvas with one write of the difference, and sets the window's title; returns false if nothing differs.
    mutating func show(_ canvas: Canvas, title: String) throws(SystemError) -> Bool {
        guard isActive, !isBusy else { return false }
        unwritten = Painter.bytes(from: lastFrame, to: canvas, look)
        if look.hasTitle, title != lastTitle { unwritten += "\u{1B}]2;\(title)\u{1B}\\".utf8 }
        (lastFrame, lastTitle) = (canvas, title)
        if unwritten.isEmpty { return false }
        try flush()
        return true
    }

    /// Writes as much as the terminal takes without blocking.
    mutating func flush() throws(SystemError) {
        var written = 0
        defer { unwritten.removeFirst(written) }
        while written < unwritten.count {
            do {
                written += try output.write(unwritten, from: written)
            } catch {
                if error.isWouldBlock { return }
                throw error
            }
        }
    }

    /// Makes the next frame a full redraw.
    mutating func invalidate() { (lastFrame, lastTitle) = (nil, nil) }

    /// Rings the bell, after whatever is still unwritten.
    mutating func ring() throws(SystemError) {
        guard isActive else { return }
        unwritten.append(0x07)
        try flush()
    }
}
