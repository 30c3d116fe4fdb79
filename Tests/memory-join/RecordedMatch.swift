import Protocol
import TestSupport

@testable import Lobby

/// A random match, played as a host plays it, with everything that a watcher was shown of it.
struct RecordedMatch {
    /// The states shown, with their times in milliseconds since the start.
    var shown: [(state: MatchState, at: Int)] = []
    private var match: Match
    private var now = Instant(milliseconds: 1_700_000_000_000)
    private let deck: Deck
    private let began: Instant
    /// The chance, in percent, that a player who has turned a first card knows its twin.
    private let skill: Int
    /// The chance that a turn times out, in percent, and that a player resigns, per thousand.
    private let lateness, despair: Int

    /// Plays a whole match, by players of that skill, or of any.
    init(rules: Rules, skill: Int? = nil, using random: inout SeededRandom) {
        deck = Deck(for: rules, using: &random)
        match = Match(
            Entry.Opening(
                match: MatchID(number: 7), rules: rules, code: nil, deck: deck,
                starting: random.number(0...rules.seats - 1), at: now))
        began = now
        self.skill = skill ?? random.number(10...90)
        lateness = random.one(of: [0, 5, 60])
        despair = skill == nil ? random.one(of: [0, 10]) : 0
        for name in ["Ann", "Bob"].prefix(rules.seats) {
            let change = match.takeSeat(.person(player(name), .present(ClientID(slot: 1, serial: 1))), at: now)
            if let change { look(after: change) }
        }
        // A match without a limit on a board of a hundred cards takes some hundred turns; a record holds 1400 moves.
        for _ in 0..<5_000 where !match.isOver { play(&random) }
        while !match.isOver { look(after: match.forfeit(by: 0, as: .resigned)) }
    }

    /// The record that the host keeps of it.
    var record: MatchRecord { unwrapped(match.record(number: 17, endedAt: now)) }

    private mutating func play(_ random: inout SeededRandom) {
        let due = match.due()
        let patience = due.map { max(1, $0 - now) } ?? 100_000
        // Two cards that are shown for no time turn back before anybody can give up.
        if due.map({ $0 > now }) ?? true, random.number(0...999) < despair {
            now = now + random.number(0...patience - 1)
            return forfeit(&random)
        }
        let table = match.state(after: nil, at: now)
        guard let turn = table.turn, due == nil || random.number(0...99) >= lateness else {
            now = due ?? now
            return look(after: match.expire(at: now))
        }
        now = now + random.number(0...min(patience, 9_000) - 1)
        let move = Move.flip(.card(card(of: table, &random)))
        look(after: unwrapped(try? match.play(move, by: turn, at: now).change))
    }

    /// Ends the match. An abandoned solo game has nobody left; one of two may be abandoned by both.
    private mutating func forfeit(_ random: inout SeededRandom) {
        let forfeit = random.one(of: Game.Forfeit.allCases)
        let losers: [Int?] = match.rules.isSolo ? [forfeit == .resigned ? 0 : nil] : [nil, 0, 1]
        look(after: match.forfeit(by: random.one(of: losers), as: forfeit))
    }

    /// A face-down card; the first one's twin, if the player knows it.
    private func card(of table: MatchState, _ random: inout SeededRandom) -> Int {
        let down = table.cards.indices.filter { table.cards[$0] == nil }
        let twin = table.turned.first.flatMap { first in down.first { deck.faces[first] == deck.faces[$0] } }
        return random.number(0...99) < skill ? twin ?? random.one(of: down) : random.one(of: down)
    }

    /// Takes note of what the table shows after a change; the clock, the watchers and the version are not in a record.
    private mutating func look(after change: Change?) {
        var state = match.state(after: change, at: now)
        (state.version, state.turnEndsInMilliseconds, state.phaseEndsInMilliseconds) = (shown.count + 1, nil, nil)
        if state.result != nil { state.result?.record = RecordID(number: 17) }  // The lobby adds it.
        shown.append((state, now - began))
    }
}
