import Protocol

// How it works. Lines are appended at the end of one file, and stay in memory, in `tail`, until the disk has them:
// after a failure they are written again from the same place, because a system that could not write a page may have
// discarded it. So a disk that is full for an hour loses nothing; and a reader of the file always sees a valid prefix
// of what is in memory.
//
// The file grows in pieces that are reserved on disk in advance. So a full disk is nearly always noticed while there
// is still room for what was accepted.
//
// Before each write, one system call finds out whether the file still has all that was written to it: a write behind
// the end of a truncated file would fill the gap with zeros and hide that it was truncated, so this cannot be left to
// a look now and then. Whether the file still has its name is looked at once a second.

/// A file of lines, each with a checksum, that is appended to; see `LogLine` for a line, ``LogReader`` for the end.
struct LogFile {
    /// The kinds of log.
    enum Kind: String {
        case journal, records, numbers
        /// The name of the file in the folder.
        var name: String { "\(rawValue).ndjson" }
        /// The name of a file that is about to replace it.
        var newName: String { name + ".new" }
        /// The name of the file that bad lines are set aside in; it keeps those of earlier repairs.
        var asideName: String { "\(rawValue).damaged" }
        /// The name under which a whole file is set aside, if it is the Nth one.
        func asideName(_ number: Int) -> String { "\(asideName).\(number)" }
    }

    /// The format version of the logs; a host reads only its own.
    static let formatVersion = 4

    let kind: Kind
    /// The sync mode that the header names: a host with another one must write a new file. Nil for none.
    var sync: CommitGate.Sync?
    let folder: any StorageFolder
    let file: any StorageFile
    private(set) var name: String
    /// The offset of `tail` in the file.
    private(set) var size: Int
    private var tail: [UInt8] = []
    /// The number of bytes of `tail` that are in the file, and of those that a sync is putting on disk.
    private var written = 0
    private var syncing = 0
    /// The size up to which space is reserved on disk.
    private var reserved = 0
    /// True if everything before `tail` is on disk, which the next line must say.
    private var isAfterSync = false
    /// True if the last line carries that mark.
    private var isLastMarked = false
    /// True if leftover bytes may follow, to be truncated before the next write.
    private var mayBeLonger = false
    /// True if the file was found shorter than what was written to it, and has not been found intact since.
    private var wasTruncated = false
    /// The time when it was last seen to have its name.
    private var namedAt: Instant?

    /// Opens a log, or creates an empty file, which is not a log yet.
    init(_ kind: Kind, in folder: any StorageFolder) throws(StorageProblem) {
        (self.kind, self.folder, name) = (kind, folder, kind.name)
        do throws(SystemError) {
            file = try folder.open(name, [.read, .write, .create])
            size = try file.size()
        } catch {
            throw .system(file: "\(folder.path)/\(kind.name)", error)
        }
    }

    /// Opens a log that has been written; returns nil if there is no file, or an empty one.
    init?(existing kind: Kind, in folder: any StorageFolder) throws(StorageProblem) {
        (self.kind, self.folder, name) = (kind, folder, kind.name)
        do throws(SystemError) {
            file = try folder.open(name, [.read, .write])
            size = try file.size()
        } catch {
            if error.isNotFound { return nil }
            throw .system(file: "\(folder.path)/\(kind.name)", error)
        }
        if size == 0 { return nil }
    }

    /// Creates a file that will replace a log, or become the first of its kind.
    init(replacing kind: Kind, in folder: any StorageFolder) throws(SystemError) {
        (self.kind, self.folder, name, size) = (kind, folder, kind.newName, 0)
        try folder.removeIfThere(name)  // A leftover one may be anything, a link among them.
        file = try folder.open(name, [.read, .write, .create, .exclusive])
    }

    /// The offset of the next line.
    var end: Int { size + tail.count }

    /// The offset up to which the system has what was appended.
    var writtenEnd: Int { size + written }

    /// True if so much is in memory that it is time to write it.
    var isLong: Bool { tail.count > Limits.Internal.logCopyBytes }

    /// True if nothing that was appended is in memory alone, or waits for a sync.
    var isKept: Bool { tail.isEmpty }

    /// True if the system has everything that was appended.
    var isWritten: Bool { written == tail.count }

    /// Returns a reader of the lines that are written.
    func reader() -> LogReader { LogReader(file, kind, size: writtenEnd) }

    /// Prepares to append after the first `size` bytes of the file, all of which are then on disk.
    ///
    /// - Parameter synced: the number of those bytes that a line says were on disk. The rest are written again: the
    ///   system may not have written what a killed host left, or may have failed to and marked it as clean.
    mutating func resume(after size: Int, synced: Int) throws(StorageProblem) {
        do throws(SystemError) {
            if size < self.size { try file.truncate(to: size) }
            var (offset, piece) = (synced, [UInt8](repeating: 0, count: Limits.Internal.logCopyBytes))
            while offset < size {
                let count = min(try file.read(at: offset, into: &piece), size - offset)
                guard count > 0 else { throw .inputOutput("read") }
                try file.writeAll(Array(piece[..<count]), at: offset)
                offset += count
            }
            try file.synchronize()
            try folder.synchronize()  // A host that was killed may have renamed the file, and not synced that.
        } catch {
            throw .system(file: file.path, error)
        }
        removeLeftover(kind.newName)
        (self.size, isAfterSync) = (size, size > 0)
    }

