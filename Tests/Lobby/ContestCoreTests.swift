import Protocol
import TestSupport
import Testing

@testable import Lobby

@Suite struct `Contest: who plays whom` {
    @Test(arguments: [2, 3, 5, 9])
    func `whoever comes and goes, everybody plays everybody, with swapped seats, and no two wait who could play`(
        count: Int
    ) throws {
        var random = SeededRandom("contest of \(count)")
        var hall = try Hall(pairs: Int.random(in: 1...4, using: &random), names: count)
        while !hall.isOver { try hall.move(using: &random) }
        #expect(hall.contest.isComplete && hall.contest.remaining == 0, "seed \(random.seed)")
        for (players, places) in hall.played {
            #expect(places.count == 2 * hall.contest.pairs, "\(players)")
            #expect(places.enumerated().allSatisfy { $1.place.index == $0 }, "they are played in order")
            #expect(places.filter { $0.begins == players[0] }.count == hall.contest.pairs, "each begins as often")
        }
        let standings = hall.contest.standings
        let matches = count * (count - 1) * hall.contest.pairs
        #expect(standings.players.reduce(0) { $0 + $1.results.points } == 2 * matches)
        #expect(standings.players.reduce(0) { $0 + $1.results.played } == 2 * matches)
        #expect(
            standings.players.reduce(0) { $0 + $1.results.lost } == standings.players.reduce(0) { $0 + $1.results.won })
        #expect(hall.contest.isSeedDue && standings.seed == nil, "it is published next")
        let points = standings.players.map(\.results.points)
        #expect(points == points.sorted(by: >))
    }

    @Test func `the events of a contest lead to the same contest, whenever they are written`() throws {
        var random = SeededRandom("contest events")
        var hall = try Hall(pairs: 3, names: 6)
        for _ in 0..<400 where !hall.isOver {
            try hall.move(using: &random)
            let entrant = hall.contest.entrants.randomElement(using: &random)
            if Int.random(in: 0..<40, using: &random) == 0, let name = entrant?.name {
                try hall.happen(.gathered([name, hall.contest.entrants[0].name]))
                try hall.happen(.awaited(name, milliseconds: 100))
                try hall.happen(.forfeited([name]))
                if Bool.random(using: &random) { try hall.happen(.withdrew(name)) }
                if hall.isIdle, let old = hall.contest.oldestWithdrawn {
                    try hall.happen(.retired(old.name))
                } else if Bool.random(using: &random), !hall.contest.hasMadeRoom(name) {
                    try hall.happen(.entered(name))
                }
            }
            if hall.contest.isClosed { break }
            if hall.contest.isSeedDue || Int.random(in: 0..<80, using: &random) == 0 {
                try hall.happen(.published(next: ContestSeed(using: &random)))
            }
            if Int.random(in: 0..<200, using: &random) == 0 { try hall.happen(.seeded(ContestSeed(using: &random))) }
            if Int.random(in: 0..<300, using: &random) == 0 { try hall.happen(.closed) }
            var copy: Contest?
            for event in hall.contest.events {
                let line = JournalSamples.line(.contest(event))
                #expect(JournalSamples.read(line.dropLast()) == .contest(event), "seed \(random.seed)")
                try Contest.apply(event, to: &copy)
            }
            #expect(copy == hall.contest, "seed \(random.seed)")
        }
    }

    @Test func `who has waited longest is seated first, against the opponent played least`() throws {
        var hall = try Hall(pairs: 5, names: 4)
        for name in hall.names { try hall.happen(.entered(name)) }
        hall.note(0, 1, difference: 1)
        #expect(hall.contest.pairings(of: [0, 1, 2, 3]).map { [$0, $1] } == [[0, 2], [1, 3]])
        #expect(hall.contest.pairings(of: [3, 1, 0]).map { [$0, $1] } == [[3, 1]])
        #expect(hall.contest.pairings(of: [1, 0]).map { [$0, $1] } == [[1, 0]])
        #expect(hall.contest.pairings(of: [2]).isEmpty)
    }

    @Test func `a result counts once, however often it is told, and a match that was lost is not played again`() throws
    {
        var hall = try Hall(pairs: 2, names: 2)
        for name in hall.names { try hall.happen(.entered(name)) }
        hall.note(0, 1, difference: 3)
        let once = hall.contest
        hall.contest.note(try #require(hall.last))
        #expect(hall.contest == once)
        hall.contest.note(hall.result(0, 1, difference: 1, at: ContestPlace(after: 2)))
        let meeting = hall.contest.meeting(0, 1)
        #expect(meeting.over == 3 && meeting.voids == 1 && meeting.won == [2, 0] && meeting.lost == [0, 2])
    }
}

