import Protocol

@testable import memory_host

/// A file of a ``SimulatedFolder``.
final class SimulatedFile: StorageFile {
    /// The contents that a sync puts on disk.
    struct Snapshot {
        let bytes: [UInt8]
        let dirty: [Range<Int>]
    }

    let path: String
    let descriptor: FileDescriptor
    /// The bytes that the system shows, and those on disk.
    private(set) var bytes: [UInt8] = []
    private(set) var onDisk: [UInt8] = []
    /// The ranges written that no sync was started for.
    private(set) var dirty: [Range<Int>] = []
    private var reserved = 0
    private unowned let folder: SimulatedFolder

    init(_ descriptor: FileDescriptor, path: String, in folder: SimulatedFolder) {
        (self.descriptor, self.path, self.folder) = (descriptor, path, folder)
    }

    func fill(_ content: [UInt8], onDisk: [UInt8], dirty: [Range<Int>]) {
        (bytes, self.onDisk, self.dirty) = (content, onDisk, dirty)
    }

    func size() -> Int { bytes.count }

    func read(at offset: Int, into buffer: inout [UInt8]) -> Int {
        let count = max(0, min(buffer.count, bytes.count - offset))
        if count > 0 { buffer.replaceSubrange(0..<count, with: bytes[offset..<offset + count]) }
        return count
    }

    func write(_ source: [UInt8], from start: Int, at offset: Int) throws(SystemError) -> Int {
        var count = source.count - start
        if folder.operationsLeft == 0 {
            // The host dies in the middle of this.
            put(source[start..<start + folder.share(of: count)], at: offset)
        }
        try folder.operate("pwrite")
        if folder.mood == .isFull {
            count = min(count, max(0, reserved - offset))
            if count == 0 { throw SystemError(code: 28, call: "pwrite") }
        }
        put(source[start..<start + count], at: offset)
        return count
    }

    private func put(_ part: ArraySlice<UInt8>, at offset: Int) {
        if bytes.count < offset + part.count {
            bytes += [UInt8](repeating: 0, count: offset + part.count - bytes.count)
        }
        bytes.replaceSubrange(offset..<offset + part.count, with: part)
        dirty.append(offset..<offset + part.count)
    }

    func truncate(to size: Int) throws(SystemError) {
        try folder.operate("ftruncate")
        if size < bytes.count { bytes.removeLast(bytes.count - size) }
        dirty.append(size..<size)
    }

    func reserve(from offset: Int, count: Int) throws(SystemError) {
        try folder.operate("fallocate")
        if folder.mood == .isFull { throw SystemError(code: 28, call: "fallocate") }
        reserved = max(reserved, offset + count)
    }

    func synchronize() throws(SystemError) {
        try folder.operate("fsync")
        if folder.isDone(self, isBlocking: true) { endSync(beginSync()) }
    }

    // MARK: Syncs

    func beginSync() -> Snapshot {
        defer { dirty = [] }
        return Snapshot(bytes: bytes, dirty: dirty)
    }

    func endSync(_ snapshot: Snapshot) {
        if onDisk.count > snapshot.bytes.count { onDisk.removeLast(onDisk.count - snapshot.bytes.count) }
        if onDisk.count < snapshot.bytes.count {
            onDisk += [UInt8](repeating: 0, count: snapshot.bytes.count - onDisk.count)
        }
        for range in snapshot.dirty.map({ $0.clamped(to: 0..<snapshot.bytes.count) }) {
            onDisk.replaceSubrange(range, with: snapshot.bytes[range])
        }
    }

    /// A sync has failed: the system takes what it was to write for written, and shows it on, or shows what the disk
    /// has.
    func failSync(showsDisk: Bool) {
        guard showsDisk else { return }
        for position in bytes.indices where position < onDisk.count || position < bytes.count {
            bytes[position] = position < onDisk.count ? onDisk[position] : 0
        }
        dirty = []
    }
}
