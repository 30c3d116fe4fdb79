import Foundation
import Protocol
import TestSupport

@testable import Lobby
@testable import TestDrivers

/// A line of a state, taken apart without the code that wrote it.
struct StateLine {
    /// The faces as they stand in the line.
    let cards: [String]
    /// The line without its milliseconds and its change, which alone may differ between copies of one version.
    let timeless: [UInt8]

    init(_ bytes: [UInt8]) {
        let begin = Self.end(of: "\"cards\":[", in: bytes)
        let end = bytes[begin...].firstIndex(of: UInt8(ascii: "]")) ?? begin
        cards =
            begin == end
            ? []
            : bytes[begin..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map {
                String(decoding: $0.dropFirst().dropLast(), as: UTF8.self)
            }
        let turnEnd = Self.end(of: "\"turnEndsInMs\":", in: bytes)
        let active = Self.end(of: "\"active\":", in: bytes)
        let phaseEnd = Self.end(of: "\"phaseEndsInMs\":", in: bytes)
        let seats = Self.end(of: "\"seats\":", in: bytes)
        let change = Self.end(of: "\"change\":", in: bytes)
        let result = Self.end(of: "\"result\":", in: bytes)
        timeless = Self.withoutBlocks(
            Array(bytes[..<turnEnd] + bytes[active..<phaseEnd] + bytes[seats..<change] + bytes[result...]))
    }

    /// Removes the milliseconds for which wrong claims still block.
    private static func withoutBlocks(_ bytes: [UInt8]) -> [UInt8] {
        var rest = bytes
        let key = Data("\"blockedMs\":".utf8)
        var start = 0
        while let found = Data(rest).range(of: key, in: start..<rest.count)?.upperBound {
            rest.replaceSubrange(found..<(rest[found...].firstIndex(of: UInt8(ascii: ",")) ?? found), with: [])
            start = found
        }
        return rest
    }

    private static func end(of key: String, in bytes: [UInt8]) -> Int {
        Data(bytes).range(of: Data(key.utf8))?.upperBound ?? bytes.count
    }
}

/// The laws that every new state of a match obeys, whatever happened. They do not say which state is right: the tests
/// of the rules do, and the ``Mirror`` says that it is the one in the journal.
struct StateLaws {
    let state: MatchState
    let line: StateLine
    let rules: Rules
    /// The state before; nil if there was none, or if the host was started again since.
    let last: MatchState?
    /// True if the match has begun, whatever the state shows.
    let hasBegun: Bool
    /// The cards of Memory that were flipped so far.
    let flipped: Set<Int>
    /// True if it is for a client that has not seen the match.
    let isAlone: Bool

    /// The law that the state breaks; nil if it breaks none.
    var flaw: String? { hidden ?? conserved ?? shape ?? order ?? scores ?? claims ?? drawing }

    // MARK: Cards

    /// Nobody sees what is hidden.
    private var hidden: String? {
        let shown = line.cards.indices.filter { !line.cards[$0].isEmpty }
        if (state.result?.salt != nil) != (state.phase == .over) { return "a salt at the wrong time" }
        switch state.game {
        case .memory:
            if state.phase == .over { return shown.count == line.cards.count ? nil : "a card is hidden at the end" }
            if let card = shown.first(where: { !flipped.contains($0) }) { return "nobody flipped card \(card)" }
            return Set(shown) == Set(state.turned + state.seats.flatMap(\.taken)) ? nil : "\(shown) are shown"
        case .set:
            if !hasBegun, !shown.isEmpty { return "cards are shown before the match" }
            let all = String(decoding: line.timeless, as: UTF8.self).matches(of: /"[123][rgp][stu][dso]"/).count
            let deck = state.phase == .over ? 81 : 0  // The seal's.
            return all == shown.count + deck ? nil : "a card of the deck is told"
        }
    }

