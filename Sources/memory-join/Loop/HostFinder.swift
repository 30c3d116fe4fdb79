import Protocol

/// Asks for hosts on the network and receives their answers, on one UDP socket.
struct HostFinder {
    /// The places that are asked.
    enum Scope: Equatable {
        /// This machine, and everybody on its networks.
        case network
        /// This machine alone.
        case loopback
        /// None.
        case nowhere

        /// The scope named by `MEMORY_FIND`: `loopback`, `off`, or by default the network.
        init(environment: (String) -> String?) {
            switch environment("MEMORY_FIND") {
            case "loopback": self = .loopback
            case "off": self = .nowhere
            default: self = .network
            }
        }
    }

    private let scope: Scope
    private var socket: DatagramSocket?
    private var networks: [Network] = []
    private var buffer = [UInt8](repeating: 0, count: Limits.findAnswerBytes + 1)

    /// A finder that has asked nobody yet.
    init(_ scope: Scope) { self.scope = scope }

    /// The descriptor to poll for answers; nil until the first question.
    var descriptor: FileDescriptor? { socket?.descriptor }

    /// Asks for hosts on these ports. What can't be asked is left out.
    mutating func ask(ports: [UInt16]) {
        guard scope != .nowhere, let loopback = SocketAddress(host: "127.0.0.1", port: 0) else { return }
        networks = Network.all()
        if socket == nil {
            socket =
                scope == .loopback
                ? try? DatagramSocket(at: loopback)
                : try? DatagramSocket(at: .everyIPv4(port: 0), mayBroadcast: true)
        }
        let broadcasts = scope == .network ? networks.compactMap(\.broadcast) : []
        for port in ports {
            for host in [loopback.host] + broadcasts {
                socket?.send(FindQuestion.bytes, to: SocketAddress(host: host, port: port))
            }
        }
    }

    /// Waits for an answer; false if none has come in time.
    func wait(milliseconds: Int) -> Bool {
        guard let socket else {
            Platform.sleep(milliseconds: milliseconds)
            return false
        }
        return (try? socket.descriptor.wait(for: .readable, milliseconds: milliseconds)) ?? false
    }

    /// Returns hosts that have answered; more may have.
    mutating func receive() -> [FoundHost] {
        var hosts: [FoundHost] = []
        for _ in 0..<Limits.Internal.datagramsAtOnce {
            guard case .datagram(let count, let sender) = socket?.receive(into: &buffer) else { break }
            if let answer = FindAnswer(buffer[..<count]),
                let host = FoundHost(answer, from: sender.host, networks: networks)
            {
                hosts.append(host)
            }
        }
        return hosts
    }

    /// Stops listening for answers.
    mutating func close() {
        socket?.close()
        socket = nil
    }
}
