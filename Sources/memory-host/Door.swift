import Lobby
import Protocol

/// Where connections come in: the listening sockets, and who is turned away.
struct Door: Sendable {
    /// Connections taken from one listener in one turn of the loop, so that those who play are not kept waiting.
    static let acceptedAtOnce = 64
    /// Milliseconds for which nobody is let in when the process has run out of descriptors.
    static let pauseMilliseconds = 500
    /// Connections beyond the limit that are told why before they are closed.
    private static let turnedAwayAtOnce = 64

    private(set) var listeners: [Socket]
    private let connections: Int
    private let perAddress: Int?
    /// When the door opens again; nil while it is open, or closed for good.
    private(set) var openAt: Instant?

    init(listeners: [Socket], connections: Int, perAddress: Int?) {
        (self.listeners, self.connections, self.perAddress) = (listeners, connections, perAddress)
    }

    /// Why a connection from this address is turned away; nil if it may come in.
    func refusal(open: Int, fromHost: Int, _ host: SocketAddress.Host) -> Refusal? {
        if open >= connections { return .hostFull }
        let most =
            perAddress ?? (host.isLoopback ? Limits.connectionsPerLoopbackAddress : Limits.connectionsPerAddress)
        return fromHost >= most ? .tooManyConnections : nil
    }

    /// Whether there is room for a connection that is only told to go.
    func mayLinger(open: Int) -> Bool { open < connections + Self.turnedAwayAtOnce }

    // MARK: Opening and closing

    /// The poller's number for the first listener; the next have the next lower ones.
    private static let firstToken = UInt64.max - 1

    func listener(token: UInt64) -> Socket? {
        let index = Self.firstToken - min(token, Self.firstToken)
        return index < UInt64(listeners.count) ? listeners[Int(index)] : nil
    }

    /// Lets connections in.
    mutating func open(_ poller: inout Poller) throws(SystemError) {
        openAt = nil
        for (index, listener) in listeners.enumerated() {
            try poller.add(listener.descriptor, interest: .readable, token: Self.firstToken - UInt64(index))
        }
    }

    /// Lets nobody in until then; those who come wait in the system's queue.
    mutating func close(_ poller: inout Poller, until due: Instant) {
        guard openAt == nil else { return }
        openAt = due
        for listener in listeners { poller.remove(listener.descriptor) }
    }

    /// Opens again when its time has come.
    mutating func openIfDue(_ poller: inout Poller, at now: Instant) throws(SystemError) {
        if let openAt, openAt <= now { try open(&poller) }
    }

    /// A descriptor is free again: a door that was closed for want of one opens at once.
    mutating func somebodyLeft() {
        if openAt != nil { openAt = Instant(milliseconds: 0) }
    }

    /// Lets nobody in any more.
    mutating func closeForGood(_ poller: inout Poller) {
        if openAt == nil { for listener in listeners { poller.remove(listener.descriptor) } }
        for listener in listeners { listener.close() }
        listeners = []
        openAt = nil
    }
}
