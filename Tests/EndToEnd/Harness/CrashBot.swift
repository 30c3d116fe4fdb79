import Protocol
import Testing

/// A player who remembers every face, never gives up, and comes back with its token whenever its host has died.
final class CrashBot {
    let name: String
    /// The opener of a match, or who joins the other's.
    let opensMatches: Bool
    private(set) var client: LineClient?
    private var token: Token?
    /// The welcome of this connection has arrived. A bot that says more before that may lose the token in between.
    private var isWelcome = false
    private var known: [Int: String] = [:]
    /// Its seat, and the newest state of its match that it has seen.
    private(set) var seating: Seating?
    private(set) var state: MatchState?
    /// The card that it has asked for and not seen open yet; nobody knows whether the host has heard it.
    private(set) var asked: Int?
    /// The next state is the first after a restart.
    private var hasReturned = false
    private var hasAskedForSeat = false

    init(name: String, opensMatches: Bool) { (self.name, self.opensMatches) = (name, opensMatches) }

    /// The bot has no seat in a running match.
    var isIdle: Bool { client != nil && isWelcome && seating == nil && !hasAskedForSeat }

    // MARK: Coming and going

    /// Connects, with what is left from before.
    func connect(to host: HostProcess) throws {
        let client = try LineClient(host)
        self.client = client
        hasReturned = true
        hasAskedForSeat = false
        isWelcome = false
        try client.send(.hello(token.map { .token($0) } ?? .name(PlayerName(name))))
    }

    /// Its host is dead: takes in what had been sent before.
    func loseHost(_ log: CrashLog) throws {
        guard let client else { return }
        while let line = try client.nextLineOrEnd() { try hear(line, log) }
        client.close()
        self.client = nil
    }

    // MARK: Playing

    func open(_ rules: RulesRequest) throws {
        hasAskedForSeat = true
        try send(.open(rules, isPrivate: false))
    }

    func join(_ match: MatchID) throws {
        hasAskedForSeat = true
        try send(.join(.id(match)))
    }

    /// A command to a host that has just died is lost like one that it has not read.
    private func send(_ command: Command) throws {
        do { try client?.send(command) } catch is SystemError {}
    }

    /// Takes in all that has come; acts on it.
    func listen(_ log: CrashLog) throws {
        guard let client else { return }
        while try client.hasMore() {
            guard let line = try client.nextLineOrEnd() else { throw Unmet("\(name): the host is gone by itself") }
            try hear(line, log)
        }
        try act()
    }

    private func hear(_ line: String, _ log: CrashLog) throws {
        guard case .message(let message) = LineClient.read(line) else { return }  // The line was torn by a kill.
        switch message.event {
        case .welcome(let welcome):
            token = welcome.token
            isWelcome = true
            if !welcome.resumed, let match = seating?.match {
                log.lost(match)
                forgetSeat()
            }
        case .match(let seating):
            if self.seating?.match != seating.match { forgetSeat() }
            self.seating = seating
        case .state(let state): see(state, log)
        case .error(let report) where report.command == "hello": log.object("\(name) is told \(report.code)")
        case .error(let report) where ["join", "open"].contains(report.command): hasAskedForSeat = false
        case .error(let report) where report.command == "flip": asked = nil
        default: break
        }
    }

    private func forgetSeat() {
        (seating, state, asked, known, hasAskedForSeat) = (nil, nil, nil, [:], false)
    }

    private func see(_ state: MatchState, _ log: CrashLog) {
        log.look(at: state, isFirst: hasReturned)
        // A card that the host has not heard of before it was killed is asked for once more.
        if hasReturned { asked = nil }
        hasReturned = false
        if let card = asked, state.cards[card] != nil { asked = nil }
        for (card, face) in state.cards.enumerated() { if let face { known[card] = face } }
        self.state = state
        if state.phase == .over { forgetSeat() }
    }

    private func act() throws {
        guard !hasReturned, let state, let seating, state.turn == seating.seat, asked == nil else { return }
        let card = choose(state)
        asked = card
        try send(.move(.flip(.card(card))))
    }

    private func choose(_ state: MatchState) -> Int {
        let down = state.cards.indices.filter { state.cards[$0] == nil }
        if let first = state.turned.first {
            if let like = down.first(where: { known[$0] != nil && known[$0] == known[first] }) { return like }
        } else if let one = down.first(where: { card in
            down.contains { $0 != card && known[$0] != nil && known[$0] == known[card] }
        }) {
            return one
        }
        return down.first { known[$0] == nil } ?? down[0]
    }
}
