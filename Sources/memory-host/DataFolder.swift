import Protocol

/// The folder in which a host keeps what must outlive it.
enum DataFolder {
    private static let name = "memory-host"

    /// The folder of somebody who named none; nil if the system knows no place for it.
    static func standard(environment: (String) -> String? = Platform.environmentValue) -> String? {
        Platform.stateFolder(environment: environment).map { "\($0)/\(name)" }
    }

    /// The folder that the options ask for; without a place for it, says so and ends.
    static func path(_ options: Options) -> String {
        guard let path = options.data ?? standard() else {
            Log.fail("there is no home folder to keep data in; name a folder with --data.", .cannotCreate)
        }
        return path
    }

    /// Makes the folder, and those above it that are missing, for nobody but who runs the host.
    static func make(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try Platform.makeDirectory(path, mode: 0o700)
        } catch {
            if error.isAlreadyThere { return }
            guard error.isNotFound, let slash = path.dropLast().lastIndex(of: "/"), slash > path.startIndex else {
                throw error
            }
            try make(String(path[..<slash]))
            try Platform.makeDirectory(path, mode: 0o700)
        }
    }

    /// The same as `--help` says it.
    static let standardInWords = "\(Platform.stateFolderInWords)/\(name)"
}
