import Protocol
import TestSupport

@testable import memory_host

/// A disk that does its jobs when a test says so.
final class SlowDisk {
    let folder: TemporaryFolder
    let syncer: SlowThread
    let reader: SlowThread

    init() throws { (folder, syncer, reader) = (try TemporaryFolder(), try SlowThread(), try SlowThread()) }

    /// Does the jobs that wait, unless it is slow.
    func work() throws {
        try syncer.work()
        try reader.work()
    }
}

/// The part of a thread that waits for the disk, played by a test.
final class SlowThread {
    let thread: DiskThread
    /// It does not complete its jobs now.
    var isSlow = false
    /// The jobs that it completes fail.
    var isBroken = false
    /// The time that each job is said to take.
    var microseconds = 0
    /// The jobs that it was given.
    private(set) var count = 0
    private let jobs: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    private let answers: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    private var waiting = 0

    init() throws {
        (jobs, answers) = (try Platform.makePipe(), try Platform.makePipe())
        thread = DiskThread(jobs: jobs.writeEnd, answers: answers.readEnd)
    }

    deinit {
        for end in [jobs.readEnd, jobs.writeEnd, answers.readEnd, answers.writeEnd] { end.close() }
    }

    /// Does the job that waits, unless it is slow.
    func work() throws {
        var message = [UInt8](repeating: 0, count: 16)
        do throws(SystemError) {
            if try jobs.readEnd.read(into: &message) > 0 { (waiting, count) = (waiting + 1, count + 1) }
        } catch {
            guard error.isWouldBlock else { throw error }
        }
        guard !isSlow, waiting > 0 else { return }
        waiting -= 1
        thread.finish(isBroken ? 5 : 0, microseconds: microseconds)
        try answers.writeEnd.writeAll([1])
    }
}
