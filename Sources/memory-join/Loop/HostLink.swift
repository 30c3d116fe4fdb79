import Protocol

/// The connection to the host: connecting or open, with its incoming and outgoing lines.
///
/// It tries each of the host's addresses in turn and never blocks: the loop polls its descriptor and reports
/// timeouts.
struct HostLink {
    /// Timeout of one address, in milliseconds.
    static let connectTimeout = 5_000

    enum Outcome: Equatable {
        case nothing
        case opened
        case lost(String)
    }

    private enum State {
        case none
        case connecting(Socket, to: SocketAddress, until: Instant)
        case open(Socket, to: SocketAddress)
    }

    typealias Resolver = (HostAddress) throws(ResolutionError) -> [SocketAddress]

    private let resolve: Resolver
    private var host: HostAddress?
    private var addresses: [SocketAddress] = []
    private var untried: ArraySlice<SocketAddress> = []
    private var state = State.none
    private var decoder = LineDecoder(limit: Limits.eventBytes)
    private var outgoing = OutgoingLines()
    private var scratch: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    /// Not connected yet; `resolve` may block, as the system's does.
    init(resolve: @escaping Resolver = Self.resolveBySystem) { self.resolve = resolve }

    private static func resolveBySystem(_ host: HostAddress) throws(ResolutionError) -> [SocketAddress] {
        try SocketAddress.resolve(host: host.host, port: host.port)
    }

    var socket: Socket? {
        switch state {
        case .none: nil
        case .connecting(let socket, _, _), .open(let socket, _): socket
        }
    }

    var interest: Conditions {
        switch state {
        case .none: []
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

    /// Starts connecting from scratch. Resolves the host's name, which blocks: its address may have changed since the
    /// last time. A name that can't be resolved any more is tried at the addresses it had.
    mutating func connect(to host: HostAddress, _ now: Instant) -> Outcome {
        close()
        do throws(ResolutionError) {
            (addresses, self.host) = (try resolve(host), host)
        } catch {
            if host != self.host { return .lost("host not found (\(error.message))") }
        }
        untried = addresses[...]
        return tryNext("no address found", now)
    }

    mutating func close() {
        socket?.close()
        state = .none
        decoder = LineDecoder(limit: Limits.eventBytes)
        outgoing = OutgoingLines()
    }

    /// Tries the next address, or reports why the last one failed.
    private mutating func tryNext(_ why: String, _ now: Instant) -> Outcome {
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

    mutating func checkTime(_ now: Instant) -> Outcome {
        guard case .connecting(let socket, _, let until) = state, until <= now else { return .nothing }
        socket.close()
        state = .none
        return tryNext("no answer", now)
    }

    /// Handles a writable socket: connects, tries the next address, or flushes.
    mutating func isWritable(_ now: Instant) -> Outcome {
        switch state {
        case .none: return .nothing
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
    mutating func receive() -> Outcome {
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
        case .text(let range): JSONEventReader.read(decoder.bytes, in: range)
        }
    }

    mutating func send(_ command: Command, id: RequestID?, guards: Request.Guards? = nil) {
        guard case .open = state else { return }
        var writer = ByteWriter()
        JSONCommands.write(command, id: id, guards: guards, into: &writer)
        outgoing.append(writer.drain(), .reply)
    }

    mutating func flush() -> Outcome {
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
