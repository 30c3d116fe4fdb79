import HTTP
import Lobby
import Protocol

// What an operator's programs ask over HTTP: how the host is, and what it has counted.
extension Host {
    /// The reason newcomers are better sent elsewhere, as `GET /healthz` gives it; nil for a host that is well.
    var unfitness: String? {
        if stopAt != nil { return "The host is stopping." }
        if lobby.isDraining { return Refusal.draining.message }
        if let failure = committer.gate.diskFailure { return "The host cannot write to its disk (\(failure.reason))." }
        return nil
    }

    /// Returns the response to a request for what only operators need; nil for any other.
    ///
    /// - Parameter client: the address that the request has come from.
    mutating func respondToOperator(_ request: HTTPRequest, from client: SocketAddress.Host) -> HTTPResponse? {
        guard request.pathBytes <= Limits.Internal.operatorPathBytes else { return nil }
        switch request.path {
        case "/healthz": return unfitness.map { WebSite.plain(.unavailable, $0) } ?? WebSite.plain(.ok, "ok")
        case "/metrics":
            if let refusal = metricsGate.refusal(of: request, from: client, at: now) { return refusal }
            var response = WebSite.secured(
                HTTPResponse(
                    .ok, [("Content-Type", MetricsWriter.mediaType), ("Cache-Control", "no-store")],
                    body: metricsPage.bytes))
            response.weight = Limits.metricsWeight
            return response
        default: return nil
        }
    }

    private var metricsPage: MetricsPage {
        MetricsPage(
            version: Hello.programVersion, meters: meters, moves: lobby.moves, lobby: lobby.census,
            connections: connections.census, journalBytes: committer.journalBytes, records: committer.recordCount,
            isStorageFailing: committer.gate.diskFailure != nil, usage: Platform.usage, startedAt: startedAt)
    }

    /// Notes how long the moves took whose states are ready to be sent now.
    mutating func timeMoves() {
        meters.committed(
            appended: committer.gate.appended, visible: committer.gate.visible, passBegan: clock.microseconds,
            { clock.readMicroseconds() })
    }

    /// Counts a connection for which there is no room.
    mutating func countTurnedAway(_ refusal: Refusal) {
        switch refusal {
        case .shuttingDown: meters.turnAway(.shuttingDown)
        case .tooManyConnections: meters.turnAway(.tooManyConnections)
        default: meters.turnAway(memory.isLow ? .noMemory : .hostFull)
        }
    }
}
