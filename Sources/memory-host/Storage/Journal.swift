import Lobby
import Protocol

// The journal is made smaller while the host goes on. What is still needed is copied into a new file, and from then on
// lines are written to that one. They stay in memory, too, until the new file is on the disk and has the old one's name:
// if any of that fails, it is given up, and the old one is gone on with.

/// The log in which every change of a match is kept; see `Entry`.
struct Journal {
    typealias Sync = CommitGate.Sync

    /// What a sync puts on the disk, one after the other: the file with the folder that names it, or the records with the new
    /// file that relies on them, and then its name.
    private enum Part { case records, file, newFile, folder }

    let sync: Sync
    /// Bytes appended in this life of the host.
    private(set) var appended = 0
    private var log: LogFile
    /// The new file while the journal is made smaller, and the records that it relies on.
    private var new: LogFile?
    private var records: RecordFile?
    /// What the sync under way has still to do.
    private var parts: [Part] = []
    /// True while the disk may still have the name of the file stand for the one before.
    private var isUnsettled = false
    /// Its size when it held nothing but what was needed; 0 if that is not known, as after a start.
    private var neededSize = 0
    /// Bytes that are not worth making smaller.
    var smallBytes = Limits.House.smallJournalBytes

    /// A journal that goes on at the end of a log.
    init(_ log: LogFile, sync: Sync) { (self.log, self.sync) = (log, sync) }

    /// Its size with all that was appended.
    var size: Int { log.end }

    // MARK: Keeping

    /// Appends entries, which are in memory only.
    mutating func append(_ entries: [Entry], using writer: inout ByteWriter) {
        for entry in entries {
            let end = log.end
            EntryLine.write(entry, into: &writer)
            log.append(&writer)
            appended += log.end - end
            guard new != nil else { continue }
            EntryLine.write(entry, into: &writer)
            new?.append(&writer)
        }
    }

    /// Writes all that was appended. Returns why there is no room for more; nil if there is.
    mutating func write() throws(SystemError) -> SystemError? {
        guard new != nil else {
            let shortage = log.reserve()
            try log.write()
            if sync == .never, parts.isEmpty, !isUnsettled { log.forget() }  // No sync will ever free the memory.
            return shortage
        }
        let shortage = new?.reserve()
        try new?.write()
        return shortage ?? nil
    }

    /// Begins a sync of all that is written now; returns the first job of it.
    mutating func beginSync() throws(SystemError) -> SyncJob {
        precondition(parts.isEmpty, "one sync after the other")
        if new != nil {
            try records?.beginSync()
            new?.beginSync()
            parts = (records == nil ? [] : [.records]) + [.newFile, .folder]
        } else {
            log.beginSync()
            parts = isUnsettled ? [.file, .folder] : [.file]
        }
        return job(parts[0])
    }

    /// The job is done. Returns the next one of the same sync; nil when all of it is done.
    mutating func endSync() throws(SystemError) -> SyncJob? {
        let done = parts.removeFirst()
        if done == .records { records?.endSync() }
        if done == .newFile, var new {
            try new.takePlace(of: log)
            (log, self.new, records, neededSize, isUnsettled) = (new, nil, nil, new.size, true)
        }
        if let next = parts.first { return job(next) }
        log.endSync()
        isUnsettled = false
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

    /// Something failed: all that is not on the disk is written again from the same place, and a new file is given up. No
    /// sync may be under way.
    mutating func rewind() {
        new?.discard()
        records?.rewind()
        (new, records, parts) = (nil, nil, [])
        log.rewind()
    }

    /// Puts all that was appended on the disk, and waits for it: at the start, for a repair and at the end.
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

    /// Puts all that was appended on the disk, for the end.
    mutating func close() throws(SystemError) {
        if new != nil { rewind() }
        try synchronize()
    }

    // MARK: Making it smaller

    /// True if it has grown past twice what was needed of it, and can be made smaller now.
    var isLong: Bool {
        new == nil && parts.isEmpty && log.isWritten && size > 2 * neededSize + smallBytes
    }

    /// True while it is being made smaller: nothing written since may be seen before the next sync has ended.
    var isReplacing: Bool { new != nil || isUnsettled }

    /// Begins to make it smaller: copies what is still needed into a new file, which the next sync puts in its place. All
    /// that was appended must be written, and no sync under way.
    ///
    /// - Parameters:
    ///   - isNeeded: whether a match goes on.
    ///   - beginning: what a journal begins with that holds no match that is over.
    ///   - counted: how many matches there have been, and how many records are in their file.
    ///   - records: where they are, to be synced first: they hold what is left out.
    /// - Throws: what the disk fails with; then the old file is as it was, and is asked about again when it has grown.
    mutating func compact(
        keeping isNeeded: (MatchID) -> Bool, beginning: [Entry], counted: Entry, records: RecordFile?,
        using writer: inout ByteWriter
    ) throws(SystemError) {
        precondition(new == nil && parts.isEmpty && log.isWritten, "what has not been written cannot be copied")
        neededSize = size
        var copy = try LogFile(replacing: .journal, in: log.folder)
        var hasMatches = false
        do throws(SystemError) {
            for entry in beginning {
                EntryLine.write(entry, into: &writer)
                copy.append(&writer)
            }
            try LogFile.copyLines(of: log.reader(), to: &copy, using: &writer) { (bytes, line) throws(SystemError) in
                guard line.sound != nil else { throw .inputOutput("read") }
                // A pause is about the matches that were opened before it.
                if hasMatches, EntryLine.isPause(bytes, in: line.range) { return true }
                let isWanted = EntryLine.match(bytes, in: line.range).map(isNeeded) ?? false
                hasMatches = hasMatches || isWanted
                return isWanted
            }
            // Nobody sees the new file before all of it is on the disk, and this line says so.
            EntryLine.write(counted, into: &writer)
            copy.appendAfterSync(&writer)
            try copy.write()
        } catch {
            copy.discard()
            throw error
        }
        (new, self.records) = (copy, records)
    }
}
