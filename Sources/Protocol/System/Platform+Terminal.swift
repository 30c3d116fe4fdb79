#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A terminal's input and output settings, to be saved and restored as they are.
public struct TerminalModes: Sendable {
    fileprivate var settings: termios

    /// The same settings, but each key arrives at once and unchanged, isn't echoed, and doesn't raise a signal.
    ///
    /// Output is still processed: LF goes to the start of the next line.
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
        /// Characters per line.
        public let columns: Int
        /// The number of lines.
        public let rows: Int

        /// Creates a size.
        public init(columns: Int, rows: Int) {
            self.columns = columns
            self.rows = rows
        }
    }
}

extension FileDescriptor {
    /// Returns the terminal's settings; throws if the descriptor isn't a terminal.
    public func terminalModes() throws(SystemError) -> TerminalModes {
        var settings = termios()
        try Platform.checked("tcgetattr") { unsafe tcgetattr(number, &settings) }
        return TerminalModes(settings: settings)
    }

    /// Applies settings to the terminal, after pending output has been written or at once; unread input is kept.
    public func setTerminalModes(_ modes: TerminalModes, afterOutput: Bool = true) throws(SystemError) {
        var settings = modes.settings
        let when = afterOutput ? TCSADRAIN : TCSANOW
        try Platform.checked("tcsetattr") { unsafe tcsetattr(number, when, &settings) }
    }

    /// Opens a terminal again, for writing without blocking: the non-blocking flag belongs to the open file, and the
    /// one the program was started with is shared with the shell.
    public func reopened() throws(SystemError) -> FileDescriptor {
        var name = [CChar](repeating: 0, count: 1024)
        guard unsafe ttyname_r(number, &name, name.count) == 0 else { throw Platform.lastError("ttyname_r") }
        let reopened = try Platform.checked("openat") {
            unsafe openat(AT_FDCWD, &name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        }
        return FileDescriptor(number: reopened)
    }

    /// The terminal's size; nil if the descriptor isn't a terminal or the size is unknown.
    public var windowSize: Platform.WindowSize? {
        var size = winsize()
        guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return Platform.WindowSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
