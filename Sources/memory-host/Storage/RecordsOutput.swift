import Protocol

/// Where records are written for whoever runs the host: standard output, or a new file.
///
/// What cannot be written ends the program, but for a pipe that nobody reads any more, such as that to `head`.
struct RecordsOutput {
    private static let bytesAtOnce = 64 * 1024

    private let descriptor: FileDescriptor
    /// The file, if it is one.
    private let path: String?
    private var waiting: [UInt8] = []

    /// Standard output, or a file that must not be there yet.
    init(newFile path: String? = nil) {
        self.path = path
        guard let path else {
            descriptor = .standardOutput
            return
        }
        do throws(SystemError) {
            descriptor = try Platform.openFile(path, [.write, .create, .exclusive], mode: 0o600)
        } catch {
            if error.isAlreadyThere { Log.fail("\(path) already exists; choose a new file.", .cannotCreate) }
            Log.fail("cannot create \(path): \(error).", .cannotCreate)
        }
    }

    /// Writes these bytes, sooner or later.
    mutating func put(_ bytes: [UInt8]) {
        waiting += bytes
        if waiting.count >= Self.bytesAtOnce { flush() }
    }

    /// Writes all that waits, and for a file sees to it that it is on the disk.
    mutating func finish() {
        flush()
        guard let path else { return }
        do throws(SystemError) {
            try Platform.synchronize(descriptor)
        } catch {
            fail(error, path)
        }
        Platform.closeDescriptor(descriptor)
    }

    private mutating func flush() {
        do throws(SystemError) {
            try Platform.writeAll(waiting, to: descriptor)
        } catch {
            fail(error, path)
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Ends the program; half a file is left to nobody.
    private func fail(_ error: SystemError, _ path: String?) -> Never {
        guard let path else {
            if error.isDisconnected { Platform.exitProcess(.success) }
            Log.fail("cannot write the records: \(error).", .inputOutputError)
        }
        do throws(SystemError) {
            try Platform.removeFile(path)
        } catch {
            Log.complain("\(path) is incomplete and cannot be removed: \(error).")
        }
        Log.fail("cannot write \(path): \(error).", .inputOutputError)
    }
}
