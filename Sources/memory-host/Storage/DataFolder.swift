import Protocol

/// The folder for everything that must outlive the host.
enum DataFolder {
    private static let name = "memory-host"

    /// Creates the folder if it is missing, and locks it for as long as it is open.
    static func open(_ path: String) throws(StorageProblem) -> DiskFolder {
        do throws(SystemError) {
            try Platform.makeFolders(path)
            let folder = try DiskFolder(path)
            if try folder.lock() { return folder }
        } catch {
            throw .folder(path, error)
        }
        throw .inUse(folder: path)
    }

    /// The default folder; nil if the system has no place for it.
    static func standard(environment: (String) -> String? = Platform.environmentValue) -> String? {
        Platform.stateFolder(environment: environment).map { "\($0)/\(name)" }
    }

    /// Returns the folder that the options ask for; exits with a sentence if there is no place for it.
    static func path(_ options: Options) -> String {
        guard let path = options.data ?? DataFolder.standard() else {
            Log.fail("no home folder for the data; choose a folder with --data.", .usage)
        }
        return path
    }

    /// The default folder, as `--help` writes it.
    static let standardInWords = "\(Platform.stateFolderInWords)/\(name)"
}
