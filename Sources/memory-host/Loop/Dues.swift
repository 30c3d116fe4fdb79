import Lobby
import Protocol

/// The debt of a connection for its commands or requests, and for the work that anything else from it has caused. It
/// pays from its own bucket and from that of its address.
struct Dues: Sendable {
    private var bucket: TokenBucket
    /// Its next line, or request, has been taken out of the bucket of its address.
    private(set) var hasReservation = false
    /// Thousandths of a command that are to be charged for what the client has sent besides commands.
    private var idleThousandths = 0
    /// The client was told that it is too fast, and has not paused since.
    private var isWarned = false

    /// Nothing is owed.
    init(at now: Instant) { bucket = TokenBucket(at: now) }

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
        of host: SocketAddress.Host, at now: Instant, within limits: inout CommandLimits
    ) -> Instant? {
        guard idleThousandths > 0 else { return nil }
        defer { idleThousandths = 0 }
        return pay(idleThousandths, of: host, at: now, within: &limits)
    }

    /// Pays thousandths of a command for what was done besides commands.
    ///
    /// - Parameter kept: thousandths of a command that must be left, for commands, before more may be done.
    /// - Returns: the time until which nothing more may be done; nil if it need not wait.
    mutating func pay(
        _ thousandths: Int, of host: SocketAddress.Host, at now: Instant, within limits: inout CommandLimits,
        keeping kept: Int = 0
    ) -> Instant? {
        guard limits.isLimited else { return nil }
        bucket.charge(thousandths: thousandths, at: now, rate: limits.rate)
        let sharedDue = limits.addresses.charge(thousandths: thousandths, host, at: now, keeping: kept) ?? now
        let due = max(sharedDue, bucket.nextTime(at: now, rate: limits.rate, holding: kept) ?? now)
        return due > now ? due : nil
    }

    /// Takes a command out of the bucket of its address, unless that has been done, and then out of its own.
    ///
    /// - Returns: the time until which the command must wait; nil if it may be taken.
    mutating func reserveCommand(
        of host: SocketAddress.Host, at now: Instant, within limits: inout CommandLimits
    ) -> Instant? {
        let hadToWait = hasReservation
        if !hasReservation {
            hasReservation = true
            if let due = limits.addresses.reserve(host, at: now) { return due }
        }
        if let due = bucket.spend(at: now, rate: limits.rate) { return due }
        hasReservation = false
        if bucket.wasFull, !hadToWait { isWarned = false }
        return nil
    }

    /// Takes a request out of the bucket of its address, unless that has been done.
    ///
    /// - Returns: the time until which the request must wait; nil if it may be taken.
    mutating func reserveRequest(
        of host: SocketAddress.Host, at now: Instant, sharing requests: inout AddressBuckets
    ) -> Instant? {
        if !hasReservation {
            hasReservation = true
            if let due = requests.reserve(host, at: now) { return due }
        }
        hasReservation = false
        return nil
    }

    /// Charges the rest of a command's weight, beyond the one taken already.
    mutating func charge(_ weight: Int) { bucket.charge(weight) }

    /// Notes that the client is told that it is too fast; returns false if it has been told, and has not paused since.
    mutating func warn() -> Bool {
        defer { isWarned = true }
        return !isWarned
    }
}
