import Lobby
import Protocol

// How it works. Each client is examined in a lobby of its own, which holds nobody else but an opponent. What the client
// sends goes to the lobby, unless the lesson holds or loses it; what the lobby sends is changed as the lesson wants,
// and leaves when it wants (`Delivery`). Every state that asks for a card, and every answer, passes `Conduct`, which
// knows the rules of a player. The lesson's script is a list of steps: some wait, the others act at once.
//
// Like the lobby, an examination is a value: input and time go in, and what to do comes out. It owns no socket or
// clock.

/// The exam of one client.
struct Examination: Sendable {
    /// A task for the owner of the connections. Several are carried out in order.
    enum Action: Equatable, Sendable {
        /// Send bytes at once, and by themselves.
        case send([UInt8], to: ClientID)
        /// Close the connection once everything is sent.
        case close(ClientID)
        /// Break the connection.
        case cut(ClientID)
        /// The client is at this address now.
        case settle(SocketAddress.Host)
        /// Somebody at this address was refused the client's name: the first one in this lesson.
        case refuse(SocketAddress.Host)
        /// A lesson is over.
        case report(LessonResult)
        /// All lessons are over.
        case finish
    }

    /// A connection of the client.
    struct Line: Sendable {
        /// The number by which the lobby knows it.
        let inner: ClientID
        let address: SocketAddress.Host
        var encoding: Encoding
        var delivery = Delivery()
        /// Nothing more reaches the client, since the connection is about to break.
        var isMuted = false
        /// The lobby has let it go.
        var isClosing = false
    }

    /// The name of the client.
    let name: PlayerName
    var lobby: Lobby
    let settings: Lobby.Settings
    var opponent: SparringPartner
    var conduct: Conduct
    /// The lines to the client, by the owner's numbers; several while an old one is closing.
    var lines: [ClientID: Line] = [:]
    /// The connection on which the client was welcomed last.
    var current: ClientID?
    /// The tokens that the client was given.
    var tokens: Set<Token> = []
    /// The address of the client; nil before it has come.
    var home: SocketAddress.Host?
    /// The connection that has shown a token last, unless somebody was welcomed since.
    var claimant: ClientID?
    /// The times that somebody was refused the client's name in this lesson.
    var refusedCount = 0
    /// The time until which the host takes no connection of the client.
    var awayUntil: Instant?
    private var serial: UInt32 = 0
    var random: SplitMix64
    /// Where tokens and codes come from.
    var secrets = SystemRandomNumberGenerator()
    /// The milliseconds by which the lobby's clocks are ahead.
    var shift = 0
    let lessons: [Lesson]
    var results: [LessonResult] = []
    /// The lesson under way; nil once all are over.
    var run: LessonRun?
    /// Commands that the client has sent and nobody has seen yet: the first is held by the lesson, the others wait
    /// behind it.
    var held: [Request] = []
    /// The newest states sent in this match, as lines, for the habits that repeat them.
    var sentStates: [[UInt8]] = []
    var copies = 0
    /// True if the versions of this match are a thousand times as high; they stay so until its end.
    var hasJumps = false
    var nextCopyAt: Instant?
    /// Since when the client has had nothing to do: it has no seat in a match that is not over.
    var idleSince: Instant
    /// The number of things that were done about that so far.
    var patience = 0
    /// The last time when it was looked at.
    var lastAttended = Instant(milliseconds: 0)
    private var actions: [Action] = []
    /// True if the opponent's connection is broken.
    var isOpponentAway = false
    /// The opponent's present name.
    var opponentName = ""
    /// True if the client plays in contests: it is seated whenever there is a match for it.
    var isEntrant = false
    /// True while steps are carried out, or the next match is prepared: what follows from that waits for its end.
    var isProceeding = false, isAttending = false
    /// True while `carryOut` delivers events.
    var isDelivering = false
    /// The first fault of the client that one of them reports; `carryOut` judges it after the last of them.
    var seenFault: Conduct.Fault?

    /// Begins an examination.
    ///
    /// - Parameter seed: decides the decks, and what the opponent does.
    init(of name: PlayerName, _ plan: Examiner.Plan, seed: UInt64, at now: Instant) {
        (self.name, lessons, settings, idleSince) = (name, plan.lessons, plan.settings, now)
        conduct = Conduct(patience: plan.patience)
        random = SplitMix64(seed: seed)
        lobby = Lobby(settings: settings)
        opponent = SparringPartner(client: ClientID(slot: 0, serial: 0), seed: random.next())
        beginLesson(at: now)
        bringOpponent(at: now)
    }

    /// The factor by which the client has more time than usual.
    var scale: Int { max(1, conduct.patience / Limits.Exam.answerMilliseconds) }

    /// True once all lessons are over.
    var isOver: Bool { run == nil }

    /// True if the client passed, and failed no lesson.
    var isPassed: Bool {
        results.allSatisfy { $0.verdict != .failed } && results.contains { $0.verdict == .passed }
    }

    /// True if the client has a seat in a match against the opponent, which has begun and is not over.
    var isInPlayHere: Bool { conduct.isInPlay && conduct.match == opponent.seating?.match }

    /// The time by which ``advance(to:)`` must be called.
    var due: Instant? {
        var due = lobby.nextDue.map { $0 + -shift }
        for line in lines.values { due = Instant.earlier(due, line.delivery.due) }
        guard let run else { return due }
        let questionDue = run.isJudged ? conduct.due : nil
        for other in [opponent.movesAt, questionDue, nextCopyAt, run.due, idleDue, entrantDue] {
            due = Instant.earlier(due, other)
        }
        return due
    }

