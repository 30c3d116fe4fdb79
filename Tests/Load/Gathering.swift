import Protocol
import TestSupport

/// Connects, names and seats everybody: a batch at a time, each when the one before has been greeted, so that no accept
/// queue overflows. Nothing is measured here, so every line is read whole.
struct Gathering {
    /// Connections that are made at once.
    private static let batch = 64
    /// Nanoseconds after which a silent host has failed.
    private static let patience: UInt64 = 20_000_000_000

    let options: Options
    private let address: SocketAddress
    private(set) var poller: Poller
    private(set) var members: [Member] = []
    private var notes: [Note] = []
    /// The matches, in the order of the load.
    private(set) var matches: [(id: MatchID, version: Int)] = []
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
    init(_ options: Options) throws {
        let found = try? SocketAddress.resolve(host: options.host, port: UInt16(options.port))
        guard let first = found?.first else { throw Failure("There is no host \(options.host).", .noHost) }
        (self.options, address, poller) = (options, first, try Poller())
    }

    /// Adds connections that say nothing.
    mutating func addIdle() throws {
        for count in Self.batches(of: options.idle) { _ = try connect(count) }
    }

    /// Adds named clients that stay in the lobby.
    mutating func addLobby() throws {
        for count in Self.batches(of: options.lobby) { try name(try connect(count)) }
    }

    private static func batches(of count: Int) -> [Int] {
        stride(from: 0, to: count, by: batch).map { min(batch, count - $0) }
    }

    /// Adds the matches with their watchers, and waits until everybody in each has its newest state.
    mutating func addMatches() throws {
        // The host greets whoever says nothing after a moment: many wait for that together.
        for count in Self.batches(of: options.matches) {
            let players = try connectPlayers(ofMatches: count)
            for match in 0..<count {
                try addMatch(players.lowerBound + 2 * match)
                try addWatchers()
            }
        }
        try settle()
        for member in members where member.isStalled { poller.remove(member.socket.descriptor) }
    }

    /// Connects two players for each of the next matches, one after the other.
    private mutating func connectPlayers(ofMatches count: Int) throws -> Range<Int> {
        let players = try connect(2 * count)
        for (place, player) in players.enumerated() {
            (members[player].match, members[player].seat) = (matches.count + place / 2, place % 2)
        }
        try name(players)
        return players
    }

    private mutating func addMatch(_ opener: Int) throws {
        let players = opener...opener + 1
        try say(.open(Options.rules, isPrivate: false), opener)
        try wait("open a match", [opener]) { $0.seating != nil }
        guard let id = notes[opener].seating?.match else { return }
        try say(.join(.id(id)), opener + 1)
        try wait("join a match", Array(players)) { $0.seating != nil && $0.phase == .playing }
        matches.append((id, notes[opener].version))
    }

    private mutating func addWatchers() throws {
        let match = matches.count - 1
        for (total, isStalled) in [(options.watchers, false), (options.stalled, true)] {
            for count in Self.batches(of: total) {
                let group = try connect(count, match: match, isStalled: isStalled)
                for watcher in group { try say(.watch(.id(matches[match].id)), watcher) }
                try wait("let watch a match", Array(group)) { $0.version > 0 }
            }
        }
    }

    /// Waits until the last state of each match, with all of its watchers in it, has come to everybody.
    private mutating func settle() throws {
        let watchers = options.watchers + options.stalled
        let everybody = members.indices.filter { members[$0].match != nil }
        try wait("count the watchers", everybody) { $0.watchers == watchers }
        for index in everybody {
            guard let match = members[index].match else { continue }
            if members[index].seat == 0 { matches[match].version = notes[index].version }
            guard notes[index].version == matches[match].version else {
                throw Failure("Members of match \(matches[match].id.text) have different versions of its state.")
            }
        }
    }

    private mutating func connect(_ count: Int, match: Int? = nil, isStalled: Bool = false) throws -> Range<Int> {
        let group = members.count..<members.count + count
        for _ in 0..<count {
            do {
                // Little is buffered for a client that reads nothing, so that its lines soon wait in the host.
                let socket = try Socket.startConnecting(to: address, receiveBufferBytes: isStalled ? 4096 : nil)
                try poller.add(socket.descriptor, interest: .readable, token: UInt64(members.count))
                members.append(Member(socket: socket, match: match, isStalled: isStalled))
                if options.usesWebSocket { try members[members.count - 1].upgrade() }
            } catch {
                throw Failure("The host at \(address) cannot be reached: \(error).", .unavailable)
            }
            notes.append(Note())
        }
        try wait("greet", Array(group)) { $0.isGreeted }
        return group
    }

    private mutating func name(_ group: Range<Int>) throws {
        for index in group {
            try say(.hello(.name(PlayerName("L\(Platform.processNumber)-\(index)"))), index)
        }
        try wait("take a name", Array(group)) { $0.isNamed }
    }

    private mutating func say(_ command: Command, _ index: Int) throws {
        var writer = ByteWriter()
        JSONCommands.write(command, into: &writer)
        try members[index].send(writer.drain())
    }

    // MARK: Listening

    /// Lets time pass, and takes what the host says.
    mutating func rest(milliseconds: Int) throws {
        let end = Platform.monotonicMilliseconds + milliseconds
        while case let left = end - Platform.monotonicMilliseconds, left > 0 { try listen(milliseconds: left) }
    }

    private mutating func wait(_ what: String, _ group: [Int], until isDone: (Note) -> Bool) throws {
        let deadline = Platform.monotonicNanoseconds + Self.patience
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

    private mutating func listen(milliseconds: Int) throws {
        try poller.wait(milliseconds: milliseconds, into: &ready)
        for event in ready {
            let index = Int(event.token)
            guard let (bytes, count) = try members[index].receive(into: &input) else { continue }
            var position = 0
            while let end = bytes.lineEnd(from: position, count: count) {
                try take(index, bytes, position..<end)
                position = end + 1
            }
            members[index].keep(bytes, position..<count)
        }
    }

    private mutating func take(_ index: Int, _ bytes: [UInt8], _ range: Range<Int>) throws {
        guard case .message(let message) = JSONEventReader.read(bytes, in: range) else {
            throw Failure("The host sent no message", line: bytes[range])
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
        default: throw Failure("The host sent an unexpected line", line: bytes[range])
        }
    }
}