@Suite struct `Contest: standings` {
    @Test func `the mean and its standard error are those of pairs of matches without a forfeit`() throws {
        var hall = try Hall(pairs: 4, names: 2)
        for name in hall.names { try hall.happen(.entered(name)) }
        func first() throws -> Standings.Player {
            try #require(hall.contest.standings.players.first { $0.name == hall.names[0].text })
        }
        hall.note(0, 1, difference: 5)
        #expect(try first().mean == nil && first().standardError == nil)
        hall.note(0, 1, difference: -2)
        #expect(try first().mean == 1_500 && first().standardError == nil)
        hall.note(0, 1, difference: 0)
        hall.note(0, 1, difference: 1, forfeits: [1])
        #expect(try first().mean == 1_500, "a pair with a forfeit is left out")
        hall.note(0, 1, difference: -4)
        hall.note(0, 1, difference: 1)
        // 1.5 and −1.5: a deviation of √4.5, over √2.
        #expect(try first().mean == 0 && first().standardError == 1_500)
        let (one, other) = (try first(), hall.contest.standings.players.first { $0.name != hall.names[0].text })
        #expect(
            (one.results.won, one.results.drawn, one.results.lost, one.results.forfeits, one.results.points) == (
                3, 1, 2, 0, 7
            ))
        #expect(
            other.map { [$0.results.won, $0.results.drawn, $0.results.lost, $0.results.forfeits, $0.results.points] }
                == [2, 1, 3, 1, 5])
    }

    @Test func `of two who both forfeit, both lose, and neither has a point`() throws {
        var hall = try Hall(pairs: 1, names: 3)
        for name in hall.names { try hall.happen(.entered(name)) }
        try hall.happen(.gathered(hall.names))
        try hall.happen(.forfeited([hall.names[0], hall.names[1]]))
        let table = hall.contest.standings.players.map {
            [$0.name, "\($0.results.points)", "\($0.results.lost)", "\($0.results.forfeits)"]
        }
        #expect(table == [["c", "8", "0", "0"], ["a", "0", "4", "4"], ["b", "0", "4", "4"]])
        #expect(hall.contest.isComplete)
    }
}

@Suite struct `Contest: decks` {
    private static let seed = ContestSeed(String(repeating: "0123456789abcdef", count: 4))

    @Test func `the numbers of a deck are the SHA-256 of the seed, the players, the place and the block`() throws {
        let players = [try PlayerName("Ann"), try PlayerName("Bob")]
        var numbers = try #require(Self.seed).deckNumbers(of: ContestPlace(after: 23), players)
        let found = (0..<5).map { _ in numbers.next() }
        let text = "memory-deck-1\n\(Self.seed?.text ?? "")\nAnn\nBob\n12\n2\n"
        let words: [UInt64] = ["0", "1"].flatMap { SHA256.hash(Array("\(text)\($0)\n".utf8)).map(UInt64.init) }
        #expect(found == (0..<5).map { words[2 * $0] << 32 | words[2 * $0 + 1] })
    }

    @Test func `each match has a deck of its own, whose players stand in the order of the first match`() throws {
        var hall = try Hall(pairs: 3, names: 3)
        for name in hall.names { try hall.happen(.entered(name)) }
        var decks: [[String]] = []
        for index in 0..<6 {
            let place = ContestPlace(after: index)
            decks += [[0, 1], [0, 2], [1, 2]].map {
                hall.contest.deal(place, seats: place.leg == 1 ? $0 : $0.reversed()).deck.faces
            }
        }
        #expect(Set(decks).count == decks.count)
    }

