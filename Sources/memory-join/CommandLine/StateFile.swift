import Protocol

/// A file of one line in the client's folder, private to the user.
///
/// Files there are a convenience: if one is missing, broken or not writable, the client goes on without it.
struct StateFile {
    let path: String
    private let folder: String
    /// The most bytes of a line; a longer one is neither read nor written.
    private let bytes: Int

    /// The client's folder in the system's folder for state; nil if there is no home.
    static func folder(environment: (String) -> String?) -> String? {
        Platform.stateFolder(environment: environment).map { "\($0)/memory-join" }
    }

    /// The file with this name in the client's folder; nil if there is no home.
    init?(_ name: String, bytes: Int, environment: (String) -> String?) {
        guard let folder = Self.folder(environment: environment) else { return nil }
        (self.folder, path, self.bytes) = (folder, "\(folder)/\(name)", bytes)
    }

    /// The line; nil if there is none or the file is invalid.
    func read() -> String? {
        guard let file = try? Platform.openFile(path, [.read, .nonBlocking]) else { return nil }
        defer { file.close() }
        return Self.line(of: file, bytes: bytes)
    }

    /// Reads the only line of a file; nil if it is empty, too long, not UTF-8, or holds control characters.
    static func line(of file: FileDescriptor, bytes: Int) -> String? {
        // Read without asking for the size: it may be no plain file, and may be growing.
        var buffer = [UInt8](repeating: 0, count: bytes + 1)
        guard let count = try? file.read(at: 0, into: &buffer), count <= bytes,
            let line = String(validating: buffer[..<count], as: UTF8.self)?.trimmingSpaces(), !line.isEmpty,
            line.unicodeScalars.allSatisfy({ SafeText.line(String($0)) == String($0) })
        else { return nil }
        return line
    }

    /// Replaces the line.
    func write(_ line: String) throws(SystemError) {
        let line = Array("\(line)\n".utf8)
        guard line.count <= bytes else { return }
        try Platform.makeFolders(folder)
        // Written to a temporary file per process and renamed, so that nobody reads half of it.
        let aside = "\(path).\(Platform.processNumber)"
        let file = try Platform.openFile(aside, [.write, .create, .truncate], mode: 0o600)
        do throws(SystemError) {
            defer { file.close() }
            try file.writeAll(line)
            try Platform.renameFile(aside, to: path)
        } catch {
            try? Platform.removeFile(aside)
            throw error
        }
    }
}
