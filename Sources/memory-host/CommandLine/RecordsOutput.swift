import Protocol

/// The destination of records for the operator: standard output, or a new file.
///
/// A failed write ends the program; a pipe that nobody reads any more, such as one to `head`, ends it without an
/// error.
struct RecordsOutput {
    private static let bytesAtOnce = 64 * 1024

    private let descriptor: FileDescriptor
    /// The path of the file; nil for standard output.
    private let path: String?
    private var waiting: [UInt8] = []

    /// Opens standard output, or a file that must not exist yet.
    init(newFile path: String? = nil) {
        self.path = path
        guard let path else {
            descriptor = .standardOutput
            return
        }
        do throws(SystemError) {
            descriptor = try Platform.openFile(path, [.write, .create, .exclusive], mode: 0o600)
        } catch {
            if error.isAlreadyThere { Log.fail("\(path) already exists; choose a new file", .cannotCreate) }
            Log.fail("cannot create \(path): \(error)", .cannotCreate)
        }
    }

    /// Queues bytes to be written.
    mutating func put(_ bytes: [UInt8]) {
        waiting += bytes
        if waiting.count >= Self.bytesAtOnce { flush() }
    }

    /// Writes everything queued, and syncs a file to disk.
    mutating func finish() {
        flush()
        guard let path else { return }
        do throws(SystemError) {
            try descriptor.synchronize()
        } catch {
            fail(error, path)
        }
        descriptor.close()
    }

    private mutating func flush() {
        do throws(SystemError) {
            try descriptor.writeAll(waiting)
        } catch {
            fail(error, path)
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Exits with an error, after removing a half-written file.
    private func fail(_ error: SystemError, _ path: String?) -> Never {
        guard let path else {
            if error.isDisconnected { Platform.exitProcess(.success) }
            Log.fail("cannot write the records: \(error)", .inputOutputError)
        }
        do throws(SystemError) {
            try Platform.removeFile(path)
        } catch {
            Log.complain("\(path) is incomplete and cannot be removed: \(error)")
        }
        Log.fail("cannot write \(path): \(error)", .inputOutputError)
    }
}
