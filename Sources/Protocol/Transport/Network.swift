/// An IPv4 network that this machine is on: an address of an interface and its netmask.
public struct Network: Hashable, Sendable {
    /// This machine's address on it.
    public let own: SocketAddress.Host
    private let mask: UInt32
    private let broadcasts: Bool

    /// Creates a network.
    ///
    /// - Parameters:
    ///   - own: this machine's address on it; nil is returned if that isn't IPv4.
    ///   - prefix: the number of bits that all addresses on it have in common, 0 to 32.
    ///   - broadcasts: true if one datagram can be sent to everybody on it.
    public init?(_ own: SocketAddress.Host, prefix: Int, broadcasts: Bool) {
        self.init(own, mask: UInt32.max << UInt32(32 - min(max(0, prefix), 32)), broadcasts: broadcasts)
    }

    init?(_ own: SocketAddress.Host, mask: UInt32, broadcasts: Bool) {
        guard own.isIPv4 else { return nil }
        (self.own, self.mask, self.broadcasts) = (own, mask, broadcasts)
    }

    /// Returns the networks of the interfaces that are up and running; empty if the system doesn't tell.
    public static func all() -> [Network] { Platform.networks() }

    /// The address that reaches everybody on it; nil for loopback and for a link between two.
    public var broadcast: SocketAddress.Host? {
        broadcasts && ~mask > 1 ? SocketAddress.Host(ipv4: own.ipv4 | ~mask) : nil
    }

    /// Returns true if one machine on the network may have this address: not the broadcast address, for example.
    public func contains(_ host: SocketAddress.Host) -> Bool {
        guard host.isIPv4, host.ipv4 & mask == own.ipv4 & mask else { return false }
        let rest = host.ipv4 & ~mask
        return ~mask <= 1 || rest != 0 && rest != ~mask
    }
}

extension SocketAddress.Host {
    /// The 32 bits of an IPv4 address.
    var ipv4: UInt32 { UInt32(truncatingIfNeeded: low) }

    /// Creates an IPv4 address from its 32 bits.
    init(ipv4: UInt32) { self.init(high: 0, low: 0xffff << 32 | UInt64(ipv4), scope: 0) }
}
