/// Where a host is.
struct HostAddress: Equatable, Sendable {
    /// Its name or address, without brackets.
    let host: String
    /// Its port.
    let port: UInt16

    /// The port of a host that names none.
    static let usualPort: UInt16 = 6366

    /// As people write it.
    var text: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
