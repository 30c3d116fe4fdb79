/// The back end for poll(2), which passes all descriptors to the kernel each time and checks all of them afterwards.
///
/// Two parallel arrays hold the entries in the kernel's format and the tokens. The last descriptor takes the place of
/// one that is removed.
struct PollPoller: Sendable {
    private var entries: [Platform.PollEntry] = []
    private var tokens: [UInt64] = []
    private var places: [FileDescriptor: Int] = [:]

    mutating func add(_ descriptor: FileDescriptor, interest: Interest, token: UInt64) throws(SystemError) {
        guard places[descriptor] == nil else { throw .descriptorIsThere("poll") }
        places[descriptor] = entries.count
        entries.append(Platform.pollEntry(descriptor, interest))
        tokens.append(token)
    }

    mutating func change(_ descriptor: FileDescriptor, interest: Interest, token: UInt64) throws(SystemError) {
        guard let place = places[descriptor] else { throw .noSuchDescriptor("poll") }
        entries[place] = Platform.pollEntry(descriptor, interest)
        tokens[place] = token
    }

    mutating func remove(_ descriptor: FileDescriptor) {
        guard let place = places.removeValue(forKey: descriptor) else { return }
        let last = entries.count - 1
        if place != last {
            entries[place] = entries[last]
            tokens[place] = tokens[last]
            places[Platform.descriptor(of: entries[place])] = place
        }
        entries.removeLast()
        tokens.removeLast()
    }

    mutating func wait(milliseconds: Int?, into ready: inout [Readiness]) throws(SystemError) {
        var found = try Platform.waitForEntries(&entries, milliseconds: milliseconds)
        var place = 0
        while found > 0, place < entries.count {
            let conditions = Platform.readyConditions(of: entries[place])
            if !conditions.isEmpty {
                ready.append(Readiness(token: tokens[place], conditions: conditions))
                found -= 1
            }
            place += 1
        }
    }
}
