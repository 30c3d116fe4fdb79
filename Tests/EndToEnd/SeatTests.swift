import Foundation
import Protocol
import TestSupport
import Testing

/// Seats: alone, behind a code, once more, lost and found again, and against the clock.
@Suite struct SeatTests {
    private static let quick = "{\"preset\":\"quick\",\"revealMs\":0}"

    /// Two programs at the start of a match.
    private func pair(_ host: HostProcess, _ rules: String = quick) throws -> (LineClient, LineClient, MatchState) {
        let (ann, bob) = (try LineClient.named("Ann", at: host), try LineClient.named("Bob", at: host))
        let match = try ann.open(rules).seating.match
        try bob.send(.join(.id(match)))
        try bob.state(.playing)
        return (ann, bob, try ann.state(.playing))
    }

    @Test func `a solo game can be played to its end, and the first is the best`() throws {
        let host = try HostProcess("--rate", "0")
        let ann = try LineClient.named("Ann", at: host)
        let opened = try ann.open("{\"preset\":\"classic\",\"seats\":1,\"revealMs\":0}")
        #expect(opened.seating.seat == 0)
        #expect(opened.state.seats[0].turnsLeft == 30)
        let random = SeededRandom(#function)
        let final = try ann.playToEnd(from: opened.state, Brain(.perfect, random)) { try ann.flip($1) }
        #expect(final.result?.reason == .cleared, random.comment)
        #expect(final.result?.winner == 0)
        #expect(final.result?.best == true)
    }

    @Test func `a private match is in no list, and its code admits a player`() throws {
        let host = try HostProcess()
        let (ann, bob) = (try LineClient.named("Ann", at: host), try LineClient.named("Bob", at: host))
        let seating = try ann.open(Self.quick, isPrivate: true).seating
        let code = try #require(seating.code)
        guard case .lobby(let lobby) = try bob.ask(.list, id: "list").event else { throw Unmet("no lobby") }
        #expect(lobby.matches.isEmpty)
        guard case .error(let report) = try bob.ask(.join(.id(seating.match)), id: "id").event else {
            throw Unmet("joined by its name")
        }
        #expect(report.code == "bad_code")
        try bob.send("join \(code.text.lowercased())")
        try ann.state(.playing)
    }

    @Test func `a rematch takes players and watchers along, and the other seat starts`() throws {
        let host = try HostProcess("--rate", "0")
        let (ann, bob, first) = try pair(host)
        let watcher = try LineClient(host)
        try watcher.send(.watch(.id(first.match)))
        try watcher.seating()
        let final = try ann.playToEnd(from: first, Brain(.perfect, SeededRandom(#function))) {
            try [ann, bob][$0].flip($1)
        }
        #expect(final.phase == .over)
        try ann.ask(.rematch, id: "again")
        try bob.state("an offer") { $0.seats.map(\.rematch) == [true, false] }
        try bob.ask(.rematch, id: "again")
        var next: [MatchID] = []
        for (client, seat) in [(ann, 0), (bob, 1), (watcher, nil as Int?)] {
            let last = try client.state("the next match's name") { $0.result?.rematch != nil }
            let seating = try client.seating()
            #expect(seating.match == last.result?.rematch)
            #expect(seating.seat == seat)
            #expect(try client.state(.playing).turn == 1)
            next.append(seating.match)
        }
        #expect(Set(next).count == 1)
        #expect(next.first != first.match)
    }

    @Test func `a broken connection is resumed with its token, which works once`() throws {
        let host = try HostProcess()
        let ann = try LineClient.named("Ann", at: host)
        let bob = try LineClient(host)
        let token = try bob.introduce("Bob")
        _ = try ann.open(Self.quick)
        try bob.send(.join(nil))
        try ann.state(.playing)
        bob.reset()
        #expect(try ann.state(.paused).seats.map(\.present) == [true, false])
        let again = try LineClient(host)
        try again.send(.hello(.token(token)))
        let welcome = try again.welcome()
        #expect(welcome.resumed)
        #expect(welcome.name == "Bob")
        #expect(welcome.token != token)
        #expect(try again.seating().seat == 1)
        #expect(try again.state().phase == .playing)
        #expect(try ann.state(.playing).seats.map(\.present) == [true, true])
        let thief = try LineClient(host)
        guard case .error(let report) = try thief.ask(.hello(.token(token)), id: "old").event else {
            throw Unmet("an old token was good")
        }
        #expect(report.code == "bad_token")
    }

    @Test func `a second connection with the token replaces the first`() throws {
        let host = try HostProcess()
        let ann = try LineClient(host)
        let token = try ann.introduce("Ann")
        _ = try ann.open(Self.quick)
        let again = try LineClient(host)
        try again.send(.hello(.token(token)))
        #expect(try again.welcome().resumed)
        #expect(try ann.farewell().reason == "replaced")
        #expect(try ann.nextLineOrEnd() == nil)
        try again.ping()
    }

    @Test func `a seat that nobody resumes is lost after the grace period`() throws {
        let host = try HostProcess()
        let (ann, bob, _) = try pair(host, "{\"preset\":\"quick\",\"graceMs\":50}")
        bob.close()
        try ann.state(.paused)
        let final = try ann.state(.over)
        #expect(final.result?.reason == .abandoned)
        #expect(final.result?.winner == 0)
    }

    @Test func `a turn that times out passes, and three timeouts in a row lose the match`() throws {
        let host = try HostProcess()
        let (ann, bob, first) = try pair(host, "{\"preset\":\"quick\",\"turnMs\":1000,\"revealMs\":0}")
        #expect((1...1000).contains(first.turnEndsInMilliseconds ?? 0))
        try ann.flip(4)
        let passed = try ann.state("Bob's turn") { $0.turn == 1 }
        #expect(passed.turned.isEmpty)
        #expect(passed.cards[4] == nil)
        #expect(passed.seats[0].turnsLeft == 14)
        #expect(passed.seats[0].score == 0)
        // Bob plays on, Ann does not.
        var state = passed
        while state.phase != .over {
            if state.turn == 1, state.turned.isEmpty {
                let down = state.cards.indices.filter { state.cards[$0] == nil }
                try bob.flip(down[0])
                try bob.flip(down[1])
            }
            state = try bob.state("anything newer") { $0.version > state.version }
        }
        #expect(state.result?.reason == .timeout)
        #expect(state.result?.winner == 1)
    }

    @Test func `during a match players hear players, and watchers hear watchers`() throws {
        let host = try HostProcess()
        let (ann, bob, first) = try pair(host)
        let watchers = [try LineClient.named("Cid", at: host), try .named("Dora", at: host)]
        for watcher in watchers {
            try watcher.send(.watch(.id(first.match)))
            try watcher.seating()
        }
        try watchers[0].send(.say(SpokenText("four o'clock")))
        #expect(try watchers[1].said().text == "four o'clock")
        try ann.send("{\"type\":\"say\",\"text\":\"good luck\",\"id\":\"1\"}")
        #expect(try ann.reply(to: "1").event.type == "said")
        let heard = try bob.said()
        #expect(heard.text == "good luck")
        #expect(heard.from == "Ann")
        #expect(heard.role == .player)
        for watcher in watchers {
            try watcher.ping()
            #expect(!watcher.lines.contains { $0.contains("good luck") })
        }
    }
}
