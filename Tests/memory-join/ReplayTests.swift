import Protocol
import TestSupport
import Testing

@testable import memory_join

@Suite struct ReplayTests {
    @Test(arguments: [1, UInt64.random(in: 2...UInt64.max)])
    func `a replay shows the same states at the same times as the host`(_ seed: UInt64) throws {
        print("recorded matches from seed \(seed)")
        var random = SeededRandom(seed: seed)
        var reasons: Set<Ending.Reason> = []
        for number in 0..<400 {
            let rules = try Self.rules(&random)
            var match = RecordedMatch(rules: rules, using: &random)
            // Who was to begin is in no record in which nobody did.
            if match.record.moves.isEmpty { (match.shown[0].state.turn, match.shown[0].state.active) = (0, 0) }
            let replay = Replay(try sent(match.record))
            reasons.insert(match.record.summary.reason)
            let flaw = zip(replay.steps, match.shown).first { $0.state != $1.state || $0.atMilliseconds != $1.at }
            if replay.steps.count != match.shown.count || flaw != nil {
                Issue.record("match \(number), \(rules): \(String(describing: flaw)), \(match.record)")
                return
            }
        }
        #expect(reasons == [.cleared, .turns, .resigned, .timeout, .abandoned])
    }

    @Test func `a replay of an incomplete record shows all that it holds, and the end`() throws {
        var random = SeededRandom(#function)
        var request = RulesRequest(preset: .tiles)
        (request.rows, request.columns, request.turnMilliseconds) = (10, 10, 0)
        let match = RecordedMatch(rules: try Rules(request), skill: 0, using: &random)
        let replay = Replay(try sent(match.record))
        #expect(match.record.moves.count == Limits.recordMoves)
        let steps = replay.steps.dropLast()
        #expect(steps.count > Limits.recordMoves)
        #expect(zip(steps, match.shown).allSatisfy { $0.state == $1.state && $0.atMilliseconds == $1.at })
        let (end, shown) = (try #require(replay.steps.last), try #require(match.shown.last))
        #expect(end.atMilliseconds == shown.at)
        #expect(end.state.seats.map(\.score) == shown.state.seats.map(\.score))
        #expect((end.state.cards, end.state.result) == (shown.state.cards, shown.state.result))
    }

    private static func rules(_ random: inout SeededRandom) throws -> Rules {
        var request = RulesRequest()
        (request.rows, request.columns) = (random.number(2...6), 2 * random.number(1...3))
        (request.seats, request.turns) = (random.number(1...2), random.one(of: [0, 0, random.number(1...20)]))
        request.revealMilliseconds = random.one(of: [0, 500, 1_000, 10_000])
        request.turnMilliseconds = random.one(of: [0, 1_000, 60_000])
        request.scoring = random.one(of: Rules.Scoring.allCases)
        request.matched = random.one(of: Rules.Matched.allCases)
        request.faces = random.one(of: FaceSet.builtIn)
        request.again = random.chance(oneIn: 2)
        return try Rules(request)
    }

    /// The record as it comes out of the host's line.
    private func sent(_ record: MatchRecord) throws -> MatchRecord {
        guard case .message(let message) = heard(.record(record)),
            case .record(let record, _) = message.event.showingSafeFaces
        else { throw UsageError(sentence: "the host's own line is not read") }
        return record
    }

    @Test func `every step of a replay has its change`() {
        let replay = Replay(
            .of("ABBA", (0, "a1", 1_000), (0, "b1", 2_000), (1, "a1", 9_000), (1, "b2", 9_500), (0, nil, 69_500)))
        #expect(
            replay.steps.map(\.state.change) == [
                .deal, .memory(.flip(seat: 0, card: 0)), .memory(.miss(seat: 0, first: 0, second: 1)),
                .memory(.cover(seat: 0, first: 0, second: 1)), .memory(.flip(seat: 1, card: 0)),
                .memory(.pair(seat: 1, first: 0, second: 3)),
                .memory(.timeout(seat: 0, card: nil)), nil,
            ])
        #expect(replay.steps.map(\.atMilliseconds) == [0, 1_000, 2_000, 3_000, 9_000, 9_500, 69_500, 80_000])
        #expect(replay.seating == Seating(match: m3, seat: nil, rules: replay.header.rules, code: nil))
    }

    @Test func `a replay of a match that was resigned at once has a start and an end`() {
        let replay = Replay(.of("ABBA", reason: .resigned))
        #expect(replay.steps.map(\.state.phase) == [.playing, .over])
        #expect(replay.steps.map(\.state.cards) == [[nil, nil, nil, nil], ["A", "B", "B", "A"]])
        #expect(replay.steps[1].state.result?.reason == .resigned)
        #expect(replay.steps.map(\.state.change) == [.deal, .resign(seat: nil)])
    }

    @Test func `the seat of the first move is the one that starts the replay`() {
        #expect(Replay(.of("ABBA", (1, "a1", 5))).steps[0].state.turn == 1)
    }

    @Test func `a replay skips impossible moves`() {
        let replay = Replay(
            .of(
                "ABBA", (0, "a1", 1), (0, "a1", 2), (0, "j10", 3), (3, "a2", 4), (0, "b2", 5), (1, "a1", 6),
                (1, "b1", 7), (1, "a2", 8), (0, "a2", 9), (0, nil, 10)))
        #expect(
            replay.steps.map(\.state.change) == [
                .deal, .memory(.flip(seat: 0, card: 0)), .memory(.pair(seat: 0, first: 0, second: 3)),
                .memory(.flip(seat: 1, card: 1)),
                .memory(.pair(seat: 1, first: 1, second: 2)),
            ])
        #expect(replay.steps.last?.state.phase == .over)
    }

