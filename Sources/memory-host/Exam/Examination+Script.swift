import Lobby
import Protocol

// The lesson's script: carrying out the steps that act, and coming to an end.
extension Examination {
    /// Carries out steps until one waits. While events are on their way, only what they were waited for is noted.
    mutating func proceed(at now: Instant) {
        if isDelivering {
            while run?.isDone ?? false { run?.advance(at: now) }
            return
        }
        guard !isProceeding else { return }  // A step leads to events, which may be what the next one waits for.
        isProceeding = true
        defer { isProceeding = false }
        while let step = run?.step {
            let lesson = results.count
            if let due = run?.due, due <= now {
                if run?.isOptional ?? false { return skip("the client did not want to play again", at: now) }
                if let fault = run?.lateness { return fail(fault, at: now) }
                run?.advance(at: now)
                continue
            }
            if run?.isDone ?? false {
                run?.advance(at: now)
            } else if !act(step, at: now) {
                return
            } else if results.count == lesson {  // It may have been failed by what the step has caused.
                run?.advance(at: now)
            }
        }
        if run != nil { finishLesson(.passed, nil, at: now) }
    }

    /// Carries out a step; returns false if it waits.
    private mutating func act(_ step: LessonStep, at now: Instant) -> Bool {
        switch step {
        case .asked, .flip, .move, .command, .rematch, .plays, .over, .back, .backAnew, .returns, .pass, .quiet, .away:
            return false
        case .carryOut(let isSeen):
            guard let request = takeHeld(), let current else { break }
            if !isSeen { lines[current]?.isMuted = true }
            pass(request, from: current, at: now)
        case .lose: _ = takeHeld()
        case .refuse(let refusal):
            guard let request = takeHeld(), case .command(let command) = request.content, let current,
                let inner = lines[current]?.inner
            else { break }
            var outcome = Outcome()
            let report = ErrorReport(refusal, command: command.kind.name)
            outcome.effects = [.send(Message(.error(report), re: request.id), to: inner)]
            carryOut(outcome, at: now)
        case .complain(let refusal):
            guard let current, let inner = lines[current]?.inner else { break }
            var outcome = Outcome()
            outcome.effects = [.send(Message(.error(ErrorReport(refusal, command: nil))), to: inner)]
            carryOut(outcome, at: now)
        case .cut: cut(at: now)
        case .goAway(let milliseconds):
            cut(at: now)
            awayUntil = now + milliseconds
        case .forget: forget(at: now)
        case .giveUpOnAbsent: giveUpOnAbsent(at: now)
        case .close(let farewell):
            dismiss(farewell, at: now)
            conduct.disconnect()
            current = nil
        case .send(let text): send(text, at: now)
        case .opponentBreaks:
            isOpponentAway = true
            carryOut(handle(.disconnected(opponent.client), at: now), at: now)
        case .opponentReturns: returnOpponent(at: now)
        case .opponentResigns:
            run?.noteEndByOpponent()
            command(.resign, at: now)
        case .opponentOffers: command(.rematch, at: now)
        case .opponentLeaves:
            run?.noteEndByOpponent()
            command(.leave, at: now)
            opponent.forgetMatch()
        case .opponentSays(let texts):
            for text in texts { if let text = try? SpokenText(text) { command(.say(text), at: now) } }
        case .opponentMoves(let move?): command(.move(move), at: now)
        case .opponentMoves(nil):
            guard case .command(.move(let move)) = held.first?.content else { break }
            command(.move(move), at: now)
            guard held.first?.guards?.version == nil else { break }
            fail(
                Conduct.Fault(
                    expected:
                        "a move that names the `version` it is meant for, so that it is refused when that is past",
                    seen: "`\(move.kind.name)` without `version`"), at: now)
            return false
        }
        return true
    }

    private mutating func takeHeld() -> Request? {
        run?.isHolding = false
        return held.isEmpty ? nil : held.removeFirst()
    }

    /// Breaks the client's connection, once what was due has been sent.
    private mutating func cut(at now: Instant) {
        guard let client = current, let line = lines[client] else { return }
        send(to: client, at: now)
        add(.cut(client))
        (lines[client], current, held) = (nil, nil, [])
        conduct.disconnect()
        carryOut(handle(.disconnected(line.inner), at: now), at: now)
    }

    /// Lets the time pass for which a seat is kept, so that the absent client loses its seat and its name.
    mutating func giveUpOnAbsent(at now: Instant) {
        shift += (opponent.seating?.rules.graceMilliseconds ?? 0) + 1
        carryOut(lobby.advance(to: now + shift, using: &random), at: now)
    }

    // MARK: The end of a lesson

    /// Begins the next lesson, if there is one.
    mutating func beginLesson(at now: Instant) {
        run = results.count < lessons.count ? LessonRun(lessons[results.count], scale: scale, at: now) : nil
        opponent.plays = run?.lesson.opponentPlays ?? false
        guard run == nil else { return }
        add(.finish)
        sayReport(at: now)
    }

    /// The lesson is failed.
    mutating func fail(_ fault: Conduct.Fault, at now: Instant) {
        guard run?.isJudged ?? false || run?.expectsAbsence ?? false else { return }
        finishLesson(.failed, fault, at: now)
    }

    /// Notes what became of the lesson, ends its match and begins the next one.
    mutating func finishLesson(_ verdict: LessonResult.Verdict, _ fault: Conduct.Fault?, at now: Instant) {
        guard let lesson = run?.lesson else { return }
        let lacks = verdict == .failed && conduct.unguarded > 0 ? lesson.needs : nil
        let result = LessonResult(
            lesson: lesson.name, level: lesson.level, verdict: verdict, fault: fault, section: lesson.section,
            needs: lacks, address: home, refusedCount: refusedCount)
        results.append(result)
        refusedCount = 0
        add(.report(result))
        beginLesson(at: now)
        (idleSince, patience) = (now, 0)
        nextCopyAt = nil
        if isOpponentAway { returnOpponent(at: now) }
        // What the lesson has held is carried out late, as on a slow host.
        release(at: now)
        if opponent.state?.phase == .playing || opponent.state?.phase == .showing || opponent.state?.phase == .paused {
            command(.resign, at: now)
        }
        nameOpponent(at: now)
        attend(at: now)
    }
}
