import Foundation
import Protocol
import TestSupport
import Testing

/// A host as a service: what it tells its manager, the sockets that it is given, and its end after the matches in play.
@Suite(.waits) struct ServiceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let home = SocketAddress(host: "127.0.0.1", port: 0)

    /// Reads the manager's messages on to one.
    private func read(_ socket: ManagerSocket, to wanted: String) throws -> [String] {
        var messages: [String] = []
        let deadline = Deadline()
        while messages.last != wanted {
            try deadline.wait(socket.descriptor, for: .readable, "\(wanted) after \(messages)")
            if let message = socket.next() { messages.append(message) }
        }
        return messages
    }

    // MARK: Notifications

    @Test func `the manager hears that a host is ready, how it is, that it lives, and that it stops`() throws {
        let socket = try ManagerSocket(at: folder.path(of: "notify"))
        // The system keeps ten unread messages; the host drops one for which there is no room.
        let host = try HostProcess(shell: "export NOTIFY_SOCKET='\(socket.path)' WATCHDOG_USEC=2000000 WATCHDOG_PID=$$")
        #expect(try read(socket, to: "STATUS=0 matches, 0 players").first == "READY=1")
        #expect(try read(socket, to: "WATCHDOG=1").count == 1)
        let ann = try LineClient.named("Ann", at: host)
        _ = try ann.open(#"{"seats":1}"#)
        let later = try read(socket, to: "STATUS=1 match, 1 player")
        #expect(Set(later.dropLast()).isSubset(of: ["WATCHDOG=1", "STATUS=0 matches, 1 player"]))
        _ = try read(socket, to: "WATCHDOG=1")
        host.process.send(signal: SIGUSR2)
        _ = try read(socket, to: "STATUS=draining: 1 match left")
        host.process.send(signal: SIGUSR2)
        _ = try read(socket, to: "STOPPING=1\nSTATUS=stopping")
        ann.close()
        #expect(try host.process.waitForEnd() == .exited(0))
        while let message = socket.next() { #expect(message == "WATCHDOG=1") }
    }

    @Test func `a socket that is not there, or no address, is mentioned once, and only to who debugs`() throws {
        for address in [folder.path(of: "nothing"), "relative", String(repeating: "/long", count: 40), "@"] {
            let host = try HostProcess(
                "--log-level", "debug", shell: "export NOTIFY_SOCKET='\(address)' WATCHDOG_USEC=1000")
            let ann = try LineClient.named("Ann", at: host)
            for _ in 0..<20 { try ann.ping() }
            ann.close()
            #expect(try host.stop() == .exited(0))
            let lines = try host.process.restOfErrors().split(separator: "\n")
            #expect(lines.count { $0.contains("NOTIFY_SOCKET") || $0.contains("service manager") } == 1, "\(lines)")
        }
    }

    @Test func `a program that an exam starts gets none of what is meant for the host`() throws {
        let socket = try ManagerSocket(at: folder.path(of: "notify"))
        let shell =
            "export NOTIFY_SOCKET='\(socket.path)' WATCHDOG_USEC=1000 WATCHDOG_PID=$$ LISTEN_PID=$$ LISTEN_FDS=1 OTHER=1"
        let exam = try HostProcess.start(
            ["--exam", "Ann", "--port", "0", "--bind", "127.0.0.1", "--", "env"], shell: shell)
        #expect(try exam.waitForEnd() == .exited(1))
        let lines = try exam.restOfErrors().split(separator: "\n")
        #expect(lines.contains("OTHER=1"))
        #expect(!lines.contains { $0.hasPrefix("NOTIFY_") || $0.hasPrefix("WATCHDOG_") || $0.hasPrefix("LISTEN_") })
    }

    @Test func `a program that an exam starts inherits no socket or other descriptor`() throws {
        let listener = try Socket.listen(on: try #require(Self.home))
        defer { listener.close() }
        let look = "for n in 3 4 5 6 7 8 9; do (: <&$n) 2>/dev/null && echo open $n; done; echo looked"
        let exam = try HostProcess.start(
            ["--exam", "Ann", "--port", "0", "--bind", "127.0.0.1", "--", "sh", "-c", look], given: listener.descriptor)
        #expect(try exam.waitForEnd() == .exited(1))
        #expect(try Set(exam.restOfErrors().split(separator: "\n")) == ["looked"])
    }

    // MARK: Sockets

    /// Starts a host with a socket, and reads where it listens.
    private func start(_ listener: Socket, _ flags: String...) throws -> (RunningProcess, SocketAddress) {
        let process = try HostProcess.start(flags, given: listener.descriptor)
        let line = try process.nextLine()
        guard let line, let address = HostProcess.address(firstLine: line) else {
            throw Unmet("'\(line ?? "")', \(try process.restOfErrors())")
        }
        return (process, address)
    }

    @Test(arguments: [SIGKILL, SIGTERM])
    func `a restart refuses no connection: who comes meanwhile waits, and goes on with the match`(signal: Int32) throws
    {
        let listener = try Socket.listen(on: try #require(Self.home))
        defer { listener.close() }
        let address = try #require(listener.localAddress)
        var (host, place) = try start(listener, "--data", folder.path)
        #expect(place == address)
        let ann = try LineClient(to: address)
        let token = try ann.introduce("Ann")
        _ = try ann.open(#"{"seats":1}"#)
        try ann.flip(0)
        let before = try ann.state { $0.turned == [0] }
        host.send(signal: signal)
        if signal == SIGTERM { _ = try ann.farewell() }
        ann.close()
        #expect(try host.waitForEnd() == (signal == SIGKILL ? .killed(bySignal: SIGKILL) : .exited(0)))
        let began = Platform.monotonicMilliseconds
        // No host runs; the connection waits in the system's queue.
        let late = try LineClient(to: address)
        try late.send(.hello(.token(token)))
        (host, place) = try start(listener, "--data", folder.path)
        #expect(try late.welcome().resumed)
        try late.seating()
        let state = try late.state { $0.match == before.match }
        print("a player waited for \(Platform.monotonicMilliseconds - began) ms")
        #expect(state.cards == before.cards && state.turned == [0])
        late.close()
        host.send(signal: SIGTERM)
        #expect(try host.waitForEnd() == .exited(0))
    }

    @Test func `sockets that are given win over --port and --bind, with a warning`() throws {
        let listener = try Socket.listen(on: try #require(Self.home))
        defer { listener.close() }
        let (host, address) = try start(listener, "--no-data", "--port", "1", "--bind", "192.0.2.1")
        #expect(address == listener.localAddress)
        #expect(try host.nextErrorLine()?.contains("--port and --bind are ignored") == true)
        try LineClient(to: address).ping()
    }

    @Test func `who looks for hosts is answered on a UDP socket that was given, with the port that was opened`() throws
    {
        let finder = try DatagramSocket(at: try #require(Self.home))
        let asking = try DatagramSocket(at: try #require(Self.home))
        defer { for socket in [finder, asking] { socket.close() } }
        let host = try HostProcess.start(
            ["--no-data", "--port", "0", "--bind", "127.0.0.1", "--name", "given"], given: finder.descriptor)
        let address = try #require(try host.nextLine().flatMap { HostProcess.address(firstLine: $0) })
        asking.send(FindQuestion.bytes, to: try #require(finder.localAddress))
        try Deadline().wait(asking.descriptor, for: .readable, "an answer")
        var buffer = [UInt8](repeating: 0, count: Limits.findAnswerBytes)
        guard case .datagram(let count, _) = asking.receive(into: &buffer) else { throw Unmet("no answer") }
        let answer = try #require(FindAnswer(buffer[..<count]))
        #expect(answer.host == "given" && answer.port == address.port && answer.port != finder.localAddress?.port)
    }

    @Test func `a descriptor that is of no use is named in a sentence, and no host starts`() throws {
        let pipe = try Platform.makePipe()
        defer { for end in [pipe.readEnd, pipe.writeEnd] { end.close() } }
        let process = try HostProcess.start(["--no-data"], given: pipe.readEnd)
        #expect(try process.waitForEnd() == .exited(73))
        let rest = "a host takes TCP sockets that listen, and UDP sockets"
        #expect(try process.restOfErrors() == "memory-host: descriptor 3 (game) is not a socket: \(rest)\n")
    }

    @Test func `a senseless number of descriptors is refused, and those of another process are ignored`() throws {
        for count in ["x", "0", "9999"] {
            let process = try HostProcess.start(["--no-data"], shell: "export LISTEN_PID=$$ LISTEN_FDS=\(count)")
            #expect(try process.waitForEnd() == .exited(73))
            let sentence = "LISTEN_FDS must be a number from 1 to 64, not \(count)"
            #expect(try process.restOfErrors() == "memory-host: \(sentence)\n")
        }
        for variables in ["LISTEN_PID=1 LISTEN_FDS=9999", "LISTEN_PID=x LISTEN_FDS=1", "LISTEN_FDS=1"] {
            let host = try HostProcess(shell: "export \(variables)")
            try LineClient(host).ping()
        }
    }

    // MARK: Draining

    @Test func `a host that drains ends with 0 after the matches in play, and the next one takes newcomers`() throws {
        let host = try HostProcess("--data", folder.path)
        let (ann, bob, _) = try LineClient.pair(at: host)
        let cid = try LineClient(host)
        let token = try cid.introduce("Cid")
        _ = try cid.open("{}")
        host.process.send(signal: SIGUSR2)
        #expect(try host.process.nextErrorLine()?.hasSuffix("draining: 1 match in play") == true)
        guard case .hello(let hello) = try LineClient(host).next().event else { throw Unmet("no hello") }
        #expect(hello.isDraining)
        try ann.send(.resign)
        _ = try bob.state(.over)
        for client in [ann, bob, cid] {
            #expect(try client.farewell() == Farewell(after: .shuttingDown))
            client.close()
        }
        #expect(try host.process.waitForEnd() == .exited(0))
        let next = try HostProcess("--data", folder.path)
        _ = try LineClient.named("Dan", at: next)
        // The match that waited still waits.
        let back = try LineClient.resuming(token, at: next)
        #expect(try back.state().phase == .waiting)
    }
}
