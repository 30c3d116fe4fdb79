import Foundation
import Protocol

@testable import Lobby

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

/// Checks that a new state can follow what is known of its match.
struct StateCheck {
    private(set) var flaw: String?

    init(
        _ state: MatchState, _ line: StateLine, _ record: Referee.Record, isAlone: Bool, _ now: Instant,
        _ pace: Pace
    ) {
        flaw =
            state.set == nil
            ? Self.faces(state, line, record) ?? Self.turn(state, record) ?? Self.scores(state, record)
                ?? Self.change(state, record, isAlone, now)
            : record.set.flaw(in: state, line, record, pace)
        // Versions that nobody was there to hear are passed over.
        if flaw == nil, let last = record.last, state.version <= last.version { flaw = "follows \(last.version)" }
        if flaw == nil, record.last?.phase == .over, state.phase != .over { flaw = "a match began again" }
    }

    private static func faces(_ state: MatchState, _ line: StateLine, _ record: Referee.Record) -> String? {
        let up = Set(state.turned + state.seats.flatMap(\.taken))
        guard line.cards.count == record.rules.cardCount else { return "\(line.cards.count) cards" }
        for (card, face) in line.cards.enumerated() {
            if let known = record.faces[card], !face.isEmpty, face != known { return "card \(card) has another face" }
            if state.phase == .over {
                if face.isEmpty { return "card \(card) is hidden at the end" }
            } else {
                if !face.isEmpty, !record.turnedUp.contains(card) {
                    return "card \(card) shows a face that nobody turned"
                }
                if face.isEmpty == up.contains(card) { return "card \(card) is shown and not up, or up and not shown" }
            }
        }
        guard state.phase == .over else { return nil }
        let counts = line.cards.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        return counts.values.allSatisfy { $0.isMultiple(of: 2) } ? nil : "a face without its mate"
    }

    private static func turn(_ state: MatchState, _ record: Referee.Record) -> String? {
        if (state.turn != nil) != (state.phase == .playing) { return "turn \(String(describing: state.turn))" }
        if let turn = state.turn, !state.seats.indices.contains(turn) { return "the turn of nobody" }
        if state.phase != .playing, state.turnEndsInMilliseconds != nil { return "a clock in \(state.phase)" }
        if state.phase == .playing, (state.turnEndsInMilliseconds == nil) != (record.rules.turnMilliseconds == 0) {
            return "a clock, or none, against the rules"
        }
        if (state.active != nil) != (state.phase != .waiting && state.phase != .over) {
            return "active \(String(describing: state.active)) in \(state.phase)"
        }
        if let turn = state.turn, state.active != turn { return "turn \(turn) is not active" }
        if state.turnNumber == 0, state.active != nil { return "the turn before the first" }
        if state.ply == nil { return "no ply" }
        if let last = record.last, !record.isResumed {
            if !(0...1).contains(state.turnNumber - last.turnNumber) {
                return "turn \(state.turnNumber) after \(last.turnNumber)"
            }
            let isStep = state.version > last.version && state.change?.isPly == true
            if let ply = state.ply, ply - (last.ply ?? 0) != (isStep ? 1 : 0) {
                return "ply \(ply) after \(last.ply ?? 0) by \(String(describing: state.change))"
            }
            let isOther = state.active != last.active && state.active != nil && last.active != nil
            if isOther, state.turnNumber == last.turnNumber { return "turn \(state.turnNumber) has two seats" }
        }
        let ends = state.phaseEndsInMilliseconds
        switch state.phase {
        case .playing: if ends != state.turnEndsInMilliseconds { return "the phase doesn't end with the turn" }
        case .showing:
            if !(0...record.rules.revealMilliseconds).contains(ends ?? -1) { return "a reveal of \(ends ?? -1) ms" }
        case .paused: if ends == nil { return "an endless pause" }
        case .waiting:
            if (ends != nil) == state.seats.allSatisfy(\.present) { return "waiting ends in \(ends ?? -1) ms" }
        case .over: if ends != nil { return "the end ends" }
        }
        if state.seats.contains(where: { $0.left && ($0.present || state.phase != .over) }) { return "left in play" }
        if (state.result != nil) != (state.phase == .over) { return "a result in \(state.phase)" }
        if (state.phase == .showing) != (state.turned.count == 2), state.phase != .paused {
            return "turned \(state.turned)"
        }
        let isComplete = state.seats.count == record.rules.seats && state.seats.allSatisfy(\.present)
        switch state.phase {
        case .playing, .showing: return isComplete ? nil : "it goes on without a player"
        case .paused: return isComplete ? "it is paused for nobody" : nil
        case .waiting: return state.seats.count < record.rules.seats ? nil : "it waits for nobody"
        case .over: return state.turned.isEmpty ? nil : "cards are turned at the end"
        }
    }

    private static func scores(_ state: MatchState, _ record: Referee.Record) -> String? {
        var taken: Set<Int> = []
        for (seat, player) in state.seats.enumerated() {
            let pairs = player.taken.count / 2
            for card in player.taken where !taken.insert(card).inserted { return "card \(card) was taken twice" }
            let points = record.rules.scoring == .pairs ? pairs : 200 * pairs - 100 * record.misses[seat]
            if player.score != points || !player.taken.count.isMultiple(of: 2) {
                return "seat \(seat) has \(player.score) points for \(pairs) pairs and \(record.misses[seat]) misses"
            }
            if let left = player.turnsLeft, !(0...record.rules.turns).contains(left) { return "\(left) turns are left" }
            if player.rematch, state.phase != .over { return "an offer in \(state.phase)" }
        }
        if let result = state.result, let winner = result.winner,
            result.reason == .cleared || result.reason == .turns,
            state.seats.contains(where: { $0.score > state.seats[winner].score })
        {
            return "seat \(winner) won with fewer points"
        }
        return nil
    }

    private static func change(
        _ state: MatchState, _ record: Referee.Record, _ isAlone: Bool, _ now: Instant
    ) -> String? {
        guard let last = record.last, !record.isResumed else { return nil }
        if state.change == .watchers {
            if now - record.shownAt < Limits.pushMilliseconds { return "watchers are told too often" }
            if state.watchers == last.watchers { return "the same watchers are told again" }
        }
        let isSame =
            state.cards == last.cards && state.turn == last.turn && state.phase == last.phase
            && state.turned == last.turned && state.seats.map(\.turnsLeft) == last.seats.map(\.turnsLeft)
        guard let change = state.change, !isAlone else { return nil }
        if isSame == drawsBoard(state), !(isSame && change.isTimeout) {
            return isSame ? "the same board is drawn again" : "a change of the board is not drawn"
        }
        return nil
    }

    /// Returns true if plain text shows the board with it.
    private static func drawsBoard(_ state: MatchState) -> Bool {
        String(decoding: Message(.state(state)).bytes(.plain), as: UTF8.self).contains(/\n   A +B/)
    }
}

extension Change {
    /// A turn was spent: in a game without a limit of turns that alone may leave all as it was.
    fileprivate var isTimeout: Bool {
        if case .memory(.timeout) = self { true } else { false }
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
}
