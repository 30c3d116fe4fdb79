import Lobby
import Protocol

// The journal is compacted while the host keeps running. Lines that are still needed are copied into a new file, a
// slice at a time (`Compaction`), while the old one goes on. Once the copy is up to date, new lines are written to that
// one. They stay in memory, too, until the new file is on disk and has the old one's name: if any of that fails, the
// new file is given up, and the old one continues.

/// The log of every change to a match; see `Entry`.
struct Journal {
    /// The steps of a sync, one after the other: the numbers that were reserved; the file and, if need be, the folder
    /// that names it; or the records and the new file that relies on them, and then the folder.
    private enum Part { case numbers, records, file, newFile, folder }

    private var log: LogFile
    /// The numbers that are reserved; nil for a journal without a folder's other files.
    var numbers: NumberFile?
    // It is replaced in three steps, of which at most one is under way: the copy is made (`compaction`), it takes the
    // place of the file (`new`), and its name is put on disk (`isRenameUnsynced`).
    /// The smaller journal, while it is being made.
    private var compaction: Compaction?
    /// The new file while it replaces the old one, and the records that it relies on.
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
    /// The bytes that are copied at once to compact it.
    var sliceBytes = Limits.Internal.compactionSliceBytes

    /// Continues a log at its end.
    init(_ log: LogFile) { self.log = log }

    /// Begins the first journal of a folder, which has its name once these entries are on disk.
    init(new folder: any StorageFolder, _ header: [Entry], sync: CommitGate.Sync) throws(StorageProblem) {
        do throws(SystemError) {
            log = try LogFile(replacing: .journal, in: folder)
            log.sync = sync
            var writer = ByteWriter()
            append(header, using: &writer)
            try log.publish()
        } catch {
            throw .system(file: "\(folder.path)/\(LogFile.Kind.journal.name)", error)
        }
    }

    /// The size in bytes, with everything that was appended.
    var size: Int { log.end }

    // MARK: Keeping

    /// Appends entries, in memory only.
    mutating func append(_ entries: [Entry], using writer: inout ByteWriter) {
        for entry in entries {
            if case .opened(let opening) = entry { numbers?.use(match: opening.match.number, using: &writer) }
            EntryLine.write(entry, into: &writer)
            log.append(&writer)
            guard new != nil else { continue }
            EntryLine.write(entry, into: &writer)
            new?.append(&writer)
        }
    }

    /// Notes that records will have numbers up to this one.
    mutating func use(record: Int, using writer: inout ByteWriter) { numbers?.use(record: record, using: &writer) }

    /// Writes everything that was appended.
    ///
    /// - Parameters:
    ///   - isFinal: true if no sync needs to follow, so that what is written need not stay in memory.
    ///   - now: the time; nil to see at once whether the file still has its name.
    /// - Returns: the reason there is no room for more; nil if there is room.
    mutating func write(isFinal: Bool = false, at now: Instant? = nil) throws(SystemError) -> SystemError? {
        if numbers?.log.isKept == false { try numbers?.log.write(at: now) }
        guard new != nil else {
            var shortage = log.reserve()
            if shortage != nil, compaction != nil {
                giveUpCompacting()  // Its file may be what takes the room.
                shortage = log.reserve()
            }
            try log.write(at: now)
            if isFinal, parts.isEmpty, !isRenameUnsynced { log.forget() }
            return shortage
        }
        let shortage = new?.reserve()
        try new?.write(at: now)
        return shortage ?? nil
    }

    /// Starts a sync of everything that is written now; returns its first job.
    mutating func beginSync() throws(SystemError) -> DiskJob {
        precondition(parts.isEmpty, "only one sync at a time")
        if new != nil {
            try records?.beginSync()
            new?.beginSync()
            parts = (records == nil ? [] : [.records]) + [.newFile, .folder]
        } else {
            log.beginSync()
            parts = isRenameUnsynced ? [.file, .folder] : [.file]
        }
        if numbers?.log.isKept == false {
            numbers?.log.beginSync()
            parts.insert(.numbers, at: 0)
        }
        return job(parts[0])
    }

