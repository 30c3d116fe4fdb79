import Protocol

/// At most one descriptor watched by the poller.
///
/// Each gets a new token, so that stale events of a closed descriptor are not mistaken for events of the next one
/// with its number.
struct PollerRegistration {
    private var watched: (descriptor: FileDescriptor, interest: Interest)?
    /// The poller's token; nil if nothing is watched.
    private(set) var token: UInt64?

    /// Watches this descriptor for these events, or nothing.
    ///
    /// - Parameter tokens: the number of tokens issued so far.
    mutating func update(
        _ descriptor: FileDescriptor?, for interest: Interest, _ poller: inout Poller, tokens: inout UInt64
    ) throws(SystemError) {
        if let watched, let token, watched.descriptor == descriptor {
            if watched.interest == interest { return }
            try poller.change(watched.descriptor, interest: interest, token: token)
            return self.watched = (watched.descriptor, interest)
        }
        stop(&poller)
        guard let descriptor else { return }
        tokens += 1
        try poller.add(descriptor, interest: interest, token: tokens)
        (watched, token) = ((descriptor, interest), tokens)
    }

    /// Stops watching; call it before the descriptor may be closed.
    mutating func stop(_ poller: inout Poller) {
        if let watched { poller.remove(watched.descriptor) }
        (watched, token) = (nil, nil)
    }
}
