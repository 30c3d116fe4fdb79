/// A non-blocking UDP socket over IPv4, or one taken over that may carry IPv6 as well.
///
/// It owns nothing: copies refer to the same socket, and `close` closes it for all of them.
public struct DatagramSocket: Hashable, Sendable {
    /// The socket's descriptor, for polling.
    public let descriptor: FileDescriptor

    /// Wraps an open, non-blocking socket.
    public init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    /// Opens a socket at an address; port 0 picks a free one.
    ///
    /// - Parameters:
    ///   - address: an IPv4 address of this machine, the broadcast address of a network it is on, or all of them.
    ///   - mayBroadcast: true if it may send to broadcast addresses.
    /// - Throws: the error of `socket` or `bind`: expect `isAddressInUse` and `isAddressNotAvailable`.
    public init(at address: SocketAddress, mayBroadcast: Bool = false) throws(SystemError) {
        descriptor = try Platform.makeDatagramSocket()
        do {
            if mayBroadcast { descriptor.setOption(.broadcast, 1) }
            try descriptor.bindSocket(to: address)
        } catch {
            descriptor.close()
            throw error
        }
    }

    /// The result of `receive`.
    public enum Received: Equatable, Sendable {
        /// The number of bytes, which may be 0, and the sender. A datagram that doesn't fit into the buffer fills it,
        /// and the rest is lost.
        case datagram(Int, from: SocketAddress)
        /// Nothing has arrived.
        case wouldBlock
        /// The socket is of no use for now.
        case failed(SystemError)
    }

    /// Closes the socket; remove it from any poller first.
    public func close() { descriptor.close() }
}
