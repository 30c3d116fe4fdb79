import Protocol

// How a load comes together: connections are made a batch at a time, each batch when the one before has been greeted,
// so that no accept queue overflows. Nothing is measured here, so every line is read with the reader that clients use.

/// Connects, names and seats everybody.
struct Gathering: ~Copyable {
    /// Connections that are made at once.
    private static let batch = 64
    /// Nanoseconds after which a silent host has failed.
    private static let patience: UInt64 = 20_000_000_000

    let options: Options
    private let address: SocketAddress
    private(set) var poller: Poller
    private(set) var members: [Member] = []
    /// Notes on what the host has said to each member.
    private var notes: [Note] = []
    /// The matches, in the order of the load.
    private(set) var matches: [(id: MatchID, version: Int)] = []
    private var writer = ByteWriter()
    private var input = [UInt8](repeating: 0, count: 64 * 1024)
    private var ready: [Readiness] = []

    /// The host's answers to a member so far.
    private struct Note {
        var isGreeted = false
        var isNamed = false
        var seating: Seating?
        var version = 0
        var phase = MatchState.Phase.waiting
        var watchers = 0
    }

    /// A load with nobody in it.
    init(_ options: Options) throws(Failure) {
        // First what may fail: a value that cannot be copied is made at once or not at all.
        let (address, poller) = (try Self.resolve(options), try attempt { () throws(SystemError) in try Poller() })
        (self.options, self.address, self.poller) = (options, address, poller)
    }

    private static func resolve(_ options: Options) throws(Failure) -> SocketAddress {
        let found: [SocketAddress]
        do throws(ResolutionError) {
            found = try SocketAddress.resolve(host: options.host, port: options.port)
        } catch {
            throw Failure("There is no host \(error).", .noHost)
        }
        guard let first = found.first else { throw Failure("The host \(options.host) has no address.", .noHost) }
        return first
    }

    // MARK: Coming

    /// Adds connections that say nothing.
    mutating func addIdle() throws(Failure) {
        for first in stride(from: 0, to: options.idle, by: Self.batch) {
            _ = try connect(Array(repeating: .idle, count: min(Self.batch, options.idle - first)))
        }
    }

    /// Adds named clients that stay in the lobby.
    mutating func addLobby() throws(Failure) {
        for first in stride(from: 0, to: options.lobby, by: Self.batch) {
            try name(try connect(Array(repeating: .lobby, count: min(Self.batch, options.lobby - first))))
        }
    }

    /// Adds the matches with their watchers, and waits until everybody in each has its newest state.
    mutating func addMatches() throws(Failure) {
        let step = options.watchers + options.stalled > 0 ? 1 : Self.batch / 2
        for first in stride(from: 0, to: options.matchCount, by: step) {
            try addMatches(first..<min(first + step, options.matchCount))
            for match in first..<min(first + step, options.matchCount) { try addWatchers(of: match) }
        }
        try settle()
        stall()
    }

    private mutating func addMatches(_ numbers: Range<Int>) throws(Failure) {
        let roles = numbers.flatMap { [Member.Role.player(match: $0, seat: 0), .player(match: $0, seat: 1)] }
        let group = try connect(roles)
        try name(group)
        let openers = Array(stride(from: group.lowerBound, to: group.upperBound, by: 2))
        for opener in openers { try say(.open(options.rules, isPrivate: false), opener) }
        try wait("open a match", openers) { $0.seating != nil }
        for opener in openers {
            guard let id = notes[opener].seating?.match else { continue }
            try say(.join(.id(id)), opener + 1)
        }
        try wait("join a match", Array(group)) { $0.seating != nil && $0.phase == .playing }
        for opener in openers {
            guard let id = notes[opener].seating?.match else { continue }
            matches.append((id, notes[opener].version))
        }
    }

    private mutating func addWatchers(of match: Int) throws(Failure) {
        let stalled = Array(repeating: Member.Role.stalled(match: match), count: options.stalled)
        let roles = Array(repeating: .watcher(match: match), count: options.watchers) + stalled
        for first in stride(from: 0, to: roles.count, by: Self.batch) {
            let group = try connect(Array(roles[first..<min(first + Self.batch, roles.count)]))
            for watcher in group { try say(.watch(.id(matches[match].id)), watcher) }
            try wait("watch a match", Array(group)) { $0.seating != nil && $0.version > 0 }
        }
    }

