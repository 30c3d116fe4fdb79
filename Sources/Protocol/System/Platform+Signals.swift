#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The descriptor that the signal handler writes to; −1 until the first signal is watched.
///
/// Signal handlers can only use globals. It is set before a handler is installed, and never again.
private nonisolated(unsafe) var signalWriteEnd: Int32 = -1
/// The other end, kept so that a second call adds signals to the same pipe.
private nonisolated(unsafe) var signalReadEnd: Int32 = -1

/// Forwards the signal as one byte. A full pipe loses it, which is fine, since plenty are already waiting.
private func forwardSignal(_ number: Int32) {
    let savedError = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = unsafe write(signalWriteEnd, &byte, 1)
    errno = savedError
}

extension Platform {
    /// The signals that the programs handle.
    public enum Signal: CaseIterable, Sendable {
        /// Control-C: `SIGINT`.
        case interrupt
        /// `kill`: `SIGTERM`.
        case terminate
        /// The terminal is gone: `SIGHUP`.
        case hangUp
        /// Left to programs to define: `SIGUSR2`.
        case userDefined
        /// Control-\: `SIGQUIT`.
        case quit
        /// The terminal was resized: `SIGWINCH`.
        case windowChange
        /// Control-Z: `SIGTSTP`.
        case suspend
        /// The process resumes after a suspension: `SIGCONT`.
        case resume
        /// A child process ended: `SIGCHLD`.
        case childEnded

        /// The system's number for the signal.
        public var number: Int32 {
            switch self {
            case .interrupt: SIGINT
            case .terminate: SIGTERM
            case .hangUp: SIGHUP
            case .userDefined: SIGUSR2
            case .quit: SIGQUIT
            case .windowChange: SIGWINCH
            case .suspend: SIGTSTP
            case .resume: SIGCONT
            case .childEnded: SIGCHLD
            }
        }

        /// Creates the signal with the system's number, as written by `Platform.watchSignals` into its pipe.
        public init?(number: UInt8) {
            guard let signal = Signal.allCases.first(where: { $0.number == Int32(number) }) else { return nil }
            self = signal
        }
    }

    /// Has each of `signals` written into a pipe, as one byte with its number; returns the read end.
    ///
    /// There is one pipe per process; further calls add signals to it. The signals are unblocked in this thread. A
    /// hang-up or an interrupt that the process was started to ignore, as by `nohup`, stays ignored.
    public static func watchSignals(_ signals: [Signal]) throws(SystemError) -> FileDescriptor {
        if unsafe signalReadEnd < 0 {
            let pipe = try makePipe()
            unsafe signalWriteEnd = pipe.writeEnd.number
            unsafe signalReadEnd = pipe.readEnd.number
        }
        for watched in signals {
            let former = signal(watched.number, forwardSignal)
            let mayBeIgnored = watched == .hangUp || watched == .interrupt
            if mayBeIgnored, unsafe unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
                _ = signal(watched.number, SIG_IGN)
            }
        }
        unblock(signals)
        return unsafe FileDescriptor(number: signalReadEnd)
    }

    /// Unblocks signals in this thread, because the parent process may have left them blocked.
    private static func unblock(_ signals: [Signal]) {
        var set = sigset_t()
        _ = unsafe sigemptyset(&set)
        for signal in signals { _ = unsafe sigaddset(&set, signal.number) }
        _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    /// Returns the next signal waiting in the pipe of `watchSignals`, if any.
    public static func nextSignal(from pipe: FileDescriptor) -> Signal? {
        var byte = [UInt8](repeating: 0, count: 1)
        guard let count = try? pipe.read(into: &byte), count == 1 else { return nil }
        return Signal(number: byte[0])
    }

    /// Ignores the signals that would end the process and mean nothing to it, and those of a failed write, to a broken
    /// pipe or beyond the maximum file size, which fails all the same.
    public static func ignoreSignals() {
        for number in ignoredSignals { _ = signal(number, SIG_IGN) }
    }

    /// The signals that the programs ignore. Those of a fault in the program, and that of too much processor time, have
    /// their usual effect.
    static let ignoredSignals: [Int32] = {
        let everywhere = [SIGPIPE, SIGXFSZ, SIGUSR1, SIGALRM, SIGVTALRM, SIGPROF]
        #if os(Linux)
            let realTime = __libc_current_sigrtmin()...__libc_current_sigrtmax()
            return everywhere + [SIGIO, SIGPWR, SIGSTKFLT] + realTime
        #else
            return everywhere
        #endif
    }()

    /// Performs the signal's default action, such as suspending the process.
    ///
    /// Returns when the process resumes, with the signal's previous handler restored.
    public static func raiseByDefault(_ raised: Signal) {
        let former = signal(raised.number, SIG_DFL)
        _ = raise(raised.number)
        _ = signal(raised.number, former)
    }
}
