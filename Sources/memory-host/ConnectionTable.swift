import Lobby
import Protocol

/// Every open connection, in slots that are used again, and how many each address has.
struct ConnectionTable: Sendable {
    private var slots: [Connection?] = []
    private var serials: [UInt32] = []
    private var free: [Int] = []
    private var hosts: [SocketAddress.Host: Int] = [:]
    /// Connections in all.
    private(set) var count = 0

    /// How many connections an address has.
    func count(of host: SocketAddress.Host) -> Int { hosts[host] ?? 0 }

    /// Puts a socket into a slot of its own.
    mutating func add(_ socket: Socket, host: SocketAddress.Host, at now: Instant) -> ClientID {
        let slot = free.popLast() ?? slots.count
        if slot == slots.count {
            slots.append(nil)
            serials.append(0)
        }
        serials[slot] &+= 1
        let client = ClientID(slot: slot, serial: serials[slot])
        slots[slot] = Connection(client: client, socket: socket, host: host, at: now)
        hosts[host, default: 0] += 1
        count += 1
        return client
    }

    /// Forgets a connection; its slot goes to the next one.
    mutating func remove(_ client: ClientID) {
        guard let connection = self[client] else { return }
        let slot = Int(client.slot)
        slots[slot] = nil
        free.append(slot)
        count -= 1
        let others = count(of: connection.host) - 1
        hosts[connection.host] = others > 0 ? others : nil
    }

    /// The connection of a client, changed in place; nil once it is gone.
    subscript(client: ClientID) -> Connection? {
        @inline(__always) _read {
            let slot = Int(client.slot)
            if slot < slots.count, serials[slot] == client.serial { yield slots[slot] } else { yield nil }
        }
        @inline(__always) _modify {
            let slot = Int(client.slot)
            guard slot < slots.count, serials[slot] == client.serial else {
                var nobody: Connection?
                yield &nobody
                return
            }
            yield &slots[slot]
        }
    }

    /// All clients.
    var clients: [ClientID] { slots.compactMap { $0?.client } }
}

extension ClientID {
    /// The number that a poller knows the connection by.
    var token: UInt64 { UInt64(serial) << 32 | UInt64(UInt32(bitPattern: slot)) }

    /// The connection that a poller means by this number.
    init(token: UInt64) { self.init(slot: Int(token & 0xFFFF_FFFF), serial: UInt32(token >> 32)) }
}