    /// Waits until the last state of each match, with all of its watchers in it, has come to everybody.
    private mutating func settle() throws(Failure) {
        let watchers = options.watchers + options.stalled
        let everybody = members.indices.filter { members[$0].match != nil }
        try wait("count the watchers", everybody) { $0.watchers == watchers }
        for index in everybody {
            guard let match = members[index].match else { continue }
            matches[match].version = max(matches[match].version, notes[index].version)
        }
        for index in everybody {
            guard let match = members[index].match, notes[index].version != matches[match].version else { continue }
            throw Failure("Members of match \(matches[match].id.text) have different versions of its state.")
        }
    }

    /// Reads no more from those who are to read nothing.
    private mutating func stall() {
        for member in members where member.role.isStalled { poller.remove(member.socket.descriptor) }
    }

    // MARK: One batch

    private mutating func connect(_ roles: [Member.Role]) throws(Failure) -> Range<Int> {
        let first = members.count
        for role in roles {
            let socket: Socket
            do throws(SystemError) {
                // For who will read nothing the system is to keep little, so that it soon waits in the host.
                socket = try Socket.startConnecting(to: address, receiveBufferBytes: role.isStalled ? 4096 : nil)
                try poller.add(socket.descriptor, interest: .readable, token: UInt64(members.count))
            } catch {
                throw Failure("The host at \(address) cannot be reached: \(error).", .unavailable)
            }
            members.append(Member(socket: socket, role: role))
            notes.append(Note())
        }
        try wait("greet", Array(first..<members.count)) { $0.isGreeted }
        return first..<members.count
    }

    private mutating func name(_ group: Range<Int>) throws(Failure) {
        for index in group {
            let name: PlayerName
            do throws(Refusal) {
                name = try PlayerName("L\(Platform.processNumber)-\(index)")
            } catch {
                throw Failure(error.message, .software)
            }
            try say(.hello(.name(name)), index)
        }
        try wait("take a name", Array(group)) { $0.isNamed }
    }

    private mutating func say(_ command: Command, _ index: Int) throws(Failure) {
        JSONCommands.write(command, into: &writer)
        try members[index].send(writer.take())
    }

    // MARK: Listening

    /// Lets time pass, and takes what the host says.
    mutating func rest(milliseconds: Int) throws(Failure) {
        let end = Platform.monotonicNanoseconds + UInt64(milliseconds) * 1_000_000
        while true {
            let now = Platform.monotonicNanoseconds
            guard now < end else { return }
            try listen(milliseconds: Int((end - now) / 1_000_000) + 1)
        }
    }

    private mutating func wait(_ what: String, _ group: [Int], until isDone: (Note) -> Bool) throws(Failure) {
        let deadline = Platform.monotonicNanoseconds + Self.patience
        // From the front on: who is done stays done.
        var next = 0
        while true {
            while next < group.count, isDone(notes[group[next]]) { next += 1 }
            if next == group.count { return }
            guard Platform.monotonicNanoseconds < deadline else {
                throw Failure("The host did not \(what) within 20 s.", .unavailable)
            }
            try listen(milliseconds: 100)
        }
    }

    private mutating func listen(milliseconds: Int) throws(Failure) {
        do throws(SystemError) {
            try poller.wait(milliseconds: milliseconds, into: &ready)
        } catch {
            throw Failure(error)
        }
        for event in ready { try read(Int(event.token)) }
    }

    private mutating func read(_ index: Int) throws(Failure) {
        let received: (bytes: [UInt8], count: Int)?
        do throws(Failure) {
            received = try members[index].receive(into: &input)
        } catch  where !notes[index].isGreeted {
            throw Failure("The host at \(address) cannot be reached. \(error.sentence)", .unavailable)
        }
        guard let (bytes, count) = received else { return }
        var position = 0
        while let end = bytes.lineEnd(from: position, count: count) {
            try take(index, bytes, position..<end)
            position = end + 1
        }
        members[index].keep(bytes, position..<count)
    }

    private mutating func take(_ index: Int, _ bytes: [UInt8], _ range: Range<Int>) throws(Failure) {
        guard case .message(let message) = JSONEventReader.read(bytes, in: range) else {
            throw Failure(unexpected: bytes, in: range)
        }
        switch message.event {
        case .hello: notes[index].isGreeted = true
        case .welcome: notes[index].isNamed = true
        case .lobby: break
        case .match(let seating): notes[index].seating = seating
        case .state(let state):
            guard state.version > notes[index].version else {
                throw Failure("Version \(state.version) came after \(notes[index].version) in \(state.match.text).")
            }
            (notes[index].version, notes[index].phase) = (state.version, state.phase)
            notes[index].watchers = state.watchers
        default: throw Failure(unexpected: bytes, in: range)
        }
    }
}
