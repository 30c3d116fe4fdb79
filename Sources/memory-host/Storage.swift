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
        do throws(RecordFile.Problem) {
            records = try RecordStore(in: folder?.path)
        } catch {
            throw StorageProblem(sentence: error.sentence, status: error.status)
        }
        if records.droppedBytes > 0 {
            log.write(.notice, "dropped \(records.droppedBytes) bytes of a record that was not written whole")
        }
        guard let folder else { return }
        let recovery: Recovery
        do throws(Recovery.Problem) {
            recovery = try Recovery(folder, into: lobby, sync: sync)
        } catch {
            throw StorageProblem(error, Journal.path(in: folder))
        }
        do throws(RecordFile.Problem) {
            try records.restore(recovery.records)
        } catch {
            throw StorageProblem(sentence: error.sentence, status: error.status)
        }
        do throws(Recovery.Problem) {
            try goOn(from: recovery, log)
        } catch {
            throw StorageProblem(error, Journal.path(in: folder))
        }
    }

    private mutating func goOn(from recovery: Recovery, _ log: Log) throws(Recovery.Problem) {
        var writer = ByteWriter()
        lobby = recovery.lobby
        if recovery.tornBytes > 0 {
            log.write(
                .notice, "dropped \(recovery.tornBytes) bytes at the end of the journal, which were not written whole")
        }
        journal = recovery.journal
        try begin(&writer)
        let count = lobby.matchCount
        if count > 0 { log.write(.notice, "goes on with \(count) match\(count == 1 ? "" : "es") from before") }
    }

    /// Has the lobby count on from the last record, and the journal too, should it be new or not know of that record.
    private mutating func begin(_ writer: inout ByteWriter) throws(Recovery.Problem) {
        // The journal may have lost its end, and the records not: what has a record is over.
        for match in lobby.liveMatches where records.hasRecord(of: match) { _ = lobby.abandon(match) }
        let counted = lobby.counted
        lobby.remember(lastRecord: records.lastNumber, lastMatch: records.lastMatch, best: records.best)
        do throws(SystemError) {
            if journal?.size == 0 { return try journal?.compact(for: lobby, using: &writer) ?? () }
            guard lobby.counted != counted else { return }
            journal?.append([lobby.counted], using: &writer)
            _ = try journal?.write()
            try journal?.beginSync().run()
            journal?.endSync()
        } catch {
            throw .system(error)
        }
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
                "\(path) is damaged at line \(line): \(reason); memory-host --repair sets the bad part aside."
            status = .dataError
        case .otherForm(let form):
            sentence =
                "\(path) is in form \(form), which another version of memory-host wrote; this one reads form \(EntryLine.version)."
            status = .dataError
        case .system(let error):
            sentence = "\(path) cannot be used: \(error)."
            status = .inputOutputError
        }
    }

    init(sentence: String, status: ExitStatus) { (self.sentence, self.status) = (sentence, status) }
}

extension Storage {
    /// Sets aside what is damaged in the data that the options name, says what that was, and ends.
    static func repair(_ options: Options) {
        do throws(StorageProblem) {
            let findings = try repair(DataFolder.path(options))
            Log.print((findings.isEmpty ? ["Nothing is damaged."] : findings).map { $0 + "\n" }.joined())
        } catch {
            Log.fail(error.sentence, error.status)
        }
    }

    /// Repairs the data in a folder.
    ///
    /// - Returns: what was found, a sentence each.
    static func repair(_ path: String) throws(StorageProblem) -> [String] {
        let folder: DataFolder
        do throws(DataFolder.Problem) { folder = try DataFolder(path) } catch { throw StorageProblem(error, path) }
        defer { folder.unlock() }
        var findings: [String]
        var records: RecordStore
        do throws(RecordFile.Problem) {
            findings = try RecordRepair.setAside(in: path).map { flaw in
                "Line \(flaw.line) of \(RecordFile.name) is not what was written; it is set aside: \(flaw.held)."
            }
            records = try RecordStore(in: path)
        } catch {
            throw StorageProblem(sentence: error.sentence, status: error.status)
        }
        let lobby = Lobby(settings: Lobby.Settings(hello: Hello(host: "")))
        do throws(Recovery.Problem) {
            let repair = try Repair(folder, lobby) { (ended) throws(SystemError) in
                for record in ended { try records.append(record) }
                try records.synchronize()
                return (records.lastNumber, records.lastMatch)
            }
            findings += repair.findings
        } catch {
            throw StorageProblem(error, Journal.path(in: folder))
        }
        return findings
    }
}
