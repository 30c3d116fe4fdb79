import Protocol

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

// The thread reads a job from one pipe and writes an error number, 0 for none, to the other, which the loop polls. It
// shares nothing with the loop but the descriptors, which stay open until it has answered.
//
// A job is a kind, a descriptor and a number of parts, and then the offset and the length of each part.

/// A thread that waits for the disk, so that the loop need not.
struct DiskThread: Sendable {
    /// Readable once the job is done.
    let answers: FileDescriptor
    private let jobs: FileDescriptor

    /// Starts the thread, which runs until ``stop()`` is called.
    static func start() throws(SystemError) -> DiskThread {
        let (jobs, answers) = (try Platform.makePipe(), try Platform.makePipe())
        try jobs.readEnd.setNonBlocking(false)
        try Platform.startThread { work(jobs: jobs.readEnd, answers: answers.writeEnd) }
        return DiskThread(jobs: jobs.writeEnd, answers: answers.readEnd)
    }

    /// Creates one for whoever reads the jobs from the other end of one pipe and answers at that of the other.
    init(jobs: FileDescriptor, answers: FileDescriptor) { (self.jobs, self.answers) = (jobs, answers) }

    /// Starts a job. The previous one must have been answered.
    func start(_ job: DiskJob) throws(SystemError) {
        let (kind, file, parts): (Int, FileDescriptor, [Range<Int>]) =
            switch job {
            case .syncData(let file): (0, file, [])
            case .syncAll(let file): (1, file, [])
            case .read(let file, let parts): (2, file, parts)
            }
        let numbers = [kind, Int(file.number), parts.count] + parts.flatMap { [$0.lowerBound, $0.count] }
        try jobs.writeAll(Self.bytes(numbers))
    }

    /// Returns the result of the job; nil while it is not done.
    ///
    /// - Parameter call: the system call that an error is said to be of.
    func answer(of call: String) -> Result<Void, SystemError>? {
        var code = [UInt8](repeating: 0, count: 8)
        do throws(SystemError) {
            guard try answers.read(into: &code) == code.count else { return nil }
        } catch {
            return error.isWouldBlock ? nil : .failure(error)
        }
        let number = Self.numbers(code)[0]
        return number == 0 ? .success(()) : .failure(SystemError(code: Int32(truncatingIfNeeded: number), call: call))
    }

    /// Ends the thread, which must have answered.
    func stop() {
        jobs.close()
        answers.close()
    }

    // MARK: The thread

    private static func work(jobs: FileDescriptor, answers: FileDescriptor) {
        do throws(SystemError) {
            while let head = try read(3, from: jobs), let parts = try read(2 * head[2], from: jobs) {
                let file = FileDescriptor(number: Int32(truncatingIfNeeded: head[1]))
                let ranges = (0..<head[2]).map { parts[2 * $0]..<parts[2 * $0] + parts[2 * $0 + 1] }
                let job: DiskJob =
                    switch head[0] {
                    case 0: .syncData(file)
                    case 1: .syncAll(file)
                    default: .read(file, ranges)
                    }
                try answers.writeAll(bytes([Int(errorCode(of: job))]))
            }
        } catch {
            // The loop has gone, and there is nobody left to tell.
        }
        jobs.close()
        answers.close()
    }

    private static func errorCode(of job: DiskJob) -> Int32 {
        do throws(SystemError) {
            try job.run()
            return 0
        } catch {
            return error.code
        }
    }

    // MARK: Numbers in the pipes

    /// Reads this many numbers; returns nil at the end.
    private static func read(_ count: Int, from pipe: FileDescriptor) throws(SystemError) -> [Int]? {
        var all: [UInt8] = []
        while all.count < 8 * count {
            var part = [UInt8](repeating: 0, count: 8 * count - all.count)
            let length = try pipe.read(into: &part)
            guard length > 0 else { return nil }
            all += part[..<length]
        }
        return numbers(all)
    }

    private static func bytes(_ numbers: [Int]) -> [UInt8] {
        numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    }

    private static func numbers(_ bytes: [UInt8]) -> [Int] {
        stride(from: 0, to: bytes.count, by: 8).map { start in
            (0..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[start + $1]) }
        }
    }
}
