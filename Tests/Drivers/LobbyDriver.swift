import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import memory_host

/// A lobby in the hands of a test: clients with names, time that passes when the test says so, what each client was
/// sent, and somewhere to store what happens, if anywhere.
///
/// It drives the lobby as the host's loop does, and with every step holds it to what no test should have to say:
/// nobody is addressed after a `close`, nobody twice by one broadcast, and `advance` leaves nothing that is due.
final class LobbyDriver {
    /// Something that is to be seen of the lobby from outside.
    enum Sight {
        case stored(Entry)
        case sent(Message, to: String)
        case closed(String)
    }

    private(set) var lobby: Lobby
    private(set) var now: Instant
    private(set) var notices: [Notice] = []
    /// The queries about records; without a storage, each is answered by an error in its place among the messages.
    private(set) var questions: [RecordQuery] = []
    /// The entries that a journal would hold, and the matches recorded.
    private(set) var entries: [Entry] = []
    private(set) var records: [MatchRecord]
    /// What the last input led to.
    private(set) var outcome = Outcome()
    /// The highest version of each match that any client was sent.
    private(set) var versions: [MatchID: Int] = [:]
    /// Is shown all that happens, in its order.
    var watch: (Sight) -> Void = { _ in }
    private var random: SeededRandom
    /// Milliseconds that pass before each line of a client.
    private let pace: Int
    private(set) var clients: [String: ClientID] = [:]
    private var names: [ClientID: String] = [:]
    private var dialects: [String: Dialect] = [:]
    private var inboxes: [String: [Message]] = [:]
    private var tokens: [String: Token] = [:]
    private var serial: UInt32 = 0
    /// Slots of connections that are gone: the next one gets the same with another serial number.
    private var freeSlots: [Int] = []

    // Where everything is stored; see `LobbyDriver+Storage.swift`. At most one of them is there.
    var journalOnly: Journal?
    var storage: Committer?
    /// The sync mode of the journal that is stored alone, and the bytes at its end that were dropped when it was read.
    let sync: CommitGate.Sync
    let tornBytes: Int
    /// True while entries are gathered, to be written together.
    var isGathering = false
    var writer = ByteWriter()
    /// Has the disk sync; returns nil if the test calls ``syncEnded(_:)`` later.
    var runSync: (DiskJob) -> Result<Void, SystemError>? = { job in
        Result { () throws(SystemError) in try job.run() }
    }

    /// A lobby as it is, for instance as it was recovered.
    init(
        _ lobby: Lobby, records: [MatchRecord] = [], tornBytes: Int = 0, sync: CommitGate.Sync = .never,
        at now: Instant = Instant(milliseconds: 5_000_000), pace: Int = 0, seed: UInt64 = 1
    ) {
        (self.lobby, self.now) = (lobby, max(now, lobby.replayedAt ?? now))
        (self.records, self.tornBytes, self.sync, self.pace) = (records, tornBytes, sync, pace)
        random = SeededRandom(seed: seed)
    }

    /// A lobby with these people in it, who call themselves so and have been sent all that there was to send.
    convenience init(_ people: String..., seed: UInt64 = 1, preset: Preset = .classic, pictures: [Picture] = []) {
        let settings = Lobby.Settings(hello: Hello(host: "table"), preset: preset, pictures: pictures)
        self.init(Lobby(settings: settings), seed: seed)
        for who in people { hello(who, as: who) }
        pass(Limits.pushMilliseconds)
        for who in people { _ = heard(who) }
    }

    // MARK: What clients do

    /// A client connects; the connection is called `who` from now on.
    ///
    /// - Parameter host: the address that it comes from; nil if nothing is limited by it.
    @discardableResult
    func connect(_ who: String, from host: SocketAddress.Host? = nil) -> [Message] {
        serial += 1
        let slot = freeSlots.popLast() ?? Int(serial) - 1
        let client = ClientID(slot: slot, serial: serial)
        (clients[who], names[client], dialects[who], inboxes[who]) = (client, who, .json, [])
        handle(.connected(client, from: host))
        return heard(who)
    }

    /// A client sends a command; what it is sent for that, and nothing that it was sent before.
    @discardableResult
    func say(
        _ who: String, _ command: Command, id: String? = nil, dialect: Dialect = .json,
        allowing allowance: Allowance = .everything
    ) -> [Message] {
        let request = Request(.command(command), id: id.flatMap { RequestID($0) }, dialect: dialect)
        return receive(request, from: who, allowing: allowance)
    }

    /// A client sends lines, in whichever dialect.
    @discardableResult
    func write(_ who: String, _ lines: String...) -> [Message] {
        lines.flatMap { line in
            let bytes = Array(line.utf8)
            return receive(CommandReader.read(bytes, in: bytes.indices), from: who)
        }
    }

    /// A person types a line; what is then to be seen.
    @discardableResult
    func type(_ who: String, _ line: String) -> String { write(who, line).plain }

    /// A client says who it is.
    @discardableResult
    func hello(_ who: String, as name: String) -> [Message] {
        write(who, "{\"type\":\"hello\",\"name\":\"\(name)\"}")
    }

    /// A client connects anew, or another one for it, and shows the token that the client was given last.
    @discardableResult
    func comeBack(_ who: String, as other: String? = nil) throws -> [Message] {
        let token = try token(of: who)
        connect(other ?? who)
        return say(other ?? who, .hello(.token(token)))
    }

