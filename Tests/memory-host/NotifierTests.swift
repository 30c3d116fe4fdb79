import Lobby
import Protocol
import TestSupport
import Testing

@testable import TestDrivers
@testable import memory_host

/// What a service manager is told, and when. Time is the test's.
@Suite struct NotifierTests {
    private let manager = NotedManager()

    private func at(_ milliseconds: Int) -> Instant { Instant(milliseconds: 1_000_000 + milliseconds) }

    @Test func `a sign of life is due every half of the manager's time, and only while the loop gives it`() {
        var notifier = manager.notifier(watchdog: 3_000)
        notifier.start(at: at(0))
        notifier.attend(at: at(0), status: "idle")
        #expect(manager.take() == ["READY=1", "WATCHDOG=1", "STATUS=idle"])
        #expect(notifier.due == at(1_500))
        notifier.attend(at: at(1_499), status: "idle")
        #expect(manager.take() == [])
        notifier.attend(at: at(1_500), status: "idle")
        #expect(manager.take() == ["WATCHDOG=1"])
        // The loop hangs: nothing is sent, however much time passes; then one sign is enough.
        #expect(notifier.due == at(3_000))
        notifier.attend(at: at(60_000), status: "idle")
        #expect(manager.take() == ["WATCHDOG=1"])
        #expect(notifier.due == at(61_500))
    }

    @Test func `a status is told when it has changed, at most once a second`() {
        var notifier = manager.notifier()
        notifier.start(at: at(0))
        notifier.attend(at: at(0), status: "0 matches")
        #expect(manager.take() == ["READY=1", "STATUS=0 matches"])
        #expect(notifier.due == nil, "without news an idle host sleeps")
        notifier.statusMayHaveChanged()
        #expect(notifier.due == at(1_000))
        notifier.attend(at: at(999), status: "1 match")
        #expect(manager.take() == [])
        notifier.attend(at: at(1_000), status: "2 matches")
        #expect(manager.take() == ["STATUS=2 matches"])
        notifier.statusMayHaveChanged()
        notifier.attend(at: at(9_000), status: "2 matches")
        #expect(manager.take() == [] && notifier.due == nil)
        notifier.statusMayHaveChanged()
        #expect(notifier.due.map { $0 <= at(9_000) } == true, "the last one is long ago")
    }

    @Test func `after a time in which the process was stopped, a sign of life is due at once`() {
        var notifier = manager.notifier(watchdog: 20_000)
        notifier.start(at: at(0))
        notifier.attend(at: at(0), status: "")
        notifier.processResumed()
        #expect(notifier.due.map { $0 <= at(1) } == true)
        var unwatched = manager.notifier()
        unwatched.start(at: at(0))
        unwatched.attend(at: at(0), status: "")
        unwatched.processResumed()
        #expect(unwatched.due == nil)
    }

    @Test func `a message that cannot be sent is lost, but that the host is ready is said once it can be`() {
        var notifier = manager.notifier(watchdog: 2_000)
        manager.fails = true
        notifier.start(at: at(0))
        notifier.attend(at: at(0), status: "a")
        #expect(notifier.due == at(1_000))
        manager.fails = false
        notifier.attend(at: at(999), status: "a")
        #expect(manager.take() == [])
        notifier.attend(at: at(1_000), status: "a")
        #expect(manager.take() == ["READY=1", "WATCHDOG=1"])
        notifier.attend(at: at(1_001), status: "a")
        notifier.stop(at: at(1_500))
        #expect(manager.take() == ["STOPPING=1\nSTATUS=stopping"])
        notifier.statusMayHaveChanged()
        notifier.attend(at: at(1_600), status: "stopping")
        notifier.attend(at: at(9_000), status: "stopping")
        #expect(manager.take() == ["WATCHDOG=1"], "it has been said")
    }

    @Test func `a host that stops before it could say that it is ready says so no more`() {
        var notifier = manager.notifier()
        manager.fails = true
        notifier.start(at: at(0))
        notifier.stop(at: at(10))
        manager.fails = false
        notifier.attend(at: at(5_000), status: "stopping")
        #expect(manager.take() == [])
    }

    @Test(arguments: ["", "/", "relative/path", "@", "/" + String(repeating: "n", count: 107), "vsock:2:1234"])
    func `what is no address of a socket is ignored`(address: String) {
        var environment = ServiceEnvironment(process: 1) { _ in nil }
        environment.notifySocket = address
        #expect(Notifier(environment, log: Log(level: .error)) == nil)
    }

    @Test func `a socket is found by its path, and one that is not there changes nothing`() throws {
        let folder = try TemporaryFolder()
        let socket = try ManagerSocket(at: folder.path(of: "notify"))
        var environment = ServiceEnvironment(process: 1) { _ in nil }
        for path in [folder.path(of: "nothing"), socket.path] {
            environment.notifySocket = path
            var notifier = try #require(Notifier(environment, log: Log(level: .error)))
            notifier.start(at: at(0))
        }
        #expect(socket.next() == "READY=1")
        #expect(socket.next() == nil)
    }

    // MARK: In a host

    /// A host that has told its manager, if it has one, that it is ready.
    private func ready(_ notifier: Notifier?) throws -> HostDriver {
        let table = try HostDriver(notifier: notifier)
        table.announceReadiness()
        try table.turn()
        return table
    }

    @Test func `a host tells of its matches, players and watchers`() throws {
        let table = try ready(manager.notifier())
        #expect(manager.take() == ["READY=1", "STATUS=0 matches, 0 players"])
        let (ann, guest) = (try table.connect(as: "Ann"), try table.connect())
        try table.answer(#"{"type":"open","rules":{"seats":1,"revealMs":0}}"#, from: ann, with: "state")
        try table.turn(after: Limits.Internal.statusMilliseconds)
        try table.answer(#"{"type":"watch"}"#, from: guest, with: "state")
        try table.turn(after: Limits.Internal.statusMilliseconds)
        #expect(manager.take().suffix(1) == ["STATUS=1 match, 1 player, 1 watching"])
        // A flip is no news.
        try table.answer(#"{"type":"flip","card":0}"#, from: ann, with: "state")
        try table.turn(after: 5_000)
        #expect(manager.take() == [])
    }

    @Test func `a host that is idle wakes for the watchdog, and without one it does not`() throws {
        let watched = try ready(manager.notifier(watchdog: 30_000))
        #expect(watched.host.wait(for: .notifying) == 15_000)
        for table in [try ready(nil), try ready(manager.notifier())] {
            #expect(table.host.wait(for: .notifying) == .max)
            #expect(table.host.longestWait == nil)
        }
    }

    @Test(arguments: [Platform.Signal.terminate, .interrupt, .hangUp])
    func `a host that stops says so first`(signal: Platform.Signal) throws {
        let table = try ready(manager.notifier())
        _ = manager.take()
        try table.signal(signal)
        #expect(manager.take() == ["STOPPING=1\nSTATUS=stopping"])
        try table.turn(after: Limits.Internal.statusMilliseconds)
        #expect(manager.take() == [])
    }
}

/// A service manager of a test's own: it has what was sent to it; messages are lost while it fails.
final class NotedManager {
    private(set) var messages: [String] = []
    var fails = false

    func take() -> [String] {
        defer { messages = [] }
        return messages
    }

    /// Tells it how a host is.
    func notifier(watchdog: Int? = nil) -> Notifier {
        Notifier(watchdogMilliseconds: watchdog, log: Log(level: .error)) { bytes throws(SystemError) in
            if self.fails { throw SystemError(code: 111, call: "sendto") }
            self.messages.append(String(decoding: bytes, as: UTF8.self))
        }
    }
}
