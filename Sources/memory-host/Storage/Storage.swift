import Lobby
import Protocol

/// The data of a host when it starts: an empty lobby, or the contents of a data folder.
struct Storage {
    /// The journal; nil if nothing is kept on disk.
    let journal: Journal?
    /// The records of finished matches.
    let records: RecordStore
    /// The lobby, with the matches that were running.
    let lobby: Lobby

    init(journal: Journal?, records: RecordStore, lobby: Lobby) {
        (self.journal, self.records, self.lobby) = (journal, records, lobby)
    }

    /// Opens the stored data and reads it; without a folder, starts empty.
    ///
    /// - Parameters:
    ///   - path: the folder; nil if nothing is to be kept.
    ///   - settings: the lobby's settings.
    ///   - keptRecords: the number of records above which the oldest are dropped; 0 keeps all.
    ///   - port: the port that the host listens on, to be told to whoever else wants the folder.
    ///   - log: receives a line about what was found.
    init(
        _ path: String?, _ settings: Lobby.Settings, sync: CommitGate.Sync, keptRecords: Int = Limits.keptRecords,
        port: UInt16? = nil, log: Log
    ) throws(StorageProblem) {
        if let path {
            let folder = try DataFolder.open(path, port: port)
            try self.init(in: folder, settings, sync: sync, keptRecords: keptRecords, log: log)
        } else {
            self.init(journal: nil, records: RecordStore(), lobby: Lobby(settings: settings))
        }
    }

    /// Opens the stored data in a folder and reads it.
    init(
        in folder: any StorageFolder, _ settings: Lobby.Settings, sync: CommitGate.Sync,
        keptRecords: Int = Limits.keptRecords, log: Log
    ) throws(StorageProblem) {
        self = try Recovery(folder, settings).finish(sync: sync, keptRecords: keptRecords, log: log)
        let count = lobby.matchCount
        if count > 0 { log.write(.notice, "resumed \(count) match\(count == 1 ? "" : "es")") }
    }

    /// Repairs the data in a folder.
    ///
    /// - Parameter announce: is called with each finding before anything is changed for it.
    /// - Returns: the findings, one sentence each.
    static func repair(
        _ path: String, announcing announce: (String) -> Void = { _ in }
    ) throws(StorageProblem) -> [String] {
        let folder = try DataFolder.open(path)
        defer { folder.close() }
        var repair = try Repair(folder, announcing: announce)
        try repair.end()
        return repair.findings
    }
}
