import TestSupport
import Testing

@testable import Protocol

/// Whole matches of Set by random moves, right and wrong: the laws of the game hold after every input.
@Suite struct `Set: random matches` {
    @Test(arguments: SeededRandom.seeds(1))
    func `a random match is consistent after every input, and ends`(seed: UInt64) throws {
        print("random matches of Set from seed \(seed)")
        var random = SeededRandom(seed: seed)
        var reasons: [Ending.Reason: Int] = [:]
        for number in 0..<150 {
            var playout = try SetPlayout(using: &random)
            if let flaw = playout.play(using: &random) {
                Issue.record("seed \(seed), match \(number): \(flaw)")
                return
            }
            if let reason = playout.game.ending?.reason { reasons[reason, default: 0] += 1 }
        }
        #expect(Set(reasons.keys) == [.cleared, .idle, .resigned, .abandoned], "\(reasons)")
    }
}

/// One match on its way, with all that is known of it from outside.
private struct SetPlayout {
    var game: SetGame
    private let deck: [SetCard]
    private var time = 0
    private var version = 0
    private var scores: [Int]
    private var blockedUntil: [Int]
    /// The version that each seat's last claim left.
    private var claimedIn: [Int]
    /// The version that the last shuffle left.
    private var shuffledIn = 0
    private var sets = 0
    /// The table that each version left, from the first on.
    private var tables: [[SetCard]]
    /// The chance that an input is a right claim, and the longest wait before it.
    private let skill, wait: Int
    private let seats: Int

    init(using random: inout SeededRandom) throws {
        var request = RulesRequest(game: .set)
        (request.seats, request.idleMilliseconds) = (random.number(1...2), 10_000)
        let rules = try Rules(request)
        let dealt = Deck(for: rules, using: &random)
        game = SetGame(rules: rules, deck: dealt)
        deck = dealt.faces.compactMap { SetCard($0) }
        (seats, skill, wait) = (
            rules.seats, random.one(of: [10, 50, 90]), random.one(of: [100, 2_000, 2_000, 10_500])
        )
        scores = Array(repeating: 0, count: rules.seats)
        (blockedUntil, claimedIn) = (scores, scores)
        tables = [game.table]
    }

    /// Plays to the end.
    ///
    /// - Returns: what is wrong, at once when something is.
    mutating func play(using random: inout SeededRandom) -> String? {
        for _ in 0..<5_000 {
            guard game.ending == nil else { return nil }
            time += random.number(0...wait)
            if let deadline = game.deadline, deadline <= time {
                if let flaw = expire(at: deadline) { return flaw }
            } else if random.chance(oneIn: 500) {
                let seat = random.chance(oneIn: 3) ? nil : random.number(0...seats - 1)
                _ = game.forfeit(by: seat, as: random.one(of: Game.Forfeit.allCases))
            } else if let flaw = move(using: &random) {
                return flaw
            }
            if let flaw = flaw() { return flaw }
        }
        return "it does not end"
    }

    private mutating func expire(at deadline: Int) -> String? {
        let asking = game.askingSeat
        guard let change = game.expire(at: deadline, announcedIn: version + 1) else { return "no deadline" }
        announce()
        return change == .set(asking.map { .more(seat: $0) } ?? .idle) ? nil : "\(change) at a deadline"
    }

    private mutating func announce() {
        version += 1
        tables.append(game.table)
    }

    private mutating func move(using random: inout SeededRandom) -> String? {
        let (before, seat) = (game, random.number(0...seats - 1))
        let move = input(using: &random)
        let seen = random.number(max(0, version - 3)...version)
        let isCurrent = (try? game.checkIsCurrent(.set(move), by: seat, seenIn: seen, at: time)) != nil
        guard isCurrent != isStale(move, by: seat, since: seen) else { return "\(move) is stale since \(seen), or not" }
        do throws(Refusal) {
            guard case .set(let change) = try game.play(.set(move), by: seat, at: time, announcedIn: version + 1).change
            else { return "\(move) is no move of Set" }
            announce()
            count(change, before)
            return penaltyFlaw(change, before)
        } catch {
            return game == before ? nil : "a move refused as \(error.code) changed something"
        }
    }

