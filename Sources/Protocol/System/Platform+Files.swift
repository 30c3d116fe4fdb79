#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
#if os(Linux)
    import CEpoll
#endif

extension Platform {
    /// The options for opening a file.
    public struct OpenOptions: OptionSet, Sendable {
        /// The raw bits; not the system's flags.
        public let rawValue: UInt8
        /// Creates options from their bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let read = OpenOptions(rawValue: 1)
        public static let write = OpenOptions(rawValue: 2)
        /// Create the file if it is missing.
        public static let create = OpenOptions(rawValue: 4)
        /// With `create`: fail if the file exists.
        public static let exclusive = OpenOptions(rawValue: 8)
        /// Fail if it isn't a directory.
        public static let directory = OpenOptions(rawValue: 16)
        /// Truncate an existing file.
        public static let truncate = OpenOptions(rawValue: 32)
        /// Don't wait for another process to open a named pipe.
        public static let nonBlocking = OpenOptions(rawValue: 64)

        fileprivate var flags: Int32 {
            var flags = contains(.write) ? (contains(.read) ? O_RDWR : O_WRONLY) : O_RDONLY
            flags |= O_CLOEXEC
            if contains(.create) { flags |= O_CREAT }
            if contains(.exclusive) { flags |= O_EXCL }
            if contains(.directory) { flags |= O_DIRECTORY }
            if contains(.truncate) { flags |= O_TRUNC }
            if contains(.nonBlocking) { flags |= O_NONBLOCK }
            return flags
        }
    }

    /// Opens a file; a file it creates has the permissions `mode` minus the process's umask.
    public static func openFile(
        _ path: String, _ options: OpenOptions, mode: UInt16 = 0o644
    ) throws(SystemError) -> FileDescriptor {
        let number = try checked("open") { unsafe open(path, options.flags, mode_t(mode)) }
        return FileDescriptor(number: number)
    }

    /// Returns true if there is a plain file, or a link to one, not a folder, a pipe or a device.
    public static func isPlainFile(_ path: String) throws(SystemError) -> Bool {
        var status = stat()
        try checked("stat") { unsafe stat(path, &status) }
        return status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
    }

    /// Renames a file, replacing any file with the new name.
    public static func renameFile(_ path: String, to newPath: String) throws(SystemError) {
        try checked("rename") { unsafe rename(path, newPath) }
    }

    /// Removes a name of a file, and with its last name the file.
    public static func removeFile(_ path: String) throws(SystemError) {
        try checked("unlink") { unsafe unlink(path) }
    }

    /// Creates a directory in an existing parent, with the permissions `mode` minus the process's umask.
    public static func makeDirectory(_ path: String, mode: UInt16 = 0o755) throws(SystemError) {
        try checked("mkdir") { unsafe mkdir(path, mode_t(mode)) }
    }

    /// Opens `/dev/null` in place of standard input, output and error if they are closed, so that no socket or file
    /// gets their numbers, and with them the output meant for a terminal.
    public static func fillStandardDescriptors() throws(SystemError) {
        while true {
            let file = try openFile("/dev/null", [.read, .write])
            guard file.number <= FileDescriptor.standardError.number else { return file.close() }
        }
    }
}

// MARK: - Open files

/// The identity of a file: as long as it is open, no other file has the same one.
public struct FileIdentity: Equatable, Sendable {
    private let device: UInt64
    private let number: UInt64

    fileprivate init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// The device and the number of the file, as systemd writes them: `8:1234`.
    var text: String { "\(device):\(number)" }
}

extension FileDescriptor {
    /// Waits until the file's data and metadata are on disk; for a directory, its names.
    public func synchronize() throws(SystemError) {
        #if canImport(Darwin)
            // Only this makes the drive flush its cache; for file systems that don't support it, there is `fsync`.
            if fcntl(number, F_FULLFSYNC) != -1 { return }
        #endif
        try Platform.checked("fsync") { fsync(number) }
    }

    /// Waits until the file's data and its size are on disk, but no other metadata.
    public func synchronizeData() throws(SystemError) {
        #if canImport(Darwin)
            try synchronize()
        #else
            try Platform.checked("fdatasync") { fdatasync(number) }
        #endif
    }

    /// Opens a file or a folder in this folder, unless it is a link.
    public func openEntry(_ name: String, _ options: Platform.OpenOptions) throws(SystemError) -> FileDescriptor {
        let entry = try Platform.checked("openat") { unsafe openat(number, name, options.flags | O_NOFOLLOW) }
        return FileDescriptor(number: entry)
    }

