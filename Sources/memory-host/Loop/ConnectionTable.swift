import Lobby
import Protocol

/// Every open connection, in slots that are used again, and how many each address has.
///
/// A connection is changed through ``update(_:_:)`` alone, by the name that the lobby knows it by.
struct ConnectionTable: Sendable {
    /// The slots; a vacant one holds the connection that was there last, without its lines.
    private(set) var slots: [Connection] = []
    private var vacant: [Int] = []
    private var hosts: [SocketAddress.Host: Int] = [:]
    /// Connections that count against the limits.
    private(set) var count = 0
    /// Connections that are only here to be told that they are too many.
    private(set) var turnedAwayCount = 0

    /// Whether there is no connection of any kind.
    var isEmpty: Bool { count == 0 && turnedAwayCount == 0 }

    /// The clients of all open connections.
    var clients: [ClientID] { slots.indices.filter { slots[$0].stage != .gone }.map { slots[$0].client } }

    /// How many connections an address has.
    func count(of host: SocketAddress.Host) -> Int { hosts[host] ?? 0 }

    /// A client's connection; nil once it is gone.
    subscript(client: ClientID) -> Connection? { slot(of: client).map { slots[$0] } }

    /// How a client is written to; nil once it is gone.
    func dialect(of client: ClientID) -> Dialect? { slot(of: client).map { slots[$0].dialect } }

    /// Looks at a connection in place; nil once it is gone.
    @inline(__always)
    func read<Result>(_ client: ClientID, _ look: (borrowing Connection) -> Result) -> Result? {
        guard let slot = slot(of: client) else { return nil }
        return look(slots[slot])
    }

    /// Changes a connection.
    ///
    /// - Returns: what the change returns; nil if the connection is gone.
    @inline(__always)
    @discardableResult
    mutating func update<Result>(_ client: ClientID, _ change: (inout Connection) -> Result) -> Result? {
        guard let slot = slot(of: client) else { return nil }
        return change(&slots[slot])
    }

    /// No time has passed for any connection for so long.
    mutating func postpone(by milliseconds: Int) {
        for slot in slots.indices { slots[slot].postpone(by: milliseconds) }
    }

    /// Puts a socket into a slot of its own.
    mutating func add(
        _ socket: Socket, host: SocketAddress.Host, isTurnedAway: Bool = false, at now: Instant
    ) -> ClientID {
        if isTurnedAway {
            turnedAwayCount += 1
        } else {
            hosts[host, default: 0] += 1
            count += 1
        }
        let slot = vacant.popLast() ?? slots.count
        let serial = slot < slots.count ? slots[slot].client.serial &+ 1 : 1
        let client = ClientID(slot: slot, serial: serial)
        let connection = Connection(client: client, socket: socket, host: host, isTurnedAway: isTurnedAway, at: now)
        if slot < slots.count { slots[slot] = connection } else { slots.append(connection) }
        return client
    }

    /// Forgets a connection; its slot goes to the next one.
    mutating func remove(_ client: ClientID) {
        guard let slot = slot(of: client) else { return }
        slots[slot].decoder = LineDecoder()
        slots[slot].outgoing = OutgoingLines()
        slots[slot].stage = .gone
        vacant.append(slot)
        guard !slots[slot].isTurnedAway else {
            turnedAwayCount -= 1
            return
        }
        count -= 1
        let host = slots[slot].host
        let others = count(of: host) - 1
        hosts[host] = others > 0 ? others : nil
    }

    /// The client that has said nothing for the longest, of those that last spoke before then.
    ///
    /// - Parameters:
    ///   - host: the address that it must come from; nil for any.
    ///   - moment: the latest moment of its last line.
    ///   - mayGo: whether a client may be asked to go.
    func mostSilent(
        of host: SocketAddress.Host?, before moment: Instant, where mayGo: (ClientID) -> Bool
    ) -> ClientID? {
        let candidates = slots.indices.filter { slot in
            slots[slot].stage == .open && slots[slot].saidAt <= moment && (host == nil || slots[slot].host == host)
                && mayGo(slots[slot].client)
        }
        return candidates.min { slots[$0].saidAt < slots[$1].saidAt }.map { slots[$0].client }
    }

    @inline(__always)
    private func slot(of client: ClientID) -> Int? {
        let slot = Int(client.slot)
        return slot < slots.count && slots[slot].client == client && slots[slot].stage != .gone ? slot : nil
    }
}

extension ClientID {
    /// The number that a poller knows the connection by.
    var token: UInt64 { UInt64(serial) << 32 | UInt64(UInt32(bitPattern: slot)) }

    /// The connection that a poller means by this number.
    ///
    /// - Parameter token: one that ``token`` gave out; those of the listeners and of the signals lie above them all.
    init(token: UInt64) { self.init(slot: Int(token & 0x7FFF_FFFF), serial: UInt32(token >> 32)) }
}
