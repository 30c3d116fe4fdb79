import Protocol

/// The file that remembers the last host that accepted the client: one line, in the command line's syntax.
struct LastHost {
    private let file: StateFile

    var path: String { file.path }

    /// More bytes than the longest host name, which is 253, with a zone and a port.
    private static let bytes = 300

    /// The file in the client's folder; nil if there is no home.
    init?(environment: (String) -> String?) {
        guard let file = StateFile("last-host", bytes: Self.bytes, environment: environment) else { return nil }
        self.file = file
    }

    /// The remembered host; nil if there is none or the file is invalid.
    func read() -> HostAddress? {
        guard let text = file.read(), !text.unicodeScalars.contains(where: \.properties.isWhitespace) else {
            return nil
        }
        return try? HostAddress(parsing: text)
    }

    /// Remembers a host instead of the previous one. An address too long to be read back is not written.
    func write(_ address: HostAddress) throws(SystemError) { try file.write(address.text) }
}
