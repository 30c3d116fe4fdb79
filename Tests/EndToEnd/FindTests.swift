import Foundation
import Protocol
import TestSupport
import Testing

/// Hosts that are found on this machine, asked by raw datagrams and by netcat.
@Suite(.waits) struct FindTests {
    private let asking: DatagramSocket

    init() throws { asking = try DatagramSocket(at: try #require(SocketAddress(host: "127.0.0.1", port: 0))) }

    /// Asks a host; nil if it doesn't answer before it has answered a line on TCP.
    private func answer(of host: HostProcess, to question: [UInt8] = FindQuestion.bytes) throws -> FindAnswer? {
        asking.send(question, to: host.address)
        // What came first is read first: one turn of the host's loop after the question, or the next.
        for _ in 0..<3 { try LineClient(host).ping() }
        var buffer = [UInt8](repeating: 0, count: 300)
        guard case .datagram(let count, host.address) = asking.receive(into: &buffer) else { return nil }
        return FindAnswer(buffer[..<count])
    }

    @Test func `a host says over UDP who it is, and in its hello that it does`() throws {
        let host = try HostProcess("--name", "den")
        let answer = try answer(of: host)
        #expect(answer == FindAnswer(host: "den", port: host.address.port, players: 0, matches: 0))
        #expect(try LineClient(host).nextLine().contains(#""find""#))
    }

    @Test func `a hidden host says nothing, and its hello does not say that it does`() throws {
        let host = try HostProcess("--hidden")
        #expect(try answer(of: host) == nil)
        #expect(!(try LineClient(host).nextLine().contains(#""find""#)))
    }

    @Test func `a host whose UDP port is taken warns, and serves`() throws {
        // The listener is given to the host, so that nobody else takes its port in between.
        let listener = try Socket.listen(on: try #require(SocketAddress(host: "127.0.0.1", port: 0)))
        let address = try #require(listener.localAddress)
        // If this fails, somebody else uses it.
        let taken = try? DatagramSocket(at: address)
        defer {
            listener.close()
            taken?.close()
        }
        let host = try HostProcess.start(["--no-data"], given: listener.descriptor)
        #expect(try host.nextLine() == "listening on \(address)")
        let warning = try host.nextErrorLine()
        #expect(warning?.contains("warning: clients on the network cannot find this host") == true)
        #expect(warning?.contains("UDP port \(address.port) is in use") == true)
        #expect(!(try LineClient(to: address).nextLine().contains(#""find""#)))
    }

    @Test func `noise on UDP is not answered, and the host goes on`() throws {
        let host = try HostProcess()
        var random = SeededRandom(#function)
        for _ in 0..<500 {
            let count = Int.random(in: 0...1_200, using: &random)
            asking.send((0..<count).map { _ in .random(in: 0...255, using: &random) }, to: host.address)
        }
        #expect(try answer(of: host, to: FindQuestion.bytes.dropLast()) == nil)
        #expect(host.process.isRunning)
    }

    @Test(.enabled(if: LineProgram.hasNetcat, LineProgram.needsNetcat))
    func `the document's line for netcat finds a host`() throws {
        let host = try HostProcess("--name", "den")
        let blocks = try ProtocolDocument().section("### 15.4 Finding hosts").blocks("sh")
        let line = try #require(blocks.first?.content.first)
            .replacing("192.168.1.7 6366", with: "\(host.address.hostText) \(host.address.port)")
        let answer = try Deadline().repeated("an answer within a second") {
            let answer = try RunningProcess("/bin/sh", ["-c", line]).restOfOutput()
            return answer.isEmpty ? nil : answer
        }
        #expect(answer.contains(#""type":"found""#) && answer.contains(#""host":"den""#))
    }

    @Test func `the client lists the hosts on this machine, one line each`() throws {
        let folder = try TemporaryFolder()
        let host = try HostProcess("--name", "den")
        try FileManager.default.createDirectory(
            atPath: folder.path + "/memory-join", withIntermediateDirectories: true)
        try "localhost:\(host.address.port)\n".write(
            toFile: folder.path + "/memory-join/last-host", atomically: true, encoding: .utf8)
        let program = try HostProcess.builtProduct("memory-join")
        let environment = ["MEMORY_FIND=loopback", "XDG_STATE_HOME=\(folder.path)", "HOME=\(folder.path)"]
        let lines = try Deadline().repeated("hosts that answer within a second") {
            let client = try RunningProcess("/usr/bin/env", environment + [program, "--find"])
            let lines = try client.restOfOutput().split(separator: "\n").map(String.init)
            let ending = try client.waitForEnd()
            #expect(ending == .exited(lines.isEmpty ? 69 : 0))
            return lines.contains { $0.hasPrefix("den ") } ? lines : nil
        }
        // Somebody else's host may be at the usual port.
        #expect(lines.first?.hasPrefix("Host") == true)
        #expect(lines.count { $0.hasPrefix("den ") && $0.hasSuffix("  127.0.0.1:\(host.address.port)") } == 1)
        let other = try RunningProcess(
            "/usr/bin/env", ["MEMORY_FIND=off"] + environment.dropFirst() + [program, "--find"])
        let note = "Looked on ports 6366 and \(host.address.port); to join a host on another port, give its address."
        #expect(try other.nextErrorLine() == "memory-join: No hosts found. \(note)")
        #expect(try other.waitForEnd() == .exited(69))
    }
}
