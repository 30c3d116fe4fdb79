import Protocol

// Coming in, and coming back.
//
//     connecting ──opened──▶ greeting ──hello──▶ identifying ──welcome──▶ online ──bye──▶ leaving
//         ▲  │                  │                     │                      │
//         │  └───────lost───────┴──────────┬──────────┴──────────────────────┘
//         └────────time──────── waiting ◀──┘         until the host has once let the client in, lost ends it
//
// A host that can't let the client in just now is told who it is again and again: identifying ⇄ postponed.

struct Connection: Equatable, Sendable {
    var stage = Stage.connecting
    /// Attempts since the connection was last good.
    var tries = 0
    /// True once the host has let the client in. Until then, a failure ends the attempt.
    var wasOnline = false
    /// The moment at which the client gives up on a host that said it would stop.
    var giveUpAt: Instant?
    /// The host can't let the client in over this connection just now.
    var postponement: Postponement?
    /// A fatal error whose `bye` has not come yet.
    var fatal: ErrorReport?
    /// The moment of the host's last line.
    private(set) var lastMessageAt = Instant(milliseconds: 0)
    /// The moment at which an unanswered `ping` was sent.
    private(set) var pingedAt: Instant?

    enum Stage: Equatable, Sendable {
        /// There is none, and none is being made: the person is asked for an address.
        case none
        case connecting
        /// It is made, and the host has until then to say `hello`.
        case greeting(until: Instant)
        /// The client has said who it is, and the host has until then to answer.
        case identifying(Identification, until: Instant)
        /// The host can't let the client in just now, which says who it is again then.
        case postponed(Identification, until: Instant)
        /// The host has refused the name, and the person is asked for another.
        case naming
        case online(since: Instant)
        /// It is broken, and is tried again then.
        case waiting(until: Instant)
        /// The client has said `bye`, and waits until then for the host's.
        case leaving(until: Instant)
    }

    /// A host that can't let the client in just now.
    struct Postponement: Equatable, Sendable {
        /// The moment at which the client gives up.
        let end: Instant
        /// The reason that it gave last.
        let report: ErrorReport
    }

    var isOnline: Bool {
        if case .online = stage { return true }
        return false
    }

    /// The next moment at which something is due: an answer is late, or it is time to try again or to send a `ping`.
    var deadline: Instant? {
        switch stage {
        case .none, .connecting, .naming: nil
        case .greeting(let until), .identifying(_, let until), .postponed(_, let until), .waiting(let until),
            .leaving(let until):
            until
        case .online: pingedAt.map { $0 + Model.Times.pongTimeout } ?? lastMessageAt + Model.Times.silenceBeforePing
        }
    }

    /// It is made: the host speaks first.
    mutating func open(at now: Instant) {
        (fatal, postponement) = (nil, nil)
        markAlive(at: now)
        stage = .greeting(until: now + Model.Times.replyTimeout)
    }

    /// The host has said something.
    mutating func markAlive(at now: Instant) { (lastMessageAt, pingedAt) = (now, nil) }

    /// Notes that a `ping` was sent; false if the one before it is still unanswered.
    mutating func ping(at now: Instant) -> Bool {
        guard pingedAt == nil else { return false }
        pingedAt = now
        return true
    }

    /// The milliseconds to wait before the next attempt, which counts from now on; longer each time.
    mutating func nextDelay(at now: Instant) -> Int {
        if case .online(let since) = stage, now - since >= Model.Times.stableAfter { tries = 0 }
        tries += 1
        return Model.Times.retryDelays[min(tries, Model.Times.retryDelays.count) - 1]
    }

    /// True if a host that closes for this reason may soon be back.
    func isTemporary(_ reason: String) -> Bool { wasOnline && reason == Refusal.shuttingDown.code }
}
