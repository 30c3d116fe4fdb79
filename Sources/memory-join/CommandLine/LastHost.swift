import Protocol

/// The file that remembers the last host that accepted the client: one line, in the command line's syntax.
///
/// It is a convenience: if the home is not writable or the file is corrupt, the client asks for the host instead of
/// failing.
struct LastHost {
    let path: String
    private let folder: String

    /// More bytes than the longest host name, which is 253, with a zone and a port.
    private static let bytes = 300

    /// The file in the system's folder for state; nil if there is no home.
    init?(environment: (String) -> String?) {
        guard let state = Platform.stateFolder(environment: environment) else { return nil }
        folder = "\(state)/memory-join"
        path = "\(folder)/last-host"
    }

    /// The remembered host; nil if there is none or the file is invalid.
    func read() -> HostAddress? {
        guard let file = try? Platform.openFile(path, [.read]) else { return nil }
        defer { file.close() }
        // Read without asking for the size: it may be no plain file, and may be growing.
        var buffer = [UInt8](repeating: 0, count: Self.bytes + 1)
        guard let count = try? file.read(at: 0, into: &buffer), count <= Self.bytes,
            let text = String(validating: buffer[..<count], as: UTF8.self)?.trimmingSpaces(),
            text.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && SafeText.line(String($0)) == String($0) })
        else { return nil }
        return try? HostAddress(parsing: text)
    }

    /// Remembers a host instead of the previous one, in a file private to the user.
    ///
    /// An address too long to be read back is not written.
    func write(_ address: HostAddress) throws(SystemError) {
        let line = Array("\(address.text)\n".utf8)
        guard line.count <= Self.bytes else { return }
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
