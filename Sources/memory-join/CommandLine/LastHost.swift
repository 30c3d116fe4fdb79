import Protocol

/// The file that remembers at which host the client was last let in: one line, as the command line takes it.
///
/// It is a convenience. A home that cannot be written to, or a file that somebody has spoilt, is no reason to fail: who
/// cannot remember asks.
struct LastHost {
    /// Where the file is.
    let path: String
    private let folder: String

    /// More bytes than the longest name of a host takes, which is 253, with a zone and a port.
    private static let bytes = 300

    /// The file in the folder that the system has for such things; nil if there is no home.
    init?(environment: (String) -> String?) {
        guard let state = Platform.stateFolder(environment: environment) else { return nil }
        folder = "\(state)/memory-join"
        path = "\(folder)/last-host"
    }

    /// What was remembered; nil if that is nothing, or makes no sense.
    func read() -> HostAddress? {
        guard let file = try? Platform.openFile(path, [.read]) else { return nil }
        defer { Platform.closeDescriptor(file) }
        // The file's size is not asked for: it may be no plain file, and it may grow meanwhile.
        var buffer = [UInt8](repeating: 0, count: Self.bytes + 1)
        guard let count = try? Platform.readBytes(from: file, at: 0, into: &buffer), count <= Self.bytes,
            let text = String(validating: buffer[..<count], as: UTF8.self)?.trimmingSpaces(),
            text.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && SafeText.line(String($0)) == String($0) })
        else { return nil }
        return try? OptionsParser.address(text)
    }

    /// Remembers a host, in place of the one before, for nobody but who runs the client.
    ///
    /// An address that would not be read is not written.
    func write(_ address: HostAddress) throws(SystemError) {
        let line = Array("\(address.text)\n".utf8)
        guard line.count <= Self.bytes else { return }
        try Platform.makeFolders(folder)
        // Written aside, so that nobody ever reads half of it; each process by itself.
        let aside = "\(path).\(Platform.processNumber)"
        let file = try Platform.openFile(aside, [.write, .create, .truncate], mode: 0o600)
        do throws(SystemError) {
            defer { Platform.closeDescriptor(file) }
            try Platform.writeAll(line, to: file)
            try Platform.renameFile(aside, to: path)
        } catch {
            try? Platform.removeFile(aside)
            throw error
        }
    }
}
