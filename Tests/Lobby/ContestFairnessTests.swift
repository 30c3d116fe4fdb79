import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers

@Suite struct `Contest: decks that nobody could know` {
    @Test func `whoever comes back after the end of everything is dealt nothing from the published seed`() throws {
        let table = LobbyDriver.contest("ann", "bob", "victor", pairs: 1)
        table.enter("ann", "bob")
        try table.giveUp("bob")
        table.say("bob", .withdraw)
        table.say("ann", .withdraw)
        let published = try table.standings("victor")
        #expect(published.remaining == 0 && published.seeds.count == 1)
        table.say("victor", .enter)
        let before = try table.standings("victor")
        table.say("ann", .enter)
        let match = try table.match()
        #expect(match.players.sorted() == ["ann", "victor"])
        let old = try #require(published.seed.flatMap { ContestSeed($0) })
        #expect(!table.isDealt(match.id, from: old))
        let new = try #require(table.lobby.contest?.seeds.current)
        #expect(table.isDealt(match.id, from: new) && new.seal == before.seal, "its seal was shown before")
        #expect(published.nextSeal == before.seal, "also before they entered")
    }

    @Test func `a seed from which nothing was dealt is not published, whoever enters and withdraws`() throws {
        let table = LobbyDriver.contest("ann", "bob", "cat", pairs: 1)
        table.enter("ann", "bob")
        for _ in 1...2 { try table.giveUp("ann") }
        for _ in 0..<1_000 {
            table.say("cat", .enter)
            table.say("cat", .withdraw)
            table.say("ann", .withdraw)
            table.say("ann", .enter)
        }
        let standings = try table.standings("cat")
        #expect(standings.seeds.count <= 5, "cat has played four matches")
        #expect(table.lobby.contest.map { $0.seeds.all.count <= 6 } == true)
        #expect(table.lobby.compactedHeader.count < 30)
    }

    /// A contest of Ann's, against whom 40 others have played all that there was, one after the other.
    private func manyPublications() throws -> LobbyDriver {
        let table = LobbyDriver.contest("ann", pairs: 1)
        table.say("ann", .enter)
        for number in 0..<40 {
            table.hello("p\(number)", as: "p\(number)")
            table.say("p\(number)", .enter)
            for _ in 1...2 { try table.giveUp("p\(number)") }
            table.say("p\(number)", .withdraw)
        }
        return table
    }

    @Test func `half of the seeds are published at most before the contest is over`() throws {
        let table = try manyPublications()
        let listed = try table.standings("ann")
        #expect(listed.seeds.count == 31 && listed.seed == nil && listed.remaining == 0)
        table.startContest(ofPairs: 0)
        let last = try table.standings("ann")
        #expect(last.seeds.count == 32 && Array(last.seeds.prefix(31)) == listed.seeds)
        #expect(last.seed.flatMap { ContestSeed($0) }?.seal == listed.seal)
        #expect(try table.replayed(table.lobby.compactedHeader).contest == table.lobby.contest)
    }

    @Test func `what a loss may have taken is never dealt again, also when no seed is left`() throws {
        let table = try manyPublications()
        let mark = table.entries.count
        table.hello("bob", as: "bob")
        table.say("bob", .enter)
        let seen = try table.deck()
        // The match is lost, though both have seen its cards.
        let kept =
            Array(table.entries[..<mark])
            + table.entries[mark...].prefix {
                if case .opened = $0 { false } else { true }
            }
        table.restart(try table.replayed(kept), entries: kept)
        for loss in 1...33 {
            var lobby = try table.replayed()
            lobby.goOnBehindLoss(lastMatch: 1_000 * loss, lastRecord: 1_000 * loss)
            table.restart(lobby, entries: table.entries)
            table.startContest(ofPairs: nil)
            if loss == 1 {
                for who in ["ann", "bob"] { try table.comeBack(who) }
                #expect(try table.deck() != seen)
            }
        }
        #expect(table.lobby.contest?.isClosed == true && table.lobby.contest?.seeds.all.count == 64)
        #expect(try table.replayed(table.lobby.compactedHeader).contest == table.lobby.contest)
    }

