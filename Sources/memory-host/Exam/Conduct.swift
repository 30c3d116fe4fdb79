import Lobby
import Protocol

/// The questions that a client was asked, and its answers: the rules of a player, whatever the lesson.
///
/// A state asks the client for a card while `turn` is its seat. It answers each `ply` once, in time, and sends nothing
/// that is refused, unless the lesson says that this can happen to a correct client.
struct Conduct: Sendable {
    /// The conduct that was expected of a client, and the conduct that was seen instead.
    struct Fault: Equatable, Sendable {
        /// The conduct that `PROTOCOL.md` asks for.
        let expected: String
        /// The client's conduct.
        let seen: String
    }

    /// A flip that the newest state asks for.
    private struct Question: Sendable {
        let ply: Int
        let since: Instant
        /// The time by which it must be answered.
        let due: Instant
    }

    /// Milliseconds in which the client must answer.
    let patience: Int
    /// The client's last `match`, its seat and its code.
    private(set) var match: MatchID?
    private(set) var seat: Int?
    private(set) var code: MatchCode?
    /// The phase of that match; nil before its first state.
    private var phase: MatchState.Phase?
    private var open: Question?
    /// The ply that the newest state asks for; nil if it asks for none.
    private var newest: Int?
    /// The plies answered since the last `match`, and not refused.
    private var answered: Set<Int> = []
    /// The ply that the flip under way answers; nil if it names none, or there is none.
    private var underWay: Int?
    /// The rules of the match; nil without one.
    private(set) var rules: Rules?
    /// Flips that came without `match` and `ply`.
    private(set) var unguarded = 0

    /// The time by which the client must answer; nil if it has not been asked.
    var due: Instant? { open?.due }

    /// True if the client has a seat in a match that has begun and is not over.
    var isInPlay: Bool {
        switch phase {
        case .playing, .showing, .paused: seat != nil
        case .waiting, .over, nil: false
        }
    }

    /// The match in which the client waits for an opponent; nil if it does not.
    var waitingMatch: MatchID? { phase == .waiting && seat != nil ? match : nil }

    /// Nothing has been asked yet.
    init(patience: Int) { self.patience = patience }

    // MARK: What the client is told

    /// Takes note of an event that reaches the client then.
    ///
    /// - Returns: true if it asks for a card that it had not asked for before.
    mutating func tell(_ event: Event, at moment: Instant) -> Bool {
        switch event {
        case .match(let seating):
            (match, seat, rules, code) = (seating.match, seating.seat, seating.rules, seating.code)
            (open, underWay, newest, answered, phase) = (nil, nil, nil, [], nil)
        case .state(let state) where state.match == match: return show(state, at: moment)
        case .error(let report) where report.command == Command.Kind.flip.name:
            // It was no answer: the newest state asks again, if it asks for that.
            if let ply = underWay {
                underWay = nil
                answered.remove(ply)
                guard ply == newest else { break }
                open = Question(ply: ply, since: moment, due: moment + patience + Limits.Exam.repeatMilliseconds)
            }
        default: break
        }
        return false
    }

    private mutating func show(_ state: MatchState, at moment: Instant) -> Bool {
        phase = state.phase
        newest = state.phase == .playing && state.turn == seat ? state.ply : nil
        guard state.phase == .playing, state.turn == seat, let ply = state.ply, seat != nil else {
            open = nil
            return false
        }
        guard !answered.contains(ply), open?.ply != ply else { return false }
        open = Question(ply: ply, since: moment, due: moment + patience)
        return true
    }

    // MARK: What the client does

    /// Takes note of a command; returns what is wrong with it, before the lobby has seen it.
    mutating func receive(_ request: Request) -> Fault? {
        guard case .command(.move(let move)) = request.content, move.kind == .flip else { return nil }
        let guards = request.guards
        if guards?.match == nil || guards?.ply == nil { unguarded += 1 }
        // Flips for a match or a ply that is past are the lobby's to refuse.
        if let named = guards?.match, named != match { return nil }
        guard let ply = guards?.ply ?? open?.ply else {
            return Fault(
                expected: "no flip while `turn` is not the client's seat", seen: "a flip that nothing asked for")
        }
        if answered.contains(ply) {
            return Fault(expected: "one flip for ply \(ply)", seen: "a second one")
        }
        guard ply == open?.ply || guards?.ply != nil else { return nil }
        answered.insert(ply)
        (underWay, open) = (ply, open?.ply == ply ? nil : open)
        return nil
    }

    /// Takes note that the flip under way was carried out, or lost with its connection.
    mutating func settle() { underWay = nil }

    /// Takes note that the client's connection is gone: nothing is asked of it until it is back.
    mutating func disconnect() { (open, underWay, newest, phase) = (nil, nil, nil, nil) }

    /// Returns what is wrong if the client has not answered in time.
    func overdue(at now: Instant) -> Fault? {
        guard let open, open.due <= now else { return nil }
        return Fault(
            expected: "a flip for ply \(open.ply) within \((open.due - open.since) / 1000) s", seen: "none")
    }
}
