import Protocol
import TestSupport
import Testing

@testable import Lobby

/// A lobby on a test's table: clients with names, time that passes when the test says so, and what each client heard.
///
/// It drives the lobby as the host's loop does, and with every step holds it to what no test should have to say:
/// nobody is addressed after a `close`, nobody twice by one broadcast, and `advance` leaves nothing that is due.
final class LobbyTable {
    private(set) var lobby: Lobby
    private(set) var now = Instant(milliseconds: 5_000_000)
    private(set) var notices: [Notice] = []
    /// The queries about records; each is answered by an error, in its place among the messages heard.
    private(set) var questions: [RecordQuery] = []
    /// The entries that a journal would hold, and the matches recorded.
    private(set) var entries: [Entry] = []
    private(set) var records: [MatchRecord] = []
    /// The games that the last input brought a match to follow of.
    private(set) var newPlay: GameKinds = []
    /// The highest version of each match that any client was sent.
    private(set) var versions: [MatchID: Int] = [:]
    private var random: SeededRandom
    private var clients: [String: ClientID] = [:]
    private var names: [ClientID: String] = [:]
    private var dialects: [String: Dialect] = [:]
    private var inboxes: [String: [Message]] = [:]
    private var tokens: [String: Token] = [:]
    private var serial: UInt32 = 0
    /// Slots of connections that are gone: the next one gets the same with another serial number.
    private var freeSlots: [Int] = []

    /// A table with these people in the lobby, who call themselves so and have heard all that there was to hear.
    init(_ people: String..., seed: UInt64 = 1, preset: Preset = .classic, pictures: [Picture] = []) {
        lobby = Lobby(settings: Lobby.Settings(hello: Hello(host: "table"), preset: preset, pictures: pictures))
        random = SeededRandom(seed: seed)
        for who in people {
            connect(who)
            hello(who, as: who)
        }
        pass(Limits.pushMilliseconds)
        for who in people { _ = heard(who) }
    }

    // MARK: What clients do

    /// A client connects; the connection is called `who` from now on.
    @discardableResult
    func connect(_ who: String) -> [Message] {
        serial += 1
        let slot = freeSlots.popLast() ?? Int(serial) - 1
        let client = ClientID(slot: slot, serial: serial)
        (clients[who], names[client], dialects[who], inboxes[who]) = (client, who, .json, [])
        handle(.connected(client))
        return heard(who)
    }

    /// A client sends a command; what it hears of that, and nothing that it heard before.
    @discardableResult
    func say(_ who: String, _ command: Command, id: String? = nil, dialect: Dialect = .json) -> [Message] {
        receive(Request(.command(command), id: id.flatMap { RequestID($0) }, dialect: dialect), from: who)
    }

    /// A client sends a line, in whichever dialect.
    @discardableResult
    func write(_ who: String, _ line: String) -> [Message] {
        let bytes = Array(line.utf8)
        return receive(CommandReader.read(bytes, in: 0..<bytes.count), from: who)
    }

    /// A person types a line; what is then to be seen.
    @discardableResult
    func type(_ who: String, _ line: String) -> String { write(who, line).plain }

    /// A client says who it is.
    @discardableResult
    func hello(_ who: String, as name: String) -> [Message] {
        write(who, "{\"type\":\"hello\",\"name\":\"\(name)\"}")
    }

    /// A client turns a card.
    @discardableResult
    func flip(_ who: String, _ card: Int, id: String? = nil) -> [Message] {
        say(who, .move(.flip(.card(card))), id: id)
    }

