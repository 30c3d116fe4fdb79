import Protocol

/// The file that remembers the hosts that were joined or found, the last one first, for shells to complete: one line, in the
/// command line's syntax.
struct KnownHosts {
    /// The most hosts that are remembered.
    static let most = 20
    /// The most bytes of an address, as in ``LastHost``.
    private static let bytes = 300

    private let file: StateFile

    /// The file in the client's folder; nil if there is no home.
    init?(environment: (String) -> String?) {
        guard let file = StateFile("hosts", bytes: Self.most * Self.bytes, environment: environment) else { return nil }
        self.file = file
    }

    /// The remembered hosts; none if the file is missing or invalid.
    func read() -> [HostAddress] {
        let words = file.read()?.split(separator: " ").prefix(Self.most) ?? []
        return words.compactMap { try? HostAddress(parsing: String($0)) }
    }

    /// Remembers hosts before those that are remembered already.
    func add(_ hosts: [HostAddress]) throws(SystemError) {
        let former = read()
        let fit = hosts.filter { host in
            host.text.utf8.count < Self.bytes && !host.text.unicodeScalars.contains(where: \.properties.isWhitespace)
        }
        let all = Self.distinct(fit + former).prefix(Self.most)
        if Array(all) != former { try file.write(all.map(\.text).joined(separator: " ")) }
    }

    /// Returns all hosts that the client remembers.
    static func all(environment: (String) -> String?) -> [HostAddress] {
        let last = LastHost(environment: environment)?.read()
        return distinct((last.map { [$0] } ?? []) + (KnownHosts(environment: environment)?.read() ?? []))
    }

    /// Returns hosts without those that are there earlier.
    private static func distinct(_ hosts: [HostAddress]) -> [HostAddress] {
        var seen: Set<HostAddress> = []
        return hosts.filter { seen.insert($0).inserted }
    }
}
