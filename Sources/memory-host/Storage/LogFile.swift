import Protocol

// How it works. What is appended is written behind the end of one file, as lines, and stays in memory, in `tail`, until
// the disk has it: when something fails it is written again from the same place, because a system that could not write a
// page may have forgotten it. So nothing is lost by a disk that is full for an hour; and whoever looks at the file sees
// a good beginning of what is in memory.
//
// The file grows by pieces that the disk has set aside in advance. So a disk that is full is nearly always found out
// while there is still room for what was accepted.

/// A file to which lines are appended, each with a checksum; see `LogLine` for a line and ``LogReader`` for the end.
struct LogFile {
    /// The contents of a log.
    enum Kind: String {
        case journal, records
        /// The file in the folder.
        var name: String { "\(rawValue).ndjson" }
        /// The file that bad lines are set aside in; those of an earlier repair stay there.
        var asideName: String { "\(rawValue).damaged" }
    }

    /// The form of the logs; a host reads its own and no other.
    static let form = 3

    let kind: Kind
    let folder: any StorageFolder
    let file: any StorageFile
    private(set) var name: String
    /// The place of `tail` in the file.
    private(set) var size: Int
    private var tail: [UInt8] = []
    /// Bytes of `tail` that are in the file, and those that a sync is putting on the disk.
    private var written = 0
    private var syncing = 0
    /// Bytes of the file that the disk has set aside.
    private var reserved = 0
    /// True if all before `tail` is on the disk, which the next line is to say.
    private var isAfterSync = false
    /// True if something may stand behind those bytes that is to be cut off before anything is written.
    private var mayBeLonger = false

    /// Opens a log, or makes an empty file, which is no log yet.
    init(_ kind: Kind, in folder: any StorageFolder) throws(StorageProblem) {
        (self.kind, self.folder, name) = (kind, folder, kind.name)
        do throws(SystemError) {
            file = try folder.open(name, [.read, .write, .create])
            size = try file.size()
        } catch {
            throw .system(file: "\(folder.path)/\(kind.name)", error)
        }
    }

    /// Makes a file that is to take a log's place.
    init(replacing kind: Kind, in folder: any StorageFolder) throws(SystemError) {
        (self.kind, self.folder, name, size) = (kind, folder, kind.name + ".new", 0)
        try folder.removeIfThere(name)  // One that is left from before may be anything, a link among them.
        file = try folder.open(name, [.read, .write, .create, .exclusive])
    }

    /// The place of the next line.
    var end: Int { size + tail.count }

    /// True if the system has all that was appended.
    var isWritten: Bool { written == tail.count }

    /// The lines that are written.
    func reader() -> LogReader { LogReader(file, kind, size: size + written) }

    /// Begins to append behind so many bytes, all of which are on the disk then.
    ///
    /// - Parameter synced: as many of them as a line says were on the disk. The others are written again: what a host left
    ///   that was killed, the system may not have written yet, or may have failed to write and taken for written since.
    mutating func goOn(behind size: Int, synced: Int) throws(StorageProblem) {
        do throws(SystemError) {
            if size < self.size { try file.truncate(to: size) }
            var (place, piece) = (synced, [UInt8](repeating: 0, count: 1 << 18))
            while place < size {
                let count = min(try file.read(at: place, into: &piece), size - place)
                guard count > 0 else { throw .inputOutput("read") }
                var written = 0
                while written < count {
                    written += try file.write(Array(piece[..<count]), from: written, at: place + written)
                }
                place += count
            }
            try file.synchronize()
            if size == 0 { try folder.synchronize() }
        } catch {
            throw .system(file: file.path, error)
        }
        (self.size, isAfterSync) = (size, size > 0)
    }

    // MARK: Writing

    /// Appends a line, of which all but its end was written, to what is in memory; returns where it begins.
    @discardableResult
    mutating func append(_ writer: inout ByteWriter) -> Int {
        if end == 0 { tail = Self.header(kind) }
        let start = end
        writer.endLogLine(synced: isAfterSync ? size : nil)
        writer.takeAll(to: &tail)
        isAfterSync = false
        return start
    }

