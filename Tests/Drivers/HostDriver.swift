import Lobby
import TestSupport
import Testing

@testable import Protocol
@testable import memory_host

/// A host of a test's own with a clock of the test's own: real sockets on this machine, and turns of its loop when
/// the test says so.
final class HostDriver {
    private(set) var host: Host
    let time = Time()
    private let listener: Socket
    /// The address that it listens on.
    let address: SocketAddress
    private let signals: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    private var guests: [Guest] = []
    private var input = [UInt8](repeating: 0, count: 64 * 1024)

    /// A client of the host.
    final class Guest {
        let socket: Socket
        fileprivate(set) var hasEnded = false
        /// The bytes that have come, without those that were taken.
        var received: [UInt8] = []

        fileprivate init(_ socket: Socket) { self.socket = socket }
    }

    /// The clocks of the machine, which go on only when a test says so.
    final class Time {
        var monotonic = 1_000_000
        var wall = 1_800_000_000_000
    }

    /// Thrown when something did not happen in time, by the wall clock.
    struct Unmet: Error {}

    private let disk: SlowDisk?

    /// A host with nobody in it.
    ///
    /// - Parameters:
    ///   - disk: where it keeps its data; nil for nowhere.
    ///   - isFound: true if it answers clients that look for it.
    ///   - servesWeb: true if it answers browsers.
    ///   - metrics: who may read its metrics.
    ///   - webNames: further names that browsers may use for it.
    ///   - webFolder: the folder that it reads the page from; nil for the page in the program.
    ///   - notifier: tells a service manager how it is.
    ///   - openings: the matches a minute that an address may open; nil for the usual number.
    ///   - guesses: the wrong codes a minute that an address may try.
    ///   - contest: the pairs of matches in a contest; nil for none.
    init(
        rate: Int = Limits.commandsPerSecond, connections: Int = 100, disk: SlowDisk? = nil, isFound: Bool = false,
        servesWeb: Bool = true, metrics: MetricsGate.Audience = .local, webNames: [String] = [],
        pictures: [PictureFile] = [], webFolder: WebFolder? = nil, notifier: Notifier? = nil,
        openings: Int? = nil, guesses: Int = Limits.guesses, contest: Int? = nil
    ) throws {
        self.disk = disk
        listener = try Socket.listen(on: try #require(SocketAddress(host: "127.0.0.1", port: 0)))
        address = try #require(listener.localAddress)
        signals = try Platform.makePipe()
        var options = memory_host.Options()
        (options.rate, options.servesWeb, options.webNames, options.metrics) = (rate, servesWeb, webNames, metrics)
        (options.openings, options.guesses, options.contest) = (openings, guesses, contest)
        var hello = Hello(host: "table")
        hello.limits.commandsPerSecond = rate
        let log = Log(level: .error)
        let settings = Lobby.Settings(hello: hello, pictures: pictures.map(\.picture))
        let storage = try Storage(disk?.folder.path, settings, sync: .always, log: log)
        let clock = HostClock(
            notBefore: nil, monotonic: { [time] in time.monotonic * 1000 }, wall: { [time] in time.wall })
        host = try Host(
            options: options, listeners: [listener],
            finding: isFound ? try FindResponder(bound: [address], isEverywhere: false) : nil,
            connections: connections, storage: storage, pictures: pictures, webFolder: webFolder, log: log,
            notifier: notifier, signals: signals.readEnd, syncer: disk?.syncer.thread, reader: disk?.reader.thread,
            clock: clock)
        host.resume(options)
    }

    deinit {
        for guest in guests { guest.socket.close() }
        for slot in host.connections.slots where slot.stage != .gone { slot.socket.close() }
        // A host that stops closes its listeners itself.
        if host.stopAt == nil { listener.close() }
        host.poller.close()
        signals.readEnd.close()
        signals.writeEnd.close()
    }

    /// Lets this many milliseconds pass, during which the host makes as many turns as keep it from seeming stopped.
    func turn(after milliseconds: Int = 0) throws {
        var rest = milliseconds
        repeat {
            let part = min(rest, Limits.Internal.clockMilliseconds - 1 - Limits.Internal.syncSpacingMilliseconds)
            try stop(for: part)
            rest -= part
        } while rest > 0
    }

    /// Stops the host's process for this many milliseconds; then it makes one turn.
    func stop(for milliseconds: Int) throws {
        time.monotonic += milliseconds
        time.wall += milliseconds
        try host.runPass(waiting: 0)
        try disk?.work()
        // Time passes until the host may sync again.
        if disk != nil, host.committer.gate.hasUnwritten {
            time.monotonic += Limits.Internal.syncSpacingMilliseconds
            time.wall += Limits.Internal.syncSpacingMilliseconds
        }
    }

    /// The host tells its service manager that it serves.
    func announceReadiness() { host.announceReadiness() }

    /// The host gets a signal.
    func signal(_ signal: Platform.Signal) throws {
        try signals.writeEnd.writeAll([UInt8(signal.number)])
        try turn()
    }

    /// The host gets a signal that stops it.
    func stopHost() throws {
        try signal(.terminate)
        try turn { host.stopAt != nil }
    }

    /// Puts the machine to sleep for this many milliseconds, and lets a second pass after that.
    func sleep(for milliseconds: Int) throws {
        time.wall += milliseconds
        try turn(after: Limits.Internal.clockMilliseconds)
    }

    /// Has the host make turns, all at this moment, until something has come about.
    func turn(until isDone: () throws -> Bool) throws {
        let deadline = Platform.monotonicMilliseconds + 20_000
        while try !isDone() {
            guard Platform.monotonicMilliseconds < deadline else { throw Unmet() }
            try turn()
        }
    }

    /// A client connects, says nothing, and is greeted.
    func connect() throws -> Guest {
        let guest = try arrive()
        read(guest)
        if guest.received.isEmpty { try turn(after: Limits.greetingMilliseconds) }
        _ = try line(to: guest)
        return guest
    }

    /// A client connects, and the host has accepted the connection.
    func arrive() throws -> Guest {
        let before = arrivals
        // Little is kept by the system for who does not read, so that it soon waits in the host.
        let guest = Guest(try Socket.startConnecting(to: address, receiveBufferBytes: 16 * 1024))
        guests.append(guest)
        try turn { arrivals > before }
        return guest
    }

    /// The connections that the host has accepted so far: each takes its slot's next serial number.
    private var arrivals: Int { host.connections.slots.reduce(0) { $0 + Int($1.client.serial) } }

    /// The connection of a client breaks.
    func drop(_ guest: Guest) throws { host.drop(try connection(of: guest).client) }

    /// A client connects and says who they are.
    func connect(as name: String) throws -> Guest {
        let guest = try connect()
        try send("{\"type\":\"hello\",\"name\":\"\(name)\"}", from: guest)
        _ = try line(to: guest)
        return guest
    }

    /// A guest sends lines, all at once.
    func send(_ lines: String..., from guest: Guest) throws {
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        guard guest.socket.send(bytes) == .bytes(bytes.count) else { throw Unmet() }
    }

    /// The next line that comes to a guest.
    func line(to guest: Guest) throws -> String {
        try turn {
            read(guest)
            return guest.received.contains(10)
        }
        return lines(to: guest, atMost: 1)[0]
    }

    /// The next line of a kind that comes to a guest; those before it are passed over.
    func line(to guest: Guest, with word: String) throws -> String {
        while true {
            let line = try line(to: guest)
            if word.isEmpty || line.contains(word) { return line }
        }
    }

    /// A guest sends a line; the next line of a kind that comes to it.
    @discardableResult
    func answer(_ line: String, from guest: Guest, with word: String = "") throws -> String {
        try send(line, from: guest)
        return try self.line(to: guest, with: word)
    }

    /// Whole lines that have come to a guest.
    func lines(to guest: Guest, atMost most: Int = .max) -> [String] {
        read(guest)
        var lines: [String] = []
        var rest = guest.received[...]
        while lines.count < most, let end = rest.firstIndex(of: 10) {
            lines.append(String(decoding: rest[..<end], as: UTF8.self))
            rest = rest[(end + 1)...]
        }
        guest.received = Array(rest)
        return lines
    }

    /// All lines that come to a guest until the host closes the connection.
    func linesUntilEnd(to guest: Guest) throws -> [String] {
        try turn {
            read(guest)
            return guest.hasEnded
        }
        return String(decoding: guest.received, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// A guest takes in at most this many bytes of what has come, and forgets them; returns their number.
    @discardableResult
    func take(_ count: Int, for guest: Guest) -> Int {
        var part = [UInt8](repeating: 0, count: count)
        return if case .bytes(let count) = guest.socket.receive(into: &part) { count } else { 0 }
    }

    /// A guest takes in as much as it must for the host to send more, and forgets it; returns the number of bytes.
    @discardableResult
    func readALittle(_ guest: Guest) throws -> Int {
        let waiting = try connection(of: guest).outbox.queue.byteCount
        var count = 0
        try turn {
            count += take(512, for: guest)
            return try connection(of: guest).outbox.queue.byteCount < waiting
        }
        return count
    }

    /// Takes in what has come, as much as there is room for.
    func read(_ guest: Guest) {
        while true {
            switch guest.socket.receive(into: &input) {
            case .bytes(let count): guest.received += input[..<count]
            case .wouldBlock: return
            case .end, .failed:
                guest.hasEnded = true
                return
            }
        }
    }

    /// Returns the host's connection for a guest; the guests must have connected in the order of their slots.
    func connection(of guest: Guest) throws -> Connection {
        host.connections.slots[try #require(guests.firstIndex { $0 === guest })]
    }

    /// Has a guest ask and never read until the host's socket for it is full.
    func fill(_ guest: Guest) throws {
        let block = Array(String(repeating: "help\n", count: Limits.Internal.linesAtOnce).utf8)
        try turn {
            _ = guest.socket.send(block)
            return try connection(of: guest).outbox.queue.isBlocked
        }
    }

    /// Makes a guest ask without ever reading, then lets this many milliseconds pass in which nothing moves.
    ///
    /// The system's buffers for a peer that does not read may grow a little after they were full; they are then
    /// refilled.
    func stall(_ guest: Guest, for milliseconds: Int) throws {
        var isStill = false
        while !isStill {
            try fill(guest)
            let filledAt = host.now
            try turn(after: milliseconds)
            let connection = try connection(of: guest)
            isStill = connection.outbox.queue.isBlocked && connection.outbox.movedAt <= filledAt
        }
    }

    /// The requests that this machine may send at once.
    let requestBurst = Limits.loopbackFactor * Limits.requestBurst

    /// The thousandths of a request that this machine may still cause now.
    var requestsLeft: Int { host.limits.requests.thousandths(of: address.host, at: host.now) }

    /// The thousandths of a command that this machine may still cause now.
    var commandsLeft: Int { host.limits.commands.thousandths(of: address.host, at: host.now) }

    /// Uses up all requests that this machine may send now.
    ///
    /// - Parameter times: how many times that number.
    func useUpRequests(_ times: Int = 1) throws {
        host.limits.requests.charge(thousandths: times * requestBurst * 1000, address.host, at: host.now)
    }

    /// Has the host send a guest this many bytes, and close the connection once they are sent.
    func finish(_ guest: Guest, sending count: Int) throws {
        let client = try connection(of: guest).client
        host.put([UInt8](repeating: 120, count: count), .reply, client, position: 0)
        host.close(client)
    }

    /// Has the host send a guest the copy of a state that a newcomer gets.
    func sendCopy(of state: MatchState, to guest: Guest) throws {
        host.apply(.send(Message(.state(state)), to: try connection(of: guest).client), after: [])
    }

    /// Has the host tell a guest of a match that its state has changed.
    func broadcast(_ state: MatchState, to guest: Guest) throws {
        host.apply(.broadcast(.state(state), to: [try connection(of: guest).client]), after: [])
    }

    /// A client has missed a lobby, as a slow reader may.
    func loseLobby(of guest: Guest) throws {
        let client = try connection(of: guest).client
        host.connections.update(client) { $0.outbox.queue.droppedLobby = true }
    }
}
