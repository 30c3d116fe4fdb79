import Protocol

/// Instructions for joining a host that has just been started on a terminal.
struct JoinInstructions {
    let port: UInt16
    /// The addresses that others can reach; empty for a host that listens on this machine only.
    let addresses: [SocketAddress]
    /// True if this machine can join through `localhost`.
    let isLocal: Bool
    /// True if browsers can join.
    let isWeb: Bool
    /// The command that starts the client, such as `swift run memory-join`.
    let client: String

    /// Finds the addresses of a host that listens on these addresses.
    ///
    /// - Parameters:
    ///   - bound: the addresses it listens on.
    ///   - own: this machine's addresses.
    ///   - program: the path this program was started by.
    ///   - isWeb: true if it serves the page for browsers.
    init(bound: [SocketAddress], own: [SocketAddress], program: String, isWeb: Bool = true) {
        self.isWeb = isWeb
        port = bound.first?.port ?? 0
        let isEverywhere = bound.contains { $0.host.isWildcard }
        addresses = isEverywhere ? own : bound.filter { !$0.isLoopback }
        isLocal = isEverywhere || bound.contains(where: \.isLoopback)
        client = program.split(separator: "/").contains(".build") ? "swift run memory-join" : "memory-join"
    }

    /// The lines to print, ready to copy.
    var text: String {
        var lines: [String] = []
        if isLocal {
            lines.append("On this machine:  \(client)\(port == SocketAddress.defaultPort ? "" : " localhost:\(port)")")
            lines.append("  with netcat:    nc localhost \(port)")
            if isWeb { lines.append("  in a browser:   http://localhost:\(port)/") }
        }
        for address in addresses {
            let host = address.hostText
            let shown = SocketAddress.text(host: host, port: port == SocketAddress.defaultPort ? nil : port)
            lines.append("On the network:   \(client) \(shown)")
            lines.append("  with netcat:    nc \(host) \(port)")
            if isWeb { lines.append("  in a browser:   http://\(SocketAddress.text(host: host, port: port))/") }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