    /// No card is lost, and none is there twice.
    private var conserved: String? {
        let taken = state.seats.flatMap(\.taken)
        if Set(taken).count != taken.count { return "a card was taken twice" }
        switch state.game {
        case .memory:
            if line.cards.count != rules.rows * rules.columns { return "\(line.cards.count) cards" }
            let counts = line.cards.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            let isPaired = counts.allSatisfy { $0.key.isEmpty || $0.value.isMultiple(of: 2) }
            return state.phase != .over || isPaired ? nil : "a face without its mate"
        case .set(let part):
            guard hasBegun else { return nil }
            if Set(line.cards).count != line.cards.count { return "a card lies there twice" }
            let sets = part.seats.map(\.sets).reduce(0, +)
            return line.cards.count + part.deckLeft + 3 * sets == 81 ? nil : "cards are lost"
        }
    }

    // MARK: Fields

    /// Fields agree, as the table of states in PROTOCOL.md says.
    private var shape: String? {
        let (phase, ends) = (state.phase, state.phaseEndsInMilliseconds)
        let isComplete = state.seats.count == rules.seats && state.seats.allSatisfy(\.present)
        let hasTurns = rules.game.hasTurns
        let agreements: [(String, Bool)] = [
            ("a turn", (state.turn != nil) == (hasTurns && phase == .playing)),
            ("the turn of nobody", state.turn.map(state.seats.indices.contains) ?? true),
            ("a turn's clock", state.turnEndsInMilliseconds == (state.turn == nil ? nil : ends)),
            ("an active seat", (state.active != nil) == (hasTurns && phase != .waiting && phase != .over)),
            ("another's turn", state.turn == nil || state.turn == state.active),
            ("the number of a turn", (state.turnNumber > 0) || state.active == nil),
            ("a ply", (state.ply != nil) == hasTurns),
            ("a result", (state.result != nil) == (phase == .over)),
            ("a seat that was left", state.seats.allSatisfy { !$0.left || !$0.present && phase == .over }),
            ("an offer", state.seats.allSatisfy { !$0.rematch || phase == .over }),
            ("turned cards", (phase == .showing) == (state.turned.count == 2) || phase == .paused),
            ("a player who is missing", isComplete || phase != .playing && phase != .showing),
            ("a pause for nobody", phase != .paused || !isComplete && ends != nil),
            ("a wait for nobody", phase != .waiting || state.seats.count < rules.seats),
            ("a wait that ends", phase != .waiting || (ends == nil) == state.seats.allSatisfy(\.present)),
            ("an end that ends", phase != .over || ends == nil && state.turned.isEmpty),
            ("a reveal", phase != .showing || 0...rules.revealMilliseconds ~= ends ?? -1),
            (
                "a clock against the rules",
                !hasTurns || phase != .playing || (ends == nil) == (rules.turnMilliseconds == 0)
            ),
            ("turns left", state.seats.allSatisfy { 0...rules.turns ~= $0.turnsLeft ?? 0 }),
            ("a winner with fewer points", !hasPoorWinner),
        ]
        return agreements.first { !$0.1 }?.0
    }

    private var hasPoorWinner: Bool {
        guard let result = state.result, let winner = result.winner, [.cleared, .turns, .idle].contains(result.reason)
        else { return false }
        return state.seats.contains { $0.score > state.seats[winner].score }
    }

    // MARK: Steps

    /// Numbers go on.
    private var order: String? {
        guard let last else { return nil }
        if last.phase == .over, state.phase != .over { return "a match began again" }
        if !(0...1).contains(state.turnNumber - last.turnNumber) { return "turn after \(last.turnNumber)" }
        if (state.ply ?? 0) - (last.ply ?? 0) != (state.change?.isPly == true ? 1 : 0) {
            return "ply after \(last.ply ?? 0)"
        }
        if let (seat, _) = state.change?.flip, seat != last.active { return "seat \(seat) flipped out of turn" }
        let isOther = state.active != last.active && state.active != nil && last.active != nil
        return isOther && state.turnNumber == last.turnNumber ? "a turn of two seats" : nil
    }

    /// Points come and go only by what brings or costs them, and only for the seat that did it.
    private var scores: String? {
        guard let last, state.version == last.version + 1, state.seats.count == last.seats.count else { return nil }
        let (seat, points) = state.change?.worth(under: rules) ?? (0, 0)
        for (index, (now, before)) in zip(state.seats, last.seats).enumerated() {
            let gain = index == seat ? points : 0
            if now.score != before.score + gain { return "\(now.score) points after \(before.score)" }
            var pair = false
            if case .memory(.pair(index, _, _)) = state.change { pair = true }
            if now.taken.count != before.taken.count + (pair ? 2 : 0) { return "\(now.taken) after \(before.taken)" }
        }
        return nil
    }

