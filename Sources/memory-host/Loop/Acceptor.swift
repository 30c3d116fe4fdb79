import Lobby
import Protocol

/// The listening sockets and the rules for turning connections away.
struct Acceptor: Sendable {
    private(set) var listeners: [Socket]
    private let connections: Int
    private let perAddress: Int?
    /// The time to resume; nil while it accepts, and once it has stopped.
    private(set) var resumeAt: Instant?

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

    // MARK: Starting and pausing

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
    /// - Throws: the poller's error; nothing has changed then.
    mutating func start(_ poller: inout Poller) throws(SystemError) {
        for (index, listener) in listeners.enumerated() {
            do throws(SystemError) {
                try poller.add(listener.descriptor, interest: .readable, token: Self.firstToken - UInt64(index))
            } catch {
                for opened in listeners.prefix(index) { poller.remove(opened.descriptor) }
                throw error
            }
        }
        resumeAt = nil
    }

    /// Stops accepting for a moment; new connections wait in the system's queue.
    mutating func pause(_ poller: inout Poller, at now: Instant) {
        if resumeAt == nil { for listener in listeners { poller.remove(listener.descriptor) } }
        resumeAt = now + Limits.Internal.acceptPauseMilliseconds
    }

    /// Resumes if it is time to; on failure, tries again in a moment.
    mutating func resumeIfDue(_ poller: inout Poller, at now: Instant) {
        guard let due = resumeAt, due <= now else { return }
        do throws(SystemError) {
            try start(&poller)
        } catch {
            resumeAt = now + Limits.Internal.acceptPauseMilliseconds
        }
    }

    /// Has a pause end at once, because a descriptor is free again.
    mutating func descriptorFreed() {
        if resumeAt != nil { resumeAt = Instant(milliseconds: 0) }
    }

    /// Stops accepting connections for good.
    mutating func stop(_ poller: inout Poller) {
        if resumeAt == nil { for listener in listeners { poller.remove(listener.descriptor) } }
        for listener in listeners { listener.close() }
        listeners = []
        resumeAt = nil
    }
}
