import Protocol

/// A reason why a host cannot start with the data on its disk.
enum StorageProblem: Error, Equatable {
    /// Another host is using the folder: this one, if that can be told.
    case inUse(folder: String, by: FolderUser? = nil)
    /// The system's error for the folder.
    case folder(String, SystemError)
    /// A line of a log is not what was written, or cannot follow those before it; lines are counted from 1.
    case damaged(file: String, line: Int, reason: String)
    /// A log is intact as far as it goes, but the other one knows that it went further.
    case endsEarly(file: String, reason: String)
    /// There is no journal, or an empty one, but another file shows that there was one.
    case missing(file: String, beside: String)
    /// Another version of the host wrote the log, in this format; nil for one from before logs had a header.
    case otherFormat(file: String, form: Int?)
    /// The system's error for a file.
    case system(file: String, SystemError)

    private static let remedy = "run memory-host --repair, with the same --data if any, to set the damaged part aside"

    private static let alternatives = "stop it first, or choose another folder with --data"

    /// The problem and its remedy, in a sentence.
    var sentence: String {
        switch self {
        case .inUse(let path, let user?): "\(path) is in use by \(user); \(Self.alternatives)"
        case .inUse(let path, nil): "another memory-host is using \(path); \(Self.alternatives)"
        case .folder(let path, let error):
            "cannot use the folder \(path): \(error); choose another with --data"
        case .damaged(let file, let line, let reason): "\(file) is damaged at line \(line): \(reason); \(Self.remedy)"
        case .endsEarly(let file, let reason):
            "\(file) is truncated: \(reason); run memory-host --repair, with the same --data if any, "
                + "to continue with what is left"
        case .missing(let file, let other):
            "\(file) is missing or empty, although \(other) is there; put it back, or run memory-host --repair, "
                + "with the same --data if any, to start without it"
        case .otherFormat(let file, let form):
            "\(file) is in \(form.map { "format \($0)" } ?? "an older format"), "
                + "written by another version of memory-host; this version reads format \(LogFile.formatVersion)"
        case .system(let file, let error): "cannot use \(file): \(error)"
        }
    }

    /// The exit status of the process.
    var status: ExitStatus {
        switch self {
        case .inUse: .unavailable
        case .folder: .cannotCreate
        case .damaged, .endsEarly, .missing, .otherFormat: .dataError
        case .system(_, let error): error.isPermissionDenied ? .noPermission : .inputOutputError
        }
    }
}