    /// Takes what is to be done.
    mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }

    mutating func add(_ action: Action) { actions.append(action) }

    // MARK: What the client does

    /// A line has come.
    mutating func receive(_ request: Request, from client: ClientID, at now: Instant) {
        guard let line = lines[client], !line.isMuted else { return }
        if let dialect = request.dialect { lines[client]?.encoding = line.encoding.with(dialect) }
        // Moves by others than the client are nobody's.
        let fault = run?.fault(of: request, isInPlay: conduct.isInPlay || client != current)
        if let fault { fail(fault, at: now) }
        if case .command(.hello(.name)) = request.content, current == nil, !(run?.isJudged ?? false) {
            giveUpOnAbsent(at: now)  // Its seat is of no use to it: the next lesson has begun.
        }
        guard client == current else {
            // Nobody is welcome there yet: the lobby takes nothing but a `hello`.
            carryOut(handle(.received(request, from: line.inner), at: now), at: now)
            return attend(at: now)
        }
        if let fault = conduct.receive(request) { fail(fault, at: now) }
        guard held.count < Limits.Exam.heldLines else { return }
        held.append(request)
        release(at: now)
    }

    /// Passes on what is held as far as the lesson lets it.
    mutating func release(at now: Instant) {
        while let first = held.first, let current {
            if run?.isHolding ?? false { return }
            if run?.wants(first) ?? false {
                run?.hold(at: now)
                proceed(at: now)
                continue
            }
            held.removeFirst()
            pass(first, from: current, at: now)
        }
    }

    /// Has the lobby carry out a request.
    mutating func pass(_ request: Request, from client: ClientID, at now: Instant) {
        guard let inner = lines[client]?.inner else { return }
        let request = run.map { $0.settingRules(in: request) } ?? request
        if case .command(.join(nil, _)) = request.content, !conduct.isInPlay { prepareTable(at: now) }
        if case .command(let command) = request.content, answer(command, request.id, to: inner, at: now) {
            return attend(at: now)
        }
        let outcome = handle(.received(request, from: inner), at: now)
        carryOut(outcome, at: now)
        guard case .command(let command) = request.content else { return }
        let isRefused = outcome.effects.contains {
            if case .send(let message, let to) = $0, to == inner, case .error = message.event { true } else { false }
        }
        if !isRefused, client == current, command.kind == .flip { conduct.settle() }
        run?.note(command, isRefused: isRefused)
        proceed(at: now)
        attend(at: now)
    }

    /// The client has sent nothing more, or its connection is gone.
    mutating func end(_ client: ClientID, isGone: Bool, at now: Instant) {
        guard let line = lines[client] else { return }
        if !isGone {
            carryOut(handle(.finished(line.inner), at: now), at: now)
            return
        }
        lines[client] = nil
        carryOut(handle(.disconnected(line.inner), at: now), at: now)
        guard client == current else { return }
        current = nil
        held = []
        let wasPlaying = conduct.isInPlay
        conduct.disconnect()
        if wasPlaying, let run, !run.expectsAbsence {
            fail(
                Conduct.Fault(
                    expected: "the client stays until the match is over, or comes back",
                    seen: "it closed the connection"), at: now)
        }
        proceed(at: now)
    }

    /// Returns a number for another connection to the lobby.
    mutating func nextInner() -> ClientID {
        serial += 1
        return ClientID(slot: Int(serial), serial: serial)
    }

    // MARK: Time

    /// Does everything that is due.
    mutating func advance(to now: Instant) {
        carryOut(lobby.advance(to: now + shift, using: &random), at: now)
        if let moves = opponent.movesAt, moves <= now, let move = opponent.move() { command(.move(move), at: now) }
        if run != nil {
            if run?.isJudged ?? false, let fault = conduct.overdue(at: now) { fail(fault, at: now) }
            if let nextCopyAt, nextCopyAt <= now { sendCopy(at: now) }
            proceed(at: now)
            release(at: now)  // What has waited behind a line that is not held any more.
            attend(at: now)
        }
    }

    /// Sends what has its time by now.
    mutating func flush(at now: Instant) {
        for client in lines.keys.sorted(by: { $0.serial < $1.serial }) { send(to: client, at: now) }
    }

    /// Gives up on a client that does not play: the lesson under way is failed, the others are skipped.
    mutating func giveUp(_ reason: String, at now: Instant) {
        finishLesson(.failed, Conduct.Fault(expected: "a client that plays", seen: reason), at: now)
        while run != nil { skip(reason, at: now) }
    }

    mutating func send(to client: ClientID, at now: Instant) {
        while let item = lines[client]?.delivery.next(at: now) {
            switch item {
            case .bytes(let bytes): add(.send(bytes, to: client))
            case .close: add(.close(client))
            }
        }
    }

    /// Tells the client what became of its lessons, and closes.
    mutating func sayReport(at now: Instant) {
        guard let current, let encoding = lines[current]?.encoding else { return }
        switch encoding.dialect {
        case .json: send(ExamReport.event(results), at: now)
        case .plain:
            let text = Array(
                (results.map { ExamReport.text($0, of: name) }.joined() + ExamReport.sum(results, of: name)).utf8)
            _ = lines[current]?.delivery.add(encoding.framed(text), at: now)
        }
        dismiss(.examined, at: now)
    }

    /// Says goodbye to the client.
    mutating func dismiss(_ farewell: Farewell, at now: Instant) {
        guard let current, let line = lines[current] else { return }
        let bytes = line.encoding.encode(Message(.bye(farewell)))
        _ = lines[current]?.delivery.add(bytes, at: now)
        lines[current]?.delivery.add(.close, at: now)
        lines[current]?.isMuted = true
    }
}
