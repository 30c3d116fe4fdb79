import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers

/// Matches of Set at the lobby: in the journal, in records, with watchers and the house, as any other game.
@Suite struct `Set: matches` {
    /// Ann and Bob in a match of Set.
    private func playing(_ rules: String = #"{"game":"set"}"#, seed: UInt64 = 1) -> LobbyDriver {
        let table = LobbyDriver("ann", "bob", "wim", seed: seed)
        table.write("ann", #"{"type":"open","rules":\#(rules)}"#)
        table.write("bob", #"{"type":"join","game":"set"}"#)
        for who in ["ann", "bob"] { _ = table.heard(who) }
        return table
    }

    private func game(_ table: LobbyDriver) throws -> SetGame {
        try #require(try table.match().game.set)
    }

    /// The command that claims a set, or three cards that are none.
    private func claim(_ table: LobbyDriver, isSet: Bool = true) throws -> Command {
        let cards = try game(table).table
        let wrong = cards.indices.dropFirst(2).first { !SetCard.areSet(cards[0], cards[1], cards[$0]) }
        let places = isSet ? try #require(SetCard.firstSet(in: cards)) : [0, 1, try #require(wrong)]
        return .move(.set(.take(try #require(SetPlaces(places)))))
    }

    /// Plays to the end, as one player.
    private func clear(_ table: LobbyDriver, _ who: String) throws {
        for _ in 0..<200 where try !table.match().isOver {
            if SetCard.firstSet(in: try game(table).table) != nil {
                table.say(who, try claim(table))
            } else {
                table.say(who, .move(.set(.more)))
                table.pass(SetGame.askingMilliseconds)
            }
        }
    }

    @Test func `a contest of Set is played to its end, and its decks follow from the published seed`() throws {
        let table = LobbyDriver(Lobby(settings: LobbyDriver.settings))
        table.startContest(ofPairs: 1, of: .set)
        for who in ["ann", "bob"] {
            table.hello(who, as: who)
            table.say(who, .enter)
        }
        for _ in 1...2 { try clear(table, "ann") }
        let contest = try #require(table.lobby.contest)
        let ann = try #require(contest.standings.players.first)
        #expect(contest.isComplete && ann.results.won == 2 && ann.recall == nil && ann.mean.map { $0 > 20_000 } == true)
        let seed = try #require(contest.standings.seed.flatMap { ContestSeed($0) })
        #expect(table.records.count == 2)
        for (index, record) in table.records.enumerated() {
            let players = try ["ann", "bob"].map { try PlayerName($0) }
            var numbers = seed.deckNumbers(of: ContestPlace(after: index), players)
            #expect(record.deck == Deck(for: contest.rules, using: &numbers).cards)
        }
        #expect(try table.replayed().contest == contest)
    }

    @Test func `after a restart a claim is stale if one of its places has changed, whatever else was announced`() throws
    {
        let table = playing()
        for _ in 0..<4 {  // Watchers' versions are not in the journal.
            table.write("wim", #"{"type":"watch","match":"m1"}"#)
            table.pass(Limits.pushMilliseconds)
            table.say("wim", .leave)
            table.pass(Limits.pushMilliseconds)
        }
        let seen = try table.match().versions.current
        let cards = try game(table).table
        let places = try #require(SetCard.firstSet(in: cards)).map { "\($0)" }.joined(separator: ",")
        table.say("bob", try claim(table))
        try table.restart(isCompacted: false)
        try table.comeBack("ann")
        try table.comeBack("bob")
        let heard = table.write("ann", #"{"type":"take","cards":[\#(places)],"version":\#(seen)}"#)
        #expect(heard.errors.map(\.code) == ["stale"])
    }

    @Test func `a command that is repeated with its guards, since its reply was lost, is not carried out twice`() throws
    {
        let table = playing()
        let seen = try table.match().versions.current
        guard case .move(.set(.take(let places))) = try claim(table, isSet: false) else {
            throw LobbyDriver.Missing()
        }
        let wrong = #"{"type":"take","cards":\#(places.all),"match":"m1","version":\#(seen)}"#
        #expect(table.write("ann", wrong).errors.isEmpty)
        table.vanish("ann")
        try table.comeBack("ann")
        table.pass(SetGame.blockMilliseconds)
        #expect(table.write("ann", wrong).errors.map(\.code) == ["stale"])
        #expect(try game(table).score(of: 0) == -1)
    }

    // MARK: Playing

    @Test func `the state after a wrong claim says why it was wrong and what it cost`() throws {
        let table = playing()
        let cards = try game(table).table
        let state = try #require(table.say("ann", try claim(table, isSet: false)).states.first)
        guard case .set(.wrong(seat: 0, let claim, let penalty))? = state.change else { throw LobbyDriver.Missing() }
        let features = claim.places.map { cards[$0].features }
        let fault = (0..<4).first { feature in Set(features.map { $0[feature] }).count == 2 }
        #expect(penalty == SetPenalty(points: 1, fault: fault.map { SetCard.Feature.allCases[$0] }))
        #expect(state.seats.map(\.score) == [-1, 0])
    }

    @Test(arguments: 1...8)
    func `alone, the state after more cards says which set there was, and what that cost`(seed: UInt64) throws {
        let table = LobbyDriver("ann", seed: seed)
        table.write("ann", #"{"type":"open","rules":{"game":"set","seats":1}}"#)
        let cards = try game(table).table
        let state = try #require(table.say("ann", .move(.set(.more))).states.last)
        let missed = SetCard.firstSet(in: cards)
        let penalty = SetPenalty(points: missed == nil ? 0 : 1, missed: missed.flatMap { SetPlaces($0) })
        #expect(state.change == .set(.more(seat: 0, penalty)) && state.seats[0].score == -penalty.points)
        #expect(try Array(game(table).table.prefix(12)) == cards, "the set is where it was")
    }

    @Test func `a private match is left out of the list, and has its code`() throws {
        let table = LobbyDriver("ann", "bob")
        let code = table.write("ann", #"{"type":"open","private":true,"rules":{"game":"set"}}"#).seatings.first?.code
        #expect(table.write("bob", #"{"type":"join","game":"set"}"#).seatings.map(\.match.number) == [2])
        table.say("bob", .leave)
        #expect(table.say("bob", .join(.code(try #require(code)))).seatings.map(\.match.number) == [1])
    }

    // MARK: Journal and records

    @Test(arguments: [false, true], SeededRandom.seeds(1))
    func `a restart changes nothing, and the record can be played again`(isSolo: Bool, seed: UInt64) throws {
        print("restarts of Set from MEMORY_SEED=\(seed)")
        var random = SeededRandom(seed: seed)
        let table = LobbyDriver("ann", "bob", seed: seed)
        let players = isSolo ? ["ann"] : ["ann", "bob"]
        table.write("ann", #"{"type":"open","rules":{"game":"set","seats":\#(players.count)}}"#)
        if !isSolo { table.write("bob", #"{"type":"join","game":"set"}"#) }
        for step in 0..<1_000 where try !table.match().isOver {
            let who = random.one(of: players)
            switch random.number(0...9) {
            // The last three cards are a set.
            case 0: if try game(table).table.count > 3 { table.say(who, try claim(table, isSet: false)) }
            case 1: table.say(who, .move(.set(.shuffle)))
            case 2, 3: table.say(who, .move(.set(.more)))
            default: if SetCard.firstSet(in: try game(table).table) != nil { table.say(who, try claim(table)) }
            }
            table.pass(random.number(0...4_000))
            guard step % 7 == 0, try !table.match().isOver else { continue }
            let before = try table.match()
            try table.restart(isCompacted: step % 2 == 0)
            #expect(try table.match().game == before.game && table.match().moves == before.moves)
            for who in players { try table.comeBack(who) }
        }
        let record = try #require(table.records.last)
        #expect(record.summary.reason == .cleared && record.deck.count == 81)
        var replay = MatchReplay(record)
        for move in record.moves { try #require(!replay.play(move).isEmpty, "\(move)") }
        #expect(players.indices.map(replay.game.score) == Array(record.summary.scores.prefix(players.count)))
        #expect(replay.game.ending == Ending(winner: record.summary.winner, reason: .cleared))
        #expect(players.indices.map(replay.game.turnsUsed) == record.summary.turns)
        var writer = ByteWriter()
        RecordLine.write(record, into: &writer)
        writer.endLogLine()
        let line = writer.drain()
        var rules = RecordLine.RulesCache()
        #expect(RecordLine.read(line, in: 0..<line.count - 1, rules: &rules) == record)
    }

    @Test func `a damaged move of the journal is told as such`() throws {
        let table = playing()
        table.say("ann", try claim(table))
        var entries = table.entries
        guard case .changed(let match, .moved(.set(.set(let claim)), let seat), let stamp)? = entries.popLast() else {
            throw LobbyDriver.Missing()
        }
        let far = try #require(SetPlaces([0, 1, 80]).flatMap { SetClaim($0, cards: claim.cards) })
        let other = try #require(SetPlaces(claim.places).flatMap { SetClaim($0, cards: claim.cards.reversed()) })
        for damaged in [.set(far), .wrong(claim), .set(other)] as [MadeSetMove] {
            let replayed = entries + [.changed(match, .moved(.set(damaged), seat: seat), stamp)]
            #expect(throws: JournalSamples.Refused.self) { try JournalSamples.replay(replayed) }
        }
    }

    @Test func `the best solo game has most points, then took least time`() throws {
        let table = LobbyDriver("ann", seed: 3)
        var bests: [Bool] = []
        for pause in [60_000, 30_000, 45_000] {
            table.write("ann", #"{"type":"open","rules":{"game":"set","seats":1}}"#)
            table.pass(pause)
            let deck = try table.deck()
            #expect(deck.count == 81)
            try clear(table, "ann")
            bests.append(try best(table))
            table.say("ann", .leave)
        }
        let games = table.records.compactMap { ScoreList.Game($0.summary) }
        #expect(games.count == 3 && games.allSatisfy { $0.seconds != nil })
        var boards = SoloBoards()
        for game in games { boards.add(game, record: 1) }
        let ranked = boards[games[0].rules]
        #expect(ranked.count == 3)
        #expect(
            zip(ranked, ranked.dropFirst()).allSatisfy { one, other in
                (one.score, -(one.seconds ?? 0)) >= (other.score, -(other.seconds ?? 0))
            })
        #expect(bests[0])
    }

    @Test func `a game without a claim is in no list and never the best`() throws {
        let table = LobbyDriver("ann", seed: 3)
        table.write("ann", #"{"type":"open","rules":{"game":"set","seats":1}}"#)
        for _ in 0..<Limits.matchTurns { table.write("ann", #"{"type":"shuffle"}"#) }
        #expect(try table.match().game.ending == Ending(winner: nil, reason: .turns))
        #expect(try !best(table))
        #expect(table.records.map(\.summary.isListed) == [false])
    }

    private func best(_ table: LobbyDriver) throws -> Bool {
        guard case .over(_, let best, _) = try table.match().stage else { return false }
        return best
    }

    @Test func `of two games with as many points, the one in fewer seconds is better`() throws {
        let rules = try #require(Rules.usual(solo: true).last)
        func game(_ score: Int, _ seconds: Int) -> ScoreList.Game {
            ScoreList.Game(
                rules: rules.comparable, name: "Ann", score: score, turns: 99 - seconds, seconds: seconds, endedAt: 0)
        }
        var boards = SoloBoards()
        for (score, seconds) in [(20, 50), (20, 40), (22, 90), (20, 60)] { boards.add(game(score, seconds), record: 1) }
        #expect(boards[rules].map { [$0.score, $0.seconds ?? 0] } == [[22, 90], [20, 40], [20, 50], [20, 60]])
    }

    // MARK: The house

    @Test(arguments: HouseLevel.allCases)
    func `the house plays to the end, and as before after each restart`(level: HouseLevel) throws {
        func marks(isRestarted: Bool) throws -> [MadeMove] {
            let table = LobbyDriver("ann", seed: 11)
            table.write("ann", #"{"type":"open","house":"\#(level.rawValue)","rules":{"game":"set","idleMs":3600000}}"#)
            var moves = 0
            for _ in 0..<500 where try !table.match().isOver {
                table.passToNextDue()
                guard isRestarted, try table.match().moves.count > moves, try !table.match().isOver else { continue }
                moves = try table.match().moves.count
                try table.restart()
                try table.comeBack("ann")
            }
            #expect(try table.match().game.ending == Ending(winner: 1, reason: .cleared))
            return try table.match().moves.compactMap(\.made)
        }
        let (restarted, uninterrupted) = (try marks(isRestarted: true), try marks(isRestarted: false))
        #expect(restarted == uninterrupted && restarted.count >= 20)
    }
}
