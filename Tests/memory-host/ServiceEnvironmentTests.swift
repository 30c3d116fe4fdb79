import Lobby
import Protocol
import TestSupport
import Testing

@testable import memory_host

/// What a service manager says to the process it starts.
@Suite struct ServiceEnvironmentTests {
    private func read(_ variables: [String: String]) -> ServiceEnvironment {
        ServiceEnvironment(process: 77) { variables[$0] }
    }

    @Test func `without variables there is no service manager`() {
        let environment = read([:])
        #expect(environment.notifySocket == nil && environment.watchdogMilliseconds == nil)
        #expect(environment.descriptors.isEmpty && environment.flaw == nil)
    }

    @Test func `descriptors count from 3, and each may have a name`() {
        let environment = read(["LISTEN_PID": "77", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "tcp::a socket"])
        #expect(environment.descriptors.map(\.descriptor.number) == [3, 4, 5])
        #expect(environment.descriptors.map(\.name) == ["tcp", nil, "a socket"])
        #expect(
            environment.descriptors.map(\.description) == [
                "descriptor 3 (tcp)", "descriptor 4", "descriptor 5 (a socket)",
            ])
        #expect(read(["LISTEN_PID": "77", "LISTEN_FDS": "2"]).descriptors.map(\.name) == [nil, nil])
    }

    @Test(arguments: ["a\u{1B}[31m", "ä", String(repeating: "n", count: 256)])
    func `a name that no socket can have is not shown`(name: String) {
        let environment = read(["LISTEN_PID": "77", "LISTEN_FDS": "1", "LISTEN_FDNAMES": name])
        #expect(environment.descriptors.map(\.name) == [nil])
    }

    @Test(arguments: ["78", "", "77 ", "x", "0"])
    func `descriptors for another process are none for this one`(process: String) {
        let environment = read(["LISTEN_PID": process, "LISTEN_FDS": "9999"])
        #expect(environment.descriptors.isEmpty && environment.flaw == nil)
        #expect(read(["LISTEN_FDS": "1"]).descriptors.isEmpty)
    }

    @Test(arguments: ["x", "", "0", "-1", "65", "9999", "99999999999999999999", "1 "])
    func `a number of descriptors that makes no sense is refused in a sentence`(count: String) {
        let environment = read(["LISTEN_PID": "77", "LISTEN_FDS": count])
        #expect(environment.flaw == "LISTEN_FDS must be a number from 1 to 64, not \(count)")
        #expect(environment.descriptors.isEmpty)
    }

    @Test func `as many descriptors as are allowed are taken over, and a long number is not repeated`() {
        let most = Limits.Internal.inheritedSockets
        #expect(read(["LISTEN_PID": "77", "LISTEN_FDS": "\(most)"]).descriptors.count == most)
        let long = read(["LISTEN_PID": "77", "LISTEN_FDS": String(repeating: "1", count: 10_000)])
        #expect((long.flaw?.utf8.count ?? 0) < 100)
    }

    @Test(arguments: [
        ("2000000", nil, 2000), ("2000000", "77", 2000), ("2000000", "78", nil), ("2000000", "x", nil),
        ("1000", nil, 1), ("999", nil, nil), ("0", nil, nil), ("-5", nil, nil), ("x", nil, nil), ("", nil, nil),
        ("18446744073709551615", nil, nil),
    ])
    func `the watchdog's time counts if it is meant for this process`(time: String, process: String?, expected: Int?) {
        var variables = ["WATCHDOG_USEC": time]
        variables["WATCHDOG_PID"] = process
        #expect(read(variables).watchdogMilliseconds == expected)
    }
}

/// The sockets that a host takes over.
@Suite struct InheritedSocketsTests {
    private let home = SocketAddress(host: "127.0.0.1", port: 0)

    private func given(_ descriptor: FileDescriptor, name: String? = nil) -> ServiceEnvironment.Given {
        ServiceEnvironment.Given(descriptor: descriptor, name: name)
    }

    @Test func `TCP sockets that listen and UDP sockets are taken over, in their order`() throws {
        let home = try #require(home)
        let listeners = [try Socket.listen(on: home), try Socket.listen(on: home)]
        let finder = try DatagramSocket(at: home)
        defer {
            for socket in listeners { socket.close() }
            finder.close()
        }
        for descriptor in [listeners[0].descriptor, finder.descriptor] { try descriptor.setNonBlocking(false) }
        let inherited = try InheritedSockets(
            [listeners[0].descriptor, finder.descriptor, listeners[1].descriptor].map { given($0) })
        #expect(inherited.listeners == listeners && inherited.finders == [finder])
        // Neither waits for a client, from now on.
        #expect(try listeners[0].accept() == .wouldBlock)
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(finder.receive(into: &buffer) == .wouldBlock)
    }

    @Test func `whatever else a descriptor is, a sentence says which it is and why it is refused`() throws {
        let home = try #require(home)
        let listener = try Socket.listen(on: home)
        let client = try Socket.startConnecting(to: try #require(listener.localAddress))
        let pipe = try Platform.makePipe()
        let file = try Platform.openFile("/dev/null", [.read])
        let folder = try TemporaryFolder()
        let local = try ManagerSocket(at: folder.path(of: "socket"))
        defer {
            for descriptor in [listener.descriptor, client.descriptor, pipe.readEnd, pipe.writeEnd, file] {
                descriptor.close()
            }
        }
        let rest = ": a host takes TCP sockets that listen, and UDP sockets"
        for (descriptor, name, why) in [
            (client.descriptor, nil, "is a connection, not a listening socket"),
            (pipe.readEnd, nil, "is not a socket"), (file, nil, "is not a socket"),
            (file, "web", "(web) is not a socket"), (FileDescriptor(number: 1_000_000), nil, "is not open"),
            (local.descriptor, nil, "is not a socket of IPv4 or IPv6"),
        ] as [(FileDescriptor, String?, String)] {
            #expect(throws: InheritedSockets.Problem(sentence: "descriptor \(descriptor.number) \(why)\(rest)")) {
                try InheritedSockets([given(descriptor, name: name)])
            }
        }
    }

    @Test func `questions that come by a UDP socket which was taken over are answered with the TCP port`() throws {
        for host in ["0.0.0.0", "127.0.0.1"] {
            let socket = try DatagramSocket(at: try #require(SocketAddress(host: host, port: 0)))
            let port = try #require(socket.localAddress).port
            var finding = try #require(FindResponder(inherited: [socket], port: 4096))
            #expect(finding.port == 4096)
            var poller = try Poller()
            try finding.watched.start(&poller)
            let asking = try DatagramSocket(at: try #require(home))
            defer { asking.close() }
            asking.send(FindQuestion.bytes, to: try #require(SocketAddress(host: "127.0.0.1", port: port)))
            var random = SystemRandomNumberGenerator()
            let questions = finding.questions(at: 0, &poller, at: Instant(milliseconds: 5_000), using: &random)
            #expect(questions.count == 1)
            for question in questions { question.answer(FindAnswer(host: "h", port: 4096, players: 0, matches: 0)) }
            var buffer = [UInt8](repeating: 0, count: 300)
            guard case .datagram(let count, _) = asking.receive(into: &buffer) else {
                Issue.record("no answer")
                return
            }
            #expect(FindAnswer(buffer[..<count])?.port == 4096)
            finding.stop(&poller)
            poller.close()
        }
        #expect(FindResponder(inherited: [], port: 1) == nil)
    }
}