    private func input(using random: inout SeededRandom) -> SetMove {
        let places = SetCard.sets(in: game.table).randomElement(using: &random)
        if random.chance(percent: skill), let places, let named = SetPlaces(places.shuffled(using: &random)) {
            return .take(named)
        }
        switch random.number(0...9) {
        case 0: return .shuffle
        case 1...4: return .more
        default:
            return SetPlaces((0..<3).map { _ in random.number(0...max(12, game.table.count)) })
                .map { .take($0) } ?? .more
        }
    }

    private func isStale(_ move: SetMove, by seat: Int, since seen: Int) -> Bool {
        guard case .take(let places) = move else { return Set(tables[seen...]).count > 1 || shuffledIn > seen }
        let hasChanged = places.all.contains { place in
            shuffledIn > seen && game.table.indices.contains(place)
                || Set(tables[seen...].map { $0.indices.contains(place) ? $0[place] : nil }).count > 1
        }
        return hasChanged || claimedIn[seat] > seen
    }

    private mutating func count(_ change: SetChange, _ before: SetGame) {
        switch change {
        case .set(let seat, _): (scores[seat], sets, claimedIn[seat]) = (scores[seat] + 1, sets + 1, version)
        case .wrong(let seat, _, _):
            (scores[seat], blockedUntil[seat], claimedIn[seat]) = (scores[seat] - 1, time + 3_000, version)
        case .shuffle: shuffledIn = version
        case .more(let seat, _) where seats == 1 && SetCard.firstSet(in: before.table) != nil: scores[seat] -= 1
        default: break
        }
    }

    /// Returns what is wrong with the penalty of a change; nil if nothing is.
    private func penaltyFlaw(_ change: SetChange, _ before: SetGame) -> String? {
        switch change {
        case .wrong(let seat, _, let penalty):
            return penalty.fault != nil && penalty.points == before.score(of: seat) - game.score(of: seat)
                ? nil : "a wrong claim has \(penalty)"
        case .more(let seat, let penalty):
            guard penalty.points == before.score(of: seat) - game.score(of: seat) else {
                return "\(penalty) is not lost"
            }
            let missed = penalty.missed?.all.sorted()
            let isKnown = missed.map { SetCard.sets(in: before.table).contains($0) } ?? (penalty.points == 0)
            return isKnown && (seats == 1 || missed == nil) ? nil : "more cards have \(penalty)"
        default: return nil
        }
    }

    /// Returns what is wrong with the game; nil if nothing is.
    private func flaw() -> String? {
        let dealt = deck.count - game.deckLeft
        guard Set(game.table).count == game.table.count, game.table.count + 3 * sets == dealt else {
            return "cards are lost or come twice"
        }
        guard Set(game.table).isSubset(of: deck.prefix(dealt)) else { return "cards are dealt out of order" }
        guard scores == (0..<seats).map(game.score) else { return "the scores are \((0..<seats).map(game.score))" }
        guard
            (0..<seats).allSatisfy({
                game.blockedMilliseconds(of: $0, at: time) == (game.ending == nil ? max(0, blockedUntil[$0] - time) : 0)
            })
        else { return "a seat is blocked for another time" }
        let isDone = game.deckLeft == 0 && SetCard.firstSet(in: game.table) == nil
        guard isDone ? game.ending != nil : game.ending?.reason != .cleared else { return "it ends at the wrong time" }
        if game.table.count < 12, game.deckLeft > 0 { return "the table is not filled up" }
        if game.table.count > 18, SetCard.firstSet(in: game.table) == nil, game.table.count > 20 {
            return "21 without a set"
        }
        if (game.revealedDeck != nil) != (game.ending != nil) { return "the deck is shown at the wrong time" }
        return nil
    }
}
