import Protocol

/// At most one descriptor that the poller watches under a token.
struct PollerRegistration {
    /// The poller's token.
    let token: UInt64
    private var watched: (descriptor: FileDescriptor, interest: Conditions)?

    /// Watches nothing at first.
    init(token: UInt64) { self.token = token }

    /// Watches this descriptor for these conditions, or nothing.
    mutating func update(
        _ descriptor: FileDescriptor?, for interest: Conditions, _ poller: inout Poller
    ) throws(SystemError) {
        if let watched, watched.descriptor == descriptor {
            if watched.interest == interest { return }
            try poller.change(watched.descriptor, interest: interest, token: token)
        } else {
            stop(&poller)
            if let descriptor { try poller.add(descriptor, interest: interest, token: token) }
        }
        watched = descriptor.map { ($0, interest) }
    }

    /// Stops watching; call it before the descriptor may be closed.
    mutating func stop(_ poller: inout Poller) {
        if let watched { poller.remove(watched.descriptor) }
        watched = nil
    }
}
