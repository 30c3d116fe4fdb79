import Protocol

// What a program reads: each line is a message in JSON.
extension LineClient {
    /// Connects and takes a name.
    static func named(_ name: String, at host: HostProcess) throws -> LineClient {
        let client = try LineClient(host)
        try client.introduce(name)
        return client
    }

    /// Connects with a token.
    static func resuming(_ token: Token, at host: HostProcess) throws -> LineClient {
        let client = try LineClient(host)
        try client.send(.hello(.token(token)))
        return client
    }

    /// Takes a name, and returns the token that came with it.
    @discardableResult
    func introduce(_ name: String) throws -> Token {
        try send(.hello(.name(PlayerName(name))))
        return try welcome().token
    }

    /// The next message.
    func next() throws -> Message {
        let line = try nextLine()
        switch Self.read(line) {
        case .message(let message): return message
        case .unknown, .malformed: throw Unmet("this is no message: '\(line.prefix(500))'")
        }
    }

    /// Reads a line of a host.
    static func read(_ line: String) -> HostMessage {
        let bytes = Array(line.utf8)
        return JSONEventReader.read(bytes, in: bytes.indices)
    }

    /// Goes over messages until one is what is wanted, and returns what was found in it.
    ///
    /// - Parameter type: lines of this type are passed over unread: a test that is slow about thousands of them may be
    ///   too slow for the host, which says goodbye to those who do not read.
    func until<Found>(
        _ what: String, unread type: String? = nil,
        _ find: (Message) throws -> Found?
    ) throws -> Found {
        let unread = type.map { "{\"type\":\"\($0)\"," }
        var seen = 0
        while true {
            guard let line = try nextLineOrEnd() else {
                throw Unmet("the host has closed before \(what) came, after \(lastLines)")
            }
            seen += 1
            if let unread, line.hasPrefix(unread) { continue }
            guard case .message(let message) = Self.read(line) else {
                throw Unmet("this is no message: '\(line.prefix(500))'")
            }
            if let found = try find(message) { return found }
            guard seen < 100_000 else { throw Unmet("no end of messages, and none was \(what)") }
        }
    }

    /// Goes over messages until one of this `type`, such as `state`, and returns it.
    @discardableResult
    func until(_ type: String) throws -> Message { try until(type) { $0.event.type == type ? $0 : nil } }

    /// Goes over messages until the reply to the command with this `id`.
    @discardableResult
    func reply(to id: String) throws -> Message { try until("the reply to \(id)") { $0.re?.text == id ? $0 : nil } }

    /// Sends a command in JSON and waits for its reply.
    @discardableResult
    func ask(_ command: Command, id: String) throws -> Message {
        try send(command, id: id)
        return try reply(to: id)
    }

    func welcome() throws -> Welcome {
        try until("a welcome") { if case .welcome(let welcome) = $0.event { welcome } else { nil } }
    }

    @discardableResult
    func seating() throws -> Seating {
        try until("a match") { if case .match(let seating) = $0.event { seating } else { nil } }
    }

    func error() throws -> ErrorReport {
        try until("an error") { if case .error(let report) = $0.event { report } else { nil } }
    }

    func farewell() throws -> Farewell {
        try until("a farewell") { if case .bye(let farewell) = $0.event { farewell } else { nil } }
    }

    func said() throws -> Said {
        try until("words") { if case .said(let said) = $0.event { said } else { nil } }
    }

    /// Goes over messages until a state that is as it should be.
    @discardableResult
    func state(_ what: String = "a state", where isWanted: (MatchState) -> Bool = { _ in true }) throws -> MatchState {
        try until(what, unread: "said") {
            if case .state(let state) = $0.event, isWanted(state) { state } else { nil }
        }
    }

    /// Goes over messages until a state in this phase.
    @discardableResult
    func state(_ phase: MatchState.Phase) throws -> MatchState {
        try state("a state that is \(phase)") { $0.phase == phase }
    }

    /// The next line with this text in it.
    func line(containing text: String) throws -> String {
        while true {
            let line = try nextLine()
            if line.contains(text) { return line }
        }
    }

    /// Asks for a sign of life, and goes over messages until it comes: then the host has read all that was sent.
    func ping() throws {
        try send(.ping, id: "alive?")
        let reply = try until("a pong", unread: "said") { $0.re?.text == "alive?" ? $0 : nil }
        guard case .pong = reply.event else { throw Unmet("a ping got no pong") }
    }
}

extension Event {
    /// The event's `type` on the wire, which its case is named after.
    var type: String {
        if case .replayed = self { return "state" }
        return Mirror(reflecting: self).children.first?.label ?? "\(self)"
    }
}
