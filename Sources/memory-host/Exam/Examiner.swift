import Lobby
import Protocol

/// Everybody who takes the exam, each in an examination of their own, and those who have not said who they are.
struct Examiner: Sendable {
    /// The plan of an exam.
    struct Plan: Sendable {
        /// The lessons, in their order.
        let lessons: [Lesson]
        /// The one player to be examined; nil for everybody who comes.
        let player: PlayerName?
        /// Decides the decks and the opponent's moves.
        let seed: UInt64
        /// The host's settings.
        let settings: Lobby.Settings
        /// Milliseconds in which a client must answer.
        var patience = Limits.Exam.answerMilliseconds
    }

    /// A task for the owner of the connections. Several are carried out in order.
    enum Output: Equatable, Sendable {
        /// An action of an examination.
        case act(Examination.Action)
        /// Print a text for people.
        case print(String)
        /// Write a line of JSON to the report.
        case record(String)
    }

    private let plan: Plan
    /// An ordinary lobby for clients that have not said hello, or are not to be examined.
    private var reception: Lobby
    private var encodings: [ClientID: Encoding] = [:]
    private var examinations: [String: Examination] = [:]
    private var owners: [ClientID: String] = [:]
    /// The addresses that clients come from.
    private var hosts: [ClientID: SocketAddress.Host] = [:]
    /// The names, as keys, of which it has been said that they are not examined.
    private var unwanted: Set<String> = []
    private var random = SystemRandomNumberGenerator()
    private var outputs: [Output] = []

    init(_ plan: Plan) {
        self.plan = plan
        reception = Lobby(settings: plan.settings)
    }

    /// The one player's examination, if there is to be just one and it has begun.
    var theOne: Examination? { plan.player.flatMap { examinations[$0.key] } }

    /// The time by which ``advance(to:)`` must be called.
    var due: Instant? {
        examinations.values.reduce(reception.nextDue) { Instant.earlier($0, $1.due) }
    }

    /// Takes what is to be done.
    mutating func takeOutputs() -> [Output] {
        defer { outputs = [] }
        return outputs
    }

    // MARK: What clients do

    /// A client has connected, and is greeted.
    ///
    /// - Parameter host: the address that it comes from; nil for this machine.
    mutating func connect(
        _ client: ClientID, _ encoding: Encoding, from host: SocketAddress.Host? = nil, at now: Instant
    ) {
        (encodings[client], hosts[client]) = (encoding, host?.isLoopback ?? true ? nil : host?.network)
        perform(reception.handle(.connected(client), at: now, using: &random))
    }

    /// A line has come.
    mutating func receive(_ request: Request, from client: ClientID, at now: Instant) {
        if let dialect = request.dialect, let encoding = encodings[client] {
            encodings[client] = encoding.with(dialect)
        }
        if owners[client] == nil, case .command(.hello(let identification)) = request.content,
            let key = key(of: identification, at: now)
        {
            guard isAway(key, client, at: now) == false else { return outputs.append(.act(.cut(client))) }
            guard mayCome(identification, client, to: key, at: now) else {
                return turnAway(client, claiming: key, request.id)
            }
            admit(client, to: key, at: now)
        }
        guard let key = owners[client] else {
            return perform(reception.handle(.received(request, from: client), at: now, using: &random))
        }
        change(key, at: now) { $0.receive(request, from: client, at: now) }
    }

    /// A client has sent its last line, or is gone.
    mutating func end(_ client: ClientID, isGone: Bool, at now: Instant) {
        if let key = owners[client] {
            change(key, at: now) { $0.end(client, isGone: isGone, at: now) }
        } else {
            perform(reception.handle(isGone ? .disconnected(client) : .finished(client), at: now, using: &random))
        }
        if isGone { (encodings[client], owners[client], hosts[client]) = (nil, nil, nil) }
    }

    /// Does everything that is due.
    mutating func advance(to now: Instant) {
        perform(reception.advance(to: now, using: &random))
        for key in examinations.keys.sorted() {
            change(key, at: now) { $0.advance(to: now) }
        }
    }

    /// Begins the one player's examination, whose program has been started.
    mutating func beginTheOne(at now: Instant) { if let player = plan.player { begin(player, at: now) } }

    /// Gives up on the one player, whose program does not play.
    mutating func giveUp(_ reason: String, at now: Instant) {
        guard let player = plan.player else { return }
        begin(player, at: now)
        change(player.key, at: now) { $0.giveUp(reason, at: now) }
    }

    // MARK: Who is who

