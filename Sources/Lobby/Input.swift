public import Protocol

/// One connection, for as long as it lasts.
///
/// The owner of the connections hands these out. A slot may be reused once its connection is closed; the serial number
/// then differs, so that nothing meant for the old connection reaches the new one.
public struct ClientID: Hashable, Sendable {
    /// The index in the owner's connection table; small enough to index an array.
    public let slot: Int32
    /// Tells apart the connections that have used this slot.
    public let serial: UInt32

    /// Creates the ID of the connection in a slot.
    public init(slot: Int, serial: UInt32) {
        self.slot = Int32(slot)
        self.serial = serial
    }
}

/// An event for the lobby. Passing time is not one of them: see ``Lobby/nextDue`` and ``Lobby/advance(to:)``.
public enum Input: Sendable {
    /// A client connected. `limits` are those in force for its address; nil for the host's own. The address is nil if
    /// nothing is limited by it.
    case connected(ClientID, limits: PublishedLimits? = nil, from: SocketAddress.Host? = nil)
    /// A line arrived and was parsed.
    case received(Request, from: ClientID, allowing: Allowance = .everything)
    /// A client exceeds its rate limit; its lines are delayed.
    case throttled(ClientID)
    /// A client closed its side, or sent what makes the rest unreadable, and everything before that has been answered.
    case finished(ClientID, saying: Farewell = .closed)
    /// A client hasn't read anything for too long.
    case stalled(ClientID)
    /// A client that read too slowly has missed a list, and reads again.
    case missedList
    /// A client has been idle for a long time, and another one needs its connection.
    case evictedForIdling(ClientID)
    /// The connection is gone, for whatever reason.
    case disconnected(ClientID)
    /// The host is to end after the matches in play.
    case draining
    /// The host is stopping.
    case stopping
    /// Nothing could happen for this long, because the machine slept or the disk failed; no clock ran meanwhile.
    case clocksPaused(milliseconds: Int)
}

/// A client's current permissions, as far as they depend on things the lobby doesn't know.
public struct Allowance: Equatable, Sendable {
    /// True if its address may open another match.
    public var mayOpen: Bool
    /// True if its address may make another guess at a code.
    public var mayGuess: Bool
    /// True if its address may make one beyond that, for a player whose match has just ended.
    public var mayOweGuess: Bool
    /// True if there is memory for another match.
    public var hasMemory: Bool
    /// The reason nothing that must be stored may change; nil while the disk works.
    public var diskFailure: String?

    /// Creates an allowance; everything is allowed by default.
    public init(
        mayOpen: Bool = true, mayGuess: Bool = true, mayOweGuess: Bool = true, hasMemory: Bool = true,
        diskFailure: String? = nil
    ) {
        (self.mayOpen, self.mayGuess, self.mayOweGuess) = (mayOpen, mayGuess, mayOweGuess)
        (self.hasMemory, self.diskFailure) = (hasMemory, diskFailure)
    }

    /// No restrictions.
    public static let everything = Allowance()
}

extension Request.Content {
    /// The name that the command gave itself, for its refusal.
    var typeText: String? {
        switch self {
        case .command(let command): command.kind.name
        case .malformed(let kind, _): kind.name
        case .unreadable(_, let type): type
        }
    }
}
