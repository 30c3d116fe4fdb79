import Protocol

/// A host that says what the test has it say, and nothing else.
final class FakeHost {
    private let listener: Socket
    /// The address it listens on.
    let address: SocketAddress

    /// Listens on a port that is free.
    init() throws {
        guard let wanted = SocketAddress(host: "127.0.0.1", port: 0) else { throw Unmet("no address") }
        listener = try Socket.listen(on: wanted)
        guard let address = listener.localAddress else { throw Unmet("a listener without an address") }
        self.address = address
    }

    deinit { listener.close() }

    /// Waits for a client to connect.
    func accept() throws -> LineClient {
        while true {
            try Deadline().wait(listener.descriptor, for: .readable, "somebody to connect")
            if case .accepted(let socket, _) = try listener.accept() { return LineClient(accepted: socket) }
        }
    }

    /// Waits for a client to connect, says these lines, and returns what came until that client closed.
    func say(_ lines: [String]) throws -> [String] {
        let client = try accept()
        try client.send(lines.joined(separator: "\n"))
        client.finishSending()
        return try client.linesUntilEnd()
    }

    /// Waits for a client to connect and to say who they are, and lets them in.
    func welcome(_ name: String, _ token: Token) throws -> LineClient {
        let client = try accept()
        try client.send(.hello(Hello(host: "fake")))
        while try client.nextLine().isEmpty {}  // The client begins with a blank line.
        try client.send(.welcome(Welcome(name: name, token: token, resumed: false)))
        return client
    }
}

extension LineClient {
    /// Says what a host says.
    func send(_ event: Event) throws {
        var writer = ByteWriter()
        JSONEvents.write(Message(event), into: &writer)
        try send(writer.drain())
    }
}
