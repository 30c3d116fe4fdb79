import Lobby
import Protocol

struct LessonResult: Equatable, Sendable {
    enum Verdict: String, Sendable { case passed, failed, skipped }

    let lesson: String
    let level: Lesson.Level
    let verdict: Verdict
    /// The conduct expected of the client and the one seen; nil if it passed. If it was skipped, `expected` is empty.
    let fault: Conduct.Fault?
    /// The section of `PROTOCOL.md`.
    let section: String
    /// The feature that the client does not use, without which nobody passes; nil otherwise.
    let needs: String?
    /// The address of the client; nil if it never came.
    let address: SocketAddress.Host?
    /// The times that somebody else was refused the client's name meanwhile.
    let refusedCount: Int
}

/// A lesson under way: its step, and what has happened since the last one.
struct LessonRun: Sendable {
    let lesson: Lesson
    private let scale: Int
    private var position = 0
    /// The number of times that it has happened since the step began to wait: questions, flips, moves carried out.
    private var count = 0
    /// The time since which the step has waited.
    private(set) var since: Instant
    /// True while a command is held.
    var isHolding = false
    /// True once a match of the client has begun in this lesson: from then on it is judged.
    private(set) var isJudged = false
    /// The time since which there was a match to play.
    private var playedSince: Instant?
    private var hasReturned = false
    /// True once a move of the client has been carried out, or the opponent has ended the match.
    private var hasPlayed = false
    /// The number of matches that ended too soon.
    private var attempts = 0
    private var isOver = false
    /// True if what the step waits for has happened.
    private(set) var isDone = false

    /// - Parameter scale: how much more time the client has than usual.
    init(_ lesson: Lesson, scale: Int, at now: Instant) { (self.lesson, self.scale, since) = (lesson, scale, now) }

    /// The step under way; nil at the end.
    var step: LessonStep? { position < lesson.script.count ? lesson.script[position] : nil }

    /// Goes on to the next step.
    mutating func advance(at now: Instant) {
        position += 1
        (count, since, isDone) = (0, now, false)
        switch step {
        case .over, .plays: isDone = isOver && hasPlayed
        default: break
        }
    }

    /// True if the match is over, and the step waits for something that can only happen in one.
    var isCutShort: Bool {
        guard isOver, !isHolding else { return false }
        switch step {
        case .asked, .flip, .move: return true
        case .plays, .over: return !hasPlayed
        default: return false
        }
    }

    /// Starts over in the next match, since this one ended before the script did; returns false if that has happened
    /// often.
    mutating func startOver(at now: Instant) -> Bool {
        let attempts = attempts + 1
        self = LessonRun(lesson, scale: scale, at: now)
        self.attempts = attempts
        return attempts < Limits.Exam.attempts
    }

    /// True if the step waits for the client to sit down.
    var expectsSeating: Bool { if case .command = step, !isHolding { true } else { false } }

    /// True if the client must stay away, so that its program must not be started.
    var expectsQuiet: Bool { if case .away = step { true } else { false } }

    /// True if the step waits for something that the client may well not want.
    var isOptional: Bool { if case .rematch = step { true } else { false } }

    /// True if the step waits for the client to come back by its token.
    var expectsReturn: Bool {
        switch step {
        case .back, .backAnew, .returns: true
        default: false
        }
    }

    /// True if the step waits for a client that is away.
    var expectsAbsence: Bool {
        switch step {
        case .quiet, .away: true
        default: expectsReturn
        }
    }

    /// The time when the step is over, or has taken too long; nil if it may take for ever.
    var due: Instant? {
        switch step {
        case .pass(let milliseconds), .quiet(let milliseconds), .away(let milliseconds): since + milliseconds
        case .back, .backAnew, .returns: since + Limits.Exam.returnMilliseconds * scale
        case .rematch: since + Limits.Exam.rematchMilliseconds * scale
        default: playedSince.map { [scale] in $0 + Limits.Exam.lessonMilliseconds * scale }
        }
    }

    // MARK: What happens

    /// True if the step wants to hold this request.
    func wants(_ request: Request) -> Bool {
        guard !isHolding, case .command(let command) = request.content else { return false }
        switch step {
        case .flip(let number): return isJudged && command.kind == .flip && count + 1 >= number
        case .rematch: return command == .rematch
        case .move(let kind): return isJudged && command.kind == kind
        case .command(let kinds): return kinds.contains(command.kind)
        default: return false
        }
    }

    /// Takes note that a request is held, which is what the step has waited for.
    mutating func hold(at now: Instant) {
        isHolding = true
        isDone = true
    }

    /// Takes note of an event that is on its way.
    ///
    /// - Parameters:
    ///   - asks: true if it asks for a card that was not asked for before.
    ///   - isHere: true if the client's match is the one with the opponent.
    mutating func note(_ event: Event, asks: Bool, isHere: Bool, at now: Instant) {
        guard isHere else { return }
        switch event {
        case .state(let state) where state.change == .deal: (isJudged, isOver, playedSince) = (true, false, now)
        case .state(let state) where state.phase == .over: isOver = isJudged
        default: break
        }
        guard isJudged else { return }
        switch step {
        case .asked(let number):
            if asks { count += 1 }
            if count >= number { isDone = true }
        case .over, .plays: if isOver, hasPlayed { isDone = true }
        default: break
        }
    }

