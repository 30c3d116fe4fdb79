import Protocol

/// The time limit of a wait that should be ended by an event. The default is generous: it is only ever spent if
/// something is broken.
struct Deadline {
    private let milliseconds: Int

    /// The moment this many seconds from now.
    init(seconds: Int = 60) { milliseconds = Platform.monotonicMilliseconds + seconds * 1000 }

    /// Milliseconds until then, 0 when it is past.
    var remaining: Int { max(0, milliseconds - Platform.monotonicMilliseconds) }

    /// Tries something that has its own time limit, again and again, until it returns a value.
    ///
    /// - Throws: ``Unmet`` when the time is over.
    func repeated<Value>(_ what: String, _ attempt: () throws -> Value?) throws -> Value {
        while remaining > 0 {
            if let value = try attempt() { return value }
        }
        throw Unmet("waited in vain for " + what)
    }

    /// Waits until the descriptor is ready.
    ///
    /// - Throws: ``Unmet`` when the time is over.
    func wait(_ descriptor: FileDescriptor, for interest: Conditions, _ what: @autoclosure () -> String) throws {
        while try !descriptor.wait(for: interest, milliseconds: remaining) {
            guard remaining > 0 else { throw Unmet("waited in vain for " + what()) }
        }
    }
}

/// An expectation of the harness that was not met: what was waited for, and what came instead.
struct Unmet: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