    /// Appends a line that says that all before it is on the disk: nobody sees the file before that is so.
    mutating func appendAfterSync(_ writer: inout ByteWriter) {
        isAfterSync = true
        append(&writer)
    }

    private static func header(_ kind: Kind) -> [UInt8] {
        var writer = ByteWriter(capacity: 64)
        writer.put("{")
        writer.putField("log", kind.rawValue)
        writer.putField("form", form)
        writer.endLogLine()
        return writer.take()
    }

    /// Sees to it that there is room behind what will be written now; returns why there is none.
    mutating func reserve() -> SystemError? {
        let needed = end + Limits.House.reservedBytes
        guard needed > reserved else { return nil }
        do throws(SystemError) {
            try file.reserve(from: size, count: needed + Limits.House.reservedBytes - size)
            reserved = needed + Limits.House.reservedBytes
            return nil
        } catch {
            return error
        }
    }

    /// Writes what was appended. A file that has its name no more is not written: it is nobody's, or somebody else's.
    mutating func write() throws(SystemError) {
        guard !isWritten else { return }
        guard try folder.holds(file, as: name) else { throw .fileIsGone(name) }
        if mayBeLonger { try file.truncate(to: size + written) }
        mayBeLonger = false
        while !isWritten { written += try file.write(tail, from: written, at: size + written) }
    }

    /// Has all that is not on the disk be written again.
    mutating func rewind() { (written, syncing, reserved) = (0, 0, 0) }

    /// Forgets what is written: it can be made again, should the disk lose it.
    mutating func forget() {
        tail.removeFirst(written)
        (size, written) = (size + written, 0)
    }

    /// Forgets the last line, which begins there, as if it had not been appended.
    mutating func takeBack(to start: Int) {
        tail.removeLast(end - start)
        (written, mayBeLonger) = (min(written, tail.count), true)
    }

    // MARK: Syncing

    /// Notes that a sync of all that is written now begins.
    mutating func beginSync() { syncing = written }

    /// Notes that it has ended: that much is on the disk.
    mutating func endSync() {
        tail.removeFirst(syncing)
        (size, written, syncing) = (size + syncing, written - syncing, 0)
        isAfterSync = size > 0
    }

    /// Puts all that was appended on the disk, and waits for it.
    mutating func synchronize() throws(SystemError) {
        try write()
        beginSync()
        try file.synchronize()
        endSync()
    }

    /// Gives the file the name of the log, in place of the one before.
    mutating func takePlace(of old: LogFile) throws(SystemError) {
        for log in [self, old] {
            guard try folder.holds(log.file, as: log.name) else { throw .fileIsGone(log.name) }
        }
        try folder.rename(name, to: kind.name)
        name = kind.name
    }

    /// Copies lines into another log, which forgets them: they can be copied again. Only a line that is as it was written
    /// is ever copied.
    ///
    /// - Parameter reader: those that are gone over.
    static func copyLines(
        of reader: LogReader, to copy: inout LogFile, using writer: inout ByteWriter,
        where isNeeded: ([UInt8], LogReader.Line) throws(SystemError) -> Bool
    ) throws(SystemError) {
        var reader = reader
        while let line = try nextLine(&reader) {
            guard try isNeeded(reader.bytes, line) else { continue }
            guard let body = line.sound?.body else { throw .inputOutput("read") }
            writer.put(reader.bytes, in: body)
            copy.append(&writer)
            if copy.tail.count > 1 << 18 { try copy.writeAndForget() }
        }
        try copy.writeAndForget()
    }

    private static func nextLine(_ reader: inout LogReader) throws(SystemError) -> LogReader.Line? {
        do throws(StorageProblem) { return try reader.next() } catch {
            if case .system(_, let error) = error { throw error }
            throw .inputOutput("read")
        }
    }

    private mutating func writeAndForget() throws(SystemError) {
        try write()
        forget()
    }

    /// Removes a file that takes no log's place after all.
    func discard() {
        do throws(SystemError) { try folder.removeIfThere(name) } catch {}  // The next one removes it.
    }
}

extension StorageFolder {
    fileprivate func removeIfThere(_ name: String) throws(SystemError) {
        do throws(SystemError) { try remove(name) } catch {
            guard error.isNotFound else { throw error }
        }
    }
}
