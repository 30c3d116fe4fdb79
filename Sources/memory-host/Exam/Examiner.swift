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
    private var addresses: [ClientID: SocketAddress.Host] = [:]
    private var examinations: [String: Examination] = [:]
    private var owners: [ClientID: String] = [:]
    private var random = SystemRandomNumberGenerator()
    private var outputs: [Output] = []
    /// The lines that may still be printed about those who are not examined.
    private var remarksLeft = Limits.Exam.players

    init(_ plan: Plan) {
        self.plan = plan
        reception = Lobby(settings: plan.settings)
    }

    /// The one player's examination, if there is to be just one and it has begun.
    var theOne: Examination? { plan.player.flatMap { examination(of: $0) } }

    /// Returns a player's examination, if it has begun.
    func examination(of name: PlayerName) -> Examination? { examinations[name.key] }

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
    mutating func connect(
        _ client: ClientID, _ encoding: Encoding, from address: SocketAddress.Host, at now: Instant
    ) {
        (encodings[client], addresses[client]) = (encoding, address)
        perform(reception.handle(.connected(client), at: now, using: &random))
    }

    /// A line has come.
    mutating func receive(_ request: Request, from client: ClientID, at now: Instant) {
        if let dialect = request.dialect, let encoding = encodings[client] {
            encodings[client] = encoding.with(dialect)
        }
        if case .command(.hello(let identification)) = request.content {
            guard introduce(client, identification, request.id, at: now) else { return }
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
        if isGone { (encodings[client], addresses[client], owners[client]) = (nil, nil, nil) }
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
                if remarksLeft > 0 { outputs.append(.print("\(name.text) is not examined: only \(player.text) is\n")) }
                remarksLeft -= 1
                return nil
            }
            begin(name, at: now)
            return name.key
        }
    }

    private mutating func begin(_ name: PlayerName, at now: Instant) {
        guard examinations[name.key] == nil else { return }
        if examinations.count >= Limits.Exam.players {
            guard let unneeded = examinations.first(where: { $0.value.mayGo })?.key else { return }
            examinations[unneeded] = nil
        }
        let seed = name.key.utf8.reduce(plan.seed) { SplitMix64(seed: $0 ^ UInt64($1)).first }
        examinations[name.key] = Examination(of: name, plan, seed: seed, at: now)
        outputs.append(.print("\(name.text): \(PlainRules.counted(plan.lessons.count, "lesson"))\n"))
    }

    /// Finds out whose connection it is that says hello.
    ///
    /// - Returns: false if the `hello` has been answered.
    private mutating func introduce(
        _ client: ClientID, _ identification: Identification, _ id: RequestID?, at now: Instant
    ) -> Bool {
        // A client that is welcome may take another name, which concerns its own lobby.
        if let own = owners[client], examinations[own]?.hasMet(client) ?? true { return true }
        guard let address = addresses[client] else { return false }
        let key = key(of: identification, at: now)
        if let own = owners[client], own != key { release(client, from: own, at: now) }
        guard let key, examinations[key] != nil else { return true }
        var admission = Examination.Admission.admitted
        change(key, at: now) { admission = $0.admission(of: client, identification, from: address, at: now) }
        switch admission {
        case .admitted:
            if owners[client] == nil { admit(client, to: key, from: address, at: now) }
            return true
        case .refused:
            guard case .name(let name) = identification else { return false }
            let report = ErrorReport(.nameTaken(name.text), command: Command.Kind.hello.name)
            send(Message(.error(report), re: id), to: client)
        case .unreachable: outputs.append(.act(.cut(client)))
        }
        return false
    }

    private mutating func admit(
        _ client: ClientID, to key: String, from address: SocketAddress.Host, at now: Instant
    ) {
        _ = reception.handle(.disconnected(client), at: now, using: &random)
        owners[client] = key
        let encoding = encodings[client] ?? .jsonLines
        change(key, at: now) { $0.connect(client, encoding, from: address, at: now) }
    }

    /// A connection that showed a token, but was not welcome, is somebody else's.
    private mutating func release(_ client: ClientID, from key: String, at now: Instant) {
        change(key, at: now) { $0.end(client, isGone: true, at: now) }
        owners[client] = nil
        _ = reception.handle(.connected(client), at: now, using: &random)  // It has been greeted.
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
            case .settle(let address): outputs.append(.print(ExamReport.place(address, of: name)))
            case .refuse(let address): outputs.append(.print(ExamReport.refusal(name, from: address)))
            case .finish: outputs.append(.print(ExamReport.sum(examinations.values[index].results, of: name)))
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
