import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Contest: after a restart` {
    @Test func `it goes on where it was, whichever line the journal ends with`() throws {
        let table = LobbyDriver.contest("ann", "bob", "cat", pairs: 2)
        var states: [(entries: Int, contest: Contest?)] = []
        table.watch = { [unowned table] sight in
            if case .sent = sight { states.append((table.entries.count, table.lobby.contest)) }
        }
        table.enter("ann", "bob", "cat")
        try table.play(table.match())
        table.say("ann", .resign)
        table.say("cat", .withdraw)
        table.say("cat", .enter)
        while let match = try? table.match(), !match.isOver { try table.play(match) }
        #expect(try #require(table.lobby.contest).isComplete)
        var replayed = Lobby(settings: table.lobby.settings)
        var count = 0
        for entry in table.entries {
            _ = try replayed.replay(entry)
            count += 1
            if let state = states.last(where: { $0.entries == count }) { #expect(replayed.contest == state.contest) }
        }
        #expect(replayed.contest == table.lobby.contest && states.count > 20)
    }

    @Test func `the header of a compacted journal has all of it, and names the entrants first`() throws {
        let table = LobbyDriver.contest("ann", "bob", "cat", pairs: 2)
        table.enter("ann", "bob", "cat")
        for _ in 0..<5 { try table.play(table.match()) }
        table.say("cat", .withdraw)
        var replayed = try table.replayed(table.lobby.compactedHeader)
        #expect(replayed.contest == table.lobby.contest)
        // Lines of a match that is over may be there again, since its record was not on disk yet.
        let live = table.entries.filter { if case .opened = $0 { true } else { $0.match != nil } }
        for entry in live {
            do { _ = try replayed.replay(entry) } catch { continue }
        }
        #expect(replayed.contest == table.lobby.contest)
    }

    @Test func `who comes back plays on, in the match that was in progress and then in others`() throws {
        let table = LobbyDriver.contest("ann", "bob", "cat", pairs: 1)
        table.enter("ann", "bob", "cat")
        try table.play(table.match())
        let replayed = try table.replayed()
        table.restart(replayed, entries: table.entries)
        table.startContest(ofPairs: 1)
        #expect(table.lobby.contest == replayed.contest)
        table.pass(Limits.absentMilliseconds)
        for who in ["ann", "bob", "cat"] {
            #expect(try table.comeBack(who).kinds.first == "welcome", "the name is kept")
        }
        while let match = table.lobby.matches.all.first(where: { !$0.isOver }) { try table.play(match) }
        #expect(try table.standings("ann").remaining == 0)
    }

    @Test func `a match of the contest whose second player is missing in the journal was seen by nobody`() throws {
        let table = LobbyDriver.contest("ann", "bob", pairs: 1)
        table.enter("ann", "bob")
        let end = try #require(table.entries.lastIndex { if case .changed(_, .seated, _) = $0 { true } else { false } })
        for count in [end - 1, end] {
            #expect(try table.replayed(Array(table.entries.prefix(count))).lastingMatches.isEmpty)
        }
    }

    @Test func `a contest that is ended keeps its standings, also when the journal is compacted, until another begins`()
        throws
    {
        let table = LobbyDriver.contest("ann", "bob", pairs: 3)
        table.enter("ann", "bob")
        try table.play(table.match())
        table.vanish("bob")
        table.startContest(ofPairs: 0)
        #expect(table.lobby.liveMatches.isEmpty)
        table.pass(30_000)
        #expect(table.hello("bob", as: "bob").kinds == ["welcome"])
        #expect(table.say("ann", .enter, id: "1").kinds == ["error not_playing @1"])
        let standings = try table.standings("ann")
        #expect(standings.isClosed && standings.remaining == 0 && standings.players.map(\.results.played) == [1, 1])
        #expect(standings.seeds.count == 1 && standings.seed == standings.seeds.last && standings.nextSeal == nil)
        let contest = try #require(table.lobby.contest)
        #expect(try table.replayed().contest == contest)
        #expect(try table.replayed(table.lobby.compactedHeader).contest == contest)
        table.startContest(ofPairs: 2)
        #expect(table.lobby.contest?.pairs == 2 && table.lobby.contest?.entrants.isEmpty == true)
        #expect(try table.replayed().contest == table.lobby.contest)
    }

    @Test func `a match whose end the journal has lost counts for neither, and its deck is not dealt again`() throws {
        let table = LobbyDriver.contest("ann", "bob", pairs: 2)
        table.enter("ann", "bob")
        let lost = try table.match()
        var lobby = try table.replayed()
        _ = lobby.abandon(lost.id)
        let contest = try #require(lobby.contest)
        #expect(contest.meeting(0, 1).over == 1 && contest.meeting(0, 1).voids == 1 && contest.remaining == 3)
        #expect(contest.next(0, 1).place != lost.contest)
        #expect(contest.standings.players.map(\.results.played) == [0, 0])
        #expect(try table.replayed(lobby.compactedHeader).contest == contest)
    }

    @Test func `where a match may be lost, the decks that follow are from another seed, and all are published`() throws
    {
        let table = LobbyDriver.contest("ann", "bob", pairs: 1)
        table.enter("ann", "bob")
        let (seen, former) = (try table.deck(), try table.standings("ann").seal)
        // The journal has lost the match; its players have not.
        let kept = table.entries.prefix { if case .opened = $0 { false } else { true } }
        var lobby = try table.replayed(Array(kept))
        lobby.goOnBehindLoss(lastMatch: 1_000, lastRecord: 1_000)
        table.restart(lobby, entries: Array(kept))
        table.startContest(ofPairs: 1)
        #expect(try table.standings("eve").seal != former)
        for who in ["ann", "bob"] { try table.comeBack(who) }
        #expect(try table.match().contest == ContestPlace(after: 0) && table.deck() != seen)
        for _ in 1...2 { try table.play(table.match()) }
        #expect(try table.standings("eve").seeds.map { ContestSeed($0)?.seal }.first == former)
        #expect(try table.standings("eve").seeds.count == 2 && table.replayed().contest == table.lobby.contest)
    }

    @Test func `after a restart, whoever is away forfeits nothing before the others' names are freed`() throws {
        let table = LobbyDriver.contest("ann", "bob", pairs: 2)
        table.enter("ann", "bob")
        table.say("ann", .resign)
        try table.play(table.match())
        let left = try #require(table.lobby.contest).remaining
        try table.restart()
        try table.comeBack("ann")
        table.pass(Limits.absentMilliseconds - 1)
        #expect(try #require(table.lobby.contest).remaining == left - 1, "but for the match in progress")
        table.pass(1)
        #expect(try #require(table.lobby.contest).remaining == 0)
    }

    @Test func `an entrant's name that is freed is a flaw of the journal, and so it is once they have withdrawn`()
        throws
    {
        let table = LobbyDriver.contest("ann", "bob", pairs: 2)
        table.enter("ann", "bob")
        table.say("ann", .resign)
        for _ in 0..<2 {
            var replayed = try table.replayed()
            let name = try #require(replayed.contest?.entrants.first).name
            #expect(throws: EntryFlaw.self) { _ = try replayed.replay(.forgot(name)) }
            table.say("ann", .withdraw)
        }
    }

    @Test func `more seeds than a contest may publish are a flaw of the journal`() throws {
        var lobby = LobbyDriver.contest(pairs: 1).lobby
        var random = SeededRandom(seed: 1)
        for _ in 1..<Limits.contestSeeds { _ = try lobby.replay(.contest(.seeded(ContestSeed(using: &random)))) }
        for event in [Contest.Event.seeded(ContestSeed(using: &random)), .published(next: ContestSeed(using: &random))]
        {
            #expect(throws: EntryFlaw.self) { _ = try lobby.replay(.contest(event)) }
        }
    }

    @Test func `numbers that no contest can have are a flaw of the journal, and end no host`() throws {
        let table = LobbyDriver.contest("ann", "bob", pairs: 1)
        table.enter("ann", "bob")
        let (ann, bob, zoe) = (try PlayerName("ann"), try PlayerName("bob"), try PlayerName("zoe"))
        var (many, former) = (Meeting(), Standings.Former(count: 2))
        (many.over, many.won) = (3, [3, 0])
        former.results.won = 1 << 48
        for event in [
            Contest.Event.met(ann, bob, many), .former([zoe], former), .former([], Standings.Former()),
            .former([ann], Standings.Former(count: 1)), .former([zoe, zoe], Standings.Former(count: 2)),
        ] {
            var lobby = table.lobby
            #expect(throws: EntryFlaw.self, "\(event)") { _ = try lobby.replay(.contest(event)) }
        }
        var lobby = table.lobby
        _ = try lobby.replay(.contest(.former([zoe], Standings.Former(count: 1))))
        for event in [Contest.Event.entered(zoe), .former([zoe], Standings.Former(count: 1))] {
            #expect(throws: EntryFlaw.self, "\(event)") { _ = try lobby.replay(.contest(event)) }
        }
        let far = ContestPlace(after: 1_999)
        var contest = try #require(table.lobby.contest)
        contest.note(
            ContestResult(place: far, players: [ann, bob], difference: 0, winner: nil, forfeits: [], recall: []))
        contest.skip(far, [ann, bob])
        #expect(contest == table.lobby.contest, "a round that is not played")
    }

    @Test(arguments: [
        #""event":"began","pairs":1,"afterMatch":9223372036854775807"#,
        #""event":"met","names":["Ann","Bob"],"over":1,"won":[0,0],"drawn":1,"forfeits":[0,0],"voids":0,"pairs":0,"#
            + #""difference":0,"squares":0,"half":1099511627776"#,
    ])
    func `numbers too large to be counted on are no entry`(_ fields: String) throws {
        for (large, small) in [("9223372036854775807", "7"), ("1099511627776", "7")] where fields.contains(large) {
            func event(_ fields: String) throws -> Contest.Event? {
                let rules = #","rules":{"rows":5,"columns":6,"seats":2},"seed":"\#(String(repeating: "0", count: 64))""#
                let line = Array("{\(fields)\(rules)}".utf8)
                return EntryLine.contestEvent(try #require(JSONObject(line, in: 0..<line.count)))
            }
            #expect(try event(fields) == nil && event(fields.replacing(large, with: small)) != nil)
        }
    }

    @Test func `an event that cannot have happened is a flaw of the journal`() throws {
        let zoe = try PlayerName("Zoe")
        for event in [
            Contest.Event.ended, .closed, .dealt, .gathered([zoe]), .retired(zoe), .entered(zoe), .withdrew(zoe),
            .forfeited([zoe]),
        ] {
            var lobby = Lobby(settings: LobbyDriver.settings)
            #expect(throws: EntryFlaw.self) { _ = try lobby.replay(.contest(event)) }
        }
        let table = LobbyDriver.contest("ann", "bob", pairs: 1)
        var lobby = table.lobby
        let ann = try PlayerName("ann")
        table.say("ann", .enter)
        lobby = table.lobby
        for event in [
            Contest.Event.entered(zoe), .withdrew(zoe), .forfeited([zoe]), .met(zoe, zoe, Meeting()), .retired(ann),
            .gathered([ann, zoe]), .awaited(zoe, milliseconds: 1), .met(zoe, nil, Meeting()), .met(ann, ann, Meeting()),
        ] {
            #expect(throws: EntryFlaw.self) { _ = try lobby.replay(.contest(event)) }
        }
    }
}
