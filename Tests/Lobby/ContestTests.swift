import Protocol
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Contest: entering and playing` {
    @Test func `without a contest, nobody can enter, and nothing says that there could be one`() {
        let table = LobbyDriver("ann")
        for command in [Command.enter, .withdraw, .standings(follows: nil)] {
            #expect(table.say("ann", command, id: "1").kinds == ["error no_contest @1"])
        }
        #expect(!table.lobby.hello.features.contains("contest"))
    }

    @Test func `two who have entered are seated at once, and again after every match, with swapped seats`() throws {
        let table = LobbyDriver.contest("ann", "bob", pairs: 2)
        #expect(table.lobby.hello.features.contains("contest"))
        #expect(table.say("ann", .enter, id: "1").kinds == ["ok @1"])
        #expect(table.say("bob", .enter, id: "2").kinds == ["ok @2", "match", "state"])
        var places: [String] = []
        while let match = try? table.match(), !match.isOver {
            places.append("\(match.contest?.text ?? "none"): \(match.players.joined(separator: " "))")
            try table.play(match)
        }
        #expect(
            places == [
                "round 1, match 1 of 2: ann bob", "round 1, match 2 of 2: bob ann", "round 2, match 1 of 2: ann bob",
                "round 2, match 2 of 2: bob ann",
            ])
        #expect(table.records.map(\.summary.contest) == (0..<4).map { ContestPlace(after: $0) })
        let standings = try table.standings("ann")
        #expect(standings.remaining == 0 && standings.players.map(\.results.played) == [4, 4])
    }

    @Test func `its rules are the preset's with times for programs, and it costs an opening to enter, not to play`()
        throws
    {
        let table = LobbyDriver.contest("ann", "bob", pairs: 1, preset: .quick)
        var spent = Allowance.everything
        spent.mayOpen = false
        #expect(table.say("ann", .enter, id: "1", allowing: spent).kinds == ["error too_fast @1"])
        table.enter("ann", "bob")
        #expect(table.outcome.cost.opensMatch)
        table.say("ann", .enter, id: "2", allowing: spent)
        #expect(table.outcome.cost == Cost(), "nothing was entered")
        let rules = try table.match().rules
        #expect([rules.rows, rules.columns, rules.seats] == [2, 5, 2])
        #expect([rules.revealMilliseconds, rules.turnMilliseconds, rules.graceMilliseconds] == [0, 2_000, 30_000])
        #expect(try table.match().code == nil)
    }

    @Test func `a contest has room for 64 players, and whoever left before playing makes room for another`() throws {
        let table = LobbyDriver.contest(pairs: 1)
        for number in 0..<64 {
            table.hello("p\(number)", as: "p\(number)")
            table.say("p\(number)", .enter)
            if number == 0 { table.say("p0", .bye) }
        }
        let line = Message(.standings(try table.standings("p1"))).bytes(.json)
        #expect(line.count < 20_000)
        table.hello("late", as: "late")
        #expect(table.say("late", .enter, id: "1").kinds.first == "ok @1")
        let contest = try #require(table.lobby.contest)
        #expect(contest.entrants.count == 64 && contest.entrants.last?.name.text == "late")
        #expect(try !contest.hasEntrant(PlayerName("p0")) && table.hello("new", as: "p0").kinds == ["welcome"])
        table.hello("extra", as: "extra")
        #expect(table.say("extra", .enter, id: "2").kinds == ["error contest_full @2"], "all others play")
        #expect(try table.replayed().contest == contest)
    }

    @Test func `while the host stops, nobody is seated or forfeits anything`() throws {
        let table = LobbyDriver.contest("ann", "bob", "cat", pairs: 2)
        table.enter("ann", "bob", "cat")
        table.say("cat", .standings(follows: true))
        table.handle(.stopping)
        let before = table.entries.count
        table.handle(.missedList)
        table.pass(200_000)
        #expect(table.entries.count == before && table.lobby.liveMatches.count == 1)
        #expect(table.lobby.nextDue == nil)
        #expect(throws: Never.self) { try table.replayed() }
    }

    @Test func `an entrant with matches to play is not sent away for being idle`() throws {
        let table = LobbyDriver.contest("ann", "bob", "cat", pairs: 1)
        table.enter("ann", "bob", "cat")
        func isExpected(_ who: String) throws -> Bool { table.lobby.isExpected(try #require(table.clients[who])) }
        #expect(try ["ann", "bob", "cat"].map(isExpected) == [true, true, true])
        table.say("cat", .withdraw)
        #expect(try !isExpected("cat"))
    }

    @Test func `on a host full of matches, free entrants are seated once a match can give way`() throws {
        let table = LobbyDriver.contest("ann", "bob", pairs: 1)
        table.fillWithDeserted()
        table.enter("ann", "bob")
        func isSeated() -> Bool { table.lobby.matches.all.contains { $0.contest != nil } }
        // The crowd has left at the same moment; a match gives way a minute later, and nothing tells the contest.
        table.pass(60_000 - 1)
        #expect(!isSeated())
        table.pass(Limits.Internal.seatingRetryMilliseconds)
        #expect(isSeated() && table.lobby.matchCount == Limits.matches)
        #expect(table.heard("ann").kinds.suffix(2) == ["match", "state"])
    }

    @Test func `of four, no two are left waiting who have matches to play against each other`() throws {
        let table = LobbyDriver.contest("ann", "bob", "cat", "dan", pairs: 2)
        table.enter("ann", "bob", "cat", "dan")
        var played = 0
        while let match = table.lobby.matches.all.filter({ !$0.isOver }).min(by: { $0.id < $1.id }) {
            let contest = try #require(table.lobby.contest)
            let players = Set(table.lobby.matches.all.filter { !$0.isOver }.flatMap(\.players))
            let free = contest.entrants.indices.filter { !players.contains(contest.entrants[$0].name.text) }
            for one in free { #expect(free.allSatisfy { contest.remaining(one, $0) == 0 }, "after \(played) matches") }
            try table.play(match)
            played += 1
        }
        #expect(played == 24)
    }
}

@Suite struct `Contest: leaving it` {
    @Test func `who has been away for the grace period while others wait forfeits what is left`() throws {
        let table = LobbyDriver.contest("ann", "bob", "cat", pairs: 1)
        table.enter("ann", "bob", "cat")
        table.say("ann", .resign)
        table.vanish("bob")
        table.vanish("cat")
        table.pass(29_999 + 30_000)
        #expect(try table.standings("ann").remaining > 0)
        table.pass(30_000)
        let standings = try table.standings("ann")
        #expect(standings.remaining == 0 && standings.seed != nil)
        let between = try #require(table.lobby.contest).meeting(1, 2)
        #expect(between.over == 2 && between.won == [0, 0] && between.forfeits == [2, 2], "between two who are away")
    }
}

@Suite struct `Contest: standings and seed` {
    @Test func `who follows is sent the standings when they change, at most twice a second`() throws {
        let table = LobbyDriver.contest("ann", "bob", "eve", pairs: 2)
        table.enter("ann", "bob")
        #expect(table.say("eve", .standings(follows: true)).standings.count == 1)
        table.pass(500)
        _ = table.heard("eve")
        table.say("ann", .resign)
        table.say("ann", .resign)
        table.pass(500)
        #expect(table.heard("eve").standings.count <= 2)
        table.pass(500)
        #expect(table.heard("eve").standings.isEmpty, "nothing has changed")
        table.handle(.missedList)
        table.pass(500)
        #expect(table.heard("eve").standings.count == 1, "it was too slow for the last")
        table.say("eve", .standings(follows: false))
        table.say("ann", .resign)
        table.pass(1_000)
        #expect(table.heard("eve").standings.isEmpty)
    }

    @Test func `the seed is published once all is played, and whoever enters then plays by another`() throws {
        let table = LobbyDriver.contest("ann", "bob", "cat", pairs: 1)
        let seal = try table.standings("cat").seal
        #expect(try table.standings("cat").seed == nil, "there is nothing to play yet")
        table.enter("ann", "bob")
        #expect(try table.standings("cat").seed == nil)
        for _ in 1...2 { try table.giveUp("ann") }
        let published = try table.standings("cat")
        #expect(published.seal == seal && ContestSeed(published.seed ?? "")?.seal == seal)
        table.say("cat", .enter)
        let next = try table.standings("eve")
        #expect(next.seal != seal && next.seed == nil && next.remaining == 4)
        #expect(table.lobby.contest?.seeds.published.map(\.text) == [published.seed ?? "none"])
    }

    @Test func `the deck of a match follows from the seed, the names, the round and the leg`() throws {
        let table = LobbyDriver.contest("ann", "bob", pairs: 1)
        table.enter("bob", "ann")
        try table.play(table.match())
        try table.play(table.match())
        let contest = try #require(table.lobby.contest)
        for (index, record) in table.records.enumerated() {
            let players = try ["bob", "ann"].map { try PlayerName($0) }
            let seed = try #require(contest.seeds.published.first)
            var numbers = seed.deckNumbers(of: ContestPlace(after: index), players)
            #expect(record.deck == Deck(for: contest.rules, using: &numbers).cards)
        }
        #expect(
            table.records[0].summary.players == ["bob", "ann"] && table.records[1].summary.players == ["ann", "bob"])
    }
}

extension LobbyDriver {
    /// A contest without entrants, and people in the lobby.
    static func contest(_ people: String..., pairs: Int, preset: Preset = .quick) -> LobbyDriver {
        let settings = Lobby.Settings(hello: Hello(host: "table"), preset: preset)
        let table = LobbyDriver(Lobby(settings: settings))
        table.startContest(ofPairs: pairs)
        for who in people { table.hello(who, as: who) }
        table.pass(Limits.pushMilliseconds)
        for who in people { _ = table.heard(who) }
        return table
    }

    /// People enter the contest, one after the other.
    func enter(_ people: String...) { for who in people { say(who, .enter) } }

    /// A client gives up the newest match, which it may have been moved to just now.
    func giveUp(_ who: String, by command: String = "resign") throws {
        write(who, "{\"type\":\"\(command)\",\"match\":\"\(try match().id.text)\"}")
    }

    /// Plays a match to its end; who sits there is called so.
    func play(_ match: Match) throws {
        let number = match.id.number
        while let match = try? self.match(number), !match.isOver {
            guard let seat = match.game.turn else { return }
            let (one, other) = try cards(alike: true, number)
            flip(match.players[seat], one)
            flip(match.players[seat], other)
        }
    }

    /// The standings as a client gets them.
    func standings(_ who: String) throws -> Standings {
        try #require(say(who, .standings(follows: nil)).standings.first)
    }
}

extension [Message] {
    fileprivate var standings: [Standings] {
        compactMap { if case .standings(let standings) = $0.event { standings } else { nil } }
    }
}

extension ContestPlace {
    fileprivate var text: String { "round \(round), match \(leg) of 2" }
}
