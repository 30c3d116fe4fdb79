import Lobby
import Protocol

// Bringing the client and its opponent together: at the first match, and between lessons. A client may join the match
// that the opponent has opened, open one itself, play again, or end and connect anew for the next lesson.
extension Examination {
    /// The time when the client will have been idle for too long; nil while it plays.
    var idleDue: Instant? {
        guard !isInPlayHere, let run, !run.expectsAbsence, !run.isJudged else { return nil }
        // What the opponent does at the end of a match is not late for anybody; that the client is sent away may be.
        let wait = Limits.Exam.patience[min(patience, Limits.Exam.patience.count - 1)]
        return idleSince + (patience < 2 ? wait : wait * scale)
    }

    /// The time when an entrant may be seated: what it sent in the match before has come by then.
    private var seatingDue: Instant {
        let sentAt = current.flatMap { lines[$0]?.delivery.last } ?? idleSince
        return max(idleSince, sentAt) + Limits.Exam.restMilliseconds
    }

    /// The time when an entrant is to be seated; nil if that has been looked at.
    var entrantDue: Instant? { isEntrant && idleDue != nil && lastAttended < seatingDue ? seatingDue : nil }

    /// Does what is to be done so that the next match can begin.
    mutating func attend(at now: Instant) {
        guard let run, !isAttending else { return }
        isAttending = true
        defer { isAttending = false }
        if isInPlayHere {
            (idleSince, patience) = (now, 0)
            if !run.isJudged { return command(.resign, at: now) }  // It began in the lesson before.
            if run.expectsSeating { return skip("the client sat down without asking", at: now) }
            if let current, lines[current]?.encoding.dialect == .plain, run.lesson.habits.contains(where: \.isOfJSON) {
                return skip("the client reads plain words", at: now)
            }
            if let rules = conduct.rules, !run.fits(rules) { skip("the match has other rules", at: now) }
            return
        }
        if run.isCutShort, !(self.run?.startOver(at: now) ?? true) { return skip("each match ended too soon", at: now) }
        guard !(self.run?.isJudged ?? true) else { return }
        lastAttended = now
        if let due = idleDue, due <= now { wakeUp(at: now) }
        guard self.run != nil else { return }
        if let match = conduct.waitingMatch, match != opponent.seating?.match {
            leave(at: now)
            command(.join(conduct.code.map { .code($0) } ?? .id(match)), at: now)
        }
        switch opponent.state?.phase {
        case nil:
            open(at: now)
            if isEntrant, seatingDue <= now, let match = opponent.seating?.match { seat(in: match, at: now) }
        case .over:
            let seats = opponent.state?.seats ?? []
            let other = seats.indices.first { $0 != opponent.seating?.seat }.map { seats[$0] }
            if other == nil || other?.left ?? true { return reopen(at: now) }
            if current == nil { return reopen(at: now) }
            if isEntrant, seatingDue <= now {
                reopen(at: now)
                return opponent.seating.map { seat(in: $0.match, at: now) } ?? ()
            }
            guard other?.rematch ?? false else { break }
            if !clientMustOpen, opponent.seating.map({ run.fits($0.rules) }) ?? false {
                command(.rematch, at: now)
            } else {
                reopen(at: now)
            }
        case .waiting:
            if isEntrant, seatingDue <= now, let match = opponent.seating?.match, current != nil {
                return seat(in: match, at: now)
            }
            if let rules = opponent.seating?.rules, clientMustOpen || !run.fits(rules) { reopen(at: now) }
        case .playing, .showing, .paused: break
        }
    }

    /// True if the opponent opens no match, since the client is to open one. Who is seated unasked opens none.
    private var clientMustOpen: Bool { !isEntrant && run?.lesson.clientOpens ?? false }

    /// Has a match ready for a client that joins any.
    mutating func prepareTable(at now: Instant) {
        switch opponent.state?.phase {
        case nil, .over: reopen(at: now)
        case .waiting, .playing, .showing, .paused: break
        }
    }

    /// Gives an entrant its seat, unasked.
    private mutating func seat(in match: MatchID, at now: Instant) {
        guard let current, let inner = lines[current]?.inner else { return }
        let request = Request(.command(.join(.id(match))), dialect: .json)
        carryOut(handle(.received(request, from: inner), at: now), at: now)
    }

    private mutating func leave(at now: Instant) {
        if opponent.seating != nil { command(.leave, at: now) }
        opponent.forgetMatch()
    }

    private mutating func open(at now: Instant) {
        guard let rules = run?.rules, !clientMustOpen else { return }
        command(.open(rules, isPrivate: false, against: .anybody), at: now)
    }

    private mutating func reopen(at now: Instant) {
        leave(at: now)
        open(at: now)
    }

    /// The opponent takes the name that the lesson wants.
    mutating func nameOpponent(at now: Instant) {
        guard let lesson = run?.lesson, let name = try? PlayerName(lesson.opponentName) else { return }
        guard opponentName != name.text else { return }
        leave(at: now)
        command(.hello(.name(name)), at: now)
        opponentName = name.text
    }

    /// The client has done nothing for a while, at the end of a match or without one.
    private mutating func wakeUp(at now: Instant) {
        patience += 1
        switch patience {
        case 1:
            if opponent.state?.phase == .over, let rules = opponent.seating?.rules, run?.fits(rules) ?? false,
                !clientMustOpen
            {
                command(.rematch, at: now)
            }
        case 2: if opponent.state?.phase == .over { leave(at: now) }
        case 3:
            let hint = "The next lesson is for a client that connects again, or joins a match."
            dismiss(Farewell(reason: "idle", message: hint, retry: true), at: now)
        default: giveUp("the client did not sit down to a match", at: now)
        }
    }

    mutating func skip(_ reason: String, at now: Instant) {
        finishLesson(.skipped, Conduct.Fault(expected: "", seen: reason), at: now)
    }
}
