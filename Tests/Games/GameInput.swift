@testable import Protocol

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
