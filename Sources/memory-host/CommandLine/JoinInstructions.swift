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

/// The address of the page as a QR code on a terminal, for people with a phone.
enum PageCode {
    /// Black on white whatever the terminal's own colours are: numbers that no palette changes.
    private static let ink = "\u{1B}[38;5;16;48;5;231m"
    private static let plain = "\u{1B}[0m"

    /// Returns the lines to print; nil if the terminal is too small for them, or shows no blocks or colours.
    ///
    /// - Parameters:
    ///   - address: an address of the host that others on the network can reach.
    ///   - window: the terminal's size.
    ///   - environment: returns the value of an environment variable.
    static func text(
        for address: SocketAddress, in window: Platform.WindowSize?, environment: (String) -> String?
    ) -> String? {
        let terminal = environment("TERM") ?? ""
        guard let window, let code = QRCode("http://\(address)/"), Platform.isUTF8(environment), !terminal.isEmpty,
            terminal != "dumb"
        else { return nil }
        let lines = code.halfBlocks
        guard window.columns >= code.columns, window.rows >= lines.count + 2 else { return nil }
        return "On a phone:       scan this, or open http://\(address)/\n"
            + lines.map { "\(ink)\($0)\(plain)\n" }.joined()
    }
}
