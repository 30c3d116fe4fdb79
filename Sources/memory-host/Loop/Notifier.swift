import Lobby
import Protocol

/// Tells the service manager that has started the host how the host is, as sd_notify(3) describes it.
///
/// All of it is sent by the loop, when it is due there: a manager that hears nothing for too long takes it that the loop
/// hangs, and starts the host again. A message that cannot be sent is lost, and nothing else comes of it; only that the
/// host is ready is said until it can be sent, since a manager gives up a host that never is.
struct Notifier {
    private let send: ([UInt8]) throws(SystemError) -> Void
    private let log: Log
    private var hasFailed = false
    /// The milliseconds between two signs of life: half of what the manager waits for one. Nil if it waits for none.
    private let watchdogMilliseconds: Int?
    /// The time of the next sign of life.
    private var watchdogDue: Instant?
    /// The time to say again that the host is ready; nil once that is said.
    private var readyDue: Instant?
    /// The milliseconds until then; twice as long each time, since the manager may be gone for good.
    private var readyDelay = Limits.Internal.statusMilliseconds
    /// The last status, and when it was sent.
    private var told: (status: String, at: Instant)?
    private var mayHaveChanged = true

    /// Creates a notifier; nothing is due before ``start(at:)``.
    ///
    /// - Parameters:
    ///   - watchdogMilliseconds: the time after which the manager gives the host up; nil for never.
    ///   - send: sends a message to the manager.
    init(watchdogMilliseconds: Int?, log: Log, send: @escaping ([UInt8]) throws(SystemError) -> Void) {
        self.watchdogMilliseconds = watchdogMilliseconds.map { max(1, $0 / 2) }
        (self.log, self.send) = (log, send)
    }

    /// Creates a notifier for the manager that has started the process; nil if there is none that listens.
    init?(_ environment: ServiceEnvironment, log: Log) {
        guard let address = environment.notifySocket else { return nil }
        do throws(SystemError) {
            guard let socket = try LocalDatagramSocket(to: address) else {
                log.write(.debug, "NOTIFY_SOCKET is not the address of a socket")
                return nil
            }
            self.init(watchdogMilliseconds: environment.watchdogMilliseconds, log: log) { bytes throws(SystemError) in
                try socket.send(bytes)
            }
        } catch {
            log.write(.debug, "cannot notify the service manager: \(error)")
            return nil
        }
    }

    // MARK: What is due

    /// The time of the next message; nil while there is nothing to say.
    var due: Instant? {
        let due = Instant.earlier(watchdogDue, readyDue)
        guard mayHaveChanged else { return due }
        let statusDue = told.map { $0.at + Limits.Internal.statusMilliseconds } ?? Instant(milliseconds: 0)
        return Instant.earlier(due, statusDue)
    }

    /// Notes that the status may be another one now.
    mutating func statusMayHaveChanged() { mayHaveChanged = true }

    /// Sends what is due; the status, in words, only if it has changed.
    mutating func attend(at now: Instant, status: String) {
        if let readyDue, readyDue <= now { sayReady(at: now) }
        if let watchdogDue, watchdogDue <= now { giveSignOfLife(at: now) }
        let isDue = told.map { now - $0.at >= Limits.Internal.statusMilliseconds } ?? true
        guard mayHaveChanged, isDue else { return }
        mayHaveChanged = false
        guard status != told?.status else { return }
        told = (status, now)
        tell("STATUS=\(status)")
    }

    // MARK: What has happened

    /// The host serves from now on.
    mutating func start(at now: Instant) {
        sayReady(at: now)
        if watchdogMilliseconds != nil { watchdogDue = now }
    }

    /// The process was stopped for a while, which the host's clock leaves out and the manager does not.
    mutating func processResumed() { if watchdogDue != nil { watchdogDue = Instant(milliseconds: 0) } }

    /// The host stops.
    mutating func stop(at now: Instant) {
        (told, readyDue) = (("stopping", now), nil)
        tell("STOPPING=1\nSTATUS=stopping")
    }

    private mutating func sayReady(at now: Instant) {
        readyDue = tell("READY=1") ? nil : now + readyDelay
        readyDelay *= 2
    }

    private mutating func giveSignOfLife(at now: Instant) {
        tell("WATCHDOG=1")
        watchdogDue = watchdogMilliseconds.map { now + $0 }
    }

    /// Returns true if the message was sent.
    @discardableResult
    private mutating func tell(_ message: String) -> Bool {
        do throws(SystemError) {
            try send(Array(message.utf8))
            return true
        } catch {
            if !hasFailed { log.write(.debug, "cannot notify the service manager: \(error)") }
            hasFailed = true
            return false
        }
    }
}
