import Lobby
import Protocol

/// All open connections, in reusable slots, and the number per address. IPv6 addresses with the first 64 bits in common
/// count as one.
///
/// A connection is changed only through ``update(_:_:)``, by the ID that the lobby knows it by.
struct ConnectionTable: Sendable {
    /// The slots; a vacant one holds the last connection that used it, without its lines.
    private(set) var slots: [Connection] = []
    private var vacant: [Int] = []
    /// The commands that each may send a second.
    private let rate: Int
    private var hosts: [SocketAddress.Host: Int] = [:]
    /// The number of connections that count against the limits.
    private(set) var count = 0
    /// The number of connections that are open only to be told that they are over the limit.
    private(set) var turnedAwayCount = 0

    /// The bytes of connections that are gone.
    private var bytesBefore = (received: 0, sent: 0)

    /// There are no connections yet.
    ///
    /// - Parameter rate: the commands that each may send a second; 0 for no limit.
    init(rate: Int = 0) { self.rate = rate }

    /// There is no connection of any kind.
    var isEmpty: Bool { count == 0 && turnedAwayCount == 0 }

    /// Returns the number of connections from an address.
    func count(of host: SocketAddress.Host) -> Int { hosts[host.network] ?? 0 }

    /// Returns the form a client is written to in; nil once it is gone.
    @inline(__always)
    func encoding(of client: ClientID) -> Encoding? { slot(of: client).map { slots[$0].encoding } }

    /// Reads a connection in place; nil once it is gone.
    @inline(__always)
    func read<Result>(_ client: ClientID, _ look: (borrowing Connection) -> Result) -> Result? {
        guard let slot = slot(of: client) else { return nil }
        return look(slots[slot])
    }

    /// Changes a connection in place.
    ///
    /// - Returns: the closure's result; nil if the connection is gone.
    @inline(__always)
    @discardableResult
    mutating func update<Result>(_ client: ClientID, _ change: (inout Connection) -> Result) -> Result? {
        guard let slot = slot(of: client) else { return nil }
        return change(&slots[slot])
    }

    /// Puts a socket into a free slot.
    ///
    /// - Parameters:
    ///   - isWeb: true if requests of HTTP are answered.
    ///   - refusal: the reason there is no room for it, if it is to be turned away.
    mutating func add(
        _ socket: Socket, host: SocketAddress.Host, isWeb: Bool = true, refusal: Refusal? = nil, at now: Instant
    ) -> ClientID {
        if refusal != nil {
            turnedAwayCount += 1
        } else {
            hosts[host.network, default: 0] += 1
            count += 1
        }
        let slot = vacant.popLast() ?? slots.count
        let serial = slot < slots.count ? slots[slot].client.serial &+ 1 : 1
        let client = ClientID(slot: slot, serial: serial)
        let connection = Connection(
            client: client, socket: socket, host: host, isWeb: isWeb, rate: rate, refusal: refusal, at: now)
        if slot < slots.count { slots[slot] = connection } else { slots.append(connection) }
        return client
    }

    /// Removes a connection and frees its slot.
    mutating func remove(_ client: ClientID) {
        guard let slot = slot(of: client) else { return }
        bytesBefore.received += slots[slot].receivedBytes
        bytesBefore.sent += slots[slot].outbox.sentBytes
        slots[slot].end()
        vacant.append(slot)
        guard slots[slot].refusal == nil else {
            turnedAwayCount -= 1
            return
        }
        count -= 1
        let network = slots[slot].host.network
        let others = count(of: network) - 1
        hosts[network] = others > 0 ? others : nil
    }

    /// The numbers of connections and bytes at one moment.
    struct Census: Equatable, Sendable {
        /// The open connections, by what they are used for.
        var (lines, webSockets, browsers) = (0, 0, 0)
        /// The bytes received and sent since the host started.
        var (receivedBytes, sentBytes) = (0, 0)
    }

    /// Takes the census. Every connection is looked at, some microseconds for a thousand of them.
    var census: Census {
        var census = Census()
        (census.receivedBytes, census.sentBytes) = bytesBefore
        for slot in slots.indices where slots[slot].stage != .gone {
            switch slots[slot].transport {
            case .line: census.lines += 1
            case .websocket: census.webSockets += 1
            case .http: census.browsers += 1
            }
            census.receivedBytes += slots[slot].receivedBytes
            census.sentBytes += slots[slot].outbox.sentBytes
        }
        return census
    }

    /// Returns a connection that has carried HTTP and carries nothing now, or else one whose request waits because its
    /// address has sent too much; nil if there is neither.
    ///
    /// - Parameter host: the address it must come from; nil for any.
    func idleBrowser(of host: SocketAddress.Host?) -> ClientID? {
        var delayed: ClientID?
        for slot in slots.indices where slots[slot].refusal == nil {
            guard host == nil || slots[slot].host.network == host?.network else { continue }
            if slots[slot].isIdleBrowser { return slots[slot].client }
            if slots[slot].state.isDelayed, delayed == nil { delayed = slots[slot].client }
        }
        return delayed
    }

    /// Returns the client that has been silent the longest, of those whose last line came at or before a given time.
    ///
    /// - Parameters:
    ///   - host: the address it must come from; nil for any.
    ///   - moment: the latest time its last line may have come.
    ///   - mayGo: returns true if a client may be evicted.
    func mostSilent(
        of host: SocketAddress.Host?, before moment: Instant, where mayGo: (ClientID) -> Bool
    ) -> ClientID? {
        let candidates = slots.indices.filter { slot in
            slots[slot].stage == .client && !slots[slot].state.isThrottled && slots[slot].saidAt <= moment
                && (host == nil || slots[slot].host.network == host?.network) && mayGo(slots[slot].client)
        }
        return candidates.min { slots[$0].saidAt < slots[$1].saidAt }.map { slots[$0].client }
    }

    @inline(__always)
    private func slot(of client: ClientID) -> Int? {
        let slot = Int(client.slot)
        return slot < slots.count && slots[slot].client == client && slots[slot].stage != .gone ? slot : nil
    }
}
