import Protocol

/// The way to the host: a connection being made or made, what comes in over it, what waits to go out.
///
/// It tries each of the host's addresses in turn. It does not wait: the loop polls its descriptor and says when time is
/// over.
struct HostLink {
    /// How long one address may take, in milliseconds.
    static let patience = 5_000
    /// Bytes that a line of a host may hold.
    static let lineBytes = 64 * 1024

    /// What became of the link.
    enum Outcome: Equatable {
        /// Nothing that matters.
        case nothing
        /// The connection is made.
        case opened
        /// There is no connection any more; why.
        case lost(String)
    }

    private enum State {
        case none
        case connecting(Socket, until: Moment)
        case open(Socket)
    }

    /// How a host's name becomes addresses.
    typealias LookUp = (HostAddress) throws(ResolutionError) -> [SocketAddress]

    private let lookUp: LookUp
    private var host: HostAddress?
    private var addresses: [SocketAddress] = []
    private var untried: ArraySlice<SocketAddress> = []
    private var state = State.none
    private var decoder = LineDecoder(limit: Self.lineBytes)
    private var outgoing = OutgoingLines()
    private var scratch: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

    /// No link yet; `lookUp` may wait, as the system's does.
    init(lookUp: @escaping LookUp = Self.askSystem) { self.lookUp = lookUp }

    private static func askSystem(_ host: HostAddress) throws(ResolutionError) -> [SocketAddress] {
        try SocketAddress.resolve(host: host.host, port: host.port)
    }

    /// The socket to poll, if there is one.
    var socket: Socket? {
        switch state {
        case .none: nil
        case .connecting(let socket, _), .open(let socket): socket
        }
    }

    /// What to poll the socket for.
    var interest: Interest {
        switch state {
        case .none: []
        case .connecting: .writable
        case .open: outgoing.isEmpty ? .readable : [.readable, .writable]
        }
    }

    /// Whether an address is being tried.
    var isConnecting: Bool { deadline != nil }

    /// When the address that is being tried has had its time.
    var deadline: Moment? {
        if case .connecting(_, let until) = state { return until }
        return nil
    }

    /// Begins to connect, anew. A host's name is looked up once, which waits for the answer.
    mutating func connect(to host: HostAddress, _ now: Moment) -> Outcome {
        close()
        if host != self.host {
            self.host = nil
            do throws(ResolutionError) {
                addresses = try lookUp(host)
            } catch {
                return .lost("it cannot be found, \(error.message)")
            }
            self.host = host
        }
        untried = addresses[...]
        return tryNext("it has no address", now)
    }

    /// Gives the connection up.
    mutating func close() {
        socket?.close()
        state = .none
        decoder = LineDecoder(limit: Self.lineBytes)
        outgoing = OutgoingLines()
    }

    /// Tries the next address, or says why the last one failed.
    private mutating func tryNext(_ why: String, _ now: Moment) -> Outcome {
        var why = why
        while let address = untried.popFirst() {
            do {
                state = .connecting(try Socket.startConnecting(to: address), until: now + Self.patience)
                return .nothing
            } catch {
                why = error.message
            }
        }
        return .lost(why)
    }

    /// Goes on after the time for an address is over.
    mutating func checkTime(_ now: Moment) -> Outcome {
        guard case .connecting(let socket, let until) = state, until <= now else { return .nothing }
        socket.close()
        state = .none
        return tryNext("it does not answer", now)
    }

    /// The socket can be written to: the connection is made or has failed, or more can leave.
    mutating func isWritable(_ now: Moment) -> Outcome {
        switch state {
        case .none: return .nothing
        case .open: return flush()
        case .connecting(let socket, _):
            if let error = socket.pendingError() {
                socket.close()
                state = .none
                return tryNext(error.message, now)
            }
            state = .open(socket)
            return .opened
        }
    }

    /// Reads what has come, once; lines are then there for `nextHeard`.
    mutating func receive() -> Outcome {
        guard case .open(let socket) = state else { return .nothing }
        switch socket.receive(into: &buffer) {
        case .bytes(let count):
            decoder.receive(buffer, count: count)
            return .nothing
        case .wouldBlock: return .nothing
        case .end:
            decoder.finish()
            return .lost("the host has closed it")
        case .failed(let error): return .lost(error.message)
        }
    }

    /// The next line of the host that has come, read.
    mutating func nextHeard() -> Heard? {
        switch decoder.next() {
        case nil: nil
        case .tooLong: .nonsense("a line is too long.")
        case .text(let range): JSONEventReader.read(decoder.bytes, in: range)
        }
    }

    /// Queues a command for the next flush.
    mutating func send(_ command: Command, id: RequestID?) {
        guard case .open = state else { return }
        var writer = ByteWriter()
        JSONCommands.write(command, id: id, into: &writer)
        outgoing.append(writer.take(), .reply)
    }

    /// Sends what waits.
    mutating func flush() -> Outcome {
        guard case .open(let socket) = state, !outgoing.isEmpty else { return .nothing }
        switch outgoing.flush(to: socket, scratch: &scratch) {
        case .done, .blocked, .held: return .nothing
        // What the host has said before it closed has not been read yet; reading will tell that it is broken.
        case .failed(let error) where error.isDisconnected:
            outgoing.removeAll()
            return .nothing
        case .failed(let error): return .lost(error.message)
        }
    }
}
