import Protocol

/// What is to be on the disk before a sync has ended: some open files, or folders, in this order.
struct SyncJob: Equatable, Sendable {
    /// The most files of a job.
    static let most = 3

    /// An open file or folder.
    struct Target: Equatable, Sendable {
        let descriptor: FileDescriptor
        /// Whether all that describes the file must be there too, as the names in a folder must, or only its data.
        let isWhole: Bool
    }

    let targets: [Target]

    /// Waits until the disk has them.
    func run() throws(SystemError) {
        for target in targets {
            if target.isWhole {
                try Platform.synchronize(target.descriptor)
            } else {
                try Platform.synchronizeData(target.descriptor)
            }
        }
    }
}

// The thread reads a job from one pipe and writes an error number, 0 for none, to the other one, which the loop polls. It
// shares nothing with the loop but the descriptors, which stay open until it has answered.

/// The thread that waits for the disk, so that the loop need not.
struct Syncer: Sendable {
    /// Readable when the job has been done.
    let answers: FileDescriptor
    private let jobs: FileDescriptor

    /// Starts the thread. It ends when ``stop()`` is called.
    init() throws(SystemError) {
        let (jobs, answers) = (try Platform.makePipe(), try Platform.makePipe())
        try Platform.setNonBlocking(false, jobs.readEnd)
        (self.jobs, self.answers) = (jobs.writeEnd, answers.readEnd)
        try Platform.startThread { Self.work(jobs: jobs.readEnd, answers: answers.writeEnd) }
    }

    /// A syncer whose jobs somebody else does, who reads them from the other end of one pipe and answers at the other.
    init(jobs: FileDescriptor, answers: FileDescriptor) { (self.jobs, self.answers) = (jobs, answers) }

    /// Has the thread do a job. The one before it must have been answered.
    func start(_ job: SyncJob) throws(SystemError) {
        precondition((1...SyncJob.most).contains(job.targets.count))
        var message = [UInt8](repeating: 0, count: Self.messageBytes)
        for (index, target) in job.targets.enumerated() {
            let number = UInt32(bitPattern: target.descriptor.number) + 1  // 0 is no descriptor.
            for byte in 0..<4 { message[index * 5 + byte] = UInt8(truncatingIfNeeded: number >> (8 * byte)) }
            message[index * 5 + 4] = target.isWhole ? 1 : 0
        }
        try Platform.writeAll(message, to: jobs)
    }

    /// What came of the job; nil while it is not done.
    func answer() -> Result<Void, SystemError>? {
        var code = [UInt8](repeating: 0, count: 4)
        do throws(SystemError) {
            guard try Platform.readBytes(from: answers, into: &code) == code.count else { return nil }
        } catch {
            return error.isWouldBlock ? nil : .failure(error)
        }
        let number = code.enumerated().reduce(Int32(0)) { $0 | Int32($1.element) << Int32(8 * $1.offset) }
        return number == 0 ? .success(()) : .failure(SystemError(code: number, call: "fsync"))
    }

    /// Waits until the job is done.
    func wait() throws(SystemError) -> Result<Void, SystemError> {
        while true {
            if let answer = answer() { return answer }
            _ = try Platform.waitUntilReady(answers, for: .readable, milliseconds: nil)
        }
    }

    /// Ends the thread, which must have answered.
    func stop() {
        Platform.closeDescriptor(jobs)
        Platform.closeDescriptor(answers)
    }

    // MARK: The thread

    private static let messageBytes = 5 * SyncJob.most

    private static func work(jobs: FileDescriptor, answers: FileDescriptor) {
        var message = [UInt8](repeating: 0, count: messageBytes)
        do throws(SystemError) {
            while try Platform.readBytes(from: jobs, into: &message) == messageBytes {
                let code = UInt32(bitPattern: result(of: job(in: message)))
                try Platform.writeAll((0..<4).map { UInt8(truncatingIfNeeded: code >> (8 * $0)) }, to: answers)
            }
        } catch {
            // The loop has gone, and with it everybody who could be told.
        }
        Platform.closeDescriptor(jobs)
        Platform.closeDescriptor(answers)
    }

    private static func job(in message: [UInt8]) -> SyncJob {
        let targets = stride(from: 0, to: messageBytes, by: 5).compactMap { start -> SyncJob.Target? in
            let number = (0..<4).reduce(UInt32(0)) { $0 | UInt32(message[start + $1]) << UInt32(8 * $1) }
            guard number > 0 else { return nil }
            return SyncJob.Target(
                descriptor: FileDescriptor(number: Int32(bitPattern: number - 1)), isWhole: message[start + 4] == 1)
        }
        return SyncJob(targets: targets)
    }

    private static func result(of job: SyncJob) -> Int32 {
        do throws(SystemError) {
            try job.run()
            return 0
        } catch {
            return error.code
        }
    }
}