    /// A claim of Set is judged rightly and names the cards in its places; a wrong one blocks for three seconds; and
    /// two players never learn of a set that they have missed.
    private var claims: String? {
        guard case .set(let part) = state.game else { return nil }
        for (seat, block) in part.seats.map(\.blockedMilliseconds).enumerated() {
            var allowed = 0...(state.phase == .over ? 0 : 3_000)
            if case .set(.wrong(seat, _, _)) = state.change, state.phase != .over { allowed = 3_000...3_000 }
            if !allowed.contains(block) { return "seat \(seat) is blocked for \(block) ms" }
        }
        switch state.change {
        case .set(.set(_, let claim)): return flaw(of: claim, isSet: true)
        case .set(.wrong(_, let claim, let penalty)):
            return penalty.missed == nil ? flaw(of: claim, isSet: false) : "a missed set is told"
        case .set(.more(_, let penalty)):
            return rules.isSolo || penalty == SetPenalty() ? nil : "\(penalty) for cards that cost nothing"
        default: return nil
        }
    }

    private func flaw(of claim: SetClaim, isSet: Bool) -> String? {
        let letters = claim.cards.map { Array($0.text.utf8) }
        if isSet != (0..<4).allSatisfy({ place in Set(letters.map { $0[place] }).count != 2 }) {
            return "a false verdict"
        }
        guard let last, state.version == last.version + 1, last.cards.count > claim.places.max() ?? 0 else {
            return nil
        }
        return claim.places.map { last.cards[$0] } == claim.cards.map(\.text) ? nil : "the claim names other cards"
    }

    /// Plain text draws the board if that has changed, and then only.
    private var drawing: String? {
        guard let last, let change = state.change, state.set == nil, !isAlone else { return nil }
        let isSame =
            state.cards == last.cards && state.turn == last.turn && state.phase == last.phase
            && state.turned == last.turned && state.seats.map(\.turnsLeft) == last.seats.map(\.turnsLeft)
        let isDrawn = Message(.state(state)).bytes(.plain).lines.contains { $0.starts(with: Array("   A ".utf8)) }
        if isSame, case .memory(.timeout) = change { return nil }  // A turn was spent, and nothing moved.
        guard isSame == isDrawn else { return nil }
        return isSame ? "the same board is drawn again" : "a change of the board is not drawn"
    }
}

extension Change {
    /// True for a flip, and for a turn that timed out: what ``MatchState/ply`` counts.
    fileprivate var isPly: Bool {
        switch self {
        case .memory(.cover): false
        case .memory: true
        default: false
        }
    }

    /// The seat that it brings points and how many, negative if it costs some, as PROTOCOL.md says; nil for none.
    fileprivate func worth(under rules: Rules) -> (seat: Int, points: Int)? {
        switch self {
        case .memory(.pair(let seat, _, _)): (seat, rules.scoring == .pairs ? 1 : 200)
        case .memory(.miss(let seat, _, _)): (seat, rules.scoring == .pairs ? 0 : -100)
        case .set(.set(let seat, _)): (seat, 1)
        case .set(.wrong(let seat, _, _)): (seat, -1)
        case .set(.more(let seat, let penalty)): (seat, rules.isSolo && penalty.missed != nil ? -1 : 0)
        default: nil
        }
    }

    /// The seat and the card of a flip; nil for another change.
    var flip: (seat: Int, card: Int)? {
        switch self {
        case .memory(.flip(let seat, let card)): (seat, card)
        case .memory(.pair(let seat, _, let card)), .memory(.miss(let seat, _, let card)): (seat, card)
        default: nil
        }
    }

    /// The name of its case, or of the game's step.
    var label: String {
        switch self {
        case .memory(let step): Self.label(step)
        case .set(let step): Self.label(step)
        default: Self.label(self)
        }
    }

    private static func label(_ value: some Any) -> String { String(String(describing: value).prefix { $0 != "(" }) }
}
