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

    /// The slot as an index.
    @inline(__always)
    var index: Int { Int(slot) }
}

/// What can happen to a lobby. Time passing is not among them: see ``Lobby/nextDue`` and ``Lobby/advance(to:)``.
public enum Input: Sendable {
    /// Somebody connected, from an address that may have so many connections; nil for the usual number.
    case connected(ClientID, connectionsPerAddress: Int? = nil)
    /// A line came and was read.
    case received(Request, from: ClientID)
    /// A client sends faster than it may; its lines wait.
    case hurried(ClientID)
    /// A client closed its side, and all that it sent has been answered.
    case finished(ClientID)
    /// A client has read nothing for too long.
    case stalled(ClientID)
    /// A client has said nothing for long, and somebody else needs its connection.
    case outwaited(ClientID)
    /// The connection is gone, for whatever reason.
    case disconnected(ClientID)
    /// The host is stopping.
    case stopping
    /// What happens cannot be kept for now, for this reason: nothing may be changed until it can.
    case diskFailed(String)
    /// It can be kept again.
    case diskWorks
    /// The host has slept for so long: no clock has run meanwhile.
    case stood(milliseconds: Int)
}

/// What a lobby wants done, in this order.
public enum Effect: Equatable, Sendable {
    /// Send a message to one client.
    case send(Message, to: ClientID)
    /// Send the same event to each of these clients.
    case broadcast(Event, to: [ClientID])
    /// Send the state at this place of ``Outcome/states`` to each of these clients.
    case tell(Int, Telling, to: [ClientID])
    /// Answer one client's question about the matches that are over.
    case consult(RecordQuery, to: ClientID, re: RequestID?)
    /// Close the connection once everything sent to it is on its way.
    case close(ClientID)
    /// Tell whoever runs the host.
    indirect case note(Notice)
}

/// A question about the matches that are over.
public enum RecordQuery: Equatable, Sendable {
    /// So many of the newest, or of those before this one.
    case page(before: RecordID?, limit: Int)
    /// One of them.
    case one(RecordID)
    /// The best of all.
    case scores
}

/// What whoever runs a host wants to see.
public enum Notice: Equatable, Sendable {
    /// Somebody said who they are.
    case came(PlayerName)
    /// Somebody with a name is gone, and no seat is kept for them.
    case went(PlayerName)
    /// A match began.
    case began(MatchID, [PlayerName], Rules)
    /// A match ended.
    case ended(MatchID, [PlayerName], scores: [Int], Ending)
}
