#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The back end for poll(2), which passes all descriptors to the kernel each time and checks all of them afterwards.
///
/// Parallel arrays hold the entries in the kernel's format and the tokens. The last descriptor takes the place of one
/// that is removed.
struct PollPoller: PollerBackend {
    private var entries: [pollfd] = []
    private var tokens: [UInt64] = []
    /// Where the next wait begins to look, so that all have their turn.
    private var start = 0
    private var indices: [Int32: Int] = [:]

    mutating func add(_ descriptor: FileDescriptor, interest: Conditions, token: UInt64) throws(SystemError) {
        guard indices[descriptor.number] == nil else { throw SystemError(code: EEXIST, call: "poll") }
        indices[descriptor.number] = entries.count
        entries.append(pollfd(descriptor, interest))
        tokens.append(token)
    }

    mutating func change(
        _ descriptor: FileDescriptor, interest: Conditions, token: UInt64, isPreferred: Bool
    ) throws(SystemError) {
        guard let index = indices[descriptor.number] else { throw SystemError(code: ENOENT, call: "poll") }
        entries[index] = pollfd(descriptor, interest)
        tokens[index] = token
    }

    /// Does nothing: `wait` is told the tokens.
    func prefer(_ descriptor: FileDescriptor, interest: Conditions, token: UInt64) {}

    mutating func remove(_ descriptor: FileDescriptor, isPreferred: Bool) {
        guard let index = indices.removeValue(forKey: descriptor.number) else { return }
        let last = entries.count - 1
        if index != last {
            entries[index] = entries[last]
            tokens[index] = tokens[last]
            indices[entries[index].fd] = index
        }
        entries.removeLast()
        tokens.removeLast()
    }

    mutating func wait(
        for preferred: Set<UInt64>?, milliseconds: Int?, into ready: inout [Readiness]
    ) throws(SystemError) {
        let count = unsafe entries.withUnsafeMutableBufferPointer {
            unsafe poll($0.baseAddress, nfds_t($0.count), Platform.timeout(milliseconds))
        }
        var found = try Platform.readyCount(Int(count), "poll")
        for step in entries.indices {
            if found == 0 || ready.count == Poller.readyAtOnce { return }
            let index = (start + step) % entries.count
            let conditions = entries[index].readyConditions
            guard !conditions.isEmpty else { continue }
            found -= 1
            if let preferred, !preferred.contains(tokens[index]) { continue }
            ready.append(Readiness(token: tokens[index], conditions: conditions))
            if preferred == nil, ready.count == Poller.readyAtOnce { start = index + 1 }
        }
    }

    func close() {}
}

extension pollfd {
    /// Creates the kernel's entry for a descriptor.
    init(_ descriptor: FileDescriptor, _ interest: Conditions) {
        var events: Int32 = 0
        if interest.contains(.readable) { events |= Int32(POLLIN) }
        if interest.contains(.writable) { events |= Int32(POLLOUT) }
        self.init(fd: descriptor.number, events: Int16(events), revents: 0)
    }

    /// The conditions found; empty if there are none.
    fileprivate var readyConditions: Conditions {
        let events = Int32(revents)
        var ready: Conditions = []
        if events & Int32(POLLIN) != 0 { ready.insert(.readable) }
        if events & Int32(POLLOUT) != 0 { ready.insert(.writable) }
        if events & Int32(POLLERR | POLLHUP | POLLNVAL) != 0 { ready.formUnion([.readable, .hungUp]) }
        return ready
    }
}
