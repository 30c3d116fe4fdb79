/// A host's address.
struct HostAddress: Equatable, Sendable {
    /// The name or address, without brackets.
    let host: String
    /// The port.
    let port: UInt16

    /// The usual notation, with brackets around IPv6 addresses.
    var text: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
