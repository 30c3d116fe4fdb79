/// A non-blocking TCP or local socket.
///
/// It owns nothing: copies name the same socket, and `close` closes it for all of them. `receive` and `send` are the
/// hot path: they make one system call each and allocate nothing.
public struct Socket: Hashable, Sendable {
    /// The socket's descriptor, to poll.
    public let descriptor: FileDescriptor

    /// Names an open, non-blocking socket.
    public init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

    /// Closes the socket; whoever polls it must have removed it from the poller before.
    public func close() { Platform.closeDescriptor(descriptor) }
}

// MARK: - Listening

extension Socket {
    /// What came of `accept`.
    public enum Accepted: Equatable, Sendable {
        /// A connection, prepared, and the peer's address.
        case accepted(Socket, SocketAddress)
        /// No connection waits.
        case wouldBlock
        /// A connection broke before it was accepted; the next may be well.
        case aborted
        /// No descriptor or memory is left: the connection waits until there is.
        case exhausted
    }

    /// Listens on an address; port 0 is whichever is free.
    ///
    /// With `dualStack` an IPv6 socket takes IPv4's connections too. `backlog` connections wait to be accepted, fewer
    /// where the system allows fewer. Throws what `socket`, `bind` or `listen` fails with: `isAddressInUse`,
    /// `isAddressNotAvailable` and `isPermissionDenied` are to be expected.
    public static func listen(
        on address: SocketAddress, backlog: Int = 1024, dualStack: Bool = false
    ) throws(SystemError) -> Socket {
        let descriptor = try Platform.makeSocket(address.family)
        do {
            Platform.setOption(descriptor, .reuseAddress, 1)
            if address.family == .ipv6 { Platform.setOption(descriptor, .ipv6Only, dualStack ? 0 : 1) }
            try Platform.bindSocket(descriptor, to: address)
            try Platform.listenOn(descriptor, backlog: Int32(clamping: backlog))
        } catch {
            Platform.closeDescriptor(descriptor)
            throw error
        }
        return Socket(descriptor)
    }

    /// The address of this end, with the port that was given for port 0; nil for a local socket.
    public var localAddress: SocketAddress? { Platform.ownAddress(of: descriptor) }

    /// Takes the next connection and prepares it; throws what is no fault of the connection or of the moment.
    public func accept() throws(SystemError) -> Accepted {
        do {
            let (number, peer) = try Platform.acceptConnection(descriptor)
            let socket = Socket(number)
            guard let peer else {
                // Only a connection that was reset at once has no address, and only on Darwin.
                socket.close()
                return .aborted
            }
            socket.prepare()
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
    /// Starts to connect and returns at once: the socket becomes writable when it has succeeded or failed, and
    /// `pendingError` tells which.
    ///
    /// - Parameter receiveBufferBytes: what the system keeps of what is not received; nil for as much as it likes. With
    ///   a number the segments are as long as on a network, so that over loopback the sender does not keep more.
    public static func startConnecting(
        to address: SocketAddress, receiveBufferBytes: Int32? = nil
    ) throws(SystemError) -> Socket {
        let descriptor = try Platform.makeSocket(address.family)
        let socket = Socket(descriptor)
        if let receiveBufferBytes {
            Platform.setOption(descriptor, .receiveBufferBytes, receiveBufferBytes)
            Platform.setOption(descriptor, .segmentBytes, 1460)
        }
        do {
            socket.prepare()
            try Platform.startConnecting(descriptor, to: address)
        } catch {
            socket.close()
            throw error
        }
        return socket
    }

    /// Why connecting failed, told once; nil where it has not.
    public func pendingError() -> SystemError? { Platform.pendingError(descriptor) }

    /// Has small lines leave at once and dead peers found in about `Limits.deadPeerMilliseconds`: an idle connection
    /// is probed after 15 s, three times, 5 s apart.
    ///
    /// All of it is dispensable: a local socket, or one that has broken already, goes without.
    private func prepare() {
        Platform.setOption(descriptor, .noDelay, 1)
        Platform.setOption(descriptor, .noSignal, 1)
        Platform.setOption(descriptor, .keepAlive, 1)
        Platform.setOption(descriptor, .keepAliveIdleSeconds, 15)
        Platform.setOption(descriptor, .keepAliveIntervalSeconds, 5)
        Platform.setOption(descriptor, .keepAliveCount, 3)
        Platform.setUnansweredLimit(descriptor, milliseconds: Int32(Limits.deadPeerMilliseconds))
    }
}

// MARK: - Receiving and sending

extension Socket {
    /// What came of `receive`.
    public enum Received: Equatable, Sendable {
        /// The number of bytes that came, at least one.
        case bytes(Int)
        /// The peer sends nothing more, but may still read.
        case end
        /// Nothing has come.
        case wouldBlock
        /// The connection is broken.
        case failed(SystemError)
    }

    /// What came of `send`.
    public enum Sent: Equatable, Sendable {
        /// The number of bytes that were taken; fewer than were given when the socket is full.
        case bytes(Int)
        /// The socket is full.
        case wouldBlock
        /// The connection is broken.
        case failed(SystemError)
    }

    /// Receives what has come into the first bytes of `buffer`, which must have a size already.
    public func receive(into buffer: inout [UInt8]) -> Received {
        precondition(!buffer.isEmpty)
        let count = Platform.receiveBytes(descriptor, into: &buffer)
        if count > 0 { return .bytes(count) }
        if count == 0 { return .end }
        let error = Platform.lastError("recv")
        return error.isWouldBlock ? .wouldBlock : .failed(error)
    }

    /// Sends as much of a part of `bytes` as the socket takes.
    public func send(_ bytes: [UInt8], _ range: Range<Int>) -> Sent {
        let count = Platform.sendBytes(descriptor, bytes, range)
        if count >= 0 { return .bytes(count) }
        let error = Platform.lastError("send")
        return error.isWouldBlock ? .wouldBlock : .failed(error)
    }

    /// Sends as much of `bytes` as the socket takes.
    public func send(_ bytes: [UInt8]) -> Sent { send(bytes, 0..<bytes.count) }

    /// Tells the peer that nothing more will come; what it sends can still be received.
    public func shutDownWriting() { Platform.shutDownWriting(descriptor) }
}
