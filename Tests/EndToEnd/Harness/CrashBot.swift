import Protocol
import Testing

/// A player who remembers every face, never gives up, and comes back with its token whenever its host has died.
final class CrashBot {
    private let name: String
    private(set) var client: LineClient?
    private var token: Token?
    /// The welcome of this connection has arrived. A bot that says more before that may lose the token in between.
    private var isWelcome = false
    private var seen = SeenFaces()
    /// Its seat, and the newest state of its match that it has seen.
    private(set) var seating: Seating?
    private(set) var state: MatchState?
    /// The card that it has asked for and not seen open yet, or in Set the version by which it has asked for cards;
    /// nobody knows whether the host has heard it.
    private(set) var asked: Int?
    /// The next state is the first after a restart.
    private var hasReturned = false
    private var hasAskedForSeat = false

    init(name: String) { self.name = name }

    /// True once a host has given it a token, without which it could not come back.
    var hasToken: Bool { token != nil }

    /// The bot has no seat in a running match.
    var isIdle: Bool { client != nil && isWelcome && seating == nil && !hasAskedForSeat }

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

    func open(_ rules: RulesRequest) throws {
        hasAskedForSeat = true
        try send(.open(rules, isPrivate: false))
    }

    func join(_ match: MatchID) throws {
        hasAskedForSeat = true
        try send(.join(.id(match)))
    }

    /// A command to a host that has just died is lost like one that it has not read.
    private func send(_ command: Command, guards: Request.Guards? = nil) throws {
        do { try client?.send(command, guards: guards) } catch is SystemError {}
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
        case .error(let report) where ["flip", "take", "more"].contains(report.command): asked = nil
        default: break
        }
    }

    private func forgetSeat() {
        (seating, state, asked, seen, hasAskedForSeat) = (nil, nil, nil, SeenFaces(), false)
    }

    private func see(_ state: MatchState, _ log: CrashLog) {
        log.look(at: state, isFirst: hasReturned)
        // A card that the host has not heard of before it was killed is asked for once more.
        if hasReturned { asked = nil }
        hasReturned = false
        if state.set != nil {
            if let version = asked, state.version > version { asked = nil }
        } else {
            if let card = asked, state.cards[card] != nil { asked = nil }
            seen.see(state)
        }
        self.state = state
        if state.phase == .over { forgetSeat() }
    }

    private func act() throws {
        if let state, state.set != nil { return try actInSet(state) }
        guard !hasReturned, let state, let seating, state.turn == seating.seat, asked == nil else { return }
        let down = state.cards.indices.filter { state.cards[$0] == nil }
        guard let card = seen.choose(from: down, after: state.turned.first) else { return }
        asked = card
        try send(.move(.flip(.card(card))))
    }

    /// Claims a set, or asks for more cards if there is none.
    private func actInSet(_ state: MatchState) throws {
        guard !hasReturned, state.phase == .playing, asked == nil else { return }
        let set = state.aSet
        guard set != nil || state.set?.deckLeft != 0 else { return }
        asked = state.version
        guard let places = set.flatMap({ SetPlaces($0) }) else { return try send(.move(.set(.more))) }
        try send(.move(.set(.take(places))), guards: Request.Guards(match: nil, version: state.version))
    }
}
