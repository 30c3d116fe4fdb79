import Protocol
import TestSupport
import Testing

@testable import Lobby
@testable import TestDrivers

/// What a replay shows is what a watcher was shown, in every game.
@Suite struct `Replays` {
    /// A match of Ann and Bob, or of Ann alone, which Wim watches from the deal to the end.
    private struct Watched {
        let table: LobbyDriver
        var states: [MatchState] = []
        private var random: SeededRandom

        init(_ rules: RulesRequest, isPrivate: Bool, seed: UInt64) throws {
            random = SeededRandom(seed: seed)
            table = LobbyDriver("ann", "bob", "wim", seed: seed)
            table.say("ann", .open(rules, isPrivate: isPrivate))
            let reference: MatchReference = try table.match().code.map { .code($0) } ?? .id(try table.match().id)
            table.say("wim", .watch(reference))
            note(table.heard("wim"))
            if rules.seats != 1 { table.say("bob", .join(reference)) }
            note(table.heard("wim"))
        }

        /// Keeps the states that a move, a clock or an end has caused.
        private mutating func note(_ messages: [Message]) {
            for case .state(let state) in messages.map(\.event) {
                switch state.change {
                case nil, .watchers, .offer, .left, .rematch: break
                default: states.append(state)
                }
            }
        }

        mutating func step() throws {
            let match = try table.match()
            let who = ["ann", "bob"][match.game.active ?? Int.random(in: 0..<match.seats.count, using: &random)]
            switch Int.random(in: 0..<100, using: &random) {
            case 0: table.say(who, .resign)
            case 1..<8: table.pass(Int.random(in: 0...70_000, using: &random))
            case 8..<40: table.pass(Int.random(in: 0...1_500, using: &random))
            default: table.say(who, .move(try move(match)))
            }
            note(table.heard("wim"))
        }

