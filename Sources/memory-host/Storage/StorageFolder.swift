import Protocol

/// The folder that logs are kept in. It is held open, and every name is one in it: wherever it is moved, and whatever
/// then has its path, its files are these.
protocol StorageFolder: AnyObject {
    /// The path, for what is said to people.
    var path: String { get }
    /// The folder to the system; when that is synced, the names of the files are on the disk.
    var descriptor: FileDescriptor { get }
    /// Opens a file, and never what a link leads to; one that it makes is for nobody but who runs the host.
    func open(_ name: String, _ options: Platform.OpenOptions) throws(SystemError) -> any StorageFile
    func rename(_ name: String, to newName: String) throws(SystemError)
    func remove(_ name: String) throws(SystemError)
    /// True if a file that is open still has this name.
    func holds(_ file: any StorageFile, as name: String) throws(SystemError) -> Bool
    func synchronize() throws(SystemError)
}

/// A file of such a folder. It is closed when nobody holds it any more.
protocol StorageFile: AnyObject {
    /// The path, for what is said to people.
    var path: String { get }
    var descriptor: FileDescriptor { get }
    func size() throws(SystemError) -> Int
    /// Reads as many bytes as `buffer` has, or as there are; returns how many.
    func read(at offset: Int, into buffer: inout [UInt8]) throws(SystemError) -> Int
    /// Writes some of the bytes from `start` on; returns how many.
    func write(_ bytes: [UInt8], from start: Int, at offset: Int) throws(SystemError) -> Int
    func truncate(to size: Int) throws(SystemError)
    /// Has the disk keep room beyond the end of the file.
    func reserve(from offset: Int, count: Int) throws(SystemError)
    func synchronize() throws(SystemError)
}

/// A folder on the disk.
final class DiskFolder: StorageFolder {
    let path: String
    let descriptor: FileDescriptor
    /// A file that is locked; the system takes the lock away with the process, however that ends.
    private var lockFile: FileDescriptor?
    private var isOpen = true

    /// Opens a folder that is there.
    init(_ path: String) throws(SystemError) {
        self.path = path
        descriptor = try Platform.openFile(path, [.read, .directory])
    }

    deinit { close() }

    /// Gives the folder back, and its lock.
    func close() {
        guard isOpen else { return }
        isOpen = false
        Platform.closeDescriptor(descriptor)
        if let lockFile { Platform.closeDescriptor(lockFile) }
    }

    /// Locks the folder until it is closed; false if another process has it.
    func lock() throws(SystemError) -> Bool {
        let file = try Platform.openFile("lock", in: descriptor, [.read, .write, .create])
        lockFile = file
        return try Platform.lockFile(file)
    }

    func open(_ name: String, _ options: Platform.OpenOptions) throws(SystemError) -> any StorageFile {
        DiskFile(try Platform.openFile(name, in: descriptor, options), path: "\(path)/\(name)")
    }

    func rename(_ name: String, to newName: String) throws(SystemError) {
        try Platform.renameFile(name, to: newName, in: descriptor)
    }

    func remove(_ name: String) throws(SystemError) { try Platform.removeFile(name, in: descriptor) }

    func holds(_ file: any StorageFile, as name: String) throws(SystemError) -> Bool {
        try Platform.isFile(file.descriptor, named: name, in: descriptor)
    }

    func synchronize() throws(SystemError) { try Platform.synchronize(descriptor) }
}

/// A file on the disk.
private final class DiskFile: StorageFile {
    let path: String
    let descriptor: FileDescriptor

    init(_ descriptor: FileDescriptor, path: String) { (self.descriptor, self.path) = (descriptor, path) }

    deinit { Platform.closeDescriptor(descriptor) }

    func size() throws(SystemError) -> Int { try Platform.fileSize(descriptor) }

    func read(at offset: Int, into buffer: inout [UInt8]) throws(SystemError) -> Int {
        try Platform.readBytes(from: descriptor, at: offset, into: &buffer)
    }

    func write(_ bytes: [UInt8], from start: Int, at offset: Int) throws(SystemError) -> Int {
        try Platform.writeBytes(bytes, from: start, to: descriptor, at: offset)
    }

    func truncate(to size: Int) throws(SystemError) { try Platform.truncateFile(descriptor, to: size) }

    func reserve(from offset: Int, count: Int) throws(SystemError) {
        try Platform.reserveSpace(descriptor, from: offset, count: count)
    }

    func synchronize() throws(SystemError) { try Platform.synchronize(descriptor) }
}
