/// What a process tells its parent when it ends; the numbers from 64 are those of `sysexits.h`.
public enum ExitStatus: Int32, CaseIterable, Sendable {
    /// All went well.
    case success = 0
    /// The command line is wrong.
    case usage = 64
    /// What was read from a file or a peer makes no sense.
    case dataError = 65
    /// The host's name is unknown.
    case noHost = 68
    /// The host, or something else that is needed, is out of reach.
    case unavailable = 69
    /// A mistake of our own.
    case software = 70
    /// The system refused something: descriptors, memory.
    case systemError = 71
    /// A file or listening socket could not be made.
    case cannotCreate = 73
    /// Reading or writing failed.
    case inputOutputError = 74
    /// Permission was denied.
    case noPermission = 77
}
