import TestSupport
import Testing

@testable import Protocol

/// What holds for every game, whatever its rules: a new one is held to it as soon as `GameKind` names it.
@Suite struct `Games: laws` {
    /// A match between players of the house, and what was seen of it.
    private struct Playout {
        var game: Game
        var states: [MatchState] = []
        var moves: [MadeMove] = []

        init(_ kind: GameKind, seed: UInt64) throws {
            var random = SeededRandom(seed: seed)
            let rules = try Rules(RulesRequest(game: kind), default: .quick)
            game = Game(rules: rules, deck: Deck(for: rules, using: &random))
            var players = (0..<rules.seats).map { rules.housePlayer(level: .steady, seat: $0, seed: random.next()) }
            var time = 0
            show(after: .deal, at: time)
            for _ in 0..<5_000 where game.ending == nil {
                for seat in players.indices { players[seat].see(states[states.count - 1]) }
                let due = players.indices.compactMap { seat in
                    players[seat].nextMove(after: states[states.count - 1], at: time, using: &random).map { (seat, $0) }
                }.min { $0.1 < $1.1 }
                if let deadline = game.deadline, deadline <= due?.1 ?? .max {
                    time = deadline
                    show(after: game.expire(at: time, announcedIn: states.count), at: time)
                } else if let (seat, moment) = due {
                    time = max(time, moment)
                    let chosen = players[seat].move(in: states[states.count - 1], using: &random)
                    guard let move = chosen else { continue }
                    let played = try game.play(move, by: seat, at: time, announcedIn: states.count)
                    moves.append(played.made)
                    show(after: played.change, at: time)
                }
            }
        }

        private mutating func show(after change: Change?, at time: Int) {
            var state = HouseMatch.emptyState(seats: game.rules.seats)
            (state.version, state.change) = (states.count, change)
            game.show(in: &state, at: time)
            states.append(state)
        }
    }

    @Test(arguments: GameKind.allCases)
    func `house players play a match to its end, and its states are read as they were written`(kind: GameKind) throws {
        let playout = try Playout(kind, seed: 29)
        #expect(playout.game.ending != nil && playout.moves.count > 5)
        for state in playout.states {
            var expected = state
            expected.matched = .stay  // Not part of a state in JSON.
            var writer = ByteWriter()
            JSONEvents.write(Message(.state(state)), into: &writer)
            let line = writer.drain()
            #expect(JSONEventReader.read(line, in: 0..<line.count - 1) == .message(Message(.state(expected))))
        }
    }

    @Test(arguments: GameKind.allCases)
    func `moves are read from a journal and a record as they were written`(kind: GameKind) throws {
        let playout = try Playout(kind, seed: 30)
        for made in playout.moves {
            var writer = ByteWriter()
            writer.put("{\"seat\":0")
            JSONRecords.write(made, into: &writer)
            writer.put("}")
            let recorded = writer.drain()
            let object = try #require(JSONObject(recorded, in: recorded.indices))
            #expect(JSONRecords.readMade(object) == .some(made))
            let isPossible = kind.type.mayMake(made, under: playout.game.rules)
            #expect(isPossible)
            writer.put("{\"seat\":0")
            made.writeFields(into: &writer)
            writer.put("}")
            let stored = writer.drain()
            let line = try #require(JSONObject(stored, in: stored.indices))
            #expect(line.move("\(made.word)") == made)
        }
    }

    @Test(arguments: GameKind.allCases)
    func `a game refuses the moves of others, and every move once it is over`(kind: GameKind) throws {
        let others = try GameKind.allCases.filter { $0 != kind }.flatMap { try Playout($0, seed: 31).moves.prefix(3) }
        var playout = try Playout(kind, seed: 31)
        #expect(!others.isEmpty)
        for made in others + playout.moves {
            let over = playout.game
            #expect(throws: Refusal.notPlaying("The match is over.")) {
                try playout.game.play(made.move, by: 0, at: 1_000_000, announcedIn: 9)
            }
            #expect(playout.game == over)
        }
        var random = SeededRandom(seed: 32)
        let rules = playout.game.rules
        for made in others where !kind.type.mayMake(made, under: rules) {
            var game = Game(rules: rules, deck: Deck(for: rules, using: &random))
            let before = game
            let refusal = #expect(throws: Refusal.self) { try game.play(made.move, by: 0, at: 0, announcedIn: 1) }
            #expect(refusal?.code == "not_playing" && game == before)
        }
    }

    @Test(arguments: Command.Kind.allCases)
    func `every command is read in both dialects, by itself or as a move of a game`(kind: Command.Kind) {
        for line in [#"{"type":"\#(kind.name)"}"#, kind.name] {
            let bytes = Array(line.utf8)
            switch CommandReader.read(bytes, in: bytes.indices).content {
            case .command(let command): #expect(command.kind == kind, "\(line)")
            case .malformed(let named, let refusal): #expect(named == kind && refusal.code != "unknown_type", "\(line)")
            case .unreadable(let refusal, _): Issue.record("\(line) is \(refusal)")
            }
        }
    }

    @Test(arguments: GameKind.allCases)
    func `a deck that was dealt may be dealt, and no deck is seen before the end`(kind: GameKind) throws {
        let playout = try Playout(kind, seed: 33)
        let rules = playout.game.rules
        let deck = try #require(playout.game.revealedDeck)
        #expect(deck.count == rules.deckCount && Deck(deck.faces, for: rules) == deck)
        #expect(Deck(Array(deck.faces.dropLast()), for: rules) == nil)
        #expect(Game(rules: rules, deck: deck).revealedDeck == nil)
    }

    @Test(arguments: GameKind.allCases)
    func `a rule that a game does not have is as in the classic preset, whatever is asked for`(kind: GameKind) throws {
        let usual = try Rules(RulesRequest(game: kind))
        for rule in Rule.all where !kind.has(rule) {
            var request = RulesRequest(game: kind)
            switch rule.form {
            case .number(let number): request[keyPath: number.field] = number.bounds.upperBound
            case .flag(let field, _): request[keyPath: field] = true
            case .choice(let choice): choice.set(&request, try #require(choice.all.last))
            }
            #expect(try Rules(request) == usual, "\(rule.name)")
        }
        #expect(kind.has(.seats) && kind.has(.grace) && kind.has(.house))
    }
}
