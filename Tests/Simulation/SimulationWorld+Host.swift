import Protocol

@testable import Lobby
@testable import memory_host

// What arrives at the host, what leaves it, and who looks on.
extension SimulationWorld {
    mutating func arrive(_ signal: SimulatedSignal, from client: ClientID) {
        guard startsAt == nil, host.doom != .stopping else { return }
        if case .opened = signal {
            host.lines[client] = SimulatedLine()
            return host.tell(.connected(client), .came(client), at: hostNow, using: &random)
        }
        guard host.lines[client]?.isClosing == false else { return }
        switch signal {
        case .opened: break
        case .said(let request): deliver(request, from: client)
        case .closedSide: host.tell(.finished(client), .about(client), at: hostNow, using: &random)
        case .throttled: host.tell(.throttled(client), .about(client), at: hostNow, using: &random)
        case .stalled: host.tell(.stalled(client), .about(client), at: hostNow, using: &random)
        case .outwaited:
            guard !host.lobby.isExpected(client) else { return }
            host.tell(.evictedForIdling(client), .about(client), at: hostNow, using: &random)
        case .reset: host.drop(client, at: hostNow, using: &random)
        }
    }

    /// The host is sent a request, and is held to what a refusal must leave as it is.
    mutating func deliver(_ request: Request, from client: ClientID) {
        var isGood = false
        if host.committer.gate.diskFailure == nil, case .command(.hello(.token(let token))) = request.content,
            let bot = owners[client]
        {
            isGood = bots[bot].token == token && witness.mustKnow(token, of: bot, host.lobby.registry)
        }
        let before = host.lobby.sight(of: client, at: hostNow)
        let allowance = Allowance(diskFailure: host.committer.gate.diskFailure?.reason)
        host.tell(
            .received(request, from: client, allowing: allowance), .request(request, client), at: hostNow,
            using: &random)
        let effects = host.unkept.last?.happening.effects ?? []
        if isGood { count("token") }
        guard let refusal = effects.refusal else { return }
        if isGood, refusal.code == "bad_token" { witness.object("a token that must be good was refused") }
        if !refusal.isFatal, host.lobby.sight(of: client, at: hostNow) != before {
            witness.object("a refusal of \(request) changed the match")
        }
    }

    /// Has what has left for clients arrive there some time.
    mutating func takeDepartures() {
        for (client, messages) in host.departures {
            for message in messages { witness.leaves(message) }
            deliver(messages, to: client)
        }
        for client in host.dropped {
            deliver([nil], to: client)
            freeSlots.append(Int(client.slot))
        }
        (host.departures, host.dropped) = ([], [])
    }

    mutating func deliver(_ messages: [Message?], to client: ClientID) {
        down[client, default: []] += messages
        let delay =
            chance(1, in: 10) ? Int.random(in: 0...8_000, using: &random) : Int.random(in: 0...80, using: &random)
        for _ in messages { schedule(.down(client), in: delay) }
    }

    /// Shows the referee and the witness what has been kept.
    mutating func judge() {
        for happening in host.kept {
            witness.look(at: happening, owners: owners)
            switch happening.kind {
            case .came(let client): referee.came(client)
            case .went(let client): referee.went(client)
            case .request(let request, let client):
                referee.speaks(client, request.dialect)
                referee.judge(request, from: client, happening.effects)
            case .about, .other, .passed: break
            }
            referee.judgeMoves(happening)
            var entries = happening.entries[...]
            for effect in happening.effects { referee.look(at: effect, &entries, happening.now) }
            referee.keep(entries)
            if case .request(let request, let client) = happening.kind, request.content.isLeaving,
                happening.effects.refusal == nil
            {
                referee.left(client)
            }
        }
        host.kept = []
    }
}

extension Request.Content {
    fileprivate var isLeaving: Bool { if case .command(.leave) = self { true } else { false } }
}

extension [Effect] {
    /// The refusal that a client is sent, if any.
    fileprivate var refusal: ErrorReport? {
        for case .send(let message, _) in self {
            if case .error(let report) = message.event { return report }
        }
        return nil
    }
}

/// All that a refusal must leave as it is: what is seen of a client's match, its stage with its clock, and who is in
/// it.
private struct MatchSight: Equatable {
    let state: MatchState
    let stage: MatchStage
    let occupants: [Seat.Occupant]
    let watchers: [ClientID]
    let alarms: [Instant]
    let names: Int
}

extension Lobby {
    fileprivate func sight(of client: ClientID, at now: Instant) -> MatchSight? {
        guard var match = sessions[client]?.location.match.flatMap({ matches[$0] }) else { return nil }
        return MatchSight(
            state: match.state(after: nil, at: now), stage: match.stage, occupants: match.seats.map(\.occupant),
            watchers: match.watchers, alarms: match.alarms, names: registry.count)
    }
}