    /// A client turns a card.
    @discardableResult
    func flip(_ who: String, _ card: Int, id: String? = nil) -> [Message] {
        say(who, .move(.flip(.card(card))), id: id)
    }

    /// The token that a client was given last.
    func token(of who: String) throws -> Token { try #require(tokens[who]) }

    /// A client sends a request; it connects first if it has never done so, or was cut off.
    @discardableResult
    func receive(_ request: Request, from who: String, allowing allowance: Allowance = .everything) -> [Message] {
        if clients[who] == nil { connect(who) }
        if pace > 0 { pass(pace) }
        if let dialect = request.dialect { dialects[who] = dialect }
        return happen(who) { .received(request, from: $0, allowing: allowance) }
    }

    /// The dialect that a client speaks.
    func dialect(of who: String) -> Dialect { dialects[who] ?? .json }

    private func dialect(of client: ClientID) -> Dialect { names[client].map(dialect) ?? .json }

    // MARK: What happens to connections

    /// The connection of a client is cut off.
    func vanish(_ who: String) {
        guard let client = clients.removeValue(forKey: who) else { return }
        names[client] = nil
        freeSlots.append(Int(client.slot))
        handle(.disconnected(client))
    }

    /// A client has closed its side of the connection.
    @discardableResult
    func finish(_ who: String) -> [Message] { happen(who) { .finished($0) } }

    /// A client has sent more than it may.
    @discardableResult
    func hurry(_ who: String) -> [Message] { happen(who, Input.throttled) }

    /// The host stops.
    func stop() { handle(.stopping) }

    /// True if a client is connected, and was not hung up on.
    func isOpen(_ who: String) -> Bool { clients[who].map { names[$0] != nil } ?? false }

    private func happen(_ who: String, _ input: (ClientID) -> Input) -> [Message] {
        guard let client = clients[who] else { return [] }
        inboxes[who] = []
        handle(input(client))
        return heard(who)
    }

    // MARK: What is sent, and time

    /// Returns the messages that a client was sent since the last call.
    func heard(_ who: String) -> [Message] { inboxes.updateValue([], forKey: who) ?? [] }

    /// The time of the lobby's next alarm.
    var nextDue: Instant? { lobby.nextDue }

    /// Lets this many milliseconds pass, with every moment that the lobby wants to see.
    func pass(_ milliseconds: Int) {
        let end = now + milliseconds
        while let due = lobby.nextDue, due <= end {
            now = max(now, due)
            take(lobby.advance(to: now, using: &random))
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
        self.outcome = outcome
        entries += outcome.entries
        records += outcome.records
        for entry in outcome.entries { watch(.stored(entry)) }
        store(outcome)
        apply(outcome.effects)
    }

    /// The host is started again with a lobby that was recovered from these entries: all connections are gone.
    ///
    /// - Parameter time: what the clock shows; nil for the time of the last entry, or what it showed, whichever is later.
    func restart(_ lobby: Lobby, entries: [Entry], at time: Instant? = nil) {
        (self.lobby, self.entries) = (lobby, entries)
        (clients, names, freeSlots) = ([:], [:], [])
        now = time ?? max(now, lobby.replayedAt ?? now)
        resume()
    }

    /// Goes on with a lobby that was recovered.
    func resume() { take(lobby.resume(at: now)) }

    /// A contest begins, or ends if there are to be no pairs of matches.
    func startContest(ofPairs pairs: Int?, of game: GameKind = .usual, until end: Instant? = nil) {
        take(lobby.startContest(ofPairs: pairs, of: game, until: end, at: now, using: &random))
    }

    private func apply(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .send(let message, let client): deliver(message, to: client)
            case .broadcast(let event, let all):
                if Set(all).count != all.count || all.isEmpty { Issue.record("a broadcast to \(all)") }
                for client in all { deliver(Message(event), to: client) }
            case .close(let client):
                guard let who = names.removeValue(forKey: client) else {
                    Issue.record("\(client) is closed twice")
                    break
                }
                watch(.closed(who))
            case .queryRecords(let query, let client, let re):
                questions.append(query)
                answer(query, to: client, re)
            case .replay(let record, let starting, let client, let re):
                replay(record, starting: starting, to: client, re)
            case .stopReplay: break  // All of it has been sent.
            case .notify(let notice): notices.append(notice)
            }
        }
    }

    private func answer(_ query: RecordQuery, to client: ClientID, _ re: RequestID?) {
        switch (answer(query), query) {
        case (.record(let record, _), .replay): replay(record, to: client, re)
        case (let event, _): deliver(Message(event, re: re), to: client)
        }
    }

    /// Sends a whole replay at once.
    private func replay(_ record: MatchRecord, starting: Int? = nil, to client: ClientID, _ re: RequestID?) {
        var replay = MatchReplay(record, starting: starting)
        deliver(Message(.replay(ReplayHeader(replay)), re: re), to: client)
        while let state = replay.next() { deliver(Message(.replayed(state)), to: client) }
    }

    private func deliver(_ message: Message, to client: ClientID) {
        if message.isSilent(dialect(of: client)) { return }
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
        watch(.sent(message, to: who))
    }
}
