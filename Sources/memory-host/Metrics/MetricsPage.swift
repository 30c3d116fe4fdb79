import Lobby
import Protocol

/// What `GET /metrics` tells an operator, at one moment.
///
/// No name of a player, a match or an address is in it: labels have values from short lists that are known beforehand.
struct MetricsPage {
    let version: String
    let meters: Meters
    let moves: MoveCounts
    let lobby: Lobby.Census
    let connections: ConnectionTable.Census
    let journalBytes: Int
    let records: Int
    let isStorageFailing: Bool
    let usage: Platform.Usage
    /// The time at which the process began, in milliseconds since 1970.
    let startedAt: Int

    /// The text.
    var bytes: [UInt8] {
        var writer = MetricsWriter()
        writer.begin("memory_host_build_info", .gauge, "The version of the host, which is always 1.")
        writer.put("version", version, 1)
        writeCrowd(into: &writer)
        writePlay(into: &writer)
        writeTraffic(into: &writer)
        writeStorage(into: &writer)
        writeProcess(into: &writer)
        return writer.bytes
    }

    private func writeCrowd(into writer: inout MetricsWriter) {
        writer.begin("memory_host_connections", .gauge, "Open connections, by what they are used for.")
        writer.put("transport", "line", connections.lines)
        writer.put("transport", "websocket", connections.webSockets)
        writer.put("transport", "http", connections.browsers)
        writer.begin("memory_host_matches", .gauge, "Matches, by game and state.")
        for game in GameKind.allCases {
            for stage in Lobby.Census.MatchStatus.allCases {
                writer.put("game", game.rawValue, "state", stage.rawValue, lobby.matches(of: game, in: stage))
            }
        }
        writer.put("memory_host_players", .gauge, "Connected players with a name.", lobby.players)
        writer.put("memory_host_watchers", .gauge, "Clients that watch a match.", lobby.watchers)
    }

    private func writePlay(into writer: inout MetricsWriter) {
        writer.begin("memory_host_moves_total", .counter, "Moves made, by game and by what came of them.")
        moves.forEach { writer.put("game", $0.rawValue, "result", $1, $2) }
        writer.begin("memory_host_refusals_total", .counter, "Errors sent to clients, by their code.")
        for (code, count) in zip(Refusal.codes, meters.refusals) { writer.put("code", code, count) }
        writer.put(
            "memory_host_flip_seconds",
            "Time from reading a player's move to having its state ready to be sent, with the wait for the disk, if any.",
            meters.flips)
    }

    private func writeTraffic(into writer: inout MetricsWriter) {
        writer.begin("memory_host_turned_away_total", .counter, "Connections that were not let in, by the reason.")
        for reason in Meters.TurningAway.allCases {
            writer.put("reason", reason.rawValue, meters.turnedAway[reason] ?? 0)
        }
        writer.begin(
            "memory_host_forbidden_total", .counter, "Requests of HTTP that were answered by 403, by the reason.")
        for reason in ForbiddenRequests.Reason.allCases {
            writer.put("reason", reason.rawValue, meters.forbidden.counts[reason] ?? 0)
        }
        writer.begin("memory_host_bytes_total", .counter, "Bytes received from clients and sent to them.")
        writer.put("direction", "in", connections.receivedBytes)
        writer.put("direction", "out", connections.sentBytes)
    }

    private func writeStorage(into writer: inout MetricsWriter) {
        writer.put("memory_host_sync_seconds", "Time that the disk took to sync.", meters.syncs)
        writer.put("memory_host_journal_bytes", .gauge, "Size of the journal.", journalBytes)
        writer.put("memory_host_records", .gauge, "Records of past matches that are kept.", records)
        writer.put(
            "memory_host_storage_failing", .gauge, "1 while the disk fails, so that all matches are paused; else 0.",
            isStorageFailing ? 1 : 0)
    }

    private func writeProcess(into writer: inout MetricsWriter) {
        writer.put(
            "process_cpu_seconds_total", .counter, "Total user and system CPU time spent in seconds.",
            microseconds: usage.processorMicroseconds)
        if let memory = usage.memory {
            writer.put(
                "process_resident_memory_bytes", .gauge, "Resident memory size in bytes.", memory.resident)
            writer.put("process_virtual_memory_bytes", .gauge, "Virtual memory size in bytes.", memory.virtual)
        }
        if let files = usage.files {
            writer.put("process_open_fds", .gauge, "Number of open file descriptors.", files.open)
            writer.put("process_max_fds", .gauge, "Maximum number of open file descriptors.", files.most)
        }
        writer.put(
            "process_start_time_seconds", .gauge, "Start time of the process since unix epoch in seconds.",
            microseconds: startedAt * 1000)
    }
}
