import Protocol

/// The folder that holds the logs. It is kept open, and every name is relative to it: even if it is moved, or its
/// path is reused, these are its files.
protocol StorageFolder: AnyObject {
    /// The path, for messages.
    var path: String { get }
    /// The open folder; syncing it puts the names of its files on disk.
    var descriptor: FileDescriptor { get }
    /// Opens a file without following a link; one that it creates is accessible only to the user who runs the host.
    func open(_ name: String, _ options: Platform.OpenOptions) throws(SystemError) -> any StorageFile
    func rename(_ name: String, to newName: String) throws(SystemError)
    func remove(_ name: String) throws(SystemError)
    /// Returns the size of an open file in bytes; nil if it has this name no longer.
    func size(of file: any StorageFile, named name: String) throws(SystemError) -> Int?
    func synchronize() throws(SystemError)
    /// Identifies the machine's current boot; nil if that is unknown. What was written since then can be read back, synced
    /// or not.
    var boot: String? { get }
}

extension StorageFolder {
    /// Removes a file; does nothing if there is none.
    func removeIfThere(_ name: String) throws(SystemError) {
        do throws(SystemError) { try remove(name) } catch {
            guard error.isNotFound else { throw error }
        }
    }
}

/// A file in such a folder. It is closed when the last reference is gone.
protocol StorageFile: AnyObject {
    /// The path, for messages.
    var path: String { get }
    var descriptor: FileDescriptor { get }
    func size() throws(SystemError) -> Int
    /// Fills `buffer`, or reads as many bytes as there are; returns the count.
    func read(at offset: Int, into buffer: inout [UInt8]) throws(SystemError) -> Int
    /// Writes some of the bytes from `start` on; returns the count.
    func write(_ bytes: [UInt8], from start: Int, at offset: Int) throws(SystemError) -> Int
    func truncate(to size: Int) throws(SystemError)
    /// Reserves disk space beyond the end of the file.
    func reserve(from offset: Int, count: Int) throws(SystemError)
    func synchronize() throws(SystemError)
}

extension StorageFile {
    /// Writes all of these bytes.
    func writeAll(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
        var written = 0
        while written < bytes.count { written += try write(bytes, from: written, at: offset + written) }
    }
}

final class DiskFolder: StorageFolder {
    let path: String
    let descriptor: FileDescriptor
    /// The locked file; the system releases the lock when the process ends, however it ends.
    private var lockFile: FileDescriptor?
    private static let lockName = "lock"
    private var isOpen = true

    /// Opens an existing folder.
    init(_ path: String) throws(SystemError) {
        self.path = path
        descriptor = try Platform.openFile(path, [.read, .directory])
    }

    deinit { close() }

    /// Closes the folder and releases its lock.
    func close() {
        guard isOpen else { return }
        isOpen = false
        descriptor.unlock()
        descriptor.close()
        lockFile?.unlock()
        lockFile?.close()
    }

    /// Locks the folder until it is closed; returns false if another process holds the lock.
    ///
    /// A file's lock is known to other machines that share the folder, but who removes the file removes the lock; the lock of
    /// the folder itself cannot be lost.
    func lock() throws(SystemError) -> Bool {
        guard try descriptor.lock() else { return false }
        let file = try descriptor.open(Self.lockName, [.read, .write, .create])
        lockFile = file
        return try file.lock()
    }

    /// Notes in the locked file who uses the folder. It is for people alone, so that a full disk does not matter.
    func note(_ user: FolderUser) {
        guard let lockFile, let count = try? lockFile.write(user.bytes, from: 0, at: 0) else { return }
        try? lockFile.truncate(to: count)
    }

    /// Who uses the folder, as its file has it; nil if that cannot be told.
    var user: FolderUser? {
        guard let file = try? descriptor.open(Self.lockName, [.read, .nonBlocking]) else { return nil }
        defer { file.close() }
        var bytes = [UInt8](repeating: 0, count: Limits.Internal.lockFileBytes)
        guard let isPlain = try? file.isPlain(), isPlain, let count = try? file.read(at: 0, into: &bytes) else {
            return nil
        }
        // A file from before the last start names a process that is gone.
        return FolderUser(bytes[..<count]).flatMap { Platform.hasProcess($0.process) ? $0 : nil }
    }

    func open(_ name: String, _ options: Platform.OpenOptions) throws(SystemError) -> any StorageFile {
        try DiskFile(descriptor.open(name, options), path: "\(path)/\(name)")
    }

    func rename(_ name: String, to newName: String) throws(SystemError) {
        try descriptor.rename(name, to: newName)
    }

    func remove(_ name: String) throws(SystemError) { try descriptor.remove(name) }

    func size(of file: any StorageFile, named name: String) throws(SystemError) -> Int? {
        guard let file = file as? DiskFile else { return nil }
        return try descriptor.size(of: file.identity, named: name)
    }

    func synchronize() throws(SystemError) { try descriptor.synchronize() }

    var boot: String? { Platform.boot }
}

private final class DiskFile: StorageFile {
    let path: String
    let descriptor: FileDescriptor
    let identity: FileIdentity

    init(_ descriptor: FileDescriptor, path: String) throws(SystemError) {
        do throws(SystemError) {
            identity = try descriptor.identity()
        } catch {
            descriptor.close()
            throw error
        }
        (self.descriptor, self.path) = (descriptor, path)
    }

    deinit { descriptor.close() }

    func size() throws(SystemError) -> Int { try descriptor.size() }

    func read(at offset: Int, into buffer: inout [UInt8]) throws(SystemError) -> Int {
        try descriptor.read(at: offset, into: &buffer)
    }

    func write(_ bytes: [UInt8], from start: Int, at offset: Int) throws(SystemError) -> Int {
        try descriptor.write(bytes, from: start, at: offset)
    }

    func truncate(to size: Int) throws(SystemError) { try descriptor.truncate(to: size) }

    func reserve(from offset: Int, count: Int) throws(SystemError) {
        try descriptor.reserve(from: offset, count: count)
    }

    func synchronize() throws(SystemError) { try descriptor.synchronize() }
}

/// The folder for everything that must outlive the host.
enum DataFolder {
    private static let name = "memory-host"

    /// Creates the folder if it is missing, and locks it for as long as it is open.
    ///
    /// - Parameter port: the port that this process listens on, for whoever finds the folder locked; nil for none.
    static func open(_ path: String, port: UInt16? = nil) throws(StorageProblem) -> DiskFolder {
        let user: FolderUser?
        do throws(SystemError) {
            try Platform.makeFolders(path)
            let folder = try DiskFolder(path)
            if try folder.lock() {
                folder.note(FolderUser(process: Platform.processNumber, port: port))
                return folder
            }
            user = folder.user
        } catch {
            throw .folder(path, error)
        }
        throw .inUse(folder: path, by: user)
    }

    /// The default folder; nil if the system has no place for it.
    static func standard(environment: (String) -> String? = Platform.environmentValue) -> String? {
        Platform.stateFolder(environment: environment).map { "\($0)/\(name)" }
    }

    /// The default folder, as `--help` writes it.
    static let standardInWords = "\(Platform.stateFolderInWords)/\(name)"
}
