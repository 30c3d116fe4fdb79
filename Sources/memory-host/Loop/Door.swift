import Lobby
import Protocol

/// Where connections come in: the listening sockets, and who is turned away.
struct Door: Sendable {
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
        return fromHost >= limit(for: host) ? .tooManyConnections : nil
    }

    /// How many connections this address may have.
    func limit(for host: SocketAddress.Host) -> Int {
        perAddress ?? (host.isLoopback ? Limits.connectionsPerLoopbackAddress : Limits.connectionsPerAddress)
    }

    // MARK: Opening and closing

    /// The poller's number for the first listener; the next have the next lower ones.
    private static let firstToken = UInt64.max - 1

    /// The lowest number that is no connection's: a connection's has a slot of 31 bits in its lower half.
    static let lowestToken = UInt64.max - 0xFFFF

    /// The listener with this number; nil for one that was closed a moment ago.
    func listener(token: UInt64) -> Socket? {
        let index = Self.firstToken - min(token, Self.firstToken)
        return index < UInt64(listeners.count) ? listeners[Int(index)] : nil
    }

    /// Lets connections in.
    ///
    /// - Throws: what the poller fails with; then the door is as it was.
    mutating func open(_ poller: inout Poller) throws(SystemError) {
        for (index, listener) in listeners.enumerated() {
            do throws(SystemError) {
                try poller.add(listener.descriptor, interest: .readable, token: Self.firstToken - UInt64(index))
            } catch {
                for opened in listeners.prefix(index) { poller.remove(opened.descriptor) }
                throw error
            }
        }
        openAt = nil
    }

    /// Lets nobody in for a moment; those who come wait in the system's queue.
    mutating func close(_ poller: inout Poller, at now: Instant) {
        if openAt == nil { for listener in listeners { poller.remove(listener.descriptor) } }
        openAt = now + Limits.House.doorMilliseconds
    }

    /// Opens again when its time has come; if it cannot, tries again in a moment.
    mutating func openIfDue(_ poller: inout Poller, at now: Instant) {
        guard let due = openAt, due <= now else { return }
        do throws(SystemError) {
            try open(&poller)
        } catch {
            openAt = now + Limits.House.doorMilliseconds
        }
    }

    /// A descriptor is free again: a door that was closed for want of one opens at once.
    mutating func descriptorFreed() {
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
