#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where the signal handler writes to; −1 until the first signal is watched.
///
/// A signal handler can be given nothing but a global. It is set before a handler is installed and never again.
private nonisolated(unsafe) var signalWriteEnd: Int32 = -1
/// The other end, kept so that a second call adds signals to the same pipe.
private nonisolated(unsafe) var signalReadEnd: Int32 = -1

/// Passes the signal on as one byte. A full pipe loses it, which is right: as many are waiting already.
private func passSignalOn(_ number: Int32) {
    let savedError = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(signalWriteEnd, &byte, 1)
    errno = savedError
}

extension Platform {
    /// The signals that the programs act on.
    public enum Signal: CaseIterable, Sendable {
        /// Control-C: `SIGINT`.
        case interrupt
        /// `kill`: `SIGTERM`.
        case terminate
        /// The terminal is gone: `SIGHUP`.
        case hangUp
        /// Control-\: `SIGQUIT`.
        case quit
        /// The terminal's size has changed: `SIGWINCH`.
        case windowChange
        /// Control-Z: `SIGTSTP`.
        case suspend
        /// The process goes on after a suspension: `SIGCONT`.
        case resume

        /// The system's number for the signal.
        public var number: Int32 {
            switch self {
            case .interrupt: SIGINT
            case .terminate: SIGTERM
            case .hangUp: SIGHUP
            case .quit: SIGQUIT
            case .windowChange: SIGWINCH
            case .suspend: SIGTSTP
            case .resume: SIGCONT
            }
        }

        /// The signal with the system's number, as `Platform.watchSignals` writes it into its pipe.
        public init?(number: UInt8) {
            guard let signal = Signal.allCases.first(where: { $0.number == Int32(number) }) else { return nil }
            self = signal
        }
    }

    /// Has each of `signals` written as one byte, its number, into a pipe, and returns the end to read.
    ///
    /// There is one pipe for the process; another call adds signals to it. They are unblocked in this thread.
    public static func watchSignals(_ signals: [Signal]) throws(SystemError) -> FileDescriptor {
        if unsafe signalReadEnd < 0 {
            let pipe = try makePipe()
            unsafe signalWriteEnd = pipe.writeEnd.number
            unsafe signalReadEnd = pipe.readEnd.number
        }
        for watched in signals { _ = signal(watched.number, passSignalOn) }
        unblock(signals)
        return unsafe FileDescriptor(number: signalReadEnd)
    }

    /// Lets signals through to this thread: whoever started the process may have left them blocked.
    private static func unblock(_ signals: [Signal]) {
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        for signal in signals { _ = unsafe sigaddset(&set, signal.number) }
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// The next signal that waits in the pipe of `watchSignals`, or nil when none does.
    public static func nextSignal(from pipe: FileDescriptor) -> Signal? {
        var byte = [UInt8](repeating: 0, count: 1)
        guard let count = try? readBytes(from: pipe, into: &byte), count == 1 else { return nil }
        return Signal(number: byte[0])
    }

    /// Makes a write to a broken pipe or connection, or beyond the size that a file may have, an error instead of the
    /// process's end.
    public static func ignoreFailedWrites() {
        _ = signal(SIGPIPE, SIG_IGN)
        _ = signal(SIGXFSZ, SIG_IGN)
    }

    /// Sends the signal to this process, to whichever of its threads takes it.
    public static func raiseSignal(_ raised: Signal) { _ = kill(getpid(), raised.number) }

    /// Does what the signal does to a process that does not watch it, such as suspending it.
    ///
    /// It returns when the process goes on, and the signal is then treated as it was before.
    public static func raiseByDefault(_ raised: Signal) {
        let former = signal(raised.number, SIG_DFL)
        _ = raise(raised.number)
        _ = signal(raised.number, former)
    }
}
