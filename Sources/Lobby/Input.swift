public import Protocol

/// One connection, for as long as it lasts.
///
/// Whoever owns the connections hands these out. A slot may be used again when its connection is closed; the
/// serial number then differs, so that nothing meant for the old one reaches the new one.
public struct ClientID: Hashable, Sendable {
    /// The connection's place in its owner's table: small, so that it can index an array.
    public let slot: Int32
    /// Which of the connections that have had this slot.
    public let serial: UInt32

    /// The connection in this slot with this serial number.
    public init(slot: Int, serial: UInt32) {
        self.slot = Int32(slot)
        self.serial = serial
    }
}

/// What can happen to a lobby. Time passing is not among them: see ``Lobby/nextDue`` and ``Lobby/advance(to:)``.
public enum Input: Sendable {
    /// Somebody connected, from an address that may have so many connections; nil for the usual number.
    case connected(ClientID, connectionsPerAddress: Int? = nil)
    /// A line came and was read.
    case received(Request, from: ClientID, allowing: Allowance = .everything)
    /// A client sends faster than it may; its lines wait.
    case throttled(ClientID)
    /// A client closed its side, and all that it sent has been answered.
    case finished(ClientID)
    /// A client has read nothing for too long.
    case stalled(ClientID)
    /// A client has said nothing for long, and somebody else needs its connection.
    case evictedForIdling(ClientID)
    /// The connection is gone, for whatever reason.
    case disconnected(ClientID)
    /// The host is stopping.
    case stopping
    /// Nothing could happen for so long, because the machine slept or the disk failed: no clock has run meanwhile.
    case clocksPaused(milliseconds: Int)
}

/// What a client may do just now, as far as that depends on things that the lobby does not know.
public struct Allowance: Equatable, Sendable {
    /// Whether its address may open one more match.
    public var mayOpen: Bool
    /// Whether its address may guess once more at a code or a token.
    public var mayGuess: Bool
    /// Why nothing may be changed that must be kept; nil while it may.
    public var diskFailure: String?

    /// What a client may do.
    public init(mayOpen: Bool = true, mayGuess: Bool = true, diskFailure: String? = nil) {
        (self.mayOpen, self.mayGuess, self.diskFailure) = (mayOpen, mayGuess, diskFailure)
    }

    /// Nothing is in the way.
    public static let everything = Allowance()
}
