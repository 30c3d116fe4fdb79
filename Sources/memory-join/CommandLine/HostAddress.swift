import Protocol

/// A host's address.
struct HostAddress: Hashable, Sendable {
    /// The name or address, without brackets.
    let host: String
    let port: UInt16

    /// The usual notation, with brackets around IPv6 addresses.
    var text: String { SocketAddress.text(host: host, port: port) }

    /// The same without the usual port.
    var shortText: String { SocketAddress.text(host: host, port: port == SocketAddress.defaultPort ? nil : port) }
}

extension HostAddress {
    /// Creates an address from the numbers of a machine and a port; nil for anything else.
    init?(numeric text: String) {
        guard let address = try? HostAddress(parsing: text),
            SocketAddress(host: address.host, port: address.port) != nil
        else { return nil }
        self = address
    }

    /// Parses `HOST`, `HOST:PORT`, `[ADDRESS]`, `[ADDRESS]:PORT`, or an IPv6 address without a port.
    init(parsing text: String) throws(UsageError) {
        let (host, rest): (Substring, Substring)
        if text.hasPrefix("["), let end = text.lastIndex(of: "]") {
            (host, rest) = (text[..<end].dropFirst(), text[end...].dropFirst())
        } else if let colon = text.firstIndex(of: ":"), text[colon...].dropFirst().contains(":"), !text.hasPrefix("[") {
            (host, rest) = (text[...], "")  // An IPv6 address.
        } else {
            let end = text.firstIndex(of: ":") ?? text.endIndex
            (host, rest) = (text.hasPrefix("[") ? "" : text[..<end], text[end...])
        }
        guard !host.isEmpty, rest.isEmpty || rest.hasPrefix(":") else {
            if text.isEmpty { throw UsageError(sentence: "Type a host name.") }
            throw UsageError(sentence: "'\(text)' is not a host; use HOST, HOST:PORT or [ADDRESS]:PORT.")
        }
        self.init(
            host: String(host),
            port: rest.isEmpty ? SocketAddress.defaultPort : try Self.port(rest.dropFirst(), in: text))
    }

    private static func port(_ text: Substring, in address: String) throws(UsageError) -> UInt16 {
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let port = UInt16(text), port > 0
        else { throw UsageError(sentence: "The port in \(address) must be a number from 1 to 65535.") }
        return port
    }
}
