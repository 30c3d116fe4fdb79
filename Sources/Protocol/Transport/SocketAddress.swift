/// An IPv4 or IPv6 address and a TCP port.
///
/// It is plain numbers: an IPv4 address is held in its mapped IPv6 form, `::ffff:a.b.c.d`, so that the address of a
/// client is the same whether it came in through an IPv4 or a dual-stack socket.
public struct SocketAddress: Hashable, Sendable {
    /// The address without its port, equal for an IPv4 address and its mapped form: what connections are counted by.
    public struct Host: Hashable, Sendable {
        /// The first eight bytes, the first of them highest.
        let high: UInt64
        /// The last eight.
        let low: UInt64
        /// The interface that a link-local address belongs to, or 0.
        let scope: UInt32

        /// Whether the address is IPv4's, mapped or not.
        public var isIPv4: Bool { high == 0 && low >> 32 == 0xffff }
        /// Whether the address is this machine's to itself: 127.0.0.0/8 or ::1.
        public var isLoopback: Bool { isIPv4 ? low >> 24 & 0xff == 127 : high == 0 && low == 1 }
        /// Whether the address counts on one cable only: 169.254.0.0/16 or fe80::/10.
        public var isLinkLocal: Bool { isIPv4 ? low >> 16 & 0xffff == 0xa9fe : high >> 54 == 0x3fa }
        /// Whose address it is: an IPv4 address itself, of an IPv6 address its first 64 bits, since one customer has them
        /// all to choose from.
        public var network: Self { isIPv4 || high == 0 ? self : Self(high: high, low: 0, scope: scope) }
        /// Whether the address stands for all of this machine's: 0.0.0.0 or ::.
        public var isWildcard: Bool { isIPv4 ? low & 0xffff_ffff == 0 : high == 0 && low == 0 }
    }

    /// The family of the socket that the address is for.
    enum Family: Hashable, Sendable { case ipv4, ipv6 }

    let family: Family
    /// The address alone.
    public let host: Host
    /// The port, or 0 for whichever is free.
    public let port: UInt16

    init(family: Family, host: Host, port: UInt16) {
        self.family = family
        self.host = host
        self.port = port
    }

    /// The address written as a number, `127.0.0.1` or `::1`, without brackets; nil for anything else.
    public init?(host: String, port: UInt16) {
        guard let address = Platform.numericAddress(host, port: port) else { return nil }
        self = address
    }

    /// The addresses that a name or number stands for; nil for this machine's loopback, or with `passive` for all of
    /// its own, to listen on.
    public static func resolve(
        host: String?, port: UInt16, passive: Bool = false
    ) throws(ResolutionError) -> [SocketAddress] {
        try Platform.resolve(host: host, port: port, passive: passive)
    }

    /// This machine's addresses that others can reach while their interfaces run, IPv4 first, without IPv6's
    /// link-local ones; empty where the system does not tell.
    public static func ownAddresses(port: UInt16) -> [SocketAddress] {
        let all = Platform.interfaceAddresses(port: port).filter { !$0.isLoopback }
        return all.filter(\.host.isIPv4) + all.filter { !$0.host.isIPv4 && !$0.host.isLinkLocal }
    }

    /// Whether the address is this machine's to itself.
    public var isLoopback: Bool { host.isLoopback }

    /// The address as a number, without the port; a mapped IPv4 address as IPv4.
    public var hostText: String { host.description }
}

/// A name that stands for no address.
public struct ResolutionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The name that was asked for; empty where there was none.
    public let host: String
    /// What the system says about it.
    public let message: String

    /// The name and the message, in one line.
    public var description: String { "\(host): \(message)" }
}

extension SocketAddress: CustomStringConvertible {
    /// The address and port as they are written: `127.0.0.1:6366` or `[::1]:6366`.
    public var description: String { host.isIPv4 ? "\(host):\(port)" : "[\(host)]:\(port)" }
}

extension SocketAddress.Host: CustomStringConvertible {
    /// The address as a number; a mapped IPv4 address as IPv4.
    public var description: String {
        guard isIPv4 else { return Platform.textOfIPv6(high: high, low: low) }
        return "\(low >> 24 & 0xff).\(low >> 16 & 0xff).\(low >> 8 & 0xff).\(low & 0xff)"
    }
}

extension SocketAddress {
    /// The same address with another port.
    public func with(port: UInt16) -> SocketAddress { SocketAddress(family: family, host: host, port: port) }
}
