import Lobby
import Protocol

/// Slows down a connection that sends too much: what it sends, and the work that this causes, costs tokens of its own
/// bucket and of that of its address.
struct Throttle: Sendable {
    private var bucket: TokenBucket
    /// A token of its address is reserved for its next line, or request.
    private(set) var hasReservation = false
    /// Thousandths of a command that are to be charged for what the client has sent besides commands.
    private var idleThousandths = 0
    /// The client was told that it is too fast, and has not paused since.
    private var isWarned = false

    /// Nothing was sent.
    ///
    /// - Parameter rate: commands a second; 0 for no limit.
    init(rate: Int) { bucket = TokenBucket(burst: Limits.burst, rate: rate) }

    /// False if as many commands may be sent as the client likes.
    var isLimited: Bool { bucket.isLimited }

    /// Adds blank lines, or frames without text.
    @inline(__always)
    mutating func addIdle(_ count: Int) { idleThousandths += count * 1000 / Limits.idlePerCommand }

    /// Adds bytes that were read and discarded.
    @inline(__always)
    mutating func addDiscarded(_ count: Int) { idleThousandths += count * 1000 / Limits.discardedBytesPerCommand }

    /// Pays for what was sent besides commands.
    ///
    /// - Returns: the time until which nothing more is taken; nil if it need not wait.
    @inline(__always)
    mutating func payForIdling(
        of host: SocketAddress.Host, at now: Instant, sharing commands: inout RateLimit
    ) -> Instant? {
        guard idleThousandths > 0 else { return nil }
        defer { idleThousandths = 0 }
        return pay(idleThousandths, of: host, at: now, sharing: &commands)
    }

    /// Pays thousandths of a command for what was done besides commands.
    ///
    /// - Parameter kept: thousandths of a command that must be left, for commands, before more may be done.
    /// - Returns: the time until which nothing more may be done; nil if it need not wait.
    mutating func pay(
        _ thousandths: Int, of host: SocketAddress.Host, at now: Instant, sharing commands: inout RateLimit,
        keeping kept: Int = 0
    ) -> Instant? {
        guard isLimited else { return nil }
        bucket.charge(thousandths: thousandths, at: now)
        let ownDue = bucket.due(at: now, holding: kept)
        let sharedDue = commands.charge(thousandths: thousandths, host, at: now, keeping: kept)
        guard let ownDue, let sharedDue else { return ownDue ?? sharedDue }
        return max(ownDue, sharedDue)
    }

    /// Reserves a command of its address, unless that has been done, and then takes one out of its own bucket.
    ///
    /// - Returns: the time until which the command must wait; nil if it may be taken.
    mutating func reserveCommand(
        of host: SocketAddress.Host, at now: Instant, sharing commands: inout RateLimit
    ) -> Instant? {
        let hadToWait = hasReservation
        if !hasReservation {
            hasReservation = true
            if let due = commands.reserve(host, at: now) { return due }
        }
        if let due = bucket.spend(at: now) { return due }
        hasReservation = false
        if bucket.wasFull, !hadToWait { isWarned = false }
        return nil
    }

    /// Reserves a request of its address, unless that has been done.
    ///
    /// - Returns: the time until which the request must wait; nil if it may be taken.
    mutating func reserveRequest(
        of host: SocketAddress.Host, at now: Instant, sharing requests: inout RateLimit
    ) -> Instant? {
        if !hasReservation {
            hasReservation = true
            if let due = requests.reserve(host, at: now) { return due }
        }
        hasReservation = false
        return nil
    }

    /// Charges the rest of a command's weight, beyond the token already taken.
    mutating func chargeRest(of weight: Int) { bucket.chargeRest(of: weight) }

    /// Notes that the client is told that it is too fast; returns false if it has been told, and has not paused since.
    mutating func warn() -> Bool {
        defer { isWarned = true }
        return !isWarned
    }
}
