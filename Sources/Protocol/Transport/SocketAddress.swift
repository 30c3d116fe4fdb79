/// An IPv4 or IPv6 address and a TCP port.
///
/// It consists of plain numbers. An IPv4 address is stored in its mapped IPv6 form, `::ffff:a.b.c.d`, so that a
/// client's address is the same whether it connected through an IPv4 or a dual-stack socket.
public struct SocketAddress: Hashable, Sendable {
    /// The address without its port, equal for an IPv4 address and its mapped form.
    public struct Host: Hashable, Sendable {
        /// The first eight bytes, most significant first.
        let high: UInt64
        /// The last eight bytes.
        let low: UInt64
        /// The interface of a link-local address, or 0.
        let scope: UInt32

        /// True for an IPv4 address, mapped or not.
        public var isIPv4: Bool { high == 0 && low >> 32 == 0xffff }
        /// True for a loopback address: 127.0.0.0/8 or ::1.
        public var isLoopback: Bool { isIPv4 ? low >> 24 & 0xff == 127 : high == 0 && low == 1 }
        /// True for a link-local address: 169.254.0.0/16 or fe80::/10.
        public var isLinkLocal: Bool { isIPv4 ? low >> 16 & 0xffff == 0xa9fe : high >> 54 == 0x3fa }
        /// The network that limits apply to: an IPv4 address itself, but the first 64 bits of an IPv6 address, since
        /// one customer can use all addresses within them.
        public var network: Self { isIPv4 || high == 0 ? self : Self(high: high, low: 0, scope: scope) }
        /// True for the address that stands for all of this machine's: 0.0.0.0 or ::.
        public var isWildcard: Bool { isIPv4 ? low & 0xffff_ffff == 0 : high == 0 && low == 0 }
    }

    /// The family of the socket that the address is for.
    enum Family: Hashable, Sendable { case ipv4, ipv6 }

    /// The port that a host listens on, unless it is started with another one.
    public static let defaultPort: UInt16 = 6366

    let family: Family
    /// The address without its port.
    public let host: Host
    /// The port; 0 picks a free one.
    public let port: UInt16

    init(family: Family, host: Host, port: UInt16) {
        self.family = family
        self.host = host
        self.port = port
    }

    /// Creates an address for a socket of its own family: IPv4 for a mapped address.
    public init(host: Host, port: UInt16) {
        self.init(family: host.isIPv4 ? .ipv4 : .ipv6, host: host, port: port)
    }

    /// Parses a numeric address, `127.0.0.1` or `::1`, without brackets; returns nil for anything else.
    public init?(host: String, port: UInt16) {
        guard let address = Platform.numericAddress(host, port: port) else { return nil }
        self = address
    }

    /// Returns the addresses of a name or number. A nil `host` means loopback, or with `passive` all of this machine's
    /// addresses, to listen on.
    public static func resolve(
        host: String?, port: UInt16, passive: Bool = false
    ) throws(ResolutionError) -> [SocketAddress] {
        try Platform.resolve(host: host, port: port, passive: passive)
    }

    /// Returns this machine's addresses that others can reach while their interfaces are up, IPv4 first, without
    /// link-local IPv6 addresses; empty if the system doesn't tell.
    public static func ownAddresses(port: UInt16) -> [SocketAddress] {
        let all = Platform.interfaceAddresses(port: port).filter { !$0.isLoopback }
        return all.filter(\.host.isIPv4) + all.filter { !$0.host.isIPv4 && !$0.host.isLinkLocal }
    }

    /// Returns the addresses of this machine's interfaces that are up, whatever their kind; empty if the system doesn't tell.
    public static func everyOwnHost() -> Set<Host> { Set(Platform.interfaceAddresses(port: 0).map(\.host)) }

    /// Returns the address that stands for all of this machine's IPv4 addresses.
    public static func everyIPv4(port: UInt16) -> SocketAddress { SocketAddress(host: Host(ipv4: 0), port: port) }

    /// True for an IPv4 address of an IPv4 socket.
    public var isIPv4: Bool { family == .ipv4 }

    /// True for a loopback address.
    public var isLoopback: Bool { host.isLoopback }

    /// The address in numeric form, without the port; a mapped IPv4 address as IPv4.
    public var hostText: String { host.description }
}

/// The error for a name that has no address.
public struct ResolutionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name looked up; empty if there was none.
    public let host: String
    /// The system's error message.
    public let message: String

    /// The name and the message, in one line.
    public var description: String { "\(host): \(message)" }
}

extension SocketAddress: CustomStringConvertible {
    /// The address and port in the usual form: `127.0.0.1:6366` or `[::1]:6366`.
    public var description: String { Self.text(host: hostText, port: port) }

    /// Returns a name or numeric address with its port, if any, in the usual form: an IPv6 address in brackets.
    public static func text(host: String, port: UInt16?) -> String {
        (host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host) + (port.map { ":\($0)" } ?? "")
    }
}

extension SocketAddress.Host: CustomStringConvertible {
    /// The address in numeric form; a mapped IPv4 address as IPv4.
    public var description: String {
        guard isIPv4 else { return Platform.textOfIPv6(high: high, low: low) }
        return "\(low >> 24 & 0xff).\(low >> 16 & 0xff).\(low >> 8 & 0xff).\(low & 0xff)"
    }
}

extension SocketAddress {
    /// Returns the same address with another port.
    public func with(port: UInt16) -> SocketAddress { SocketAddress(family: family, host: host, port: port) }
}
