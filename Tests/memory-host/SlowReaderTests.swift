import Lobby
import Protocol
import Testing

@testable import TestDrivers
@testable import memory_host

/// Clients that do not read, and clients that say nothing, on a host whose clock is the test's.
@Suite struct SlowReaderTests {
    private let table: HostDriver

    init() throws { table = try HostDriver(rate: 0) }

    @Test func `a client that takes no bytes for 30 s is told slow_reader, and disconnected`() throws {
        let deaf = try table.connect()
        try table.stall(deaf, for: Limits.stalledMilliseconds - 1)
        #expect(try table.connection(of: deaf).stage == .client)
        try table.turn(after: 1)
        #expect(try table.connection(of: deaf).stage == .closing)
        #expect(try table.linesUntilEnd(to: deaf).last == Farewell.slowReader.message)
    }

    @Test func `a slow reader that never reads again is dropped in the end`() throws {
        let deaf = try table.connect()
        try table.stall(deaf, for: Limits.stalledMilliseconds - 1)
        try table.turn(after: 1)
        #expect(try table.connection(of: deaf).stage == .closing)
        let waiting = try table.connection(of: deaf).outbox.queue.byteCount
        try table.turn(after: Limits.closingMilliseconds + waiting * 1000 / Limits.closingBytesPerSecond - 1)
        #expect(try table.connection(of: deaf).stage == .closing)
        try table.turn(after: 1)
        #expect(try table.connection(of: deaf).stage == .gone)
    }

    @Test func `a closing connection with much to send is dropped after 30 s in which nothing is sent`() throws {
        let deaf = try table.connect()
        try table.finish(deaf, sending: 1_000_000)
        var movedAt = table.host.now
        // The system's buffers may grow a little after they were full.
        repeat {
            movedAt = try table.connection(of: deaf).outbox.movedAt
            try table.turn(after: Limits.stalledMilliseconds - 1 - (table.host.now - movedAt))
        } while try table.connection(of: deaf).outbox.movedAt > movedAt
        #expect(try table.connection(of: deaf).stage == .closing)
        try table.turn(after: 1)
        #expect(try table.connection(of: deaf).stage == .gone)
    }

    @Test func `a closing connection that sends a little now and then is dropped in the end, too`() throws {
        let slow = try table.connect()
        let count = 1_000_000
        try table.finish(slow, sending: count)
        let due = table.host.now + Limits.closingMilliseconds + count * 1000 / Limits.closingBytesPerSecond
        while due - table.host.now >= Limits.closingMilliseconds {
            try table.turn(after: Limits.closingMilliseconds - 1)
            try table.readALittle(slow)
            #expect(try table.connection(of: slow).stage == .closing)
        }
        try table.turn(after: due - table.host.now - 1)
        #expect(try table.connection(of: slow).stage == .closing)
        try table.turn(after: 1)
        #expect(try table.connection(of: slow).stage == .gone)
    }

    @Test func `a slow reader that reads now and then stays connected`() throws {
        let slow = try table.connect()
        for _ in 0..<3 {
            try table.stall(slow, for: Limits.stalledMilliseconds - 1)
            // It reads until the host could send more; then the host waits for it anew.
            try table.turn {
                _ = table.lines(to: slow)
                return try !table.connection(of: slow).outbox.queue.isBlocked
            }
        }
        try table.stall(slow, for: Limits.stalledMilliseconds - 1)
        #expect(try table.connection(of: slow).stage == .client)
        try table.turn(after: 1)
        #expect(try table.connection(of: slow).stage == .closing)
    }

    @Test func `the commands of a slow reader are answered once it reads`() throws {
        let slow = try table.connect()
        try table.fill(slow)
        let other = try table.connect()
        #expect(try table.answer("{\"type\":\"ping\"}", from: other) == "{\"type\":\"pong\"}")
        slow.socket.shutDownWriting()
        #expect(try table.linesUntilEnd(to: slow).last == Farewell.closed.message)
    }

