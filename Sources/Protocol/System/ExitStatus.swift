/// The exit status of a process; numbers from 64 are those of `sysexits.h`.
public enum ExitStatus: Int32, CaseIterable, Sendable {
    /// Success.
    case success = 0
    /// The command line is wrong.
    case usage = 64
    /// Input from a file or a peer is invalid.
    case dataError = 65
    /// The host's name is unknown.
    case noHost = 68
    /// The host, or something else that is needed, is unreachable.
    case unavailable = 69
    /// An internal error.
    case software = 70
    /// The system refused a resource: descriptors, memory.
    case systemError = 71
    /// A file or listening socket could not be created.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutputError = 74
    /// Permission was denied.
    case noPermission = 77
}
