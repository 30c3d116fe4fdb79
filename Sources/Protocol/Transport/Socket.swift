/// A non-blocking TCP or local socket.
///
/// It owns nothing: copies refer to the same socket, and `close` closes it for all of them. `receive` and `send` are
/// the hot path: one system call each, and no allocation.
public struct Socket: Hashable, Sendable {
    /// The socket's descriptor, for polling.
    public let descriptor: FileDescriptor

    /// Wraps an open, non-blocking socket.
    public init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    /// Closes the socket; remove it from any poller first.
    public func close() { descriptor.close() }
}

// MARK: - Listening

extension Socket {
    /// The result of `accept`.
    public enum Accepted: Equatable, Sendable {
        /// A configured connection, and the peer's address.
        case accepted(Socket, SocketAddress)
        /// No connection is waiting.
        case wouldBlock
        /// A connection broke before it was accepted; the next one may be fine.
        case aborted
        /// No descriptor or memory is left; the connection waits until there is.
        case exhausted
    }

    /// Listens on an address; port 0 picks a free one.
    ///
    /// With `dualStack`, an IPv6 socket also accepts IPv4 connections. Up to `backlog` connections wait to be
    /// accepted, fewer if the system allows fewer. Throws the error of `socket`, `bind` or `listen`: expect
    /// `isAddressInUse`, `isAddressNotAvailable` and `isPermissionDenied`.
    public static func listen(
        on address: SocketAddress, backlog: Int = Limits.Internal.waitingConnections, dualStack: Bool = false
    ) throws(SystemError) -> Socket {
        let descriptor = try Platform.makeSocket(address.family)
        do {
            descriptor.setOption(.reuseAddress, 1)
            if address.family == .ipv6 { descriptor.setOption(.ipv6Only, dualStack ? 0 : 1) }
            try descriptor.bindSocket(to: address)
            try descriptor.startListening(backlog: Int32(clamping: backlog))
        } catch {
            descriptor.close()
            throw error
        }
        return Socket(descriptor)
    }

    /// Accepts and configures the next connection; throws errors that neither the connection nor a shortage explains.
    ///
    /// Little waits unsent in its socket, so that a peer that reads slowly soon makes it full.
    public func accept() throws(SystemError) -> Accepted {
        do {
            let (number, peer) = try descriptor.acceptConnection()
            let socket = Socket(number)
            guard let peer else {
                // Only on Darwin, a connection that was reset at once has no address.
                socket.close()
                return .aborted
            }
            socket.prepare()
            number.setUnsentLimit(bytes: Int32(Limits.Internal.unsentBytes))
            return .accepted(socket, peer)
        } catch  where error.isWouldBlock {
            return .wouldBlock
        } catch  where error.isOutOfDescriptors {
            return .exhausted
        } catch  where error.isAboutOneConnection {
            return .aborted
        }
    }
}

// MARK: - Connecting

extension Socket {
    /// Starts connecting and returns at once: the socket becomes writable when the attempt has succeeded or failed,
    /// and `pendingError` tells which.
    ///
    /// - Parameter receiveBufferBytes: the size of the system's receive buffer; nil for the default. If set, segments
    ///   are limited to the size usual on a network, so that over loopback the sender doesn't buffer more.
    public static func startConnecting(
        to address: SocketAddress, receiveBufferBytes: Int32? = nil
    ) throws(SystemError) -> Socket {
        let descriptor = try Platform.makeSocket(address.family)
        let socket = Socket(descriptor)
        if let receiveBufferBytes {
            descriptor.setOption(.receiveBufferBytes, receiveBufferBytes)
            descriptor.setOption(.segmentBytes, 1460)
        }
        do {
            socket.prepare()
            try descriptor.startConnecting(to: address)
        } catch {
            socket.close()
            throw error
        }
        return socket
    }

    /// Makes small lines leave at once, and has the system detect dead peers within ``Limits/deadPeerMilliseconds``: it
    /// probes a connection that is idle.
    ///
    /// All options are best effort: a local socket, or one that is already broken, does without.
    private func prepare() {
        descriptor.setOption(.noDelay, 1)
        descriptor.setOption(.noSignal, 1)
        descriptor.setOption(.keepAlive, 1)
        descriptor.setOption(.keepAliveIdleSeconds, Int32(Limits.Internal.quietSeconds))
        descriptor.setOption(.keepAliveIntervalSeconds, Int32(Limits.Internal.probeSeconds))
        descriptor.setOption(.keepAliveCount, Int32(Limits.Internal.probes))
        descriptor.setUnansweredLimit(milliseconds: Int32(Limits.deadPeerMilliseconds))
    }
}

// MARK: - Receiving and sending

extension Socket {
    /// The result of `receive`.
    public enum Received: Equatable, Sendable {
        /// The number of bytes received, at least one.
        case bytes(Int)
        /// The peer sends nothing more, but may still read.
        case end
        /// Nothing has arrived.
        case wouldBlock
        /// The connection is broken.
        case failed(SystemError)
    }

    /// The result of `send`.
    public enum Sent: Equatable, Sendable {
        /// The number of bytes accepted; fewer than given if the socket is full.
        case bytes(Int)
        /// The socket is full.
        case wouldBlock
        /// The connection is broken.
        case failed(SystemError)
    }
}
