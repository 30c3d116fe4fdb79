import Foundation
import Protocol
import TestSupport
import Testing

/// Three machines on one link, 10.77.0.1 to 10.77.0.3, that are network namespaces of this one: what is broadcast there
/// reaches nobody else. They are gone when this is.
///
/// The third one also has the address 198.51.100.9, which is on nobody's network.
final class LinkedMachines {
    private static let maker = "/usr/bin/unshare"
    private static let door = "/usr/bin/nsenter"
    private static let setup = """
        set -e
        mount -t tmpfs tmpfs /run
        ip link add bridge type bridge
        ip link set bridge up
        for number in 1 2 3; do
            ip netns add "m$number"
            ip link add "port$number" type veth peer name link0 netns "m$number"
            ip link set "port$number" master bridge up
            ip -n "m$number" link set lo up
            ip -n "m$number" addr add "10.77.0.$number/24" brd + dev link0
            ip -n "m$number" link set link0 up
        done
        ip -n m3 addr add 198.51.100.9/32 dev lo
        ip -n m1 route add 198.51.100.0/24 via 10.77.0.3
        echo ready
        exec cat
        """

    /// True if this is possible here: on a Linux with these tools that lets every user create namespaces and links.
    static let canBeMade = (try? LinkedMachines()) != nil
    /// Why a test that needs them is skipped elsewhere.
    static let needsNamespaces: Comment = "needs unshare, nsenter and ip of Linux, and leave to make namespaces"

    /// True if a test may limit the ports that the system of such a machine chooses from, and can occupy some.
    static let canLimitPorts: Bool = {
        guard canBeMade, let machines = try? LinkedMachines() else { return false }
        let check = "test -w \(portRange) && python3 -c ''"
        return (try? machines.run(["/bin/sh", "-c", check], on: 1).ending) == .exited(0)
    }()
    /// Why a test that does is skipped elsewhere.
    static let needsPortRange: Comment = "needs python3, and leave to write to /proc/sys"

    private static let portRange = "/proc/sys/net/ipv4/ip_local_port_range"

    private let holder: RunningProcess

    init() throws {
        let tools = [Self.maker, Self.door].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
        guard tools else { throw Unmet("unshare or nsenter is missing") }
        holder = try RunningProcess(Self.maker, ["-rnm", "/bin/sh", "-c", Self.setup], takesInput: true)
        guard try holder.nextLine() == "ready" else { throw Unmet(try holder.restOfErrors()) }
    }

    /// The command that starts another program on a machine, 1 to 3.
    func starter(_ machine: Int) -> [String] {
        [
            Self.door, "--target", String(holder.number), "--user", "--mount", "--preserve-credentials", "--",
            Self.door, "--net=/run/netns/m\(machine)", "--",
        ]
    }

    /// Starts a host on a machine, on every interface unless the flags say otherwise, at the usual port unless another is given.
    func startHost(
        on machine: Int, _ name: String, bind: String? = nil, port: UInt16 = SocketAddress.defaultPort
    ) throws -> HostProcess {
        let words = starter(machine).joined(separator: " ")
        return try HostProcess("--port", String(port), "--name", name, bind: bind, shell: #"exec \#(words) "$0" "$@""#)
    }

    /// Runs a command on a machine until it ends; returns what it has written.
    func run(_ command: [String], on machine: Int) throws -> (output: String, ending: RunningProcess.Ending) {
        let all = starter(machine) + command
        let process = try RunningProcess(all[0], Array(all.dropFirst()))
        let output = try process.restOfOutput()
        return (output, try process.waitForEnd())
    }

    /// Sets the ports that the system of a machine chooses from.
    func limitPorts(to ports: ClosedRange<UInt16>, on machine: Int) throws {
        let command = "echo \(ports.lowerBound) \(ports.upperBound) >\(Self.portRange)"
        guard try run(["/bin/sh", "-c", command], on: machine).ending == .exited(0) else {
            throw Unmet("the ports of a machine cannot be limited")
        }
    }

    /// Starts a program on a machine that has sockets at these ports, at an IPv4 address, for as long as it runs.
    func occupy(_ kind: SocketKind, _ ports: [UInt16], at address: String, on machine: Int) throws -> RunningProcess {
        let script = """
            import socket, sys
            kind, address, *ports = sys.argv[1:]
            sockets = [socket.socket(socket.AF_INET, getattr(socket, kind)) for port in ports]
            for each, port in zip(sockets, ports): each.bind((address, int(port)))
            print("ready", flush=True)
            sys.stdin.read()
            """
        let command = starter(machine) + ["/usr/bin/env", "python3", "-c", script, kind.rawValue, address]
        let arguments = command.dropFirst() + ports.map { String($0) }
        let process = try RunningProcess(command[0], Array(arguments), takesInput: true)
        guard try process.nextLine() == "ready" else { throw Unmet(try process.restOfErrors()) }
        return process
    }

    enum SocketKind: String {
        case tcp = "SOCK_STREAM"
        case udp = "SOCK_DGRAM"
    }
}
