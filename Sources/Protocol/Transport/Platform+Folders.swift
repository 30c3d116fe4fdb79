extension Platform {
    /// The folder in which programs keep what must outlive them and is of no use elsewhere; nil if there is no home.
    ///
    /// On Linux it is that of the XDG Base Directory Specification, by which a path that is not absolute does not count.
    ///
    /// - Parameter environment: what a variable of the environment is set to.
    public static func stateFolder(environment: (String) -> String?) -> String? {
        func path(_ variable: String) -> String? { environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        #if canImport(Darwin)
            return path("HOME").map { "\($0)/Library/Application Support" }
        #else
            return path("XDG_STATE_HOME") ?? path("HOME").map { "\($0)/.local/state" }
        #endif
    }

    /// Makes a folder, and those above it that are missing, for nobody but who runs the program; does nothing if it is
    /// there.
    public static func makeFolders(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try makeDirectory(path, mode: 0o700)
        } catch {
            if error.isAlreadyThere { return }
            guard error.isNotFound, let slash = path.dropLast().lastIndex(of: "/"), slash > path.startIndex else {
                throw error
            }
            try makeFolders(String(path[..<slash]))
            try makeDirectory(path, mode: 0o700)
        }
    }

    /// The same as ``stateFolder(environment:)``, as a person would write it.
    public static var stateFolderInWords: String {
        #if canImport(Darwin)
            "~/Library/Application Support"
        #else
            "~/.local/state"
        #endif
    }
}
