import Foundation
import Synchronization
import Testing

/// Has tests run on threads of their own.
///
/// They mostly wait for the programs that they have started. All tests share one thread for each processor, and one
/// that blocks it keeps others from running.
struct Waiting: SuiteTrait, TestTrait, TestScoping {
    fileprivate let threads: WaitingThreads
    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withTaskExecutorPreference(testCase == nil ? nil : threads) { try await function() }
    }
}

extension Trait where Self == Waiting {
    /// The tests wait for programs.
    static var waits: Self { Self(threads: .programs) }

    /// The tests wait for browsers.
    static var browses: Self { Self(threads: .browsers) }
}

/// Threads that may be blocked.
private final class WaitingThreads: TaskExecutor {
    /// Each test starts a host at least: more of them at once would only wait longer.
    static let programs = WaitingThreads(count: 6)
    /// A browser takes a processor for a while. These tests take the longest, so they don't queue behind the others.
    static let browsers = WaitingThreads(count: 3)

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
