import Foundation
import Protocol

@testable import Lobby

/// A referee's knowledge of a match of Set, from the states that its players were sent.
struct SetKnowledge {
    /// Points and sets, by seat.
    private var scores = [0, 0]
    private var sets = [0, 0]
    /// The cards that have been taken.
    private var gone: Set<String> = []
    private var table: [String] = []
    private var deckLeft = 81 - 12
    /// The cards dealt so far, in order; nil if some may have come unseen.
    private(set) var dealt: [String]?
    private var clocks = SetClocks()

    /// Takes over what a host has recovered, some of which nobody may have been told.
    mutating func recover(_ game: SetGame) {
        for seat in 0..<game.rules.seats { (scores[seat], sets[seat]) = (game.score(of: seat), game.sets(of: seat)) }
        (table, deckLeft) = (game.table.map(\.text), game.deckLeft)
        (gone, dealt) = ([], nil)
        clocks.recover(asking: game.askingSeat)
    }

    /// Notes what a state tells that has no flaw.
    mutating func note(_ state: MatchState, _ rules: Rules, _ pace: Pace) {
        guard let set = state.set, state.phase != .waiting else { return }
        let cards = state.cards.compactMap(\.self)
        switch state.change {
        case .deal: dealt = cards
        case .set(.more): dealt? += cards.suffix(3)
        case .set(.set(_, let claim)):
            gone.formUnion(claim.cards.map(\.text))
            if isRefilled { dealt? += claim.places.sorted().map { cards[$0] } }
        default: break
        }
        (scores, sets) = expected(after: state.change, rules)
        (table, deckLeft) = (cards, set.deckLeft)
        clocks.note(state, pace)
    }

    /// Returns the flaw of another copy of the last state; nil if its times can follow.
    func flaw(inCopy state: MatchState, _ pace: Pace) -> String? { clocks.blockFlaw(state, pace) }

    /// True if three new cards take the places of a set.
    private var isRefilled: Bool { table.count <= 12 && deckLeft > 0 }

    /// The scores and the sets after a change.
    private func expected(after change: Change?, _ rules: Rules) -> (scores: [Int], sets: [Int]) {
        var (scores, sets) = (scores, sets)
        switch change {
        case .set(.set(let seat, _)): (scores[seat], sets[seat]) = (scores[seat] + 1, sets[seat] + 1)
        case .set(.wrong(let seat, _, _)): scores[seat] -= 1
        case .set(.more(let seat, _)) where rules.isSolo && Self.hasSet(table): scores[seat] -= 1
        default: break
        }
        return (scores, sets)
    }

    /// Returns the flaw of a new state; nil if it can follow what is known.
    func flaw(in state: MatchState, _ line: StateLine, _ record: Referee.Record, _ pace: Pace) -> String? {
        guard let set = state.set else { return "it has no deck" }
        if state.turn != nil || state.active != nil || state.turnNumber != 0 || !state.turned.isEmpty {
            return "a turn"
        }
        guard state.phase != .waiting else {
            return line.cards == Array(repeating: "", count: 12) ? nil : "cards are shown before the match"
        }
        if state.phase == .over, !state.hasBegun {
            return line.cards.allSatisfy(\.isEmpty) ? nil : "cards are shown though the match never began"
        }
        let (scores, sets) = expected(after: state.change, record.rules)
        for seat in state.seats.indices
        where state.seats[seat].score != scores[seat] || set.seats[seat].sets != sets[seat] {
            return "seat \(seat) has \(state.seats[seat].score) points, not \(scores[seat])"
        }
        if Set(line.cards).count != line.cards.count || !gone.isDisjoint(with: line.cards) { return "a card twice" }
        if line.cards.count + set.deckLeft + 3 * sets.reduce(0, +) != 81 { return "cards are lost" }
        if Self.cards(in: line.timeless) != line.cards.count { return "a card of the deck is told" }
        return claimFlaw(state, line) ?? penaltyFlaw(state, record.rules) ?? tableFlaw(state, line)
            ?? clocks.flaw(in: state, record.rules, pace)
    }

    /// A claim is judged rightly, and names the cards in its places.
    private func claimFlaw(_ state: MatchState, _ line: StateLine) -> String? {
        let (claim, isSet): (SetClaim, Bool)
        switch state.change {
        case .set(.set(_, let right)): (claim, isSet) = (right, true)
        case .set(.wrong(_, let wrong, _)): (claim, isSet) = (wrong, false)
        default: return nil
        }
        let cards = claim.cards.map(\.text)
        guard isSet == Self.isSet(cards) else { return "\(cards) is judged wrongly" }
        guard !table.isEmpty, !isSet else { return nil }
        return claim.places.map { line.cards[$0] } == cards ? nil : "the claim names other cards"
    }