    /// Takes note that the opponent ends the match, whether the client has played or not.
    mutating func noteEndByOpponent() { hasPlayed = true }

    /// Takes note of a command that was carried out, or refused.
    mutating func note(_ command: Command, isRefused: Bool) {
        if isJudged, !isRefused, case .move = command { hasPlayed = true }
        switch step {
        case .flip where command.kind == .flip && !isRefused: count += 1
        case .plays(let number):
            guard isJudged, !isRefused, case .move = command else { return }
            count += 1
            if count >= number || isOver { isDone = true }
        case .over: if isOver, hasPlayed { isDone = true }
        case .returns(let kinds): if hasReturned, kinds.contains(command.kind) { isDone = true }
        default: break
        }
    }

    /// Takes note that the client is back.
    ///
    /// - Parameter resumed: true if it has its seat again.
    mutating func noteWelcome(resumed: Bool) {
        hasReturned = true
        switch step {
        case .back: isDone = resumed
        case .backAnew: isDone = true
        default: break
        }
    }

    // MARK: Faults

    /// Returns what is wrong with a request from somebody who must be quiet, or gone.
    ///
    /// - Parameter isInPlay: true if there is another match to play.
    func fault(of request: Request, isInPlay: Bool) -> Conduct.Fault? {
        guard case .command(let command) = request.content else { return nil }
        switch (step, command) {
        case (.away, .hello(.token)): return Conduct.Fault(expected: "no attempt to come back", seen: "`hello`")
        case (.quiet, .move(let move)) where !isInPlay:
            return Conduct.Fault(expected: "no move", seen: "`\(move.kind.name)`")
        default: return nil
        }
    }

    /// Returns what is wrong if the client gets this error.
    func fault(of report: ErrorReport) -> Conduct.Fault? {
        guard isJudged, !lesson.forgives.contains(report.code) else { return nil }
        let isOfFlip = report.command == Command.Kind.flip.name && Self.codesOfFlips.contains(report.code)
        guard isOfFlip || Self.codesOfClients.contains(report.code) else { return nil }
        let command = report.command.map { "`\($0)`" } ?? "a line"
        return Conduct.Fault(
            expected: "nothing that is refused", seen: "\(command) refused as `\(report.code)`: \(report.message)")
    }

    /// Returns what is wrong if the step has taken too long.
    var lateness: Conduct.Fault? {
        switch step {
        case .pass, .quiet, .away: nil
        case .back, .backAnew, .returns:
            Conduct.Fault(
                expected: "a new connection within \(Limits.Exam.returnMilliseconds * scale / 1000) s, with the token",
                seen: hasReturned ? "one that did not get its seat back" : "none with the token")
        default:
            Conduct.Fault(
                expected: "the match goes on", seen: "no end within \(Limits.Exam.lessonMilliseconds * scale / 1000) s")
        }
    }

    /// The errors that `PROTOCOL.md`, section 12, calls the client's: a correct one causes none. The others are a
    /// user's choice, the host's own, or those of a command that an event has crossed.
    static let codesOfClients: Set<String> = [
        "bad_json", "unknown_type", "bad_field", "line_too_long", "unsupported_protocol", "name_needed",
        "already_seated", "not_seated", "no_such_card",
    ]

    /// The errors of a flip that an event can have crossed only in lessons that forgive them: elsewhere, nothing changes
    /// the question while the client may answer it.
    private static let codesOfFlips: Set<String> = [
        "stale", "not_playing", "not_your_turn", "card_face_up", "showing",
    ]

    // MARK: Rules

    /// Returns a request that leaves the rules of the lesson's game to the host as one with the lesson's rules, and one
    /// to join any match where none is to be there as one to open it.
    func settingRules(in request: Request) -> Request {
        func isOfThis(_ game: GameKind?) -> Bool { (game ?? .usual) == lesson.rules.game ?? .usual }
        var isPrivate = false
        switch request.content {
        case .command(.open(let asked, let isHidden, .anybody))
        where asked == RulesRequest(game: asked.game) && isOfThis(asked.game):
            isPrivate = isHidden
        case .command(.join(nil, let game)) where lesson.clientOpens && isOfThis(game): break
        default: return request
        }
        let command = Command.open(rules, isPrivate: isPrivate, against: .anybody)
        return Request(.command(command), id: request.id, guards: request.guards, dialect: request.dialect)
    }

    /// The rules of its match. Who may take longer to answer has longer turns, unless the lesson is about turns that run
    /// out: otherwise the clock would pass on a turn that is never answered, before that is noticed.
    var rules: RulesRequest {
        var rules = lesson.rules
        guard let turn = rules.turnMilliseconds, turn == RulesRequest.short.turnMilliseconds else { return rules }
        rules.turnMilliseconds = min(turn * scale, Rules.Bounds.turn.upperBound)
        return rules
    }

    /// True if the lesson can be held in a match with these rules.
    func fits(_ rules: Rules) -> Bool {
        if rules.game != lesson.rules.game ?? .usual { return false }
        let (turn, usual) = (lesson.rules.turnMilliseconds, RulesRequest.short.turnMilliseconds)
        if turn != nil, turn != usual, turn != rules.turnMilliseconds { return false }
        if turn == usual, 1..<Limits.Exam.leastTurnMilliseconds ~= rules.turnMilliseconds { return false }
        return lesson.rules.again != true || rules.again
    }
}
