import Lobby
import Protocol

// The journal is compacted while the host keeps running. Lines that are still needed are copied into a new file, and
// from then on new lines are written to that one. They stay in memory, too, until the new file is on disk and has the
// old one's name: if any of that fails, the new file is given up, and the old one continues.

/// The log of every change to a match; see `Entry`.
struct Journal {
    /// The steps of a sync, one after the other: the file and, if need be, the folder that names it; or the records
    /// and the new file that relies on them, and then the folder.
    private enum Part { case records, file, newFile, folder }

    private var log: LogFile
    /// The new file while the journal is being compacted, and the records that it relies on.
    private var new: LogFile?
    private var records: RecordFile?
    /// The steps left in the sync under way.
    private var parts: [Part] = []
    /// True while the name may still stand for the previous file on disk.
    private var isRenameUnsynced = false
    /// The size when it held nothing but what was needed; 0 if that is unknown, as after a start.
    private var neededSize = 0
    /// The growth in bytes below which compacting is not worth it.
    var smallBytes = Limits.Internal.smallJournalBytes

    /// Continues a log at its end.
    init(_ log: LogFile) { self.log = log }

    /// The size in bytes, with everything that was appended.
    var size: Int { log.end }

    // MARK: Keeping

    /// Appends entries, in memory only.
    mutating func append(_ entries: [Entry], using writer: inout ByteWriter) {
        for entry in entries {
            EntryLine.write(entry, into: &writer)
            log.append(&writer)
            guard new != nil else { continue }
            EntryLine.write(entry, into: &writer)
            new?.append(&writer)
        }
    }

    /// Writes everything that was appended.
    ///
    /// - Parameter isFinal: true if no sync will follow, so that what is written need not stay in memory.
    /// - Returns: the reason there is no room for more; nil if there is room.
    mutating func write(isFinal: Bool = false) throws(SystemError) -> SystemError? {
        guard new != nil else {
            let shortage = log.reserve()
            try log.write()
            if isFinal, parts.isEmpty, !isRenameUnsynced { log.forget() }
            return shortage
        }
        let shortage = new?.reserve()
        try new?.write()
        return shortage ?? nil
    }

    /// Starts a sync of everything that is written now; returns its first job.
    mutating func beginSync() throws(SystemError) -> SyncJob {
        precondition(parts.isEmpty, "only one sync at a time")
        if new != nil {
            try records?.beginSync()
            new?.beginSync()
            parts = (records == nil ? [] : [.records]) + [.newFile, .folder]
        } else {
            log.beginSync()
            parts = isRenameUnsynced ? [.file, .folder] : [.file]
        }
        return job(parts[0])
    }

    /// Notes that the job is done. Returns the next one of the same sync; nil once there are no more.
    mutating func endSync() throws(SystemError) -> SyncJob? {
        let done = parts.removeFirst()
        if done == .records { records?.endSync() }
        if done == .newFile, var new {
            try new.replace(log)
            (log, self.new, records, neededSize, isRenameUnsynced) = (new, nil, nil, new.size, true)
        }
        if let next = parts.first { return job(next) }
        log.endSync()
        isRenameUnsynced = false
        return nil
    }

    private func job(_ part: Part) -> SyncJob {
        switch part {
        case .folder: SyncJob(descriptor: log.folder.descriptor, isWhole: true)
        case .file: SyncJob(descriptor: log.file.descriptor, isWhole: false)
        case .newFile: SyncJob(descriptor: (new ?? log).file.descriptor, isWhole: true)
        case .records: SyncJob(descriptor: (records?.file ?? log.file).descriptor, isWhole: false)
        }
    }

    /// Recovers from a failure: everything that is not on disk will be written again from the same place, and a new
    /// file is given up. No sync may be under way.
    mutating func rewind() {
        new?.discard()
        records?.rewind()
        (new, records, parts) = (nil, nil, [])
        log.rewind()
    }

    /// Puts everything that was appended on disk, and waits for it: at the start and at the end.
    mutating func synchronize() throws(SystemError) {
        do throws(SystemError) {
            _ = try write()
            _ = try beginSync()
            while let part = parts.first {
                switch part {
                case .folder: try log.folder.synchronize()
                case .file, .newFile: try (new ?? log).file.synchronize()
                case .records: try records?.file.synchronize()
                }
                _ = try endSync()
            }
        } catch {
            rewind()
            throw error
        }
    }

    // MARK: Making it smaller

    /// True if it has grown past twice the size that was needed, and can be compacted now.
    var isLong: Bool {
        new == nil && parts.isEmpty && log.isWritten && size > 2 * neededSize + smallBytes
    }

    /// True while it is being compacted: nothing written since may be seen before the next sync has ended.
    var isReplacing: Bool { new != nil || isRenameUnsynced }

    /// Starts to compact it: copies the lines still needed into a new file, which the next sync puts in its place.
    /// Everything appended must be written, and no sync under way.
    ///
    /// - Parameters:
    ///   - isNeeded: returns true if the lines of a match are still needed.
    ///   - header: the first entries of a journal that holds no finished match.
    ///   - counted: the number of matches so far, and the number of the last record in the records' file.
    ///   - records: the file of records, to be synced first: it holds what is left out.
    /// - Throws: the error of the disk; the old file is then unchanged, and is not tried again until it has grown.
    mutating func compact(
        keeping isNeeded: (MatchID) -> Bool, header: [Entry], counted: Entry, records: RecordFile?,
        using writer: inout ByteWriter
    ) throws(SystemError) {
        precondition(new == nil && parts.isEmpty && log.isWritten, "unwritten entries cannot be copied")
        neededSize = size
        var copy = try LogFile(replacing: .journal, in: log.folder)
        var hasMatches = false
        do throws(SystemError) {
            for entry in header {
                EntryLine.write(entry, into: &writer)
                copy.append(&writer)
            }
            try LogFile.copyLines(of: log.reader(), to: &copy, using: &writer) { (bytes, line) throws(SystemError) in
                guard line.trailer != nil else { throw .inputOutput("read") }
                // A pause applies to the matches opened before it.
                if hasMatches, EntryLine.isPause(bytes, in: line.range) { return true }
                let isWanted = EntryLine.match(bytes, in: line.range).map(isNeeded) ?? false
                hasMatches = hasMatches || isWanted
                return isWanted
            }
            // Nobody sees the new file before all of it is on disk, and this line says that it is.
            EntryLine.write(counted, into: &writer)
            copy.appendAfterSync(&writer)
            try copy.write()
            try log.check()  // What a truncated file has lost is missing from the copy.
        } catch {
            copy.discard()
            throw error
        }
        (new, self.records) = (copy, records)
    }
}
