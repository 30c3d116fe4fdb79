import Foundation

/// A network with nobody in it but this machine, and of this machine nobody but who is started in it: there each port
/// is free, also the usual one. A first host holds it open.
struct PrivateNetwork {
    private static let maker = "/usr/bin/unshare"
    private static let door = "/usr/bin/nsenter"
    private static let loopback = "ip link set lo up"

    /// True if this is possible here: on a Linux that lets every user create namespaces.
    static let canBeMade: Bool = {
        let tools = [maker, door].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
        guard tools, let process = try? RunningProcess(maker, ["-rn", "/bin/sh", "-c", loopback]) else { return false }
        return (try? process.waitForEnd()) == .exited(0)
    }()

    /// The first host in it, on a port that nobody expects.
    let host: HostProcess

    init() throws {
        host = try HostProcess(
            shell: #"exec \#(Self.maker) -rn /bin/sh -c "\#(Self.loopback); exec \"\$0\" \"\$@\"" "$0" "$@""#)
    }

    /// The command that starts another program in it.
    var starter: [String] {
        [Self.door, "--target", String(host.process.number), "--user", "--net", "--preserve-credentials", "--"]
    }

    /// Starts another host in it, at this port.
    func startHost(port: Int) throws -> HostProcess {
        let words = starter.joined(separator: " ")
        return try HostProcess("--port", String(port), shell: #"exec \#(words) "$0" "$@""#)
    }
}
