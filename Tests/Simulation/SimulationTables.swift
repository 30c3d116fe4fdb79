import Protocol

@testable import Lobby
@testable import TestDrivers

extension Lobby {
    /// The first contradiction between its tables; nil if they agree.
    var disagreement: String? { disagreementOfSessions ?? matches.all.lazy.compactMap(disagreement).first ?? leftover }

    private var disagreementOfSessions: String? {
        var keepers = 0
        for session in sessions.all {
            if sessions[session.client] == nil { return "\(session.client) is in another's slot" }
            if let name = session.name {
                keepers += 1
                guard let person = registry[name], person.keeper == .client(session.client), person.name == name else {
                    return "\(name.text) is held by somebody else than \(session.client)"
                }
                if registry[person.token]?.name != name { return "the token of \(name.text) is not known" }
            }
            switch session.location {
            case .lobby: break
            case .seated(let id, let seat):
                guard let match = matches[id], match.seats.indices.contains(seat),
                    match.seats[seat].client == session.client,
                    match.seats[seat].player.name == session.name
                else { return "\(session.client) is not in seat \(seat) of \(id.text)" }
            case .watching(let id, _):
                if matches[id]?.watchers.count(where: { $0 == session.client }) != 1 {
                    return "\(session.client) does not watch \(id.text) once"
                }
            }
        }
        let kept = matches.all.reduce(0) { $0 + $1.seats.count { $0.absentSince != nil } }
        let absent = registry.absent.count
        return registry.count == keepers + kept + absent
            ? nil : "\(registry.count) names, \(keepers) held, \(kept) kept and \(absent) absent"
    }

    private func disagreement(_ match: Match) -> String? {
        let id = match.id.text
        if matches[match.id]?.id != match.id { return "\(id) is misplaced" }
        if let code = match.code, matches[code] != match.id { return "the code of \(id) leads elsewhere" }
        if match.isEmpty { return "nobody is in \(id)" }
        for client in match.watchers {
            if case .watching(match.id, _) = sessions[client]?.location { continue }
            return "\(client) watches \(id) and is elsewhere"
        }
        for (seat, player) in match.seats.enumerated() {
            switch player.occupant {
            case .person(_, .present(let client)):
                if sessions[client]?.location != .seated(match.id, seat) { return "\(client) sits in \(id), elsewhere" }
            case .house, .beside: break
            case .person(let name, .absent):
                if registry[name]?.keeper != .seat(match.id, seat) { return "\(name.text) has no seat" }
                if player.offersRematch { return "an absent player offers" }
            case .person(_, .left):
                if !match.isOver { return "a seat of \(id) was left before its end" }
            }
        }
        var match = match
        if let due = match.due(), match.alarms.last.map({ $0 > due }) ?? true { return "no alarm rings for \(id)" }
        if match.alarms.count > 5 { return "\(match.alarms.count) alarms of \(id)" }
        return match.game.isOver == match.isOver ? nil : "\(id) is over and is not"
    }

    private var leftover: String? {
        let alarms = matches.all.reduce(0) { $0 + $1.alarms.count }
        let (all, idle) = (matches.timers.count, matches.idleAlarms)
        return all == alarms + idle ? nil : "\(all) alarms, \(alarms) set, \(idle) idle"
    }

    /// Anything left after everyone has gone; nil if nothing is.
    var residue: String? {
        if let match = matches.all.first { return "\(match.id.text) is left" }
        if registry.count > 0 { return "\(registry.count) names are left" }
        if matches.timers.count > 0 || nextDue != nil { return "\(matches.timers.count) alarms are left" }
        return sessions.all.isEmpty ? nil : "a session is left"
    }
}
