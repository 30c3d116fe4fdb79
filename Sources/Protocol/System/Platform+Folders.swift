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
        // Its name is in the folder above, and must not be gone after a power cut with all that was kept in it.
        do throws(SystemError) {
            try synchronizeFolder(folder(above: path))
        } catch {
            guard error.isPermissionDenied else { throw error }  // One may make a folder where one may not read.
        }
    }

    /// Waits until the names in a folder are on the disk.
    public static func synchronizeFolder(_ path: String) throws(SystemError) {
        let folder = try openFile(path, [.read, .directory])
        defer { closeDescriptor(folder) }
        try synchronize(folder)
    }

    /// The folder that a path's last part is in.
    static func folder(above path: String) -> String {
        let path = path.reversed().drop { $0 == "/" }
        guard let slash = path.firstIndex(of: "/") else { return "." }
        let above = path[slash...].drop { $0 == "/" }
        return above.isEmpty ? "/" : String(above.reversed())
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
