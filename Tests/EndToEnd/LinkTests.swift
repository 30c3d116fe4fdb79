import Foundation
import Protocol
import TerminalEmulator
import TestSupport
import Testing

/// Hosts and clients on machines of their own that share a link.
@Suite(.waits, .enabled(if: LinkedMachines.canBeMade, LinkedMachines.needsNamespaces)) struct LinkTests {
    /// The rows, as words, that `memory-join --find` prints as soon as it lists this many hosts: on a slow machine, an
    /// answer may come too late.
    private func found(_ machines: LinkedMachines, on machine: Int, hosts: Int) throws -> [[String]] {
        try Deadline().repeated("\(hosts) hosts that answer within a second") {
            let rows = try found(machines, on: machine)
            return rows.count > hosts ? rows : nil
        }
    }

    /// The same of one attempt.
    private func found(_ machines: LinkedMachines, on machine: Int) throws -> [[String]] {
        let folder = try TemporaryFolder()
        let home = ["HOME=\(folder.path)", "XDG_STATE_HOME=\(folder.path)", "MEMORY_FIND="]
        let (output, ending) = try machines.run(
            ["/usr/bin/env"] + home + [try HostProcess.builtProduct("memory-join"), "--find"], on: machine)
        #expect(ending == .exited(output.isEmpty ? 69 : 0))
        return output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    }

    @Test func `a client finds the hosts on its link, also one that listens on one address only`() throws {
        let machines = try LinkedMachines()
        #expect(try found(machines, on: 3) == [])
        let den = try machines.startHost(on: 1, "den")
        let oak = try machines.startHost(on: 2, "oak", bind: "10.77.0.2")
        let rows = [
            ["Host", "Players", "Matches", "Address"], ["den", "0", "0", "10.77.0.1"], ["oak", "0", "0", "10.77.0.2"],
        ]
        #expect(try found(machines, on: 3, hosts: 2) == rows)
        // Each machine finds its own host once, by loopback if the host listens there.
        #expect(
            try found(machines, on: 1, hosts: 2) == [
                rows[0], ["den", "0", "0", "127.0.0.1"], rows[2],
            ])
        #expect(try found(machines, on: 2, hosts: 2) == rows)
        #expect(den.process.isRunning && oak.process.isRunning)
    }

    @Test func `a host that listens on this machine only is not found from another`() throws {
        let machines = try LinkedMachines()
        let den = try machines.startHost(on: 1, "den", bind: "127.0.0.1")
        #expect(try found(machines, on: 2) == [])
        #expect(try found(machines, on: 1, hosts: 1).count == 2)
        #expect(den.process.isRunning)
    }

    @Test(.enabled(if: LineProgram.hasNetcat, LineProgram.needsNetcat), arguments: [nil, "10.77.0.1"])
    func `a forged sender, a short question and one to a stranger get no answer`(_ bind: String?) throws {
        let machines = try LinkedMachines()
        let den = try machines.startHost(on: 1, "den", bind: bind)
        func ask(_ count: Int, from source: String) throws -> String {
            let question = #"printf '%-\#(count)s' '{"type":"find","protocol":1}'"#
            return try machines.run(
                ["/bin/sh", "-c", "\(question) | nc -u -w 1 -s \(source) 10.77.0.1 6366"], on: 3
            ).output
        }
        let answer = try Deadline().repeated("an answer within a second") {
            let answer = try ask(200, from: "10.77.0.3")
            return answer.isEmpty ? nil : answer
        }
        #expect(answer.contains(#""host":"den""#))
        #expect(try ask(199, from: "10.77.0.3") == "")
        #expect(try ask(200, from: "198.51.100.9") == "")
        #expect(den.process.isRunning)
    }

    /// The ports that the system chooses from in these tests.
    private static let ports: ClosedRange<UInt16> = 40_000...40_003
    private static let allButOne: [UInt16] = [40_000, 40_001, 40_003]

    @Test(
        .enabled(if: LinkedMachines.canLimitPorts, LinkedMachines.needsPortRange),
        arguments: [(LinkedMachines.SocketKind.udp, nil), (.udp, "10.77.0.1"), (.tcp, "localhost")])
    func `a host that may choose its port chooses one that is free for all its sockets`(
        _ kind: LinkedMachines.SocketKind, _ bind: String?
    ) throws {
        let machines = try LinkedMachines()
        try machines.limitPorts(to: Self.ports, on: 1)
        let other = try machines.occupy(
            kind, Self.allButOne, at: kind == .tcp ? "127.0.0.1" : "0.0.0.0", on: 1)
        let den = try machines.startHost(on: 1, "den", bind: bind, port: 0)
        #expect(den.address.port == 40_002)
        #expect(try den.stop() == .exited(0))
        #expect(!(try den.process.restOfErrors().contains("cannot find this host")))
        #expect(other.isRunning)
    }

    @Test(
        .enabled(if: LinkedMachines.canLimitPorts, LinkedMachines.needsPortRange),
        arguments: [0, SocketAddress.defaultPort])
    func `a host that finds no port free for UDP serves without being found`(_ port: UInt16) throws {
        let machines = try LinkedMachines()
        try machines.limitPorts(to: Self.ports, on: 1)
        let other = try machines.occupy(.udp, Self.ports + [SocketAddress.defaultPort], at: "0.0.0.0", on: 1)
        let den = try machines.startHost(on: 1, "den", port: port)
        #expect(port == 0 ? Self.ports.contains(den.address.port) : den.address.port == port)
        let warning = "cannot find this host: UDP port \(den.address.port) is in use"
        #expect(try den.process.nextErrorLine()?.contains(warning) == true)
        let (greeting, _) = try machines.run(
            ["/usr/bin/env", "python3", "-c", Self.greeting, String(den.address.port)], on: 2)
        #expect(greeting.contains(#""host":"den""#))
        #expect(other.isRunning)
    }

    private static let greeting = """
        import socket, sys
        connection = socket.create_connection(("10.77.0.1", int(sys.argv[1])), 30)
        connection.sendall(b'{"type":"ping"}\\n')
        print(connection.makefile().readline())
        """

    @Test(.enabled(if: LinkedMachines.canLimitPorts, LinkedMachines.needsPortRange))
    func `a host that finds no port free at all says so`() throws {
        let machines = try LinkedMachines()
        try machines.limitPorts(to: Self.ports, on: 1)
        let other = try machines.occupy(.tcp, Array(Self.ports), at: "0.0.0.0", on: 1)
        let command = machines.starter(1) + [try HostProcess.program(), "--no-data", "--port", "0"]
        let host = try RunningProcess(command[0], Array(command.dropFirst()))
        #expect(try host.restOfErrors().contains("no port is free"))
        #expect(try host.waitForEnd() == .exited(69))
        #expect(other.isRunning)
    }

    @Test func `a screen lists the hosts on the link, and Enter joins one`() throws {
        let machines = try LinkedMachines()
        let client = try TerminalProcess(
            ["--name", "Ann"], environment: ["MEMORY_FIND": ""], starter: machines.starter(3))
        try client.wait(forText: "No hosts found on this network.")
        let oak = try machines.startHost(on: 2, "oak")
        let den = try machines.startHost(on: 1, "den")
        try client.wait(for: "both hosts") { $0.shows("den ") && $0.shows("oak ") && $0.shows("10.77.0.2") }
        try client.press(.down, .enter)
        try client.wait(forText: "You are Ann on oak (10.77.0.2:6366)")
        #expect(client.flaws == [])
        #expect(den.process.isRunning && oak.process.isRunning)
    }
}
