/// Where a host is.
struct HostAddress: Equatable, Sendable {
    /// Its name or address, without brackets.
    let host: String
    /// Its port.
    let port: UInt16

    /// As people write it.
    var text: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
