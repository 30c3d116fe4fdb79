import Protocol

@testable import Lobby

/// A random match, played on the host's own table, with everything that a watcher was shown of it.
struct RecordedMatch {
    /// What was shown, and when, in milliseconds since the beginning.
    var shown: [(state: MatchState, at: Int)] = []
    private var match: Match
    private var now = Instant(milliseconds: 1_700_000_000_000)
    private let deck: Deck
    private let began: Instant
    /// How often in a hundred a player who has turned a first card knows where its twin is.
    private let skill: Int
    /// How often in a hundred somebody's clock runs out, and how often in a thousand somebody gives up.
    private let lateness: Int
    private let despair: Int

    /// Plays a whole match, by players of that skill, or of any.
    init(rules: Rules, skill: Int? = nil, using random: inout SeededGenerator) {
        deck = Deck(for: rules, using: &random)
        match = Match(
            Entry.Opening(
                match: MatchID(number: 7), rules: rules, code: nil, deck: deck,
                starting: random.number(0...rules.seats - 1), at: now))
        match.seats = ["Ann", "Bob"].prefix(rules.seats).map {
            Seat(name: player($0), occupant: .present(ClientID(slot: 1, serial: 1)))
        }
        match.begin(at: now)
        began = now
        self.skill = skill ?? random.number(10...90)
        lateness = random.one(of: [0, 5, 60])
        despair = skill == nil ? random.one(of: [0, 10]) : 0
        look()
        // A match without a limit on a board of a hundred cards takes some hundred turns; a record holds 1400 moves.
        for _ in 0..<5_000 where !match.isOver { play(&random) }
        while !match.isOver { end(by: 0, as: .resigned) }
    }

    /// The record that the host keeps of it.
    var record: MatchRecord {
        guard let record = match.record(number: 17, endedAt: now) else { preconditionFailure("it is over") }
        return record
    }

    private mutating func play(_ random: inout SeededGenerator) {
        let due = match.due
        let patience = due.map { max(1, $0 - now) } ?? 100_000
        // Two cards that are shown for no time turn back before anybody can give up.
        if due.map({ $0 > now }) ?? true, random.number(0...999) < despair {
            now = now + random.number(0...patience - 1)
            let loser = random.one(of: [nil] + match.seats.indices.map(Optional.some))
            return end(by: loser, as: random.one(of: Game.Forfeit.allCases))
        }
        guard let turn = match.game.turn, due == nil || random.number(0...99) >= lateness else {
            now = due ?? now
            _ = match.clockRang(at: now)
            return look()
        }
        now = now + random.number(0...min(patience, 9_000) - 1)
        let card = card(&random)
        do { _ = try match.flip(.index(card), by: turn, at: now) } catch { preconditionFailure(error.message) }
        look()
    }

    private mutating func end(by loser: Int?, as forfeit: Game.Forfeit) {
        match.forfeit(by: loser, as: forfeit)
        look()
    }

    /// A card that lies face down; the first one's twin, if the player knows it.
    private func card(_ random: inout SeededGenerator) -> Int {
        let faces = match.game.visibleFaces()
        let down = faces.indices.filter { faces[$0] == nil }
        if let first = match.game.turned.first, random.number(0...99) < skill,
            let twin = down.first(where: { deck.isPair(first, $0) })
        {
            return twin
        }
        return random.one(of: down)
    }

    /// Takes note of what the table shows now; the clock, the watchers and the version are not in a record.
    private mutating func look() {
        var state = MatchState(
            match: match.id, version: 0, phase: .waiting, rows: 2, columns: 2, cards: [], turned: [], turn: nil,
            turnEndsInMilliseconds: nil, seats: [], watchers: 0, result: nil)
        match.show(in: &state, at: now)
        state.version = shown.count + 1
        state.turnEndsInMilliseconds = nil
        shown.append((state, now - began))
    }
}
