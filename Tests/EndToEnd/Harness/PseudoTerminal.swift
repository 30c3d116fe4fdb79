import Foundation
import Protocol

/// The end of a terminal where a person would sit: what is typed goes in, what programs write comes out.
final class PseudoTerminal {
    /// The descriptor for reading and writing; it does not block.
    let descriptor: FileDescriptor
    /// The other end is kept open, since the settings go when nobody has it.
    private let otherEnd: FileDescriptor
    /// The file that programs open to have this as their terminal.
    let path: String
    private(set) var isOpen = true

    /// Held from the making of a terminal until it is marked as this process' alone, and while a shell is started: a
    /// shell that got the terminal of another test would keep it from hanging up.
    static let lock = NSLock()

    init(columns: Int, rows: Int) throws {
        Self.lock.lock()
        defer { Self.lock.unlock() }
        var (number, other): (Int32, Int32) = (-1, -1)
        guard unsafe openpty(&number, &other, nil, nil, nil) == 0 else {
            throw Unmet("there is no pseudo-terminal: error \(errno)")
        }
        for number in [number, other] { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        (descriptor, otherEnd) = (FileDescriptor(number: number), FileDescriptor(number: other))
        var name = [CChar](repeating: 0, count: 256)
        _ = unsafe ttyname_r(other, &name, name.count)
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try descriptor.setNonBlocking(true)
        resize(columns: columns, rows: rows)
    }

    deinit { hangUp() }

    /// Closes this end, as when a window is closed or a line breaks.
    func hangUp() {
        guard isOpen else { return }
        isOpen = false
        descriptor.close()
        otherEnd.close()
    }

    /// Changes the size; the programs in the foreground get `SIGWINCH`.
    func resize(columns: Int, rows: Int) {
        var size = winsize()
        (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
        _ = unsafe ioctl(descriptor.number, UInt(TIOCSWINSZ), &size)
    }

    /// The terminal's settings for input and output, as far as two of them can be compared.
    struct Settings: Equatable {
        var flags: [UInt]
        var characters: [UInt8]

        /// True if lines are edited and keys become signals, as programs that read lines expect.
        let isCooked: Bool
    }

    /// The settings now.
    var settings: Settings {
        get throws {
            let settings = try current
            let flags = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map { UInt($0) }
            let characters = unsafe withUnsafeBytes(of: settings.c_cc) { unsafe Array($0) }
            let cooked = tcflag_t(ICANON | ISIG | ECHO)
            return Settings(flags: flags, characters: characters, isCooked: settings.c_lflag & cooked == cooked)
        }
    }

    /// Changes the settings, as `stty` does.
    func change(_ change: (inout termios) -> Void) throws {
        var settings = try current
        change(&settings)
        guard unsafe tcsetattr(descriptor.number, TCSANOW, &settings) == 0 else { throw Unmet("tcsetattr: \(errno)") }
    }

    private var current: termios {
        get throws {
            var settings = termios()
            guard unsafe tcgetattr(descriptor.number, &settings) == 0 else { throw Unmet("tcgetattr: \(errno)") }
            return settings
        }
    }
}
