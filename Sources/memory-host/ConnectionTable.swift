import Lobby
import Protocol

/// Every open connection, in slots that are used again, and how many each address has.
///
/// Whoever works on a connection asks for its slot once and then reads and changes single fields in place:
/// `table.slots[slot].stage`. A copy of the whole would cost more than the work.
struct ConnectionTable: Sendable {
    /// The slots; a vacant one holds the connection that was there last, without its lines.
    var slots: [Connection] = []
    private var vacant: [Int] = []
    private var hosts: [SocketAddress.Host: Int] = [:]
    /// Connections in all.
    private(set) var count = 0

    /// How many connections an address has.
    func count(of host: SocketAddress.Host) -> Int { hosts[host] ?? 0 }

    /// Where a client's connection is; nil once it is gone.
    @inline(__always)
    func slot(of client: ClientID) -> Int? {
        let slot = Int(client.slot)
        return slot < slots.count && slots[slot].client == client && slots[slot].stage != .gone ? slot : nil
    }

    /// Puts a socket into a slot of its own.
    mutating func add(_ socket: Socket, host: SocketAddress.Host, at now: Instant) -> Int {
        hosts[host, default: 0] += 1
        count += 1
        guard let slot = vacant.popLast() else {
            let client = ClientID(slot: slots.count, serial: 1)
            slots.append(Connection(client: client, socket: socket, host: host, at: now))
            return slots.count - 1
        }
        let client = ClientID(slot: slot, serial: slots[slot].client.serial &+ 1)
        slots[slot] = Connection(client: client, socket: socket, host: host, at: now)
        return slot
    }

    /// Forgets a connection; its slot goes to the next one.
    mutating func remove(_ slot: Int) {
        slots[slot].decoder = LineDecoder()
        slots[slot].outgoing = OutgoingLines()
        slots[slot].stage = .gone
        vacant.append(slot)
        count -= 1
        let host = slots[slot].host
        let others = count(of: host) - 1
        hosts[host] = others > 0 ? others : nil
    }
}

extension ClientID {
    /// The number that a poller knows the connection by.
    var token: UInt64 { UInt64(serial) << 32 | UInt64(UInt32(bitPattern: slot)) }

    /// The connection that a poller means by this number.
    init(token: UInt64) { self.init(slot: Int(token & 0xFFFF_FFFF), serial: UInt32(token >> 32)) }
}