    /// Notes that the job is done. Returns the next one of the same sync; nil once there are no more.
    mutating func endSync() throws(SystemError) -> DiskJob? {
        let done = parts.removeFirst()
        if done == .numbers { numbers?.log.endSync() }
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

    private func job(_ part: Part) -> DiskJob {
        switch part {
        case .folder: .syncAll(log.folder.descriptor)
        case .numbers: .syncData((numbers?.log.file ?? log.file).descriptor)
        case .file: .syncData(log.file.descriptor)
        case .newFile: .syncAll((new?.file ?? log.file).descriptor)
        case .records: .syncData((records?.file ?? log.file).descriptor)
        }
    }

    /// Recovers from a failure: everything that is not on disk will be written again from the same place, and a new
    /// file is given up. No sync may be under way.
    mutating func rewind() {
        giveUpCompacting()
        new?.discard()
        records?.rewind()
        (new, records, parts) = (nil, nil, [])
        numbers?.log.rewind()
        log.rewind()
    }

    /// Puts everything that was appended on disk, and waits for it: at the start and at the end.
    mutating func synchronize() throws(SystemError) {
        do throws(SystemError) {
            _ = try write()
            _ = try beginSync()
            while let part = parts.first {
                switch part {
                case .numbers: try numbers?.log.file.synchronize()
                case .folder: try log.folder.synchronize()
                case .file, .newFile: try (new?.file ?? log.file).synchronize()
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
    var isLong: Bool { compaction == nil && new == nil && size > 2 * neededSize + smallBytes }

    /// True if a slice can be copied.
    var hasSlice: Bool { compaction?.hasSlice(of: log) ?? false }

    /// True if the smaller one can take its place now: it lacks no more than what was written last.
    var canBeReplaced: Bool {
        guard parts.isEmpty, !isRenameUnsynced, log.isWritten, let compaction else { return false }
        return compaction.isUpToDate
    }

    /// True while it is being replaced: nothing written since may be seen before the next sync has ended.
    var isReplacing: Bool { new != nil || isRenameUnsynced }

    /// Starts to compact it: call ``copySlice(using:)`` while ``hasSlice`` is true, and ``replace(counted:using:)``
    /// once ``canBeReplaced`` is.
    ///
    /// - Parameters:
    ///   - needed: the matches whose lines are still needed.
    ///   - header: the first entries of a journal that holds no finished match.
    ///   - forgotten: names in it that are nobody's once the matches so far are over.
    ///   - records: the file of records, to be synced first: it holds what is left out.
    /// - Throws: the error of the disk; it is not tried again until the file has grown.
    mutating func beginCompacting(
        keeping needed: Set<MatchID>, header: [Entry], forgetting forgotten: [PlayerName] = [], records: RecordFile?
    ) throws(SystemError) {
        neededSize = size
        compaction = try Compaction(
            of: log, keeping: needed, header: header, forgetting: forgotten, records: records,
            sliceBytes: sliceBytes)
    }

    /// Copies a slice of what is needed.
    ///
    /// - Throws: the error of the disk; the old file then goes on unchanged.
    mutating func copySlice(using writer: inout ByteWriter) throws(SystemError) {
        do throws(SystemError) {
            try compaction?.copySlice(of: log, using: &writer)
        } catch {
            giveUpCompacting()
            throw error
        }
    }

    /// Copies the rest; the next sync puts the new file in the place of the old one.
    ///
    /// - Parameter counted: the number of matches so far, and the number of the last record in the records' file.
    /// - Throws: the error of the disk; the old file then goes on unchanged.
    mutating func replace(counted: Entry, using writer: inout ByteWriter) throws(SystemError) {
        precondition(canBeReplaced, "unwritten entries cannot be copied")
        do throws(SystemError) {
            try compaction?.end(copying: log, with: counted, using: &writer)
            try log.check()  // What a truncated file has lost is missing from the copy.
        } catch {
            giveUpCompacting()
            throw error
        }
        (new, records, compaction) = (compaction?.copy, compaction?.records, nil)
    }

    private mutating func giveUpCompacting() {
        compaction?.copy.discard()
        compaction = nil
    }

    /// Compacts it all at once; everything appended must be written, and no sync under way. The next sync puts the new
    /// file in its place.
    mutating func compact(
        keeping needed: Set<MatchID>, header: [Entry], counted: Entry, records: RecordFile?,
        using writer: inout ByteWriter
    ) throws(SystemError) {
        precondition(new == nil && parts.isEmpty && log.isWritten, "unwritten entries cannot be copied")
        try beginCompacting(keeping: needed, header: header, records: records)
        while hasSlice { try copySlice(using: &writer) }
        try replace(counted: counted, using: &writer)
    }
}
