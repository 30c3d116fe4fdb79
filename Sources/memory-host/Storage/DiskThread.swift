import Protocol
import Synchronization

/// Work for the disk that may take long.
enum DiskJob: Equatable, Sendable {
    /// Put a file's data on disk.
    case syncData(FileDescriptor)
    /// Put a file's data and its metadata on disk, or a folder's names.
    case syncAll(FileDescriptor)
    /// Have the system read parts of a file, so that whoever reads them next need not wait.
    case read(FileDescriptor, [Range<Int>])

    /// Waits until it is done.
    func run() throws(SystemError) {
        switch self {
        case .syncData(let file): try file.synchronizeData()
        case .syncAll(let file): try file.synchronize()
        case .read(let file, let parts):
            for part in parts {
                var bytes = [UInt8](repeating: 0, count: part.count)
                _ = try file.read(at: part.lowerBound, into: &bytes)
            }
        }
    }
}

// The job, and then its result, is in a variable that the thread and the loop share. A byte in one pipe tells the
// thread that there is a job, a byte in the other one tells the loop, which polls it, that it is done. Nothing else is
// shared but the descriptors, which stay open until then.

/// A thread that waits for the disk, so that the loop need not.
final class DiskThread: Sendable {
    private enum State: Sendable {
        case idle
        case given(DiskJob)
        /// The error number of the job that is done, 0 for none, and how long it took.
        case done(Int32, microseconds: Int)
    }

    /// The result of a job.
    struct Answer: Sendable {
        let result: Result<Void, SystemError>
        /// The time that the job took.
        let microseconds: Int
    }

    /// Readable once the job is done.
    let answers: FileDescriptor
    private let jobs: FileDescriptor
    private let state = Mutex(State.idle)

    /// Starts the thread, which runs until ``stop()`` is called.
    static func start() throws(SystemError) -> DiskThread {
        let (jobs, answers) = (try Platform.makePipe(), try Platform.makePipe())
        try jobs.readEnd.setNonBlocking(false)
        let thread = DiskThread(jobs: jobs.writeEnd, answers: answers.readEnd)
        try Platform.startThread { thread.work(jobs: jobs.readEnd, answers: answers.writeEnd) }
        return thread
    }

    /// Creates one for whoever waits for jobs at the other end of one pipe and tells of their end at that of the other.
    init(jobs: FileDescriptor, answers: FileDescriptor) { (self.jobs, self.answers) = (jobs, answers) }

    /// Starts a job. The previous one must have been answered.
    func start(_ job: DiskJob) throws(SystemError) {
        state.withLock { $0 = .given(job) }
        try jobs.writeAll([1])
    }

    /// Returns the result of the job; nil while it is not done.
    ///
    /// - Parameter call: the system call that an error is said to be of.
    func answer(of call: String) -> Answer? {
        var byte: [UInt8] = [0]
        do throws(SystemError) { _ = try answers.read(into: &byte) } catch {
            return error.isWouldBlock ? nil : Answer(result: .failure(error), microseconds: 0)
        }
        return state.withLock { state in
            guard case .done(let code, let microseconds) = state else { return nil }
            state = .idle
            let result: Result<Void, SystemError> =
                code == 0 ? .success(()) : .failure(SystemError(code: code, call: call))
            return Answer(result: result, microseconds: microseconds)
        }
    }

    /// Ends the thread, which must have answered.
    func stop() {
        jobs.close()
        answers.close()
    }

    // MARK: The thread

    private func work(jobs: FileDescriptor, answers: FileDescriptor) {
        var byte: [UInt8] = [0]
        do throws(SystemError) {
            while try jobs.read(into: &byte) > 0 {
                guard let job else { continue }
                let begin = Platform.monotonicMicroseconds
                let code = Self.errorCode(of: job)
                finish(code, microseconds: Platform.monotonicMicroseconds - begin)
                try answers.writeAll(byte)
            }
        } catch {
            // The loop has gone, and there is nobody left to tell.
        }
        jobs.close()
        answers.close()
    }

    private var job: DiskJob? {
        state.withLock { if case .given(let job) = $0 { job } else { nil } }
    }

    /// Sets the result of the job: an error number, 0 for none, and how long it took.
    func finish(_ code: Int32, microseconds: Int) {
        state.withLock { $0 = .done(code, microseconds: microseconds) }
    }

    private static func errorCode(of job: DiskJob) -> Int32 {
        do throws(SystemError) {
            try job.run()
            return 0
        } catch {
            return error.code
        }
    }
}
