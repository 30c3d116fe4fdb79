import Lobby
import Protocol

/// The role of a descriptor: the poller tells by it which one is ready.
enum PollToken: Equatable, Sendable {
    case client(ClientID)
    /// The pipe of signals.
    case signals
    /// The threads that sync, and that read past records.
    case sync, read
    /// A listening socket, by its position.
    case listener(Int)
    /// A socket on which clients look for hosts, by its position.
    case finder(Int)

    // A client's slot has 31 bits, below the serial number of its connection. With bit 31 set, the token is the host's
    // own: its kind stands in the upper half, a position in the lower bits.
    private static let ownBit: UInt64 = 0x8000_0000

    /// The form that the poller keeps.
    @inline(__always)
    var rawValue: UInt64 {
        func own(_ kind: UInt64, _ position: Int = 0) -> UInt64 { kind << 32 | Self.ownBit | UInt64(position) }
        return switch self {
        case .client(let client): UInt64(client.serial) << 32 | UInt64(UInt32(bitPattern: client.slot))
        case .signals: own(0)
        case .sync: own(1)
        case .read: own(2)
        case .listener(let position): own(3, position)
        case .finder(let position): own(4, position)
        }
    }

    /// Reads the form that the poller keeps; nil if no token has it.
    @inline(__always)
    init?(rawValue: UInt64) {
        guard rawValue & Self.ownBit != 0 else {
            self = .client(ClientID(slot: Int(rawValue & (Self.ownBit - 1)), serial: UInt32(rawValue >> 32)))
            return
        }
        let position = Int(rawValue & (Self.ownBit - 1))
        switch rawValue >> 32 {
        case 0: self = .signals
        case 1: self = .sync
        case 2: self = .read
        case 3: self = .listener(position)
        case 4: self = .finder(position)
        default: return nil
        }
    }
}

/// Sockets that the poller watches for reading, except during a pause: what arrives then waits in the system's queue.
struct PausableSockets: Sendable {
    private var sockets: [(descriptor: FileDescriptor, token: PollToken)]
    /// The time when a pause ends; nil while there is none.
    private(set) var resumesAt: Instant?

    /// Creates them; call ``start(_:)`` next.
    init(_ sockets: [(descriptor: FileDescriptor, token: PollToken)]) { self.sockets = sockets }

    /// Starts watching.
    ///
    /// - Throws: the poller's error; nothing has changed then.
    mutating func start(_ poller: inout Poller) throws(SystemError) {
        for (index, socket) in sockets.enumerated() {
            do throws(SystemError) {
                try poller.add(socket.descriptor, interest: .readable, token: socket.token.rawValue)
            } catch {
                for added in sockets.prefix(index) { poller.remove(added.descriptor) }
                throw error
            }
        }
        resumesAt = nil
    }

    /// Pauses, or sets another end for the pause.
    mutating func pause(_ poller: inout Poller, until due: Instant) {
        if resumesAt == nil { for socket in sockets { poller.remove(socket.descriptor) } }
        resumesAt = due
    }

    /// Ends the pause, if there is one, at the next opportunity.
    mutating func endPause() { if resumesAt != nil { resumesAt = Instant(milliseconds: 0) } }

    /// Resumes if it is time to; on failure, tries again in a moment.
    mutating func resumeIfDue(_ poller: inout Poller, at now: Instant) {
        guard let due = resumesAt, due <= now else { return }
        do throws(SystemError) {
            try start(&poller)
        } catch {
            resumesAt = now + Limits.Internal.acceptPauseMilliseconds
        }
    }

    /// Stops watching for good, and closes the sockets.
    mutating func stop(_ poller: inout Poller) {
        for socket in sockets {
            if resumesAt == nil { poller.remove(socket.descriptor) }
            socket.descriptor.close()
        }
        (sockets, resumesAt) = ([], nil)
    }
}