    /// Returns true if this open file is a plain one, not a folder, a pipe or a device.
    public func isPlain() throws(SystemError) -> Bool {
        var status = stat()
        try Platform.checked("fstat") { unsafe fstat(number, &status) }
        return status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG)
    }

    /// Returns true if this open file is the one that has this name in a folder.
    public func isFile(named name: String, in folder: FileDescriptor) throws(SystemError) -> Bool {
        var (own, named) = (stat(), stat())
        try Platform.checked("fstat") { unsafe fstat(number, &own) }
        do throws(SystemError) {
            try Platform.checked("fstatat") { unsafe fstatat(folder.number, name, &named, AT_SYMLINK_NOFOLLOW) }
        } catch {
            if error.isNotFound { return false }
            throw error
        }
        return own.st_dev == named.st_dev && own.st_ino == named.st_ino
    }

    /// Returns the identity of this open file, which does not change.
    public func identity() throws(SystemError) -> FileIdentity {
        var status = stat()
        try Platform.checked("fstat") { unsafe fstat(number, &status) }
        return FileIdentity(status)
    }

    /// Returns true if what is written here goes to systemd's journal, which keeps the priority that a line begins with.
    ///
    /// - Parameter stream: the value of `JOURNAL_STREAM`, which names the journal's socket. A program that was started by
    ///   another one may have inherited it, and write elsewhere.
    public func isJournal(_ stream: String?) -> Bool {
        guard let stream, let identity = try? identity() else { return false }
        return identity.text == stream
    }

    /// Returns the size in bytes of the file with this name in this folder if it is the given one; otherwise nil.
    public func size(of file: FileIdentity, named name: String) throws(SystemError) -> Int? {
        var status = stat()
        do throws(SystemError) {
            try Platform.checked("fstatat") { unsafe fstatat(number, name, &status, AT_SYMLINK_NOFOLLOW) }
        } catch {
            if error.isNotFound { return nil }
            throw error
        }
        return FileIdentity(status) == file ? Int(status.st_size) : nil
    }

    /// Returns true if this is a plain file of the current user that nobody else may read or write.
    public func isPrivate() throws(SystemError) -> Bool {
        var status = stat()
        try Platform.checked("fstat") { unsafe fstat(number, &status) }
        return status.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG) && status.st_uid == geteuid()
            && status.st_mode & 0o077 == 0
    }

    /// Truncates the file, or extends it with zeros, to `size` bytes.
    public func truncate(to size: Int) throws(SystemError) {
        try Platform.checked("ftruncate") { ftruncate(number, off_t(size)) }
    }

    /// Returns the file's size in bytes; the file position doesn't move.
    public func size() throws(SystemError) -> Int {
        var status = stat()
        try Platform.checked("fstat") { unsafe fstat(number, &status) }
        return Int(status.st_size)
    }

    /// Reads from `offset`, up to the size of `buffer`, and returns the number of bytes: 0 at the end.
    public func read(at offset: Int, into buffer: inout [UInt8]) throws(SystemError) -> Int {
        try Platform.checked("pread") {
            unsafe buffer.withUnsafeMutableBytes { unsafe pread(number, $0.baseAddress, $0.count, off_t(offset)) }
        }
    }

    /// Writes bytes from index `start` on, at `offset` in the file; returns how many were written, which may be fewer.
    public func write(_ bytes: [UInt8], from start: Int, at offset: Int) throws(SystemError) -> Int {
        precondition(start >= 0 && start <= bytes.count)
        return try Platform.checked("pwrite") {
            unsafe bytes.withUnsafeBytes { all in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: all[start...])
                return unsafe pwrite(number, rest.baseAddress, rest.count, off_t(offset))
            }
        }
    }

    /// Preallocates disk space for the file, which keeps its size, so that writing there can't fail for lack of space.
    /// Does nothing if the file system doesn't support it.
    public func reserve(from offset: Int, count: Int) throws(SystemError) {
        #if canImport(Darwin)
            // Space is added after all that the file has, which may be more than its size.
            var status = stat()
            try Platform.checked("fstat") { unsafe fstat(number, &status) }
            let missing = off_t(offset) + off_t(count) - off_t(status.st_blocks) * 512
            guard missing > 0 else { return }
            var store = fstore_t()
            store.fst_flags = UInt32(F_ALLOCATEALL)
            store.fst_posmode = F_PEOFPOSMODE
            store.fst_length = missing
            let result = unsafe fcntl(number, F_PREALLOCATE, &store)
        #else
            let keepSize: Int32 = 1  // FALLOC_FL_KEEP_SIZE, which the C library's module doesn't expose.
            let result = Platform.uninterrupted { fallocate(number, keepSize, off_t(offset), off_t(count)) }
        #endif
        guard result == -1, errno != EOPNOTSUPP, errno != ENOSYS, errno != EINVAL else { return }
        throw Platform.lastError("fallocate")
    }

    /// Locks the file for this process until it is unlocked or closed; returns false if another process holds the lock.
    public func lock() throws(SystemError) -> Bool {
        do {
            try Platform.checked("flock") { flock(number, LOCK_EX | LOCK_NB) }
            return true
        } catch  where error.isWouldBlock {
            return false
        }
    }

    /// Gives up the lock at once. Closing alone would leave it to a process that was forked meanwhile, until that calls
    /// exec.
    public func unlock() { _ = flock(number, LOCK_UN) }
}

// MARK: - Open folders

extension FileDescriptor {
    /// Opens a file in this folder; a file it creates is accessible only to the current user. Fails for a symbolic
    /// link, which another user might have put there.
    public func open(_ name: String, _ options: Platform.OpenOptions) throws(SystemError) -> FileDescriptor {
        let file = try Platform.checked("openat") {
            unsafe openat(number, name, options.flags | O_NOFOLLOW, mode_t(0o600))
        }
        return FileDescriptor(number: file)
    }

    /// Renames a file within this folder, replacing any file with the new name.
    public func rename(_ name: String, to newName: String) throws(SystemError) {
        try Platform.checked("renameat") { unsafe renameat(number, name, number, newName) }
    }

    /// Removes a name of a file in this folder, and with its last name the file.
    public func remove(_ name: String) throws(SystemError) {
        try Platform.checked("unlinkat") { unsafe unlinkat(number, name, 0) }
    }
}
