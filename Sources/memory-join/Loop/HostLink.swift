import Protocol

/// The connection to the host: connecting or open, with its incoming and outgoing lines.
///
/// It tries each of the host's addresses in turn and never blocks: the loop polls its descriptors and reports
/// timeouts.
struct HostLink {
    /// Timeout of one address, in milliseconds.
    static let connectTimeout = 5_000

    /// The progress of the connection.
    enum Progress: Equatable {
        case nothing
        case opened
        case lost(String)
    }

    private enum State {
        case none
        /// The host's name is being looked up.
        case resolving(HostAddress)
        case connecting(Socket, to: SocketAddress, until: Instant)
        case open(Socket, to: SocketAddress)
    }

    private var lookup: NameLookup
    private var host: HostAddress?
    private var addresses: [SocketAddress] = []
    private var untried: ArraySlice<SocketAddress> = []
    private var state = State.none
    private var decoder = LineDecoder(limit: Limits.eventBytes)
    private var outgoing = SendQueue()
    private var scratch: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    /// Not connected yet.
    init(_ lookup: NameLookup = NameLookup()) { self.lookup = lookup }

    /// The descriptor that is readable once ``readLookup(_:)`` is to be called, which closes it; nil unless a name is
    /// being looked up.
    var lookupDescriptor: FileDescriptor? { lookup.descriptor }

    var socket: Socket? {
        switch state {
        case .none, .resolving: nil
        case .connecting(let socket, _, _), .open(let socket, _): socket
        }
    }

    var interest: Conditions {
        switch state {
        case .none, .resolving: []
        case .connecting: .writable
        case .open: outgoing.isEmpty ? .readable : [.readable, .writable]
        }
    }

    /// The addresses at which others reach the host: the one that was asked for, but none if that leads to this machine
    /// only, or through a tunnel.
    var joinAddresses: [HostAddress] {
        guard let host, case .open(_, let address) = state, !address.isLoopback else { return [] }
        return [host]
    }

    var isConnecting: Bool { deadline != nil }

    /// The timeout of the current address; nil unless connecting.
    var deadline: Instant? {
        if case .connecting(_, _, let until) = state { return until }
        return nil
    }

    /// Starts connecting from scratch. The host's name is looked up first: its address may have changed since the last
    /// time.
    mutating func connect(to host: HostAddress, _ now: Instant) -> Progress {
        close()
        if let address = SocketAddress(host: host.host, port: host.port) { return tryAll([address], of: host, now) }
        do throws(ResolutionError) {
            try lookup.start(host.host, port: host.port)
        } catch {
            return connect(to: host, without: error, now)
        }
        state = .resolving(host)
        return .nothing
    }

    /// Takes in the answer to a look-up, unless another host is wanted by now.
    mutating func readLookup(_ now: Instant) -> Progress {
        guard let answer = lookup.answer(), case .resolving(let host) = state else { return .nothing }
        switch answer {
        case .success(let addresses): return tryAll(addresses, of: host, now)
        case .failure(let error): return connect(to: host, without: error, now)
        }
    }

    /// A name that can't be resolved any more is tried at the addresses it had.
    private mutating func connect(to host: HostAddress, without error: ResolutionError, _ now: Instant) -> Progress {
        if host == self.host { return tryAll(addresses, of: host, now) }
        state = .none
        return .lost("host not found (\(error.message))")
    }

    private mutating func tryAll(_ addresses: [SocketAddress], of host: HostAddress, _ now: Instant) -> Progress {
        (self.addresses, self.host, untried, state) = (addresses, host, addresses[...], .none)
        return tryNext("no address found", now)
    }

    mutating func close() {
        socket?.close()
        lookup.cancel()
        state = .none
        decoder = LineDecoder(limit: Limits.eventBytes)
        outgoing = SendQueue()
    }

    /// Tries the next address, or reports why the last one failed.
    private mutating func tryNext(_ why: String, _ now: Instant) -> Progress {
        var why = why
        while let address = untried.popFirst() {
            do {
                state = .connecting(
                    try Socket.startConnecting(to: address), to: address, until: now + Self.connectTimeout)
                return .nothing
            } catch {
                why = error.message
            }
        }
        return .lost(why)
    }

    mutating func checkTime(_ now: Instant) -> Progress {
        guard case .connecting(let socket, _, let until) = state, until <= now else { return .nothing }
        socket.close()
        state = .none
        return tryNext("no answer", now)
    }

    /// Handles a writable socket: connects, tries the next address, or flushes.
    mutating func isWritable(_ now: Instant) -> Progress {
        switch state {
        case .none, .resolving: return .nothing
        case .open: return flush()
        case .connecting(let socket, let address, _):
            if let error = socket.pendingError() {
                socket.close()
                state = .none
                return tryNext(error.message, now)
            }
            state = .open(socket, to: address)
            // A blank line, which says nothing but that this is no spare connection of a browser on the same machine.
            outgoing.append([UInt8(ascii: "\n")], .reply)
            return .opened
        }
    }

    /// Reads once; `nextMessage` then returns the lines.
    mutating func receive() -> Progress {
        guard case .open(let socket, _) = state else { return .nothing }
        switch socket.receive(into: &buffer) {
        case .bytes(let count):
            decoder.receive(buffer, count: count)
            return .nothing
        case .wouldBlock: return .nothing
        case .end:
            decoder.finish()
            return .lost("closed by the host")
        case .failed(let error): return .lost(error.message)
        }
    }

    mutating func nextMessage() -> HostMessage? {
        switch decoder.next() {
        case nil: nil
        case .tooLong: .malformed("The line is too long.")
        case .text(let range): HostLine.read(decoder.bytes, in: range)
        }
    }

    mutating func send(_ command: Command, id: RequestID?, guards: Request.Guards?) {
        guard case .open = state else { return }
        var writer = ByteWriter()
        JSONCommands.write(command, id: id, guards: guards, into: &writer)
        outgoing.append(writer.drain(), .reply)
    }

    mutating func flush() -> Progress {
        guard case .open(let socket, _) = state, !outgoing.isEmpty else { return .nothing }
        switch outgoing.flush(to: socket, scratch: &scratch) {
        case .done, .blocked, .held: return .nothing
        // The host's last lines are still unread; reading will report the disconnect.
        case .failed(let error) where error.isDisconnected:
            outgoing.removeAll()
            return .nothing
        case .failed(let error): return .lost(error.message)
        }
    }
}
