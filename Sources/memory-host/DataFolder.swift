import Protocol

/// The folder in which a host keeps what must outlive it, locked for as long as the host runs.
struct DataFolder: Sendable {
    /// Where it is.
    let path: String
    /// The folder, open.
    let descriptor: FileDescriptor
    /// The lock; the system takes it away with the process, however that ends.
    private let lock: FileDescriptor

    /// Why a folder cannot be used.
    enum Problem: Error, Equatable {
        /// Another host has it.
        case inUse
        /// The system said no.
        case system(SystemError)
    }

    /// Makes the folder if it is missing, and locks it.
    init(_ path: String) throws(Problem) {
        self.path = path
        do throws(SystemError) {
            try Platform.makeFolders(path)
            lock = try Platform.openFile(path + "/lock", [.read, .write, .create, .noFollow], mode: 0o600)
            guard try Platform.lockFile(lock) else { throw SystemError(code: 0, call: "flock") }
            descriptor = try Platform.openFile(path, [.read, .directory])
        } catch {
            throw error.code == 0 ? .inUse : .system(error)
        }
    }

    /// Gives the folder back before the process ends.
    func unlock() {
        Platform.closeDescriptor(descriptor)
        Platform.closeDescriptor(lock)
    }

    /// Has the names of the files in it reach the disk: after one was made or renamed.
    func synchronize() throws(SystemError) { try Platform.synchronizeFolder(path) }

    private static let name = "memory-host"

    /// The folder of somebody who named none; nil if the system knows no place for it.
    static func standard(environment: (String) -> String? = Platform.environmentValue) -> String? {
        Platform.stateFolder(environment: environment).map { "\($0)/\(name)" }
    }

    /// The folder that the options ask for; without a place for it, says so and ends.
    static func path(_ options: Options) -> String {
        guard let path = options.data ?? DataFolder.standard() else {
            Log.fail("there is no home folder to keep data in; name a folder with --data.", .usage)
        }
        return path
    }

    /// The same as `--help` says it.
    static let standardInWords = "\(Platform.stateFolderInWords)/\(name)"
}
