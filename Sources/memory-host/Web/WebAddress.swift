import Protocol

/// The addresses that a browser may have typed in to reach this host, as its requests repeat them in `Host`.
///
/// Anybody can point a name of their own at this machine, and a page under that name could then talk to it. So
/// only addresses are allowed, names that mean something only on a local network, and names that the host was told.
struct WebAddress: Sendable {
    /// The endings of names that do not exist on the Internet.
    ///
    /// `.local`, `.localhost`, `.home.arpa` and `.internal` are set aside for good (RFC 6762, 6761, 8375, and ICANN in
    /// 2024), and ICANN has decided in 2018 never to delegate `.home`. `.lan` and `.localdomain` are what routers and
    /// systems call a network, and no such domains exist. Not so `.fritz.box`: `.box` exists, and in 2024 a stranger had
    /// registered that name; nor `.ts.net`, of which anybody gets a name from Tailscale.
    private static let localEndings = [
        ".local", ".localhost", ".home.arpa", ".internal", ".home", ".lan", ".localdomain",
    ]

    /// The most bytes in a name with the dot of the root and a port.
    private static let longestHost = 260
    /// The most bytes in the origin of a page at such a name.
    static let longestOrigin = "https://".utf8.count + longestHost
    /// Additional names that are allowed, in lower case.
    private let names: Set<String>

    /// Allows additional names, in lower case.
    init(names: [String]) { self.names = Set(names.map(Self.withoutDot)) }

    /// Allows this machine's own names, and additional ones in lower case.
    init(ofThisMachineAnd names: [String]) {
        self.init(names: [Platform.hostName.lowercased(), Platform.fullHostName.lowercased()] + names)
    }

    /// The name without the dot that may end it, which stands for the root of all names.
    private static func withoutDot(_ name: String) -> String { name.hasSuffix(".") ? String(name.dropLast()) : name }

    /// Returns true if a browser that sends this `Host` has asked for this host.
    func allows(host value: String) -> Bool {
        guard value.utf8.count <= Self.longestHost, let name = Self.name(in: value.lowercased()) else { return false }
        if name.hasPrefix("[") {
            return SocketAddress(host: String(name.dropFirst().dropLast()), port: 0)?.isIPv4 == false
        }
        if SocketAddress(host: name, port: 0) != nil { return true }
        guard Self.isName(name) else { return false }
        let bare = Self.withoutDot(name)
        return !bare.contains(".") || names.contains(bare) || Self.localEndings.contains { bare.hasSuffix($0) }
    }

    /// Returns true for a link to the page of a host at an address that may be this one's, also into a private match.
    func allows(link: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: link.hasPrefix),
            let path = link.dropFirst(scheme.count).firstIndex(of: "/"),
            allows(host: String(link[..<path].dropFirst(scheme.count)))
        else { return false }
        let mark = link[path...].firstIndex(of: "#")
        guard WebPlace(path: String(link[path..<(mark ?? link.endIndex)])) == .page else { return false }
        return mark.map { MatchCode(String(link[$0...].dropFirst())) != nil } ?? true
    }

    /// Returns true if a request with this `Origin` comes from a page of the host that it was sent to.
    ///
    /// A port that is left out is that of the page's scheme, since browsers leave it out and some proxies put it in, or
    /// the reverse: `name:443` and `https://name` are one origin. Otherwise ports must agree. On another port of the same
    /// machine another program has its pages, which are other people's; a proxy that drops the port, so that the two
    /// cannot be told apart, has to be mended.
    static func isOwn(origin: String, host: String) -> Bool {
        guard max(origin.utf8.count, host.utf8.count) <= longestOrigin else { return false }
        let (origin, host) = (origin.lowercased(), host.lowercased())
        guard let (scheme, port) = [("http://", 80), ("https://", 443)].first(where: { origin.hasPrefix($0.0) }),
            let page = parts(of: String(origin.dropFirst(scheme.count))), let own = parts(of: host)
        else { return false }
        return page.name == own.name && !own.name.isEmpty && (page.port ?? port) == (own.port ?? port)
    }

    /// Returns true for a name of letters, digits, hyphens, underscores and dots.
    static func isName(_ name: String) -> Bool {
        let parts = (name.hasSuffix(".") ? name.dropLast() : name[...]).split(
            separator: ".", omittingEmptySubsequences: false)
        return name.utf8.count <= 253
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                            true
                        default: false
                        }
                    }
            }
    }

    /// Returns the name in a `Host`, without its port; nil if that is malformed.
    static func name(in value: String) -> String? { parts(of: value)?.name }

    /// Splits a value of `Host` into the name and its port, if there is one; nil if that is malformed.
    private static func parts(of value: String) -> (name: String, port: Int?)? {
        let nameEnd =
            value.hasPrefix("[") ? value.firstIndex(of: "]").map { value.index(after: $0) } : value.firstIndex(of: ":")
        let (name, rest) = (value[..<(nameEnd ?? value.endIndex)], value[(nameEnd ?? value.endIndex)...])
        guard value.hasPrefix("[") == name.hasSuffix("]") else { return nil }
        guard !rest.isEmpty else { return (String(name), nil) }
        let digits = rest.dropFirst()
        guard rest.hasPrefix(":"), (1...5).contains(digits.utf8.count), digits.utf8.allSatisfy({ 48...57 ~= $0 })
        else { return nil }
        return (String(name), Int(digits))
    }
}
