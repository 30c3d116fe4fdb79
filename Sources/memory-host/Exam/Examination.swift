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
        /// A lesson is over.
        case report(LessonResult)
        /// All lessons are over.
        case finish
    }

    /// A connection of the client.
    struct Line: Sendable {
        /// The number by which the lobby knows it.
        let inner: ClientID
        var encoding: Encoding
        var delivery = Delivery()
        /// Nothing more reaches the client, since the connection is about to break.
        var isMuted = false
    }

    /// The name of the client.
    let name: PlayerName
    /// The address that the client comes from, nil for this machine; nil before it has said hello.
    var home: SocketAddress.Host??
    /// How often somebody else gave the name meanwhile.
    var strangers = 0
    /// The host takes no connection of the client before then.
    var awayUntil: Instant?
    var lobby: Lobby
    private let settings: Lobby.Settings
    var opponent: Opponent
    var conduct: Conduct
    /// The lines to the client, by the owner's numbers; several while an old one is closing.
    var lines: [ClientID: Line] = [:]
    /// The connection on which the client was welcomed last.
    var current: ClientID?
    /// The tokens that the client was given.
    var tokens: Set<Token> = []
    private var serial: UInt32 = 0
    /// Decides the decks, and what the opponent does; see ``handle(_:at:)``.
    var random: SplitMix64
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
        opponent = Opponent(client: ClientID(slot: 0, serial: 0), seed: random.next())
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

    /// Returns true if the client may come without a token: it is not connected, and the lesson has not begun, or the
    /// lobby knows the name no more. A program that was started again comes like this.
    func mayComeAnew(as name: PlayerName, at now: Instant) -> Bool {
        guard current == nil else { return false }
        guard run?.isJudged ?? false else { return true }
        var (trial, random) = (lobby, random)
        let client = ClientID(slot: Int(serial) + 1, serial: serial + 1)
        _ = trial.handle(.connected(client), at: now + shift, using: &random)
        let hello = Request(.command(.hello(.name(name))), dialect: .json)
        let outcome = trial.handle(.received(hello, from: client), at: now + shift, using: &random)
        return outcome.effects.contains {
            if case .send(let message, _) = $0, case .welcome = message.event { true } else { false }
        }
    }

    /// A client's connection, which has been greeted, is one of this examination.
    mutating func connect(_ client: ClientID, _ encoding: Encoding, at now: Instant) {
        let inner = nextInner()
        lines[client] = Line(inner: inner, encoding: encoding)
        _ = lobby.handle(.connected(inner), at: now + shift, using: &random)  // Its greeting has been sent.
    }

    /// A line has come.
    mutating func receive(_ request: Request, from client: ClientID, at now: Instant) {
        guard let line = lines[client], !line.isMuted else { return }
        if let dialect = request.dialect { lines[client]?.encoding = line.encoding.with(dialect) }
        var isHello = false
        if case .command(.hello) = request.content { isHello = true }
        if isHello || client == current, let fault = run?.fault(of: request, isInPlay: conduct.isInPlay) {
            fail(fault, at: now)
        }
        if case .command(.hello(.name)) = request.content, current == nil, !(run?.isJudged ?? false) {
            giveUpOnAbsent(at: now)  // Its seat is of no use to it: the next lesson has begun.
        }
        guard client == current else {
            // Before it is welcomed, and after another connection was, nothing that it does counts.
            return isHello ? pass(request, from: client, at: now) : passUnseen(request, from: line.inner, at: now)
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

    /// Has the lobby answer a request that the lesson is not about.
    private mutating func passUnseen(_ request: Request, from inner: ClientID, at now: Instant) {
        carryOut(handle(.received(request, from: inner), at: now), at: now)
    }

    /// Has the lobby handle an input. Decks follow from the seed, but nobody may guess a token.
    mutating func handle(_ input: Input, at now: Instant) -> Outcome {
        guard case .received(let request, _, _) = input, case .command(.hello) = request.content else {
            return lobby.handle(input, at: now + shift, using: &random)
        }
        var secret = SystemRandomNumberGenerator()
        return lobby.handle(input, at: now + shift, using: &secret)
    }

    /// The client has sent nothing more, or its connection is gone.
    mutating func end(_ client: ClientID, isGone: Bool, at now: Instant) {
        guard let line = lines[client] else { return }
        if !isGone {
            carryOut(lobby.handle(.finished(line.inner), at: now + shift, using: &random), at: now)
            return
        }
        lines[client] = nil
        carryOut(lobby.handle(.disconnected(line.inner), at: now + shift, using: &random), at: now)
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
    private mutating func nextInner() -> ClientID {
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

    // MARK: The lobby

    /// The lobby starts anew, without data.
    mutating func forget(at now: Instant) {
        lobby = Lobby(settings: settings)
        for client in lines.keys.sorted(by: { $0.serial < $1.serial }) { add(.cut(client)) }
        lines = [:]
        current = nil
        conduct = Conduct(patience: conduct.patience)
        bringOpponent(at: now)
    }

    /// The opponent connects, under the name that the lesson wants.
    private mutating func bringOpponent(at now: Instant) {
        opponent = Opponent(client: nextInner(), seed: random.next())
        opponentName = ""
        carryOut(lobby.handle(.connected(opponent.client), at: now + shift, using: &random), at: now)
        nameOpponent(at: now)
        attend(at: now)
    }

    /// The opponent is back, by its token.
    mutating func returnOpponent(at now: Instant) {
        isOpponentAway = false
        opponent.reconnect(as: nextInner())
        carryOut(lobby.handle(.connected(opponent.client), at: now + shift, using: &random), at: now)
        if let token = opponent.token { command(.hello(.token(token)), at: now) }
    }

    /// The opponent sends a command.
    mutating func command(_ command: Command, at now: Instant) {
        let guards = command.kind.terms.isForSeenMatch ? Request.Guards(match: opponent.seating?.match) : nil
        let request = Request(.command(command), guards: guards, dialect: .json)
        carryOut(handle(.received(request, from: opponent.client), at: now), at: now)
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
