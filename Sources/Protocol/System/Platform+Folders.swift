#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension Platform {
    /// Returns the folder for programs' persistent, machine-specific data; nil if there is no home folder.
    ///
    /// On Linux, it follows the XDG Base Directory Specification, which says to ignore relative paths.
    ///
    /// - Parameter environment: returns the value of an environment variable.
    public static func stateFolder(environment: (String) -> String?) -> String? {
        func path(_ variable: String) -> String? { environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        #if canImport(Darwin)
            return path("HOME").map { "\($0)/Library/Application Support" }
        #else
            return path("XDG_STATE_HOME") ?? path("HOME").map { "\($0)/.local/state" }
        #endif
    }

    /// Creates a folder and any missing parents, accessible only to the current user, unless it exists; its name is on
    /// disk then.
    public static func makeFolders(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try makeDirectory(path, mode: 0o700)
        } catch {
            if !error.isAlreadyThere {
                guard error.isNotFound, let slash = path.dropLast().lastIndex(of: "/"), slash > path.startIndex else {
                    throw error
                }
                try makeFolders(String(path[..<slash]))
                try makeDirectory(path, mode: 0o700)
            }
        }
        // Its name is in the parent folder; if a power cut lost it, everything stored in the folder would be lost too.
        // Whoever created it may have been killed before this.
        do throws(SystemError) {
            try synchronizeFolder(folder(above: path))
        } catch {
            guard error.isPermissionDenied else { throw error }  // The parent may be writable but not readable.
        }
    }

    /// Returns the names in a folder in alphabetical order, without those that begin with a dot.
    public static func names(inFolder path: String) throws(SystemError) -> [String] {
        guard let folder = unsafe opendir(path) else { throw lastError("opendir") }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Waits until the names in a folder are on disk.
    public static func synchronizeFolder(_ path: String) throws(SystemError) {
        let folder = try openFile(path, [.read, .directory])
        defer { folder.close() }
        try folder.synchronize()
    }

    /// Returns the parent folder of a path.
    static func folder(above path: String) -> String {
        let path = path.reversed().drop { $0 == "/" }
        guard let slash = path.firstIndex(of: "/") else { return "." }
        let above = path[slash...].drop { $0 == "/" }
        return above.isEmpty ? "/" : String(above.reversed())
    }

    /// The folder of ``stateFolder(environment:)``, as a person would write it.
    public static var stateFolderInWords: String {
        #if canImport(Darwin)
            "~/Library/Application Support"
        #else
            "~/.local/state"
        #endif
    }
}