    /// Returns the examination that a client belongs to; nil if it has none.
    private mutating func key(of identification: Identification, at now: Instant) -> String? {
        switch identification {
        case .token(let token): return examinations.first { $0.value.tokens.contains(token) }?.key
        case .name(let name):
            if let player = plan.player, player.key != name.key {
                if unwanted.count < Limits.Exam.players, unwanted.insert(name.key).inserted {
                    outputs.append(.print("\(name.text) is not examined: only \(player.text) is\n"))
                }
                return nil
            }
            begin(name, at: now)
            return name.key
        }
    }

    private mutating func begin(_ name: PlayerName, at now: Instant) {
        guard examinations[name.key] == nil else { return }
        if examinations.count >= Limits.Exam.players {
            let over =
                examinations.first { $0.value.isOver }
                ?? examinations.first { $0.value.current == nil && $0.value.results.isEmpty }
            guard let over = over?.key else { return }
            examinations[over] = nil
        }
        let seed = name.key.utf8.reduce(plan.seed) { SplitMix64(seed: $0 ^ UInt64($1)).first }
        examinations[name.key] = Examination(of: name, plan, seed: seed, at: now)
        outputs.append(.print("\(name.text): \(PlainRules.counted(plan.lessons.count, "lesson"))\n"))
    }

    /// Returns true if a client may join an examination under way. A token that it gave out is its own. The name belongs
    /// to the address that the examination began from, and there to one connection at a time.
    private func mayCome(
        _ identification: Identification, _ client: ClientID, to key: String, at now: Instant
    ) -> Bool {
        guard case .name(let name) = identification, let examination = examinations[key], !examination.isOver else {
            return true
        }
        guard let home = examination.home else { return true }
        return home == .some(hosts[client]) && examination.mayComeAnew(as: name, at: now)
    }

    /// Returns true if the host of an examination seems to be away.
    private func isAway(_ key: String, _ client: ClientID, at now: Instant) -> Bool {
        guard let until = examinations[key]?.awayUntil, hosts[client] == examinations[key]?.home ?? nil else {
            return false
        }
        return now < until
    }

    /// Refuses a name to somebody who is not being examined under it.
    private mutating func turnAway(_ client: ClientID, claiming key: String, _ id: RequestID?) {
        guard let index = examinations.index(forKey: key) else { return }
        let name = examinations.values[index].name
        // At the client's own address it may be the client, which has come back without its token.
        if examinations.values[index].current != nil || examinations.values[index].home != .some(hosts[client]) {
            examinations.values[index].strangers += 1
            if examinations.values[index].strangers == 1 {
                let place = hosts[client].map { " at \($0)" } ?? ""
                outputs.append(.print("\(name.text): somebody else\(place) gave this name, and was refused\n"))
            }
        }
        send(Message(.error(ErrorReport(.nameTaken(name.text), command: "hello")), re: id), to: client)
    }

    private mutating func admit(_ client: ClientID, to key: String, at now: Instant) {
        guard examinations[key] != nil else { return }
        _ = reception.handle(.disconnected(client), at: now, using: &random)
        owners[client] = key
        let encoding = encodings[client] ?? .jsonLines
        let host = hosts[client]
        change(key, at: now) {
            if $0.home == nil { $0.home = .some(host) }
            $0.connect(client, encoding, at: now)
        }
    }

    // MARK: What they cause

    /// Changes an examination, and takes what it wants done.
    private mutating func change(_ key: String, at now: Instant, _ change: (inout Examination) -> Void) {
        guard let index = examinations.index(forKey: key) else { return }
        change(&examinations.values[index])
        examinations.values[index].flush(at: now)
        let name = examinations.values[index].name
        for action in examinations.values[index].takeActions() {
            switch action {
            case .report(let result):
                outputs.append(.print(ExamReport.text(result, of: name)))
                outputs.append(.record(ExamReport.line(result, of: name)))
            case .finish:
                let (results, strangers) = (examinations.values[index].results, examinations.values[index].strangers)
                outputs.append(.print(ExamReport.sum(results, of: name, refused: strangers)))
            default: outputs.append(.act(action))
            }
        }
    }

    /// Does what the lobby of those wants who are not examined.
    private mutating func perform(_ outcome: Outcome) {
        for effect in outcome.effects {
            switch effect {
            case .send(let message, let client): send(message, to: client)
            case .broadcast(let event, let clients): for client in clients { send(Message(event), to: client) }
            case .queryRecords(let query, let client, let re):
                send(Message(query.answerWithoutRecords, re: re), to: client)
            case .close(let client): outputs.append(.act(.close(client)))
            case .replay, .stopReplay, .notify: break
            }
        }
    }

    private mutating func send(_ message: Message, to client: ClientID) {
        guard let encoding = encodings[client] else { return }
        if encoding.dialect == .plain, case .lobby(let list) = message.event, !list.isFollowed { return }
        outputs.append(.act(.send(encoding.encode(message), to: client)))
    }
}