    @Test func `the seal is that of its two lines`() throws {
        let seed = try #require(Self.seed)
        let bytes = SHA256.bytes(of: Array("memory-contest-1\n\(seed.text)\n".utf8))
        #expect(seed.seal == bytes.map { String($0, radix: 16).zeroPadded(to: 2) }.joined())
        #expect(ContestSeed("") == nil && ContestSeed(seed.text.uppercased()) == nil)
    }
}

/// A contest whose matches a test plays as it likes.
struct Hall {
    var contest: Contest
    let names: [PlayerName]
    /// The last result.
    private(set) var last: ContestResult?
    /// The matches that each two have played, by their positions in the contest.
    private(set) var played: [[Int]: [(place: ContestPlace, begins: Int)]] = [:]
    private var inPlay: [(place: ContestPlace, seats: [Int])] = []
    private var present: Set<Int> = []

    init(pairs: Int, names count: Int) throws {
        var random = SeededRandom(seed: 1)
        contest = Contest(pairs: pairs, rules: .ofContest(.quick), seed: ContestSeed(using: &random), afterMatch: 0)
        names = try "abcdefghi".prefix(count).map { try PlayerName(String($0)) }
    }

    /// True if no match is in play.
    var isIdle: Bool { inPlay.isEmpty }

    /// True if everybody has entered and everything is played.
    var isOver: Bool { contest.entrants.count == names.count && contest.remaining == 0 }

    mutating func happen(_ event: Contest.Event) throws {
        var changed: Contest? = contest
        try Contest.apply(event, to: &changed)
        contest = try #require(changed)
    }

    func result(
        _ one: Int, _ other: Int, difference: Int, at place: ContestPlace, forfeits: [Int] = []
    ) -> ContestResult {
        let winner = forfeits.first.map { 1 - $0 } ?? (difference == 0 ? nil : difference > 0 ? 0 : 1)
        return ContestResult(
            place: place, players: [contest.entrants[one].name, contest.entrants[other].name], difference: difference,
            winner: winner, forfeits: forfeits, recall: [])
    }

    /// Ends the next match of two entrants; the points and the seats are those of the first one, whoever begins.
    mutating func note(_ one: Int, _ other: Int, difference: Int, forfeits: [Int] = []) {
        let place = contest.next(one, other).place
        last = result(one, other, difference: difference, at: place, forfeits: forfeits)
        if let last { contest.note(last) }
    }

    /// Lets something happen by chance, and seats whoever can be seated.
    mutating func move(using random: inout SeededRandom) throws {
        let someone = Int.random(in: names.indices, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: if !contest.hasMadeRoom(names[someone]) { try happen(.entered(names[someone])) }
        case 1: present.formSymmetricDifference([someone])
        default:
            guard let index = inPlay.indices.randomElement(using: &random) else { break }
            let (place, seats) = inPlay.remove(at: index)
            let forfeits = Int.random(in: 0..<8, using: &random) == 0 ? [Int.random(in: 0...1, using: &random)] : []
            let difference = Int.random(in: -2...2, using: &random)
            contest.note(result(seats[0], seats[1], difference: difference, at: place, forfeits: forfeits))
            played[seats.sorted(), default: []].append((place, seats[0]))
        }
        seat()
    }

    private mutating func seat() {
        let busy = Set(inPlay.flatMap(\.seats))
        let free = contest.entrants.indices.filter { entrant in
            names.firstIndex(of: contest.entrants[entrant].name).map(present.contains) == true
                && !busy.contains(entrant)
        }
        let pairings = contest.pairings(of: free)
        inPlay += pairings.map { contest.next($0, $1) }
        for (place, seats) in inPlay { contest.noteDeal(place, seats.map { contest.entrants[$0].name }) }
        let seated = Set(inPlay.flatMap(\.seats))
        #expect(seated.count == 2 * inPlay.count, "nobody plays twice at a time")
        let waiting = free.filter { !seated.contains($0) }
        for one in waiting { #expect(waiting.allSatisfy { contest.remaining(one, $0) == 0 }, "\(one) waits in vain") }
    }
}
