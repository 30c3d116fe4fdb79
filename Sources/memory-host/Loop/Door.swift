import Lobby
import Protocol

/// The listening sockets and the rules for turning connections away.
struct Door: Sendable {
    private(set) var listeners: [Socket]
    private let connections: Int
    private let perAddress: Int?
    /// The time to reopen; nil while the door is open, or closed for good.
    private(set) var openAt: Instant?

    init(listeners: [Socket], connections: Int, perAddress: Int?) {
        (self.listeners, self.connections, self.perAddress) = (listeners, connections, perAddress)
    }

    /// Returns the reason to turn away a connection from this address; nil if it may come in.
    func refusal(open: Int, fromHost: Int, _ host: SocketAddress.Host) -> Refusal? {
        if open >= connections { return .hostFull }
        return fromHost >= limit(for: host) ? .tooManyConnections : nil
    }

    /// Returns the number of connections this address may have.
    func limit(for host: SocketAddress.Host) -> Int {
        perAddress ?? (host.isLoopback ? Limits.connectionsPerLoopbackAddress : Limits.connectionsPerAddress)
    }

    // MARK: Opening and closing

    /// The poller's token for the first listener; the others count down from it.
    private static let firstToken = UInt64.max - 1

    /// The lowest token of a listener; all connections' are lower, as their lower half is a slot of 31 bits.
    static let lowestToken = UInt64.max - 0xFFFF

    /// The listener with this token; nil if it has just been closed.
    func listener(token: UInt64) -> Socket? {
        let index = Self.firstToken - min(token, Self.firstToken)
        return index < UInt64(listeners.count) ? listeners[Int(index)] : nil
    }

    /// Starts accepting connections.
    ///
    /// - Throws: the poller's error; the door is then unchanged.
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

    /// Stops accepting for a moment; new connections wait in the system's queue.
    mutating func close(_ poller: inout Poller, at now: Instant) {
        if openAt == nil { for listener in listeners { poller.remove(listener.descriptor) } }
        openAt = now + Limits.House.doorMilliseconds
    }

    /// Leaves out time that passed for nobody.
    mutating func postpone(by milliseconds: Int) { openAt = openAt.map { $0 + milliseconds } }

    /// Reopens if it is time to; on failure, tries again in a moment.
    mutating func openIfDue(_ poller: inout Poller, at now: Instant) {
        guard let due = openAt, due <= now else { return }
        do throws(SystemError) {
            try open(&poller)
        } catch {
            openAt = now + Limits.House.doorMilliseconds
        }
    }

    /// Notes that a descriptor is free again: a door that was closed for want of one reopens at once.
    mutating func descriptorFreed() {
        if openAt != nil { openAt = Instant(milliseconds: 0) }
    }

    /// Stops accepting connections for good.
    mutating func closeForGood(_ poller: inout Poller) {
        if openAt == nil { for listener in listeners { poller.remove(listener.descriptor) } }
        for listener in listeners { listener.close() }
        listeners = []
        openAt = nil
    }
}
