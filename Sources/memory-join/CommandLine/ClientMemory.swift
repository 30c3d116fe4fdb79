import Protocol

/// Everything that the client remembers from one start to the next; nothing where there is no home.
struct ClientMemory {
    var lastHost: LastHost?
    var hosts: KnownHosts?
    var name: SavedName?
    /// The folder for tokens.
    var folder: String?

    /// Remembers nothing.
    init() {}

    /// Remembers it in the client's folder.
    init(environment: (String) -> String?) {
        lastHost = LastHost(environment: environment)
        hosts = KnownHosts(environment: environment)
        name = SavedName(environment: environment)
        folder = StateFile.folder(environment: environment)
    }
}

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

/// The file that remembers the name that the player has chosen: one line.
struct SavedName {
    private let file: StateFile

    /// The file in the client's folder; nil if there is no home.
    init?(environment: (String) -> String?) {
        guard let file = StateFile("name", bytes: Limits.nameBytes + 1, environment: environment) else { return nil }
        self.file = file
    }

    /// The name; nil if there is none or the file is invalid.
    func read() -> PlayerName? { file.read().flatMap { try? PlayerName(claiming: $0) } }

    /// Remembers a name instead of the previous one.
    func write(_ name: PlayerName) throws(SystemError) { try file.write(name.text) }
}
