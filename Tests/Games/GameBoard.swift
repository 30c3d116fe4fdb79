import Testing

@testable import Protocol

/// A match for tests: laid out as a drawing in letters, played in words.
///
///     var board = try GameBoard("""
///         AB
///         BA
///         """)
///     try board.play("a1 a2 back")
struct GameBoard {
    var game: Memory

    /// Lays the letters A to Z out as they are drawn; `change` alters the rules of `classic`.
    init(_ drawing: String, starting seat: Int = 0, _ change: (inout RulesRequest) -> Void = { _ in }) throws {
        let rows = drawing.split(whereSeparator: \.isWhitespace)
        var request = RulesRequest()
        (request.rows, request.columns) = (rows.count, rows.first?.count)
        request.faces = .letters
        change(&request)
        let rules = try Rules(request)
        let deck = try #require(Deck(rows.joined().map { String($0) }, for: rules))
        game = Memory(rules: rules, deck: deck, starting: seat)
    }

    /// Plays moves by whoever's turn it is: `b2` flips column B, row 2; `back` turns a mismatch back; `clock` runs the
    /// turn's clock out.
    ///
    /// - Returns: what the flips did, in order.
    @discardableResult
    mutating func play(_ moves: String) throws -> [FlipOutcome] {
        var outcomes: [FlipOutcome] = []
        for move in moves.split(separator: " ") {
            switch move {
            case "back": game.turnBack()
            case "clock": game.turnRanOut()
            default: outcomes.append(try game.flip(try card(move), by: game.turn ?? 0))
            }
        }
        return outcomes
    }

    /// The visible board, row by row: a letter, or a dot for a card that is face down.
    var drawing: String {
        let faces = game.faces
        return (0..<game.rules.rows).map { row in
            (0..<game.rules.columns).map { faces[row * game.rules.columns + $0] ?? "." }.joined()
        }.joined(separator: "\n")
    }

    /// The points of every seat.
    var scores: [Int] { (0..<game.rules.seats).map { game.score(of: $0) } }

    /// The turns that every seat has left.
    var turnsLeft: [Int?] { (0..<game.rules.seats).map { game.turnsLeft(of: $0) } }

    /// Cards in the words of a person: `a1 b2`.
    func words(_ cards: [Int]) -> String {
        cards.map { card in
            let column = Unicode.Scalar(UInt8(ascii: "a") + UInt8(card % game.rules.columns))
            return "\(column)\(card / game.rules.columns + 1)"
        }.joined(separator: " ")
    }

    private func card(_ name: Substring) throws -> Int {
        let letter = try #require(name.first?.asciiValue)
        let row = try #require(Int(name.dropFirst()))
        return (row - 1) * game.rules.columns + Int(letter - UInt8(ascii: "a"))
    }
}

/// The effect of a flip that was not refused.
enum FlipOutcome {
    case first, pair, mismatch
}

/// The inputs of a match in the notation of tests, which do not care about times.
extension Memory {
    @discardableResult
    mutating func flip(_ card: Int, by seat: Int) throws(Refusal) -> FlipOutcome {
        switch try play(.flip(.card(card)), by: seat, at: 0, announcedIn: 0).change {
        case .memory(.pair): .pair
        case .memory(.miss): .mismatch
        default: .first
        }
    }

    /// The reveal is over: nothing happens unless two cards are shown.
    mutating func turnBack() { if case .showing = table { _ = expire(at: 0, announcedIn: 0) } }

    /// The turn is over: nothing happens unless a seat is to flip.
    mutating func turnRanOut() { if case .choosing = table { _ = expire(at: 0, announcedIn: 0) } }

    var isOver: Bool { ending != nil }
}
