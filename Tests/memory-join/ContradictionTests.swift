import Protocol
import TestSupport
import Testing

@testable import memory_join

/// A person plays, and the host contradicts itself: no card is turned or claimed that was not meant, and when the host
/// tells the truth again, the person plays on.
@Suite struct ContradictionTests {
    /// The rounds for each game: `MEMORY_ROUNDS=5000` takes some ten minutes.
    private static let rounds = Platform.environmentValue("MEMORY_ROUNDS").flatMap { Int($0) } ?? 20

    @Test(arguments: [GameKind.memory, .set])
    func `only what was meant is turned or claimed, and the truth ends all confusion`(_ game: GameKind) {
        var (random, moves) = (SeededRandom(#function), 0)
        for round in 0..<Self.rounds {
            let look = Look(hasMotion: random.chance(oneIn: 2))
            var model = game == .memory ? Model.inMatch(look: look) : Model.inSet(look: look)
            let truth = unwrapped(model.state)
            var (now, chosen) = (start, ChosenCards())
            for step in 0..<100 {
                now = now + random.number(0...700)
                let input = random.chance(oneIn: 2) ? random.play(model) : random.lie(model, about: truth)
                let former = model
                let effects = model.update(input, at: now)
                chosen.note(input, before: former, after: model)
                moves += effects.commands.count { if case .move = $0 { true } else { false } }
                _ = model.drawing(at: now)
                if let flaw = chosen.flaw(of: effects, after: input, on: model) ?? stuck(model) {
                    Issue.record("round \(round), step \(step), after \(input): \(flaw)")
                    return
                }
            }
            if let flaw = cannotPlayOn(&model, truth, now + 10_000) {
                Issue.record("round \(round): \(flaw)")
                return
            }
        }
        // Lies leave no move in many a round.
        #expect(moves > Self.rounds / 4)
    }

    /// Returns the flaw of a screen on which nothing leads on.
    private func stuck(_ model: Model) -> String? {
        switch model.screen.overlay {
        case .text, .prompt: nil  // Any key, or Escape.
        case .question, nil: model.buttons.isEmpty ? "nothing can be chosen" : nil
        }
    }

    /// Lets the host tell the truth over a new connection; returns a flaw if the person can't make a move then.
    private func cannotPlayOn(_ model: inout Model, _ truth: MatchState, _ now: Instant) -> String? {
        model.take(.lost("reset"), at: now)
        model.take(.tick, .opened, Say.hello, welcome("Ann", resumed: true), at: now + 10_000)
        // What was asked for the page has an answer, whatever it is.
        for _ in 0..<5 where model.session.commands.pending != nil {
            model.answer(.lobby(Say.emptyLobby), at: now + 10_000)
        }
        let rules = truth.game.kind == .set ? Say.setRules() : Rules.preset(.classic)
        model.take(received(.match(Seating(match: truth.match, seat: 0, rules: rules, code: nil))), at: now + 10_000)
        model.take(received(.state(truth)), at: now + 10_000)
        for step in 1...3 where model.screen.overlay != nil || !model.showsTable {
            model.press(.escape, at: now + 10_000 + 2_000 * step)
        }
        guard model.isOnTable else { return "not at the table but on \(model.screen.page)" }
        if truth.game.kind == .set {
            model.press(.escape, at: now + 21_000)
            // The person may have chosen to claim by Enter.
            let effects =
                SetHand.keys.prefix(3).flatMap { model.type(String($0), at: now + 22_000) }
                + model.press(.enter, at: now + 23_000)
            return effects.commands.contains { $0.kind == .take } ? nil : "no claim: \(model.told.suffix(3))"
        }
        let effects = model.type("c2", at: now + 22_000)
        return effects.commands.contains { $0.kind == .flip } ? nil : "no flip: \(model.told.suffix(3))"
    }
}

/// The cards that a person has chosen, so that no other is turned or claimed.
private struct ChosenCards {
    private var places: Set<Int> = []
    private var faces: Set<String> = []

    /// Notes the card that an input may choose: the one under the mouse when its button is pressed, or under the cursor
    /// when a key is that may choose it.
    mutating func note(_ input: Input, before former: Model, after model: Model) {
        switch input {
        case .pointed(.press(.left), .card(let place), _): add(place, former)
        case .key(.enter), .key(.character):
            for model in [former, model] { if let place = model.session.table?.cursor { add(place, model) } }
        default: break
        }
    }

    private mutating func add(_ place: Int, _ model: Model) {
        places.insert(place)
        if let face = model.face(at: place) { faces.insert(face) }
    }

    /// Returns a card that is to be turned, or after a key or a click claimed, and that nobody has chosen; nil if there is
    /// none.
    func flaw(of effects: [Effect], after input: Input, on model: Model) -> String? {
        for case .move(let move) in effects.commands {
            switch move {
            case .flip(let card): if !places.contains(where: { card == .card($0) }) { return "\(card) was not meant" }
            case .set(.take(let claim)):
                // One that has waited for another is about the table as it was, and the host is told so.
                guard input.isPerson else { continue }
                let claimed = claim.all.compactMap { model.face(at: $0) }
                if claimed.count < 3 || !faces.isSuperset(of: claimed) { return "\(claimed) were not meant" }
            default: break
            }
        }
        return nil
    }
}

extension Input {
    fileprivate var isPerson: Bool {
        switch self {
        case .key, .pointed: true
        default: false
        }
    }
}

extension Model {
    /// The face in a place of the table; nil if there is none, or it is face down.
    fileprivate func face(at place: Int) -> String? {
        guard let cards = state?.cards, cards.indices.contains(place) else { return nil }
        return cards[place]
    }
}

extension SeededRandom {
    /// What a person does at a table.
    fileprivate mutating func play(_ model: Model) -> Input {
        let count = max(1, model.state?.cards.count ?? 1)
        switch number(0...9) {
        case 0, 1: return .key(one(of: [.up, .down, .left, .right]))
        case 2, 3: return .key(.enter)
        case 4: return .pointed(.press(.left), .card(number(0...count - 1)))
        case 5: return .key(one(of: [.escape, .tab, .character(" ")]))
        case 6: return .tick
        default: return .key(.character(one(of: Array("abcdefABCDEF12345mn".unicodeScalars))))
        }
    }

    private func told(_ event: Event) -> Input { .received(.message(Message(event))) }

    /// What a host says that contradicts itself, or the loss of the connection to it.
    fileprivate mutating func lie(_ model: Model, about truth: MatchState) -> Input {
        if !model.isOnline, !chance(oneIn: 5) {
            switch model.session.connection.stage {
            case .connecting: return .opened
            case .greeting: return Say.hello
            case .identifying: return welcome("Ann", resumed: chance(oneIn: 2))
            default: return .tick
            }
        }
        let pending = model.session.commands.pending?.id
        func answer(_ event: Event) -> Input { .received(.message(Message(event, re: pending))) }
        switch number(0...11) {
        case 0, 1: return answer(.ok(nil))
        case 2:
            return answer(.error(ErrorReport(one(of: [.tooFast, .notYourTurn, .stale("Too late.")]), command: "flip")))
        case 3: return chance(oneIn: 8) ? .lost("reset") : .tick
        case 4: return one(of: [.opened, Say.hello, welcome("Ann", resumed: true), welcome("Ann")])
        case 5:
            let seating = unwrapped(model.seating ?? Model.inMatch().seating)
            return told(
                .match(Seating(match: truth.match, seat: one(of: [0, 0, 1, nil]), rules: seating.rules, code: nil)))
        default: return told(.state(state(like: model.state ?? truth, or: truth)))
        }
    }

    /// A state that may follow from another, or from none.
    private mutating func state(like former: MatchState, or truth: MatchState) -> MatchState {
        var next = chance(oneIn: 3) ? truth : former
        next.version = max(0, former.version + number(-1...3))
        next.phase = one(of: [.playing, .playing, .playing, .showing, .paused])
        next.turn = one(of: [0, 0, 0, 1, nil])
        next.active = next.turn
        next.turnNumber = max(0, former.turnNumber + number(-1...2))
        next.ply = chance(oneIn: 5) ? nil : max(0, (former.ply ?? 0) + number(-1...2))
        next.change = nil
        if truth.game.kind == .memory {
            for _ in 0..<number(0...3) {
                next.cards[number(0...next.cards.count - 1)] = chance(oneIn: 2) ? nil : one(of: ["🦊", "🐸"])
            }
            next.turned = chance(oneIn: 2) ? [] : [number(0...next.cards.count - 1)]
        } else {
            next.cards = CardFaces(Say.setCards(one(of: [9, 12, 12, 15])).shuffled(using: &self))
        }
        return next
    }
}
