import Lobby
import Protocol

// How it works. What has to be kept is written behind the end of one file, as lines, and is called kept when the disk
// has it (or, if so wished, the system). Until then it stays in memory as well, in `tail`, and is written again from
// the same place when something fails, because a system that could not write a page may have forgotten it. So nothing
// is lost by a disk that is full for an hour; and whoever looks at the file sees a good beginning of what is in memory.
//
// The file grows by pieces that the disk has set aside in advance. So a disk that is full is nearly always found out
// while there is still room for what was accepted, and it is the next command that is refused, not the last one that is
// held back; that is left for a turn of the loop that accepts more than was set aside.

/// The file in which every change of a match is kept; see ``Entry``.
struct Journal: Sendable {
    typealias Sync = CommitGate.Sync

    let folder: DataFolder
    let sync: Sync
    private var file: FileDescriptor
    /// Bytes of the file that are kept.
    private(set) var size: Int
    /// What follows them; the first `written` bytes of it are in the file already.
    private var tail: [UInt8] = []
    private var written = 0
    /// Bytes of the tail that the sync under way is about.
    private var syncing = 0
    /// Bytes of the file that the disk has set aside.
    private var reserved = 0
    /// Its size when it held nothing but what was needed; 0 if that is not known, as after a start.
    private var neededSize = 0
    /// Whether the disk may still have the name of the file stand for the one before.
    private var isUnsettled = false
    /// Whether all that was appended is on the disk, which the next line says; see ``JournalLines``.
    private var isSynced = true

    static let name = "journal.ndjson"
    private static let newName = "journal.ndjson.new"

    static func path(in folder: DataFolder) -> String { folder.path + "/" + name }

    /// A journal that goes on at the end of a file of this size, all of which is on the disk.
    init(_ file: FileDescriptor, size: Int, in folder: DataFolder, sync: Sync) {
        (self.file, self.size, self.folder, self.sync) = (file, size, folder, sync)
    }

    // MARK: Keeping

    /// Adds entries, to be written by the next ``write()``.
    mutating func append(_ entries: [Entry], using writer: inout ByteWriter) {
        for entry in entries {
            EntryLine.write(entry, afterSync: isSynced, to: &tail, using: &writer)
            isSynced = false
        }
    }

    /// Writes all that was appended.
    ///
    /// - Returns: why there is no room for more; nil if there is.
    mutating func write() throws(SystemError) -> SystemError? {
        let shortage = reserve()
        while written < tail.count {
            written += try Platform.writeBytes(tail, from: written, to: file, at: size + written)
        }
        if sync == .never { forget(written) }
        return shortage
    }

    /// What must be synced for all that is written to be on the disk.
    mutating func beginSync() -> SyncJob {
        syncing = written
        var targets = [SyncJob.Target(descriptor: file, isWhole: false)]
        if isUnsettled { targets.append(SyncJob.Target(descriptor: folder.descriptor, isWhole: true)) }
        return SyncJob(targets: targets)
    }

    /// The disk has what the last job was about.
    mutating func endSync() {
        forget(syncing)
        (syncing, isUnsettled, isSynced) = (0, false, tail.isEmpty)
    }

    /// Something failed: all that is not on the disk is to be written again, from the same place.
    mutating func rewind() { (written, syncing, reserved) = (0, 0, 0) }

    private mutating func forget(_ count: Int) {
        size += count
        written -= count
        tail.removeFirst(count)
    }

    /// Sees to it that there is room behind what will be written now.
    private mutating func reserve() -> SystemError? {
        let needed = size + tail.count + Limits.House.reservedBytes
        guard needed > reserved else { return nil }
        do throws(SystemError) {
            let count = needed + Limits.House.reservedBytes - size
            try Platform.reserveSpace(file, from: size, count: count)
            reserved = size + count
            return nil
        } catch {
            return error
        }
    }

    /// Puts everything on the disk, whatever was wished: for the end.
    mutating func close() throws(SystemError) {
        _ = try write()
        try beginSync().run()
        endSync()
        Platform.closeDescriptor(file)
    }

    // MARK: Making it smaller

    /// Whether it has grown past twice what was needed of it.
    var isLong: Bool { tail.isEmpty && size > 2 * neededSize + Limits.House.smallJournalBytes }

    /// Writes what is still needed into a new file, which then takes the old one's place at once.
    ///
    /// - Throws: what the disk fails with; then the old file is as it was, and is asked about again when it has grown.
    mutating func compact(for lobby: borrowing Lobby, using writer: inout ByteWriter) throws(SystemError) {
        precondition(tail.isEmpty, "what has not been written cannot be left out")
        neededSize = size
        let path = folder.path + "/" + Self.newName
        Self.remove(path)  // One that is left from before may be anything, a link among them.
        let new = try Platform.openFile(path, [.read, .write, .create, .exclusive], mode: 0o600)
        do throws(SystemError) {
            let newSize = try copy(to: new, for: lobby, using: &writer)
            try Platform.synchronize(new)
            try Platform.renameFile(path, to: Self.path(in: folder))
            Platform.closeDescriptor(file)
            (file, size, neededSize, reserved, isUnsettled, isSynced) = (new, newSize, newSize, 0, true, true)
        } catch {
            Platform.closeDescriptor(new)
            Self.remove(path)  // What fails is often a full disk.
            throw error
        }
        try folder.synchronize()
        isUnsettled = false
    }

    private static func remove(_ path: String) {
        do throws(SystemError) {
            try Platform.removeFile(path)
        } catch {
            return  // Usually there is none.
        }
    }

    private func copy(
        to new: FileDescriptor, for lobby: borrowing Lobby, using writer: inout ByteWriter
    ) throws(SystemError) -> Int {
        var lines = FileLines(file, size: size)
        var needed: [UInt8] = []
        var newSize = 0
        // Nobody sees the new file before all of it is on the disk, and a line says so, whatever is written after it: the
        // last one or, where nothing is needed but what was counted, that.
        let beginning = lobby.beginning
        for entry in beginning { EntryLine.write(entry, afterSync: beginning.count == 1, to: &needed, using: &writer) }
        while let line = try lines.next() {
            guard let match = EntryLine.match(lines.bytes, in: line.range), lobby.isLive(match) else { continue }
            needed += lines.bytes[line.range]
            needed.append(UInt8(ascii: "\n"))
            guard needed.count > 1 << 18 else { continue }
            try Platform.writeAll(needed, to: new)
            newSize += needed.count
            needed.removeAll(keepingCapacity: true)
        }
        if beginning.count > 1 { EntryLine.write(lobby.counted, afterSync: true, to: &needed, using: &writer) }
        try Platform.writeAll(needed, to: new)
        return newSize + needed.count
    }
}
