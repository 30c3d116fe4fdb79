/// The back end for poll(2), which passes all descriptors to the kernel each time and checks all of them afterwards.
///
/// Two parallel arrays hold the entries in the kernel's format and the tokens. The last descriptor takes the place of
/// one that is removed.
struct PollPoller: Sendable {
    private var entries: [Platform.PollEntry] = []
    private var tokens: [UInt64] = []
    private var indices: [FileDescriptor: Int] = [:]

    mutating func add(_ descriptor: FileDescriptor, interest: Interest, token: UInt64) throws(SystemError) {
        guard indices[descriptor] == nil else { throw .descriptorIsThere("poll") }
        indices[descriptor] = entries.count
        entries.append(Platform.pollEntry(descriptor, interest))
        tokens.append(token)
    }

    mutating func change(_ descriptor: FileDescriptor, interest: Interest, token: UInt64) throws(SystemError) {
        guard let index = indices[descriptor] else { throw .noSuchDescriptor("poll") }
        entries[index] = Platform.pollEntry(descriptor, interest)
        tokens[index] = token
    }

    mutating func remove(_ descriptor: FileDescriptor) {
        guard let index = indices.removeValue(forKey: descriptor) else { return }
        let last = entries.count - 1
        if index != last {
            entries[index] = entries[last]
            tokens[index] = tokens[last]
            indices[Platform.descriptor(of: entries[index])] = index
        }
        entries.removeLast()
        tokens.removeLast()
    }

    mutating func wait(milliseconds: Int?, into ready: inout [Readiness]) throws(SystemError) {
        var found = try Platform.waitForEntries(&entries, milliseconds: milliseconds)
        var index = 0
        while found > 0, index < entries.count {
            let conditions = Platform.readyConditions(of: entries[index])
            if !conditions.isEmpty {
                ready.append(Readiness(token: tokens[index], conditions: conditions))
                found -= 1
            }
            index += 1
        }
    }
}
