import Lobby
import Protocol

// A client that enters a contest is seated whenever there is a match for it. Of the contest, the exam has no more than
// that.
extension Examination {
    /// Answers a command about the contest; returns false if it is another one.
    mutating func answer(_ command: Command, _ id: RequestID?, to inner: ClientID, at now: Instant) -> Bool {
        switch command {
        case .enter:
            isEntrant = true
            deliver(Message(.ok(.enter), re: id), to: inner, at: now)
        case .withdraw:
            isEntrant = false
            deliver(Message(.ok(.withdraw), re: id), to: inner, at: now)
        case .standings: deliver(Message(.standings(standings), re: id), to: inner, at: now)
        default: return false
        }
        return true
    }

    private var standings: Standings {
        let names = isEntrant ? [name.text, opponentName] : []
        let players = names.map { name in
            Standings.Player(
                name: name, isPresent: true, Standings.Results(), mean: nil, standardError: nil, rating: 0, interval: 0)
        }
        return Standings(
            players: players, remaining: lessons.count - results.count, pairs: 1,
            seal: String(repeating: "0", count: 64), seed: nil)
    }
}

extension Seating {
    /// The same match as one of a contest.
    var inContest: Seating {
        Seating(
            match: match, seat: seat, rules: rules, seal: seal, code: code, beside: beside,
            contest: ContestPlace(round: 1, leg: 1), pictures: pictures)
    }
}
