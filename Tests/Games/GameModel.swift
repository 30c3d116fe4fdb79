import Protocol

@testable import Games

/// Something that happens to a match.
enum GameInput: Hashable {
    case flip(card: Int, seat: Int)
    case turnBack
    case turnRanOut
    case forfeit(seat: Int?, Game.Forfeit)
}

/// All that can be seen of a match, so that two ways to play it can be compared.
struct GameSight: Hashable {
    var faces: [String?] = []
    var turn: Int?
    var turned: [Int] = []
    var taken: [[Int]] = []
    var scores: [Int] = []
    var misses: [Int] = []
    var turnsUsed: [Int] = []
    var turnsLeft: [Int?] = []
    var ending: Ending?
}

extension Memory {
    /// The visible part of the game.
    var sight: GameSight {
        let seats = 0..<rules.seats
        return GameSight(
            faces: Array(faces), turn: turn, turned: turned, taken: taken, scores: seats.map(score),
            misses: seats.map(misses), turnsUsed: seats.map(turnsUsed), turnsLeft: seats.map(turnsLeft),
            ending: ending)
    }

    /// Lets something happen.
    ///
    /// - Returns: the outcome of a flip or the code of its refusal; nothing for the rest.
    mutating func answer(_ input: GameInput) -> String {
        switch input {
        case .flip(let card, let seat):
            do { return "\(try flip(card, by: seat))" } catch { return error.code }
        case .turnBack: turnBack()
        case .turnRanOut: turnRanOut()
        case .forfeit(let seat, let how): _ = forfeit(by: seat, as: how)
        }
        return ""
    }
}

/// The rules a second time, slow and plain, to hold ``Game`` to: one sentence of the protocol after another.
struct GameModel {
    let rules: Rules
    /// The face of each card.
    let faces: [String]
    /// Each card that was taken, in order, with who took it.
    var takings: [(seat: Int, card: Int)] = []
    var open: [Int] = []
    /// Whose turn it is, or was when two cards came to be shown.
    var seat = 0
    var used: [Int: Int] = [:]
    var misses: [Int: Int] = [:]
    var lateInARow: [Int: Int] = [:]
    var ending: Ending?

    var isShowing: Bool { open.count == 2 }
    var isTimed: Bool { ending == nil && !isShowing }

    func turnsLeft(_ seat: Int) -> Int? { rules.turns > 0 ? rules.turns - used[seat, default: 0] : nil }

    func score(_ seat: Int) -> Int {
        let cards = takings.filter { $0.seat == seat }.count
        return rules.scoring == .pairs ? cards / 2 : cards * 100 - misses[seat, default: 0] * 100
    }

    mutating func answer(_ input: GameInput) -> String {
        switch input {
        case .flip(let card, let seat):
            return flip(card, seat)
        case .turnBack:
            if ending == nil && isShowing { pass() }
        case .turnRanOut:
            if isTimed { runOut() }
        case .forfeit(let seat, let how):
            guard ending == nil else { break }
            end(seat.flatMap(other), how == .resigned ? .resigned : .abandoned)
        }
        return ""
    }

    mutating func flip(_ card: Int, _ who: Int) -> String {
        if ending != nil { return "not_playing" }
        if isShowing { return "showing" }
        if who != seat { return "not_your_turn" }
        if card < 0 || card >= faces.count { return "no_such_card" }
        if open.contains(card) || takings.contains(where: { $0.card == card }) { return "card_face_up" }
        open.append(card)
        if open.count == 1 { return "first" }
        lateInARow[seat] = 0
        if faces[open[0]] != faces[open[1]] {
            used[seat, default: 0] += 1
            misses[seat, default: 0] += 1
            return "mismatch"
        }
        takings += open.map { (seat, $0) }
        if !rules.again { used[seat, default: 0] += 1 }
        open = []
        if takings.count == faces.count {
            end(rules.seats == 1 ? 0 : best, .cleared)
        } else if !rules.again {
            pass()
        }
        return "pair"
    }

    mutating func runOut() {
        used[seat, default: 0] += 1
        lateInARow[seat, default: 0] += 1
        if lateInARow[seat] == 3 { end(other(seat), .timeout) } else { pass() }
    }

    /// The turn passes; when no seat has turns left, the match ends.
    mutating func pass() {
        open = []
        let after = other(seat) ?? seat
        if used.values.reduce(0, +) >= Limits.matchTurns {
            end(rules.seats == 1 ? nil : best, .turns)
        } else if turnsLeft(after) != 0 {
            seat = after
        } else if turnsLeft(seat) == 0 {
            end(rules.seats == 1 ? nil : best, .turns)
        }
    }

    mutating func end(_ winner: Int?, _ reason: Ending.Reason) {
        open = []
        ending = Ending(winner: winner, reason: reason)
    }

    func other(_ seat: Int) -> Int? { rules.seats == 1 ? nil : [1, 0][seat] }

    var best: Int? {
        if score(0) == score(1) { return nil }
        return score(0) > score(1) ? 0 : 1
    }

    var sight: GameSight {
        let seats = Array(0..<rules.seats)
        let up = ending == nil ? open + takings.map(\.card) : Array(faces.indices)
        return GameSight(
            faces: faces.indices.map { up.contains($0) ? faces[$0] : nil }, turn: isTimed ? seat : nil, turned: open,
            taken: seats.map { seat in takings.filter { $0.seat == seat }.map(\.card) }, scores: seats.map(score),
            misses: seats.map { misses[$0, default: 0] }, turnsUsed: seats.map { used[$0, default: 0] },
            turnsLeft: seats.map(turnsLeft), ending: ending)
    }
}