    @Test func `in 10,000 orders of events, every deck is from a secret seed that was sealed before`() throws {
        var random = SeededRandom("orders of a contest")
        var (dealt, publications) = (0, 0)
        for _ in 0..<10_000 {
            var order = try Order(seed: random.next())
            for _ in 0..<random.number(4...40) { try order.step(using: &random) }
            dealt += order.dealt
            publications = max(publications, order.shown?.seeds.count ?? 0)
        }
        #expect(dealt > 5_000 && publications > 1, "\(dealt) matches, \(publications) publications")
    }
}

@Suite struct `Contest: places` {
    private func host(_ number: Int) throws -> SocketAddress.Host {
        try #require(SocketAddress(host: "10.0.0.\(number)", port: 1)).host
    }

    @Test func `from half of the places on, an address may have eight of them`() throws {
        let table = LobbyDriver.contest(pairs: 1)
        let (crowd, other) = (try host(1), try host(2))
        func enter(_ who: String, from host: SocketAddress.Host) -> [String] {
            table.connect(who, from: host)
            table.hello(who, as: who)
            return table.say(who, .enter, id: "1").kinds
        }
        for number in 0..<32 { #expect(enter("p\(number)", from: crowd).first == "ok @1") }
        for number in 32..<64 { #expect(enter("p\(number)", from: crowd) == ["error contest_full @1"]) }
        for number in 0..<7 { #expect(enter("q\(number)", from: other).first == "ok @1") }
        // The last of an odd number is in no match.
        table.vanish("q6")
        for number in 7..<9 { #expect(enter("q\(number)", from: other).first == "ok @1", "q6 holds no place") }
        #expect(enter("q9", from: other) == ["error contest_full @1"])
        #expect(table.say("q9", .enter, id: "2").plain.contains("no more than 8 players from your address"))
        for number in 3..<12 { #expect(enter("s\(number)", from: try host(number)).first == "ok @1") }
    }

    @Test func `who is connected and plays elsewhere keeps the place, and who is gone does not`() throws {
        let table = LobbyDriver.contest("ann", "bob", pairs: 1)
        table.say("ann", .enter)
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        for number in 0..<63 {
            table.hello("p\(number)", as: "p\(number)")
            table.say("p\(number)", .enter)
        }
        #expect(table.say("bob", .enter, id: "1").kinds == ["error contest_full @1"])
        table.vanish("ann")
        table.pass(120_000)
        #expect(table.say("bob", .enter, id: "2").kinds.first == "ok @2")
        #expect(try table.lobby.contest?.hasEntrant(PlayerName("ann")) == false)
    }

    @Test func `who goes in the middle of a first match holds a place of the address, too`() throws {
        let table = LobbyDriver.contest(pairs: 1)
        let crowd = try #require(SocketAddress(host: "10.0.0.1", port: 1)).host
        var refused = 0
        for number in 0..<64 {
            let name = "p\(number)"
            table.connect(name, from: crowd)
            table.hello(name, as: name)
            if table.say(name, .enter, id: "1").kinds.first != "ok @1" { refused += 1 }
            if number % 2 == 1 { ["p\(number - 1)", name].forEach(table.vanish) }
            table.pass(300)
        }
        #expect(refused == 32)
        table.pass(120_000)
        table.connect("new", from: try #require(SocketAddress(host: "10.0.0.2", port: 1)).host)
        table.hello("new", as: "new")
        #expect(table.say("new", .enter, id: "2").kinds.first == "ok @2")
    }

    @Test func `whoever has withdrawn makes room, and counts in one line of the standings`() throws {
        let table = LobbyDriver.contest("ann", pairs: 1)
        table.say("ann", .enter)
        for number in 0..<70 {
            table.hello("p\(number)", as: "p\(number)")
            #expect(table.say("p\(number)", .enter, id: "1").kinds.first == "ok @1")
            for _ in 1...2 { try table.giveUp("p\(number)") }
            table.say("p\(number)", .withdraw)
        }
        let standings = try table.standings("ann")
        #expect(standings.players.count == 64)
        let former = try #require(standings.former)
        #expect([former.count, former.results.won, former.results.lost, former.results.forfeits] == [7, 0, 14, 14])
        let ann = try #require(standings.players.first { $0.name == "ann" })
        #expect(
            [ann.results.won, ann.results.played, ann.results.points] == [140, 140, 280],
            "nothing of what they have played is lost")
        #expect(table.say("p0", .enter, id: "2").kinds == ["error not_playing @2"], "or the same decks would be dealt")
        #expect(try table.replayed().contest == table.lobby.contest)
        #expect(try table.replayed(table.lobby.compactedHeader).contest == table.lobby.contest)
        #expect(table.type("ann", "standings").contains("  7 others (withdrawn): 0 points; won 0, drawn 0, lost 14"))
        table.vanish("p0")
        table.pass(30_000)
        #expect(table.hello("eve", as: "p0").kinds == ["welcome"], "the name is anybody's")
        #expect(table.say("eve", .enter, id: "3").kinds == ["error not_playing @3"])
    }
}

@Suite struct `Contest: those who are not there` {
    @Test func `who comes last gains nothing from those who had gone before`() throws {
        let table = LobbyDriver.contest("ann", "bob", "late", pairs: 2)
        table.enter("ann", "bob")
        while let match = try? table.match(), !match.isOver { try table.play(match) }
        table.vanish("ann")
        table.vanish("bob")
        table.pass(120_000)
        table.say("late", .enter)
        table.pass(600_000)
        let standings = try table.standings("late")
        let late = try #require(standings.players.first { $0.name == "late" })
        #expect([late.results.won, late.results.points, standings.remaining] == [0, 0, 8])
        try table.comeBack("bob")
        #expect(try table.match().players.sorted() == ["bob", "late"], "whoever is there plays")
        table.vanish("bob")
        table.pass(30_000 + 30_000)
        let later = try table.standings("late")
        #expect(later.remaining == 4, "bob was there, and forfeits; ann was not")
        table.startContest(ofPairs: 0)
        let closed = try table.standings("late")
        #expect(closed.remaining == 0 && closed.isClosed)
        let played = closed.players.map { "\($0.name) \($0.results.played)" }.sorted()
        #expect(played == ["ann 4", "bob 8", "late 4"], "what was not played counts for nobody")
    }

    @Test func `an accomplice who withdraws gives nobody a match that was not played`() throws {
        let table = LobbyDriver.contest("ann", "bob", "xav", pairs: 1_000)
        table.enter("ann", "bob")
        table.vanish("bob")
        table.pass(30_000)
        table.say("xav", .enter)
        try table.giveUp("xav")
        table.say("xav", .withdraw)
        let ann = try #require(table.standings("ann").players.first { $0.name == "ann" })
        #expect([ann.results.played, ann.results.points] == [3, 6], "one against bob, and two against xav")
    }

    @Test func `absence is counted over all matches of a contest`() throws {
        let table = LobbyDriver.contest("ann", "staller", pairs: 50)
        table.enter("ann", "staller")
        func over() throws -> Int { try #require(table.lobby.contest).meeting(0, 1).over }
        var waits: [Int] = []
        while try over() < 12 {
            let (played, start) = (try over(), table.now)
            for _ in 0..<3 where try over() == played {
                table.vanish("staller")
                while table.now - start < 28_000 * 3, try over() == played { table.pass(1_000) }
                try table.comeBack("staller")
            }
            if try over() == played { try table.giveUp("staller") }
            waits.append(table.now - start)
        }
        #expect(waits.reduce(0, +) < 90_000 + 12 * 2_000, "three times 30 s, then a moment a match: \(waits)")
        #expect(try #require(table.standings("ann").players.last).results.forfeits == over())
    }

    @Test func `who keeps the others waiting between matches has that counted, too`() throws {
        let table = LobbyDriver.contest("ann", "staller", pairs: 50)
        table.enter("ann", "staller")
        var rounds = 0
        while try #require(table.lobby.contest).remaining > 0, rounds < 20 {
            try table.giveUp("staller")
            // Between two matches there is no time to be away in; so it resigns the next one while it is away.
            table.vanish("staller")
            table.pass(30_000)
            table.pass(28_000)
            if try #require(table.lobby.contest).remaining > 0 { try table.comeBack("staller") }
            rounds += 1
        }
        #expect(try #require(table.lobby.contest).remaining == 0 && rounds < 4)
    }

    @Test func `the longer a contest, the longer one may be away in all`() throws {
        var hall = try Hall(pairs: 50, names: 2)
        for name in hall.names { try hall.happen(.entered(name)) }
        #expect(hall.contest.absenceLeft(of: 0) == 90_000)
        for _ in 0..<59 { hall.note(0, 1, difference: 1) }
        #expect(hall.contest.absenceLeft(of: 0) == 360_000, "a minute for each ten matches")
        try hall.happen(.awaited(hall.names[0], milliseconds: 350_000))
        #expect(hall.contest.absenceLeft(of: 0) == 10_000 && hall.contest.absenceLeft(of: 1) == 360_000)
    }

    @Test func `time while the host was down counts for nobody`() throws {
        let table = LobbyDriver.contest("ann", "bob", pairs: 5)
        table.enter("ann", "bob")
        for _ in 1...2 {
            table.vanish("bob")
            table.pass(10_000)
            try table.comeBack("bob")
        }
        table.vanish("bob")
        table.oversleep(3_600_000)
        try table.restart()
        table.startContest(ofPairs: 5)
        try table.comeBack("ann")
        try table.comeBack("bob")
        try table.giveUp("ann")
        #expect(table.lobby.contest?.absenceLeft(of: 1) == 70_000)
    }
}

@Suite struct `Contest: its end` {
    @Test func `at its end nobody is seated any more, and the matches in play are played out`() throws {
        let table = LobbyDriver.contest(pairs: 500)
        let end = table.now + 60_000
        table.startContest(ofPairs: 500, until: end)
        for who in ["ann", "bob", "cat"] { table.hello(who, as: who) }
        table.enter("ann", "bob")
        table.say("cat", .standings(follows: true))
        while end - table.now > 1_500 {
            table.pass(1_000)
            try table.play(table.match())
        }
        table.pass(1_500)
        #expect(table.lobby.contest?.isClosed == false && table.lobby.liveMatches.count == 1)
        try table.play(table.match())
        #expect(table.lobby.liveMatches.isEmpty && table.lobby.contest?.isClosed == true)
        table.pass(1_000)
        #expect(table.heard("cat").kinds.contains("standings"))
        #expect(table.say("cat", .enter, id: "1").kinds == ["error not_playing @1"])
        #expect(table.say("ann", .withdraw, id: "2").kinds == ["error not_playing @2"])
        #expect(table.type("cat", "standings").contains("500 pairs of matches for each two players: it is over.\n"))
        #expect(table.notices.contains(.contestEnded))
        #expect(try table.replayed().contest == table.lobby.contest)
    }

    @Test func `a contest that has ended is not begun again by the options that ended it`() throws {
        let table = LobbyDriver.contest("ann", "bob", pairs: 1)
        table.enter("ann", "bob")
        let end = table.now + 1_000
        table.startContest(ofPairs: 1, until: end)
        try table.play(table.match())
        table.pass(1_000)
        try table.play(table.match())
        let contest = try #require(table.lobby.contest)
        #expect(contest.isClosed)
        try table.restart()
        table.startContest(ofPairs: 1, until: end)
        #expect(table.lobby.contest == contest)
        table.startContest(ofPairs: 1)
        #expect(table.lobby.contest?.isClosed == false && table.lobby.contest?.entrants.isEmpty == true)
    }
}

/// A contest in which things happen in an order by chance, and what everybody could know of it.
private struct Order {
    private static let names = ["ann", "bob", "cat"]
    private let table: LobbyDriver
    private let seed: UInt64
    private let pairs: Int
    /// The standings as they were shown before the last step.
    private(set) var shown: Standings?
    /// The matches dealt so far.
    private(set) var dealt = 0
    private var seals: Set<String> = []
    private var known: Set<String> = []
    private var openings = 0
    /// True if what is live is compared with what the journal tells.
    private var comparesReplays: Bool { seed % 4 == 0 }

    init(seed: UInt64) throws {
        (self.seed, pairs) = (seed, Int(seed % 2) + 1)
        table = LobbyDriver(Lobby(settings: Lobby.Settings(hello: Hello(host: "table"), preset: .quick)), seed: seed)
        table.startContest(ofPairs: pairs)
        for name in Self.names { table.hello(name, as: name) }
        look()
    }

    /// Lets something happen, and checks what was dealt.
    mutating func step(using random: inout SeededRandom) throws {
        let who = random.one(of: Self.names)
        switch random.number(0...10) {
        case 0...2: table.say(who, .enter)
        case 3: table.say(who, .withdraw)
        case 4, 5:
            if let player = try? table.match().players.randomElement(using: &random) { try table.giveUp(player) }
        case 6: table.vanish(who)
        case 7: if !table.isOpen(who), (try? table.comeBack(who)) == nil { table.hello(who, as: who) }
        case 8: table.pass(random.number(1...40_000))
        case 9 where random.chance(percent: 20):
            // What may be lost was seen: other numbers follow, and another seed.
            var lobby = try table.replayed()
            let last = lobby.matches.lastNumber + 100
            lobby.goOnBehindLoss(lastMatch: last, lastRecord: last)
            table.restart(lobby, entries: table.entries)
            table.startContest(ofPairs: random.chance(percent: 10) ? 0 : nil)
        default:
            if random.chance(percent: 50) {
                try table.restart()
            } else {
                let live = Set(table.lobby.liveMatches)
                let kept = table.entries.filter { $0.match.map(live.contains) ?? false }
                let entries = table.lobby.compactedHeader + kept
                table.restart(try table.replayed(entries), entries: entries)
                openings = 0
            }
            table.startContest(ofPairs: nil)
        }
        try check(table.entries)
        if comparesReplays { try compare() }
        look()
    }

    /// Compares the contest with what the journal tells of it, whole and compacted.
    private func compare() throws {
        let live = Set(table.lobby.liveMatches)
        let kept = table.entries.filter { $0.match.map(live.contains) ?? false }
        #expect(try table.replayed().contest == table.lobby.contest, "seed \(seed)")
        let compacted = try table.replayed(table.lobby.compactedHeader + kept).contest
        #expect(compacted == table.lobby.contest, "seed \(seed)")
    }

    private mutating func check(_ entries: [Entry]) throws {
        let opened = entries.compactMap { if case .opened(let opening) = $0 { opening } else { nil } }
        let contest = try #require(table.lobby.contest)
        for opening in opened where opening.match.number > openings {
            openings = opening.match.number
            guard let match = table.lobby.matches[opening.match] else { continue }
            let fitting = contest.seeds.all.filter { table.isDealt(match.id, from: $0) }
            #expect(fitting.count == 1, "seed \(seed)")
            guard let source = fitting.first else { continue }
            dealt += 1
            #expect(seals.contains(source.seal) && !known.contains(source.text), "seed \(seed)")
        }
    }

    /// Notes what anybody can see now.
    private mutating func look() {
        guard let standings = table.lobby.contest?.standings else { return }
        let before = shown?.seeds ?? []
        #expect(Array(standings.seeds.prefix(before.count)) == before, "what was listed stays listed, seed \(seed)")
        shown = standings
        seals.insert(standings.seal)
        if let seal = standings.nextSeal { seals.insert(seal) }
        known.formUnion(standings.seeds)
    }
}

extension LobbyDriver {
    /// Returns true if the deck of a match, and its salt, follow from a seed.
    fileprivate func isDealt(_ id: MatchID, from seed: ContestSeed) -> Bool {
        let openings = entries.lazy.compactMap { entry -> Entry.Opening? in
            if case .opened(let opening) = entry, opening.match == id { opening } else { nil }
        }
        guard let opening = openings.first, let match = lobby.matches[id], let place = opening.contest else {
            return false
        }
        let names = match.seats.compactMap(\.player.name)
        var numbers = seed.deckNumbers(of: place, place.leg == 1 ? names : names.reversed())
        return opening.deck == Deck(for: opening.rules, using: &numbers) && opening.salt == Salt(using: &numbers)
    }
}
