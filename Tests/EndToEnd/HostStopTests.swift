import Foundation
import Protocol
import Testing

/// Stopping a host.
@Suite(.waits) struct HostStopTests {
    /// A client that does not read, and for which much waits.
    private func backedUp(_ host: HostProcess) throws -> LineClient {
        let deaf = try LineClient(host, receiveBufferBytes: 4096)
        let other = try LineClient(host)
        let block = Array(String(repeating: "{\"type\":\"ping\"}\n", count: 4000).utf8)
        var refusals = 0
        while refusals < 20 {
            refusals = try deaf.sendWhatFits(block) == 0 ? refusals + 1 : 0
            if refusals > 0 { try other.ping() }
        }
        return deaf
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `after a signal the host tells everyone, and then exits with 0`(_ signal: Int32) throws {
        let host = try HostProcess()
        let (ann, bob, _) = try LineClient.pair(at: host)
        let watcher = try LineClient(host)
        try watcher.send("watch")
        let stranger = try LineClient(host)
        _ = try stranger.next()
        try watcher.send("ping")
        while try watcher.nextLine() != "Pong." {}
        host.process.send(signal: signal)
        for client in [ann, bob, stranger] {
            let report = try client.until("the error") {
                if case .error(let report) = $0.event { report } else { nil }
            }
            #expect(report == ErrorReport(.shuttingDown, command: nil))
            #expect(try client.farewell() == Farewell(after: .shuttingDown))
            #expect(try client.nextLineOrEnd() == nil)
        }
        #expect(try watcher.linesUntilEnd().filter { $0.contains("shutting down") } == ["The host is shutting down."])
        for client in [ann, bob, stranger, watcher] { client.close() }
        #expect(try host.process.waitForEnd() == .exited(0))
        #expect(throws: SystemError.self) { try LineClient(host) }
    }

    @Test func `a hang-up or an interrupt that the host was started to ignore does not stop it`() throws {
        let host = try HostProcess(shell: "trap '' HUP INT")
        let ann = try LineClient.named("Ann", at: host)
        for signal in [SIGHUP, SIGINT] {
            host.process.send(signal: signal)
            for _ in 0..<2 { try ann.ping() }
        }
        #expect(try host.stop() == .exited(0))
    }

    @Test func `a signal that means nothing to the host does not end it`() throws {
        let host = try HostProcess()
        let ann = try LineClient.named("Ann", at: host)
        for signal in Self.meaningless {
            host.process.send(signal: signal)
            for _ in 0..<2 { try ann.ping() }
            try #require(host.process.isRunning, "signal \(signal) ended it")
        }
        #expect(try host.stop() == .exited(0))
    }

    /// The signals whose default is to end a process, but for those that stop the host, those of a fault in a program, and
    /// that of its processor time.
    private static let meaningless: [Int32] = {
        var signals = [SIGPIPE, SIGXFSZ, SIGUSR1, SIGALRM, SIGVTALRM, SIGPROF]
        #if os(Linux)
            signals += [SIGIO, SIGPWR, SIGSTKFLT, __libc_current_sigrtmin(), __libc_current_sigrtmax()]
        #endif
        return signals
    }()

    @Test(arguments: [SIGUSR1, SIGALRM, SIGPIPE, SIGINT])
    func `a program that takes an exam has the usual signals`(_ signal: Int32) throws {
        let exam = try HostProcess.start([
            "--exam", "Ann", "--bind", "127.0.0.1", "--port", "0", "--level", "match", "--patience", "1", "--",
            "/bin/sh", "-c", "kill -\(signal) $$; echo it ignores the signal",
        ])
        _ = try exam.waitForEnd()
        let said = try exam.restOfOutput() + exam.restOfErrors()
        #expect(!said.contains("it ignores the signal"), "\(said)")
    }

    @Test func `a client that does not read does not delay the host's exit`() throws {
        let host = try HostProcess("--rate", "0")
        let deaf = try backedUp(host)
        let start = Platform.monotonicMilliseconds
        #expect(try host.stop() == .exited(0))
        // Two seconds are promised; what is more is left to a slow machine.
        #expect(Platform.monotonicMilliseconds - start < 10_000)
        deaf.close()
    }

    @Test func `a second signal makes the host exit at once`() throws {
        // The clock must say so, since all ends after a while: on a machine that was busy, it is tried again.
        for _ in 0..<5 {
            let host = try HostProcess("--rate", "0")
            let deaf = try backedUp(host)
            let other = try LineClient(host)
            _ = try other.next()
            let start = Platform.monotonicMilliseconds
            host.process.send(signal: SIGTERM)
            _ = try other.farewell()
            #expect(try host.stop(SIGTERM) == .exited(0))
            deaf.close()
            if Platform.monotonicMilliseconds - start < Limits.lingerMilliseconds - 100 { return }
        }
        Issue.record("after the second signal it took as long as without")
    }
}
