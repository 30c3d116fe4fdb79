import Foundation
import Protocol
import Testing

@testable import memory_host

/// The program as whoever starts it sees it: flags, first line, and why it does not start.
@Suite(.waits) struct HostStartTests {
    /// Runs the program to its end, and sees that it printed one sentence on standard error and nothing else.
    private func expectRefusal(
        _ flags: [String], _ status: Int32, saying words: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let process = try HostProcess.start(flags)
        #expect(try process.waitForEnd() == .exited(status), "\(flags)", sourceLocation: sourceLocation)
        #expect(try process.restOfOutput().isEmpty, sourceLocation: sourceLocation)
        let sentence = try process.restOfErrors()
        #expect(sentence.hasPrefix("memory-host: "), sourceLocation: sourceLocation)
        #expect(sentence.hasSuffix("\n"), "\(sentence)", sourceLocation: sourceLocation)
        #expect(sentence.split(separator: "\n").count == 1, "\(sentence)", sourceLocation: sourceLocation)
        if !words.isEmpty { #expect(sentence.contains(words), "\(sentence)", sourceLocation: sourceLocation) }
    }

    @Test func `the first line says where the host listens, on a free port`() throws {
        let process = try HostProcess.start(["--port", "0", "--bind", "127.0.0.1", "--no-data"])
        let line = try #require(try process.nextLine())
        let address = try #require(HostProcess.address(firstLine: line))
        #expect(line == "listening on 127.0.0.1:\(address.port)")
        #expect(address.port > 0)
        #expect(try LineClient(to: address).next().event.type == "hello")
    }

    @Test func `a port in use is reported in one sentence, and no host starts`() throws {
        let host = try HostProcess()
        let port = String(host.address.port)
        try expectRefusal(["--port", port, "--bind", "127.0.0.1", "--no-data"], 69, saying: "port \(port) is in use")
        try LineClient(host).ping()
    }

    @Test func `what is wrong with the flags is reported in one sentence, and no host starts`() throws {
        try expectRefusal(["--colour"], 64)
        let flags = ["--port", "0", "--no-data"]
        // 192.0.2.0/24 and 2001:db8::/32 are for documents, and nobody's.
        try expectRefusal(flags + ["--bind", "192.0.2.1"], 69, saying: "192.0.2.1 is not an address")
        let sentence = "cannot read /no/such/folder/index.html: No such file or directory"
        try expectRefusal(flags + ["--web-from", "/no/such/folder"], 69, saying: sentence)
    }

    @Test func `the version and the help are printed, and no host starts`() throws {
        for (flag, start) in [
            ("--version", "memory-host 0"), ("--help", "Usage: memory-host"), ("-h", "Usage: memory-host"),
        ] {
            let process = try HostProcess.start([flag])
            #expect(try process.waitForEnd() == .exited(0))
            #expect(try process.restOfOutput().hasPrefix(start))
            #expect(try process.restOfErrors().isEmpty)
        }
    }

    /// True if this machine has a loopback address for IPv6.
    static let hasIPv6: Bool = {
        guard let address = SocketAddress(host: "::1", port: 0), let socket = try? Socket.listen(on: address) else {
            return false
        }
        socket.close()
        return true
    }()

    @Test(.enabled(if: hasIPv6, "this machine has no IPv6"))
    func `a host without --bind is reachable by IPv6 and by IPv4`() throws {
        let host = try HostProcess(bind: nil)
        for text in ["127.0.0.1", "::1"] {
            let address = try #require(SocketAddress(host: text, port: host.address.port))
            #expect(try LineClient(to: address).next().event.type == "hello")
        }
    }

    @Test func `the host's flags show in its greeting`() throws {
        let host = try HostProcess("--name", "Ann's", "--rules", "tiles", "--rate", "7", "--max-connections", "9")
        guard case .hello(let hello) = try LineClient(host).next().event else { throw Unmet("no hello") }
        #expect(hello.host == "Ann's")
        #expect(hello.preset == "tiles")
        #expect(hello.limits.commandsPerSecond == 7)
        #expect(hello.limits.connections == 9)
        let client = try LineClient.named("Bob", at: host)
        #expect(try client.open("{}").state.cards.count == 16)
    }

    @Test func `a host with a low limit on open files lowers its connections, and says so`() throws {
        let host = try HostProcess(shell: "ulimit -n 64")
        guard case .hello(let hello) = try LineClient(host).next().event else { throw Unmet("no hello") }
        #expect(hello.limits.connections == 32)
        #expect(try host.process.nextErrorLine()?.contains("allows only 32 connections") == true)
    }

    #if os(Linux)
        @Test func `under a limit on memory, newcomers are welcome again once a crowd has gone`() throws {
            let usual = try HostProcess("--no-data")
            let status = try String(contentsOfFile: "/proc/\(usual.process.number)/status", encoding: .utf8)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmSize:") })
            let size = try #require(Int(line.filter(\.isNumber)))
            #expect(try usual.stop() == .exited(0))
            let limit = size + (Limits.Internal.spareMemoryBytes >> 10) + 2_048
            let host = try HostProcess("--no-data", "--rate", "0", shell: "ulimit -v \(limit)")
            var crowd: [LineClient] = []
            let questions = String(repeating: "{\"type\":\"help\",\"id\":\"1\"}\n", count: 60)
            for number in 0..<500 {
                let guest = try LineClient(to: host.address, receiveBufferBytes: 2_048)
                try guest.send(Array("{\"type\":\"hello\",\"name\":\"Guest \(number)\"}\n\(questions)".utf8))
                crowd.append(guest)
            }
            crowd = []
            // The host needs a moment to notice that they have gone.
            let isWelcome = try (0..<2_000).contains { _ in
                let newcomer = try LineClient(host)
                try newcomer.send(#"{"type":"hello","name":"Newcomer"}"#)
                while true {
                    switch try newcomer.next().event {
                    case .welcome: return true
                    case .error, .bye: return false
                    default: continue
                    }
                }
            }
            #expect(isWelcome)
        }
    #endif

    @Test func `a host whose standard output is closed from the start still runs`() throws {
        for closed in [">&-", ">&- 2>&-", "<&- >&- 2>&-"] {
            // It cannot say where it listens. The port was free a moment ago.
            let free = try Socket.listen(on: try #require(SocketAddress(host: "127.0.0.1", port: 0)))
            let address = try #require(free.localAddress)
            free.close()
            let flags = ["--port", String(address.port), "--bind", "127.0.0.1", "--log-level", "debug", "--no-data"]
            let process = try HostProcess.start(flags, shell: "exec \(closed)")
            let deadline = Deadline()
            var client: LineClient?
            while client == nil, process.isRunning, deadline.remaining > 0 { client = try? LineClient(to: address) }
            try client?.introduce("Ann")
            try client?.ping()
            #expect(client != nil, "\(closed)")
            process.send(signal: SIGTERM)
            #expect(try client?.farewell().reason == "shutting_down")
            client?.close()
            #expect(try process.waitForEnd() == .exited(0))
        }
    }
}