    // MARK: Writing

    /// Appends a line, complete but for its end, to what is in memory; returns its offset.
    @discardableResult
    mutating func append(_ writer: inout ByteWriter) -> Int {
        if end == 0 { tail = header }
        let start = end
        writer.endLogLine(synced: isAfterSync ? size : nil)
        writer.drain(into: &tail)
        (isAfterSync, isLastMarked) = (false, isAfterSync)
        return start
    }

    /// Appends a line that says that everything before it is on disk: nobody sees the file before that is true.
    mutating func appendAfterSync(_ writer: inout ByteWriter) {
        isAfterSync = true
        append(&writer)
    }

    private var header: [UInt8] {
        var writer = ByteWriter(capacity: 64)
        writer.put("{")
        writer.putField("log", kind.rawValue)
        writer.putField("form", Self.formatVersion)
        if let sync { writer.putField("sync", sync.rawValue) }
        writer.endLogLine()
        return writer.drain()
    }

    /// Reserves space beyond what will be written now; returns the reason if there is none.
    mutating func reserve() -> SystemError? {
        let needed = end + Limits.Internal.reservedBytes
        guard needed > reserved else { return nil }
        do throws(SystemError) {
            try file.reserve(from: size, count: needed + Limits.Internal.reservedBytes - size)
            reserved = needed + Limits.Internal.reservedBytes
            return nil
        } catch {
            return error
        }
    }

    /// Throws if the file no longer has its name, or has lost its end: it must then not be written, until it is back as
    /// it was.
    mutating func check() throws(SystemError) {
        guard try namedSize() >= writtenEnd else {
            wasTruncated = true
            throw .fileIsTruncated(name)
        }
        guard wasTruncated else { return }
        // It has its length again. Only its lines say whether it has its contents, too.
        var (reader, end) = (LogReader(file, kind, size: size), 0)
        while let line = try reader.nextOrFailure() {
            guard line.trailer != nil else { throw .fileIsTruncated(name) }
            end = line.end
        }
        guard end == size else { throw .fileIsTruncated(name) }
        wasTruncated = false
    }

    /// True if the file is to be looked at closely: it is too short, or its name is to be seen again.
    private func mustCheck(at now: Instant?) throws(SystemError) -> Bool {
        guard let now, let namedAt, now - namedAt < Limits.Internal.nameCheckMilliseconds else { return true }
        if wasTruncated { return true }
        return try file.size() < writtenEnd
    }

    /// Returns the size of the file; throws if it has lost its name.
    private func namedSize() throws(SystemError) -> Int {
        guard let size = try folder.size(of: file, named: name) else { throw .fileIsGone(name) }
        return size
    }

    /// Writes what was appended, if the file is as it was left.
    ///
    /// - Parameter now: the time; nil to see at once whether the file still has its name.
    mutating func write(at now: Instant? = nil) throws(SystemError) {
        guard !isWritten else { return }
        if try mustCheck(at: now) {
            namedAt = nil
            try check()
            namedAt = now
        }
        if mayBeLonger { try file.truncate(to: writtenEnd) }
        mayBeLonger = false
        while !isWritten { written += try file.write(tail, from: written, at: writtenEnd) }
    }

    /// Arranges for everything that is not on disk to be written again.
    mutating func rewind() { (written, syncing, reserved) = (0, 0, 0) }

    /// Drops what is written from memory: it can be recreated if the disk loses it.
    mutating func forget() {
        if written > 0 { isAfterSync = false }  // What is dropped may not be on disk.
        dropFirst(written)
    }

    /// Drops the last line, which starts at this offset, as if it had not been appended.
    mutating func removeLast(from start: Int) {
        tail.removeLast(end - start)
        (written, mayBeLonger) = (min(written, tail.count), true)
        isAfterSync = isAfterSync || isLastMarked
    }

    // MARK: Syncing

    /// Notes that a sync of everything written now begins.
    mutating func beginSync() { syncing = written }

    /// Notes that the sync has ended: what it covered is on disk.
    mutating func endSync() {
        dropFirst(syncing)
        syncing = 0
        isAfterSync = size > 0
    }

    /// Drops written bytes from memory, and keeps the room for as many more.
    private mutating func dropFirst(_ count: Int) {
        (size, written) = (size + count, written - count)
        if count == tail.count { tail.removeAll(keepingCapacity: true) } else { tail.removeFirst(count) }
    }

    /// Puts everything that was appended on disk, and waits for it.
    mutating func synchronize() throws(SystemError) {
        try write()
        beginSync()
        try file.synchronize()
        endSync()
    }

    /// Renames the file to the log's name, replacing the old one.
    mutating func replace(_ old: LogFile) throws(SystemError) {
        for log in [self, old] { _ = try log.namedSize() }
        try takeName()
    }

    /// Renames the file to the log's name, whatever has that name.
    private mutating func takeName() throws(SystemError) {
        try folder.rename(name, to: kind.name)
        name = kind.name
    }

    /// Puts a new file on disk, and only then gives it the log's name, so a file with that name never has a partial first line.
    mutating func publish() throws(SystemError) {
        try synchronize()
        try takeName()
        try folder.synchronize()
    }

    /// Removes a file that will not replace a log after all.
    func discard() { removeLeftover(name) }

    private func removeLeftover(_ name: String) {
        do throws(SystemError) { try folder.removeIfThere(name) } catch {}  // The next replacement removes it.
    }
}
