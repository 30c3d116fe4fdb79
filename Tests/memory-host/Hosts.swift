import Protocol
import Testing

/// The host that has this address.
func host(_ text: String) throws -> SocketAddress.Host {
    try #require(SocketAddress(host: text, port: 1)).host
}
