#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How a terminal treats what is typed and written, to be kept and given back unread.
public struct TerminalModes: Sendable {
    fileprivate var settings: termios

    /// The same, but each key arrives at once and unchanged, unseen, and without becoming a signal.
    ///
    /// Written text is still processed: LF goes to the start of the next line.
    public var raw: TerminalModes {
        var modes = self
        unsafe cfmakeraw(&modes.settings)
        modes.settings.c_oflag |= tcflag_t(OPOST)
        return modes
    }
}

extension Platform {
    /// The size of a terminal in characters.
    public struct WindowSize: Hashable, Sendable {
        /// Characters in a line.
        public let columns: Int
        /// Lines.
        public let rows: Int

        /// Names a size.
        public init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }

    /// How the terminal is set now; an error where the descriptor is no terminal.
    public static func terminalModes(of terminal: FileDescriptor) throws(SystemError) -> TerminalModes {
        var settings = termios()
        try checked("tcgetattr") { unsafe tcgetattr(terminal.number, &settings) }
        return TerminalModes(settings: settings)
    }

    /// Sets the terminal once what was written has left, or at once; what was typed and not yet read stays.
    public static func setTerminalModes(
        _ modes: TerminalModes, of terminal: FileDescriptor, afterOutput: Bool = true
    ) throws(SystemError) {
        var settings = modes.settings
        let when = afterOutput ? TCSADRAIN : TCSANOW
        try checked("tcsetattr") { unsafe tcsetattr(terminal.number, when, &settings) }
    }

    /// Opens a terminal once more, to write to it without ever waiting: the flag for that belongs to the open file, and
    /// the one that the program was started with is shared with the shell.
    public static func openAgain(terminal: FileDescriptor) throws(SystemError) -> FileDescriptor {
        var name = [CChar](repeating: 0, count: 1024)
        guard unsafe ttyname_r(terminal.number, &name, name.count) == 0 else { throw lastError("ttyname_r") }
        let number = try checked("open") { unsafe open(&name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
        return FileDescriptor(number: number)
    }

    /// The terminal's size, or nil where the descriptor is no terminal or does not know.
    public static func windowSize(of terminal: FileDescriptor) -> WindowSize? {
        var size = winsize()
        guard unsafe ioctl(terminal.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
