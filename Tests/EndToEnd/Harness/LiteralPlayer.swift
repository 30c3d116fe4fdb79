import Protocol
import Testing

/// A player that does what PROTOCOL.md tells a client to do, to the letter, and nothing else.
struct LiteralPlayer {
    /// The connection, for what the document leaves to its user.
    private(set) var client: LineClient
    private(set) var token: Token?
    private(set) var match: MatchID?
    private(set) var seat: Int?
    /// The newest state of its match.
    private(set) var state: MatchState?
    /// The codes of the errors that it got.
    private(set) var errors: [String] = []
    /// The ply that its last flip answered.
    private var answered: Int?
    private var seen = SeenFaces()

    init(at host: HostProcess) throws { client = try LineClient(host) }

    var isOver: Bool { state?.phase == .over }

    // MARK: Commands

    mutating func introduce(_ name: String) throws {
        try client.send(#"{"type":"hello","name":"\#(name)","protocol":1}"#)
        while token == nil { try receive() }
    }

    /// Sends a command with its guard, the match that the player knows of.
    func send(_ type: String) throws {
        let guarded = match.map { ",\"match\":\"\($0.text)\"" } ?? ""
        try client.send("{\"type\":\"\(type)\"\(guarded)}")
    }

    /// Sits down in a match, of its own or another's.
    mutating func sitDown(_ command: String) throws {
        try client.send(command)
        while state == nil { try receive() }
    }

    /// Connects once more with its token, and waits for the state that follows.
    mutating func reconnect(at host: HostProcess) throws {
        client = try LineClient(host)
        let token = try #require(token)
        try client.send(#"{"type":"hello","token":"\#(token.text)"}"#)
        let version = state?.version ?? 0
        while state?.version ?? 0 <= version { try receive() }
    }

    // MARK: What it hears

    /// Receives a line, if one comes soon, and answers it.
    mutating func listen() throws {
        if try client.hasMore(within: 5) { try receive() }
    }

    /// Receives all that comes until the connection ends.
    mutating func listenToEnd() throws {
        while let line = try client.nextLineOrEnd() { try receive(line) }
    }

    private mutating func receive() throws { try receive(try client.nextLine()) }

    private mutating func receive(_ line: String) throws {
        guard case .message(let message) = LineClient.read(line) else { return }
        switch message.event {
        case .welcome(let welcome): token = welcome.token
        case .match(let seating): (match, seat, answered) = (seating.match, seating.seat, nil)
        case .state(let next):
            guard next.match == match, next.match != state?.match || next.version >= state?.version ?? 0 else { return }
            state = next
            seen.see(next)
            try answer()
        case .error(let report):
            errors.append(report.code)
            guard report.command == "flip", message.re?.text == answered.map(String.init) else { return }
            answered = nil
            try answer()
        default: break
        }
    }

    private mutating func answer() throws {
        guard let state, let match, let ply = state.ply, state.turn == seat, state.turn != nil, answered != ply else {
            return
        }
        answered = ply
        let down = state.cards.indices.filter { state.cards[$0] == nil }
        guard let card = seen.choose(from: down, after: state.turned.last) else { throw Unmet("no card is down") }
        try client.send(
            "{\"type\":\"flip\",\"card\":\(card),\"match\":\"\(match.text)\",\"ply\":\(ply),\"id\":\"\(ply)\"}")
    }
}