        private mutating func move(_ match: Match) throws -> Move {
            if let game = match.game.set {
                let cards = game.table
                if Int.random(in: 0..<8, using: &random) == 0 { return .set(.more) }
                let isGuess = Int.random(in: 0..<6, using: &random) == 0
                let places = isGuess ? [0, 1, 2] : SetCard.firstSet(in: cards) ?? [0, 1, 2]
                return .set(.take(try #require(SetPlaces(places))))
            }
            let (deck, memory) = (try table.deck(), match.game.memory)
            let hidden = deck.indices.filter { memory.faces[$0] == nil }
            let mate = match.game.turned.first.flatMap { open in hidden.first { deck[$0] == deck[open] } }
            let isLucky = Int.random(in: 0..<3, using: &random) > 0
            return .flip(.card((isLucky ? mate : nil) ?? hidden.randomElement(using: &random) ?? 0))
        }

        /// A state without what no record keeps: versions of watchers, clocks, and what a result says beyond the
        /// record.
        func comparable(_ state: MatchState) -> MatchState {
            var state = state
            (state.version, state.watchers, state.isIntroduction) = (0, 0, false)
            (state.turnEndsInMilliseconds, state.phaseEndsInMilliseconds) = (nil, nil)
            state.result?.best = false
            return state
        }
    }

    private func rules(_ random: inout SeededRandom) -> RulesRequest {
        var request = RulesRequest(game: random.chance(oneIn: 3) ? .set : nil)
        request.seats = random.number(1...2)
        guard request.game == nil else { return request }
        (request.rows, request.columns) = (random.number(2...4), 2 * random.number(1...3))
        request.turns = random.one(of: [0, random.number(1...9)])
        request.revealMilliseconds = random.one(of: [0, 500, 5_000])
        request.turnMilliseconds = random.one(of: [0, 1_000, 60_000])
        request.scoring = random.one(of: Rules.Scoring.allCases)
        request.matched = random.one(of: Rules.Matched.allCases)
        request.again = random.chance(oneIn: 2)
        return request
    }

    @Test(arguments: SeededRandom.seeds(1))
    func `a replay shows each state that a watcher was shown, in the order and with the change`(seed: UInt64) throws {
        print("watched matches from MEMORY_SEED=\(seed)")
        var random = SeededRandom(seed: seed)
        var (ends, games): ([String: Int], Set<GameKind>) = ([:], [])
        for number in 0..<120 {
            let (rules, isPrivate) = (rules(&random), random.chance(oneIn: 3))
            var watched = try Watched(rules, isPrivate: isPrivate, seed: random.next())
            for _ in 0..<3_000 where try !watched.table.match().isOver { try watched.step() }
            guard let record = watched.table.records.last, record.moves.count < record.summary.rules.game.recordMoves
            else { continue }
            // Who was to begin is in no record in which nobody did.
            guard !record.moves.isEmpty else { continue }
            var shown = watched.table.say("wim", .replay(nil), id: "r")
            guard case .replay(let header) = shown.removeFirst().event else {
                Issue.record("MEMORY_SEED=\(seed), match \(number): no replay")
                return
            }
            let replayed = shown.compactMap { if case .replayed(let state) = $0.event { state } else { nil } }
            #expect(header.states == replayed.count && replayed.map(\.isLast).dropLast().allSatisfy { !$0 })
            #expect(replayed.last?.isLast == true && replayed.map(\.state.version) == Array(1...replayed.count))
            #expect(zip(replayed, replayed.dropFirst()).allSatisfy { $0.atMilliseconds <= $1.atMilliseconds })
            var (live, late) = (SealCheck(try #require(header.seal)), SealCheck(try #require(header.seal)))
            for state in watched.states { live.see(state) }
            for step in replayed { late.see(step.state) }
            #expect(live.verdict == .fits && late.verdict == .fits, "MEMORY_SEED=\(seed), match \(number)")
            let isListed = !isPrivate && record.summary.hasTurn
            #expect((header.record, replayed[0].record) == (isListed ? record.summary.id : nil, header.record))
            // A game alone is dealt when it is opened, before anybody can watch.
            let missed = record.summary.rules.isSolo ? 1 : 0
            let seen = watched.states.map(watched.comparable)
            let again = replayed.dropFirst(missed).map { watched.comparable($0.state) }
            // Cards lie open from when they were shown to be, some ms after the move. Whether they were covered before
            // somebody gave up in those is in no record.
            let isCovered = again.dropLast().last.map { if case .memory(.cover) = $0.change { true } else { false } }
            if ["resigned", "abandoned"].contains(record.summary.reason.text), isCovered == true,
                again.count == seen.count + 1
            {
                continue
            }
            if let flaw = zip(seen, again).first(where: { $0 != $1 }) {
                Issue.record("MEMORY_SEED=\(seed), match \(number), \(record.summary.reason): \(flaw)")
                return
            }
            #expect(seen.count == again.count, "MEMORY_SEED=\(seed), match \(number)")
            ends[record.summary.reason.text, default: 0] += 1
            games.insert(record.summary.rules.game)
        }
        #expect(games == [.memory, .set] && ends.count >= 3, "\(ends)")
    }

    @Test func `whoever is in no finished match is refused`() throws {
        let table = LobbyDriver("ann", "bob", "wim")
        #expect(table.say("ann", .replay(nil)).errors.map(\.code) == ["not_playing"])
        table.say("ann", .open(RulesRequest(), isPrivate: false))
        #expect(table.say("ann", .replay(nil)).errors.map(\.code) == ["not_playing"], "it has not begun")
        table.say("bob", .join(nil))
        table.say("wim", .watch(nil))
        for who in ["ann", "wim"] { #expect(table.say(who, .replay(nil)).errors.map(\.code) == ["not_playing"]) }
        table.say("bob", .resign)
        for who in ["ann", "bob", "wim"] { #expect(table.say(who, .replay(nil)).kinds.first == "replay") }
        table.say("wim", .leave)
        #expect(table.say("wim", .replay(nil)).errors.map(\.code) == ["not_playing"])
    }
}
