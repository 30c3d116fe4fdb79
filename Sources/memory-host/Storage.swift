import Lobby
import Protocol

/// What a host keeps, opened: the folder, the journal and the records, and the lobby that they lead to.
struct Storage {
    /// The journal; nil if nothing is kept on the disk.
    private(set) var journal: Journal?
    /// The records of matches that have ended.
    private(set) var records: RecordStore
    /// The lobby, with the matches that were running.
    private(set) var lobby: Lobby

    /// Opens what was kept and reads it; without a folder, begins with nothing.
    ///
    /// - Parameters:
    ///   - path: the folder; nil if nothing is to be kept.
    ///   - settings: those of the lobby.
    ///   - log: gets a line about what was found.
    /// - Throws: the sentence to end with.
    init(
        _ path: String?, _ settings: Lobby.Settings, sync: Journal.Sync, log: Log
    ) throws(StorageProblem) {
        lobby = Lobby(settings: settings)
        let folder: DataFolder?
        do throws(DataFolder.Problem) {
            folder = if let path { try DataFolder(path) } else { nil }
        } catch {
            throw StorageProblem(error, path ?? "")
        }
        do throws(RecordStore.Problem) {
            records = try RecordStore(in: folder)
        } catch {
            throw StorageProblem(error)
        }
        lobby.remember(lastRecord: records.lastNumber, lastMatch: records.lastMatch, best: records.best)
        guard let folder else { return }
        do throws(Recovery.Problem) {
            try recover(folder, sync, log)
        } catch {
            throw StorageProblem(error, Journal.path(in: folder))
        }
    }

    private mutating func recover(_ folder: DataFolder, _ sync: Journal.Sync, _ log: Log) throws(Recovery.Problem) {
        var writer = ByteWriter()
        let recovery = try Recovery(folder, into: lobby, sync: sync, using: &writer)
        lobby = recovery.lobby
        if recovery.tornBytes > 0 {
            log.write(.notice, "dropped \(recovery.tornBytes) bytes of the journal's last line, which was not whole")
        }
        do throws(SystemError) {
            for record in recovery.records where record.number > records.lastNumber { try records.append(record) }
        } catch {
            throw .system(error)
        }
        lobby.remember(lastRecord: records.lastNumber, lastMatch: records.lastMatch, best: records.best)
        journal = recovery.journal
        if lobby.matchCount > 0 { log.write(.notice, "goes on with \(lobby.matchCount) matches from before") }
    }
}

/// Why a host cannot start with what it finds on its disk.
struct StorageProblem: Error {
    /// A sentence, and the way out if there is one.
    let sentence: String
    /// What the process ends with.
    let status: ExitStatus

    init(_ problem: DataFolder.Problem, _ path: String) {
        switch problem {
        case .inUse:
            sentence = "another memory-host uses \(path); give one of the two another folder with --data, or --no-data."
            status = .unavailable
        case .system(let error):
            sentence = "the folder \(path) cannot be used: \(error); name another with --data, or --no-data."
            status = .cannotCreate
        }
    }

    init(_ problem: Recovery.Problem, _ path: String) {
        switch problem {
        case .damaged(let line, let reason):
            sentence =
                "\(path) is damaged at line \(line): \(reason). Nothing was changed; memory-host --repair sets the bad part "
                + "aside."
            status = .dataError
        case .newer(let form):
            sentence =
                "\(path) was written by a later memory-host, in form \(form); this one reads up to \(EntryLine.version)."
            status = .dataError
        case .system(let error):
            sentence = "\(path) cannot be used: \(error)."
            status = .inputOutputError
        }
    }

    init(_ problem: RecordStore.Problem) {
        sentence = ""
        status = .dataError
    }
}
