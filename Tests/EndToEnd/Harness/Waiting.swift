import Foundation
import Synchronization
import Testing

/// Has tests run on threads of their own.
///
/// They mostly wait for the programs that they have started. The threads on which all tests run are as many as the machine
/// has processors: tests that wait there would keep all others from being run.
struct Waiting: SuiteTrait, TestTrait, TestScoping {
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(testCase == nil ? nil : WaitingThreads.shared) { try await function() }
    }
}

extension Trait where Self == Waiting {
    /// The tests wait for programs.
    static var waits: Self { Self() }
}

/// Threads that may be blocked.
private final class WaitingThreads: TaskExecutor {
    /// Each test uses a host at least, and some use a browser: with more of them at once, tests would wait for those.
    static let shared = WaitingThreads(count: 2 * ProcessInfo.processInfo.activeProcessorCount)

    private let jobs = Mutex<[UnownedJob]>([])
    private let ready = DispatchSemaphore(value: 0)

    private init(count: Int) {
        for _ in 0..<count { Thread { [self] in run() }.start() }
    }

    private func run() -> Never {
        while true {
            ready.wait()
            guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { continue }
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        ready.signal()
    }
}
