import Protocol

/// An open file or folder to sync to disk.
struct SyncJob: Equatable, Sendable {
    let descriptor: FileDescriptor
    /// True if the file's metadata must be synced too, as a folder's names must; otherwise only its data.
    let isWhole: Bool

    /// Waits until the disk has it.
    func run() throws(SystemError) {
        if isWhole { try descriptor.synchronize() } else { try descriptor.synchronizeData() }
    }
}

// The thread reads a job from one pipe and writes an error number, 0 for none, to the other, which the loop polls. It
// shares nothing with the loop but the descriptors, which stay open until it has answered.

/// The thread that waits for the disk, so that the loop need not.
struct Syncer: Sendable {
    /// Readable once the job is done.
    let answers: FileDescriptor
    private let jobs: FileDescriptor

    /// Starts the thread, which runs until ``stop()`` is called.
    static func startThread() throws(SystemError) -> Syncer {
        let (jobs, answers) = (try Platform.makePipe(), try Platform.makePipe())
        try jobs.readEnd.setNonBlocking(false)
        try Platform.startThread { work(jobs: jobs.readEnd, answers: answers.writeEnd) }
        return Syncer(jobs: jobs.writeEnd, answers: answers.readEnd)
    }

    /// Creates a syncer for whoever reads the jobs from the other end of one pipe and answers at that of the other.
    init(jobs: FileDescriptor, answers: FileDescriptor) { (self.jobs, self.answers) = (jobs, answers) }

    /// Starts a job. The previous one must have been answered.
    func start(_ job: SyncJob) throws(SystemError) {
        let message = Self.bytes(UInt32(bitPattern: job.descriptor.number)) + [job.isWhole ? 1 : 0]
        try jobs.writeAll(message)
    }

    /// Returns the result of the job; nil while it is not done.
    func answer() -> Result<Void, SystemError>? {
        var code = [UInt8](repeating: 0, count: 4)
        do throws(SystemError) {
            guard try answers.read(into: &code) == code.count else { return nil }
        } catch {
            return error.isWouldBlock ? nil : .failure(error)
        }
        let number = Self.number(code)
        return number == 0 ? .success(()) : .failure(SystemError(code: Int32(bitPattern: number), call: "fsync"))
    }

    /// Ends the thread, which must have answered.
    func stop() {
        jobs.close()
        answers.close()
    }

    // MARK: The thread

    private static func work(jobs: FileDescriptor, answers: FileDescriptor) {
        var message = [UInt8](repeating: 0, count: 5)
        do throws(SystemError) {
            while try jobs.read(into: &message) == message.count {
                let descriptor = FileDescriptor(number: Int32(bitPattern: number(message)))
                let job = SyncJob(descriptor: descriptor, isWhole: message[4] == 1)
                try answers.writeAll(bytes(errorCode(of: job)))
            }
        } catch {
            // The loop has gone, and there is nobody left to tell.
        }
        jobs.close()
        answers.close()
    }

    private static func errorCode(of job: SyncJob) -> UInt32 {
        do throws(SystemError) {
            try job.run()
            return 0
        } catch {
            return UInt32(bitPattern: error.code)
        }
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static func number(_ bytes: [UInt8]) -> UInt32 {
        bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
