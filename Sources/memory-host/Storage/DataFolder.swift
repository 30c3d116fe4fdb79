import Protocol

/// The folder in which a host keeps what must outlive it.
enum DataFolder {
    private static let name = "memory-host"

    /// Makes the folder if it is missing, and locks it for as long as it is open.
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

    /// The folder of somebody who named none; nil if the system knows no place for it.
    static func standard(environment: (String) -> String? = Platform.environmentValue) -> String? {
        Platform.stateFolder(environment: environment).map { "\($0)/\(name)" }
    }

    /// The folder that the options ask for; without a place for it, says so and ends.
    static func path(_ options: Options) -> String {
        guard let path = options.data ?? DataFolder.standard() else {
            Log.fail("no home folder for the data; choose a folder with --data.", .usage)
        }
        return path
    }

    /// The same as `--help` says it.
    static let standardInWords = "\(Platform.stateFolderInWords)/\(name)"
}