    @Test func `a replay's clock never goes back`() {
        let times = Replay(.of("ABBA", (0, "a1", 9_000), (0, "b1", 10), (1, "a1", 20))).steps.map(\.atMilliseconds)
        #expect(times == [0, 9_000, 9_000, 9_000, 9_000, 80_000])
    }

    @Test func `any record's replay has sound states in order, and no way through it leaves them`() throws {
        var random = SeededRandom(#function)
        for _ in 0..<200 {
            let report = random.record()
            var player = ReplayPlayer(Replay(report))
            let steps = player.replay.steps
            #expect(steps.count >= 2 && steps.last?.state.phase == .over)
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.state.version < $1.state.version })
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.atMilliseconds <= $1.atMilliseconds })
            for step in steps { #expect(flaw(of: step.state, report.summary.rules) == nil) }
            for _ in 0..<20 {
                switch random.number(0...5) {
                case 0: player.step(random.one(of: [1, -1, Int.max, Int.min]))
                case 1: player.toggle(now: start)
                case 2: player.speedUp()
                case 3: player.slowDown()
                default: player.tick(start + random.number(0...Int(UInt32.max)))
                }
                #expect(steps.indices.contains(player.position))
            }
        }
    }

    /// Returns the flaw in a state, if any.
    private func flaw(of state: MatchState, _ rules: Rules) -> String? {
        guard state.cards.count == rules.cardCount, (state.rows, state.columns) == (rules.rows, rules.columns) else {
            return "another board"
        }
        let up = state.turned + state.seats.flatMap(\.taken)
        guard up.allSatisfy(state.cards.indices.contains), Set(up).count == up.count else { return "\(up) is turned" }
        guard state.seats.count == rules.seats else { return "\(state.seats.count) seats" }
        guard state.turn.map(state.seats.indices.contains) ?? true else { return "the turn of nobody" }
        guard state.result?.winner.map(state.seats.indices.contains) ?? true else { return "nobody wins" }
        guard (state.phase == .over) == (state.result != nil) else { return "an end too early, or none" }
        guard state.phase != .over else { return state.cards.contains(nil) ? "over, and not all is shown" : nil }
        return Set(state.cards.indices.filter { state.cards[$0] != nil }) == Set(up) ? nil : "other faces are seen"
    }
}

extension MatchRecord {
    /// A record of a match of Ann and Bob that took 80 seconds, its board a row of letters on two rows, its moves a
    /// seat, a card's place or nil, and a time each.
    static func of(
        _ deck: String, _ moves: (Int, String?, Int)..., reason: Ending.Reason = .cleared
    ) -> MatchRecord {
        var request = RulesRequest()
        (request.rows, request.columns, request.faces) = (2, deck.count / 2, .letters)
        let summary = RecordSummary(
            id: RecordID(number: 17), match: m3, startedAt: 1_000, endedAt: 81_000,
            rules: unwrapped(try? Rules(request)), players: ["Ann", "Bob"], scores: [1, 1], winner: nil, reason: reason,
            turns: [2, 2])
        let moves = moves.map { seat, place, time in
            // A place outside the board is some card that no board has.
            let card = place.map { Coordinate($0)?.card(rows: 2, columns: deck.count / 2) ?? 200 }
            return MatchRecord.Move(seat: seat, card.map { .flip(card: $0) }, atMilliseconds: time)
        }
        return MatchRecord(summary: summary, deck: CardFaces(deck.map { String($0) }), moves: moves)
    }
}
