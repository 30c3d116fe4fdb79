import Foundation
import Synchronization
import Testing

/// Has tests run on threads of their own.
///
/// They mostly wait for the programs that they have started. All tests share one thread for each processor, and one
/// that blocks it keeps others from running.
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
    /// Each test starts a host at least, and some a browser, which takes a processor for a while: more of them at once
    /// would only wait longer.
    static let shared = WaitingThreads(count: 8)

    private let jobs = Mutex<[UnownedJob]>([])
    private let ready = DispatchSemaphore(value: 0)

    private init(count: Int) {
        for _ in 0..<count { Thread { [self] in run() }.start() }
    }

    private func run() -> Never {
        while true {
            ready.wait()
            let job = jobs.withLock { $0.removeFirst() }
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        ready.signal()
    }
}