    /// A wrong claim names the first feature in which two cards are alike, and cards that a solo player need not have asked
    /// for name a set; both cost a point. Two players never learn of one.
    private func penaltyFlaw(_ state: MatchState, _ rules: Rules) -> String? {
        switch state.change {
        case .set(.wrong(_, let claim, let penalty)):
            let letters = claim.cards.map { Array($0.text.utf8) }
            let place = (0..<4).first { place in Set(letters.map { $0[place] }).count == 2 }
            let fault = place.map { ["number", "colour", "filling", "shape"][$0] }
            return penalty.points == 1 && penalty.fault?.rawValue == fault && penalty.missed == nil
                ? nil : "\(penalty) for a claim without a \(fault ?? "fault")"
        case .set(.more(_, let penalty)):
            guard rules.isSolo, Self.hasSet(table) else {
                return penalty == SetPenalty() ? nil : "\(penalty) for cards that cost nothing"
            }
            let missed = penalty.missed?.all.compactMap { table.indices.contains($0) ? table[$0] : nil }
            return penalty.points == 1 && penalty.fault == nil && Self.isSet(missed ?? [])
                ? nil : "\(penalty) for a set that was missed"
        default: return nil
        }
    }

    /// Cards come and go only by a claim or a request for more; the match is over once nothing is left to do.
    private func tableFlaw(_ state: MatchState, _ line: StateLine) -> String? {
        let isDone = state.set?.deckLeft == 0 && !Self.hasSet(line.cards)
        if isDone, state.phase != .over { return "it does not end" }
        if !isDone, state.result?.reason == .cleared { return "it ends too soon" }
        guard !table.isEmpty, let change = state.change else { return nil }
        let came = line.cards.filter { !table.contains($0) }
        switch change {
        case .set(.set(_, let claim)):
            guard claim.places.map({ table[$0] }) == claim.cards.map(\.text) else { return "other cards are gone" }
            guard isRefilled else {
                return line.cards == closedUp(without: claim.places) ? nil : "it closes up wrongly"
            }
            guard came.count == 3, line.cards.count == table.count else { return "\(came.count) cards came" }
            let isInPlace = table.indices.allSatisfy {
                claim.places.contains($0) ? came.contains(line.cards[$0]) : line.cards[$0] == table[$0]
            }
            return isInPlace ? nil : "the new cards lie elsewhere"
        case .set(.more): return came.count == 3 && line.cards == table + came ? nil : "not three more"
        case .set(.shuffle): return line.cards.sorted() == table.sorted() ? nil : "a shuffle changes the cards"
        default: return line.cards == table ? nil : "the table changes by \(change)"
        }
    }

    /// The table without the cards in three places: from the highest down, each gets the card of the last place.
    private func closedUp(without places: [Int]) -> [String] {
        var cards = table
        for place in places.sorted().reversed() {
            let last = cards.removeLast()
            if place < cards.count { cards[place] = last }
        }
        return cards
    }

    // MARK: Cards, without the code that plays

    /// Returns true if each letter is the same on all three cards or different on all.
    private static func isSet(_ cards: [String]) -> Bool {
        guard cards.count == 3 else { return false }
        let letters = cards.map { Array($0.utf8) }
        return (0..<4).allSatisfy { place in Set(letters.map { $0[place] }).count != 2 }
    }

    private static func hasSet(_ cards: [String]) -> Bool {
        for (first, one) in cards.enumerated() {
            for second in cards.indices where second > first {
                for third in cards.indices where third > second {
                    if isSet([one, cards[second], cards[third]]) { return true }
                }
            }
        }
        return false
    }

    /// The number of cards that a line names.
    private static func cards(in bytes: [UInt8]) -> Int {
        String(decoding: bytes, as: UTF8.self).matches(of: /"[123][rgp][stu][dso]"/).count
    }
}

extension Change {
    /// The seat of a move of Set; nil for another change.
    var seatOfSet: Int? {
        guard case .set(let step) = self else { return nil }
        return switch step {
        case .set(let seat, _), .wrong(let seat, _, _), .asked(let seat), .more(let seat, _), .shuffle(let seat): seat
        case .idle: nil
        }
    }
}