    /// The token that a client was given last.
    func token(of who: String) throws -> Token { try #require(tokens[who]) }

    @discardableResult
    func receive(_ request: Request, from who: String) -> [Message] {
        guard let client = clients[who] else { return [] }
        inboxes[who] = []
        if let dialect = request.dialect { dialects[who] = dialect }
        handle(.received(request, from: client))
        return heard(who)
    }

    /// The same from a client that may not do everything; what it costs. What it hears is left to be heard.
    func receiveCosting(_ request: Request, from who: String, _ allowance: Allowance) -> Cost {
        guard let client = clients[who] else { return Cost() }
        inboxes[who] = []
        if let dialect = request.dialect { dialects[who] = dialect }
        let outcome = lobby.handle(.received(request, from: client, allowing: allowance), at: now, using: &random)
        take(outcome)
        return outcome.cost
    }

    // MARK: What happens to connections

    func vanish(_ who: String) {
        guard let client = clients.removeValue(forKey: who) else { return }
        names[client] = nil
        freeSlots.append(Int(client.slot))
        handle(.disconnected(client))
    }

    @discardableResult
    func finish(_ who: String) -> [Message] { happen(who) { .finished($0) } }

    @discardableResult
    func hurry(_ who: String) -> [Message] { happen(who, Input.throttled) }

    func stop() { handle(.stopping) }

    func isOpen(_ who: String) -> Bool { clients[who].map { names[$0] != nil } ?? false }

    private func happen(_ who: String, _ input: (ClientID) -> Input) -> [Message] {
        guard let client = clients[who] else { return [] }
        inboxes[who] = []
        handle(input(client))
        return heard(who)
    }

    // MARK: What is heard, and time

    /// Returns the messages that a client has heard since the last call.
    func heard(_ who: String) -> [Message] { inboxes.updateValue([], forKey: who) ?? [] }

    /// The time of the lobby's next alarm.
    var nextDue: Instant? { lobby.nextDue }

    /// Lets this many milliseconds pass, with every moment that the lobby wants to see.
    func pass(_ milliseconds: Int) {
        let end = now + milliseconds
        while let due = lobby.nextDue, due <= end {
            now = max(now, due)
            take(lobby.advance(to: now))
            guard lobby.nextDue.map({ $0 > now }) ?? true else {
                Issue.record("advance left something due: the host would spin")
                return
            }
        }
        now = end
    }

    /// Lets time pass until the next moment that the lobby wants to see, if there is one.
    func passToNextDue() {
        if let due = lobby.nextDue { pass(max(0, due - now)) }
    }

    /// Lets time pass without the lobby seeing any of it, as when the host is late.
    func oversleep(_ milliseconds: Int) { now = now + milliseconds }

    func handle(_ input: Input) {
        take(lobby.handle(input, at: now, using: &random))
    }

    private func take(_ outcome: Outcome) {
        entries += outcome.entries
        records += outcome.records
        newPlay = outcome.newPlay
        apply(outcome.effects)
    }

    /// The host is started again with what a journal held: all connections are gone.
    func restart(_ lobby: Lobby, entries: [Entry]) {
        (self.lobby, self.entries) = (lobby, entries)
        (clients, names, freeSlots) = ([:], [:], [])
        take(self.lobby.resume(at: now))
    }

    private func apply(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .send(let message, let client): deliver(message, to: client)
            case .broadcast(let event, let all):
                if Set(all).count != all.count || all.isEmpty { Issue.record("a broadcast to \(all)") }
                for client in all { deliver(Message(event), to: client) }
            case .close(let client):
                if names.removeValue(forKey: client) == nil { Issue.record("\(client) is closed twice") }
            case .queryRecords(let query, let client, let re):
                questions.append(query)
                deliver(Message(.error(ErrorReport(.noSuchRecord, command: nil)), re: re), to: client)
            case .replay(let report, let client, let re):
                var replay = MatchReplay(report)
                deliver(Message(.replay(ReplayHeader(replay)), re: re), to: client)
                while let state = replay.next() { deliver(Message(.replayed(state)), to: client) }
            case .stopReplay: break
            case .notify(let notice): notices.append(notice)
            }
        }
    }

    private func deliver(_ message: Message, to client: ClientID) {
        if message.isSilent(dialects[names[client] ?? ""] ?? .json) { return }
        guard let who = names[client] else {
            Issue.record("somebody who is gone is sent \([message].kinds)")
            return
        }
        if case .welcome(let welcome) = message.event { tokens[who] = welcome.token }
        if case .state(let state) = message.event {
            if let before = versions[state.match], before > state.version {
                Issue.record("\(state.match.text) went back from version \(before) to \(state.version)")
            }
            versions[state.match] = state.version
        }
        inboxes[who, default: []].append(message)
    }
}

// MARK: - Playing

extension LobbyTable {
    /// The newest match, or the one with this number.
    func match(_ number: Int? = nil) throws -> Match {
        let all = lobby.matches.all
        return try #require(number.map { n in all.first { $0.id.number == n } } ?? all.max { $0.id < $1.id })
    }

    /// Every face of a match, which only a test may know: those of a copy that is given up.
    func deck(_ number: Int? = nil) throws -> [String] {
        var game = try match(number).game
        _ = game.forfeit(by: nil, as: .abandoned)
        return try #require(game.revealedDeck).faces
    }

    /// Two face-down cards, alike or not.
    func cards(alike: Bool, _ number: Int? = nil) throws -> (Int, Int) {
        let (deck, seen) = (try deck(number), try match(number).game.memory.faces)
        let hidden = deck.indices.filter { seen[$0] == nil }
        for one in hidden {
            for other in hidden where one < other && (deck[one] == deck[other]) == alike { return (one, other) }
        }
        throw NoSuchCards()
    }

    struct NoSuchCards: Error {}

    /// A client takes a pair.
    func takePair(_ who: String) throws {
        let (one, other) = try cards(alike: true)
        flip(who, one)
        flip(who, other)
    }

    /// A client turns two cards that differ.
    func miss(_ who: String) throws {
        let (one, other) = try cards(alike: false)
        flip(who, one)
        flip(who, other)
    }

    /// The players of the newest match, in the order of seats, clear it.
    func clear(_ players: String...) throws {
        while try !match().isOver {
            guard let seat = try match().game.turn else { return }
            try takePair(players[seat])
        }
    }

    /// Two people in a match of their own: the first has seat 0.
    static func playing(_ rules: String = "{}", seed: UInt64 = 1) -> LobbyTable {
        let table = LobbyTable("ann", "bob", seed: seed)
        table.write("ann", "{\"type\":\"open\",\"rules\":\(rules)}")
        table.say("bob", .join(nil))
        for who in ["ann", "bob"] { _ = table.heard(who) }
        return table
    }
}
