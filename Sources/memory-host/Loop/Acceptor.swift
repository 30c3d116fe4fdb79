import Lobby
import Protocol

/// The listening sockets and the rules for turning connections away.
struct Acceptor: Sendable {
    private(set) var listeners: [Socket]
    /// The same sockets as the poller knows them.
    var watched: PausableSockets
    /// True if the process that started the host keeps the listeners: who waits there when it stops is the next host's.
    let isInherited: Bool
    private let connections: Int
    private let perAddress: Int?

    init(listeners: [Socket], isInherited: Bool = false, connections: Int, perAddress: Int?) {
        (self.listeners, self.connections, self.perAddress) = (listeners, connections, perAddress)
        self.isInherited = isInherited
        watched = PausableSockets(listeners.enumerated().map { ($1.descriptor, .listener($0)) })
    }

    /// Returns the reason to turn away a connection from this address; nil if it may come in. The limit of the address
    /// comes first: whoever has reached it gets no place on a full host, either.
    func refusal(open: Int, fromHost: Int, _ host: SocketAddress.Host) -> Refusal? {
        if fromHost >= limit(for: host) { return .tooManyConnections }
        return open >= connections ? .hostFull : nil
    }

    /// Returns the number of connections this address may have.
    func limit(for host: SocketAddress.Host) -> Int {
        perAddress ?? (host.isLoopback ? Limits.connectionsPerLoopbackAddress : Limits.connectionsPerAddress)
    }

    /// The listener at this position; nil if it has just been closed.
    func listener(at position: Int) -> Socket? { position < listeners.count ? listeners[position] : nil }

    /// Stops accepting connections for good.
    mutating func stop(_ poller: inout Poller) {
        watched.stop(&poller)
        listeners = []
    }
}