    @Test func `a slow reader does not lose its seat`() throws {
        let ann = try table.connect()
        let welcome = try table.answer("{\"type\":\"hello\",\"name\":\"Ann\"}", from: ann, with: "welcome")
        let token = String(try #require(welcome.split(separator: "\"" as Character).first { $0.count == 32 }))
        try table.answer("{\"type\":\"open\"}", from: ann, with: "\"type\":\"state\"")
        try table.stall(ann, for: Limits.stalledMilliseconds - 1)
        try table.turn(after: 1)
        let back = try table.connect()
        #expect(
            try table.answer("{\"type\":\"hello\",\"token\":\"\(token)\"}", from: back, with: "welcome").contains(
                "\"resumed\":true"))
    }

    @Test func `a copy of a state queued for a slow reader is replaced by the next state`() throws {
        let deaf = try table.connect()
        try table.fill(deaf)
        var state = MatchState(
            match: MatchID(number: 1), version: 1, phase: .playing, rows: 2, columns: 2, cards: [nil, nil, nil, nil],
            turned: [], turn: 0, turnEndsInMilliseconds: nil, seats: [], watchers: 0, result: nil)
        try table.sendCopy(of: state, to: deaf)
        let waiting = try table.connection(of: deaf).outbox.queue.byteCount
        state.version = 2
        try table.sendCopy(of: state, to: deaf)
        #expect(try table.connection(of: deaf).outbox.queue.byteCount == waiting)
    }

    @Test func `a sentence in plain words does not replace the board that a slow reader waits for`() throws {
        let deaf = try table.connect()
        try table.fill(deaf)  // With commands in plain words.
        let seats = ["Ann", "Bob"].map {
            MatchState.Seat(name: $0, present: true, score: 0, turnsLeft: nil, taken: [], rematch: false)
        }
        var state = MatchState(
            match: MatchID(number: 1), version: 1, phase: .playing, rows: 2, columns: 2, cards: [nil, nil, nil, nil],
            turned: [], turn: 0, turnEndsInMilliseconds: nil, seats: seats, watchers: 0, result: nil)
        try table.broadcast(state, to: deaf)
        (state.turn, state.change) = (1, .memory(.flip(seat: 0, card: 0)))
        try table.broadcast(state, to: deaf)
        (state.version, state.change) = (2, .offer(seat: 1))
        try table.broadcast(state, to: deaf)
        var lines: [String] = []
        try table.turn {
            lines += table.lines(to: deaf)
            return lines.contains("Bob's turn.")
        }
        #expect(!lines.contains("Ann's turn."))
    }

    @Test func `a client that missed a lobby gets it later, even if nothing has changed`() throws {
        let table = try HostDriver()
        let ann = try table.connect(as: "Ann")
        try table.turn(after: Limits.pushMilliseconds)
        _ = try table.line(to: ann, with: "lobby")
        try table.turn(after: 10 * Limits.pushMilliseconds)
        #expect(table.lines(to: ann) == [])
        try table.loseLobby(of: ann)
        try table.answer("{\"type\":\"ping\"}", from: ann, with: "pong")
        try table.turn(after: Limits.pushMilliseconds)
        #expect(try table.line(to: ann).contains("\"players\":[\"Ann\"]"))
    }

    @Test func `on a full host a client without a seat is evicted after 60 s of silence`() throws {
        let table = try HostDriver(connections: 2)
        let player = try table.connect(as: "Ann")
        try table.answer("{\"type\":\"open\"}", from: player, with: "state")
        let silent = try table.connect()
        try table.turn(after: Limits.silentMilliseconds - 1)
        #expect(try table.linesUntilEnd(to: try table.connect()).last?.contains("host_full") == true)
        try table.turn(after: 1)
        let newcomer = try table.connect()
        let heard = try table.linesUntilEnd(to: silent)
        #expect(heard.last?.contains("\"reason\":\"idle\"") == true)
        #expect(try table.answer("{\"type\":\"ping\"}", from: newcomer) == "{\"type\":\"pong\"}")
        // The player has said nothing for as long, but has a seat.
        try table.turn(after: Limits.silentMilliseconds - 1)
        #expect(try table.linesUntilEnd(to: try table.connect()).last?.contains("host_full") == true)
        try table.answer("{\"type\":\"ping\"}", from: player, with: "pong")
    }
}
