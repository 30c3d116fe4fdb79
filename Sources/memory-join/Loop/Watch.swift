import Protocol

/// One descriptor that the poller watches, or none.
///
/// Each new one gets a token of its own, so that what was reported of a descriptor that is gone is not taken for news of
/// the next that has its number.
struct Watch {
    private var watched: (descriptor: FileDescriptor, interest: Interest)?
    /// By what the poller names it; nil while nothing is watched.
    private(set) var token: UInt64?

    /// Has the poller watch this descriptor for this, or nothing.
    ///
    /// - Parameter tokens: the number of tokens that were given so far.
    mutating func follow(
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

    /// Has the poller forget the descriptor. Whoever may close it says so first.
    mutating func stop(_ poller: inout Poller) {
        if let watched { poller.remove(watched.descriptor) }
        (watched, token) = (nil, nil)
    }
}
