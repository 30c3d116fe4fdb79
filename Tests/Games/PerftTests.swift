import Testing

@testable import Protocol

/// Every line of play on small boards, counted: whatever changes the rules changes a number here.
@Suite struct `Memory: every line of play` {
    /// Every flip by every seat, those of cards that are not there too; and what is no flip.
    private func inputs(of rules: Rules, clock: Bool) -> [GameInput] {
        let flips = (0..<rules.seats).flatMap { seat in
            (-1...rules.cardCount).map { GameInput.flip(card: $0, seat: seat) }
        }
        return flips + (clock ? [.turnBack, .turnRanOut] : [.turnBack])
    }

    /// Counts the sequences of inputs that change the match each, by their length, and those of them that end it.
    private func count(from game: Memory, _ inputs: [GameInput], depth: Int, _ row: inout Counts) {
        guard depth < row.lines.count else { return }
        for input in inputs {
            let next = game.after(input)
            guard next != game else { continue }
            row.lines[depth] += 1
            if next.isOver { row.over[depth] += 1 }
            count(from: next, inputs, depth: depth + 1, &row)
        }
    }

    private struct Counts {
        var lines = [0, 0, 0, 0, 0, 0]
        var over = [0, 0, 0, 0, 0, 0]
    }

    struct Lines: Sendable, CustomTestStringConvertible {
        var drawing: String
        var name: String
        /// Those of 1, 2, … 6 inputs.
        var lines: [Int]
        /// The number of those that end the match.
        var over: [Int]
        /// True if the turn's clock may run out at any point.
        var clock = false
        var change: @Sendable (inout RulesRequest) -> Void
        var testDescription: String { "\(drawing), \(name)" }
    }

    @Test(arguments: [
        Lines(drawing: "AB BA", name: "no limit", lines: [4, 12, 16, 40, 96, 128], over: [0, 0, 0, 8, 0, 0]) {
            $0.turns = 0
        },
        Lines(drawing: "AB BA", name: "a turn each", lines: [4, 12, 16, 40, 96, 64], over: [0, 0, 0, 8, 32, 64]) {
            $0.turns = 1
        },
        Lines(drawing: "AB BA", name: "solo, two turns", lines: [4, 12, 16, 40, 96, 64], over: [0, 0, 0, 8, 32, 64]) {
            ($0.turns, $0.seats) = (2, 1)
        },
        Lines(drawing: "AB BA", name: "solo, a turn, again", lines: [4, 12, 16, 8, 0, 0], over: [0, 0, 8, 8, 0, 0]) {
            ($0.turns, $0.seats, $0.again) = (1, 1, true)
        },
        Lines(
            drawing: "AB BA", name: "no limit, the clock", lines: [5, 21, 61, 213, 677, 2120],
            over: [0, 0, 0, 8, 17, 100], clock: true
        ) { $0.turns = 0 },
        Lines(drawing: "ABC CBA", name: "no limit", lines: [6, 30, 48, 216, 816, 1392], over: [0, 0, 0, 0, 0, 48]) {
            $0.turns = 0
        },
        Lines(
            drawing: "ABC CBA", name: "a turn each", lines: [6, 30, 48, 216, 768, 576], over: [0, 0, 0, 24, 192, 576]
        ) { $0.turns = 1 },
        Lines(
            drawing: "ABC CBA", name: "a turn each, again", lines: [6, 30, 48, 216, 816, 1392],
            over: [0, 0, 0, 0, 0, 624]
        ) {
            ($0.turns, $0.again) = (1, true)
        },
        Lines(drawing: "AAA BAB", name: "no limit", lines: [6, 30, 72, 264, 720, 1680], over: [0, 0, 0, 0, 0, 144]) {
            $0.turns = 0
        },
    ])
    func `the game has the known number of lines of play`(row: Lines) throws {
        let board = try GameBoard(row.drawing, row.change)
        var found = Counts()
        count(from: board.game, inputs(of: board.game.rules, clock: row.clock), depth: 0, &found)
        #expect(found.lines == row.lines && found.over == row.over)
    }

    struct Positions: Sendable, CustomTestStringConvertible {
        var drawing: String
        var name: String
        var positions: Int
        var over: Int
        var change: @Sendable (inout RulesRequest) -> Void
        var testDescription: String { "\(drawing), \(name)" }
    }

    @Test(arguments: [
        Positions(drawing: "AB BA", name: "a turn each", positions: 75, over: 24) { $0.turns = 1 },
        Positions(drawing: "AB BA", name: "a turn each, again", positions: 135, over: 48) {
            ($0.turns, $0.again) = (1, true)
        },
        Positions(drawing: "AB BA", name: "two turns each", positions: 491, over: 164) { $0.turns = 2 },
        Positions(drawing: "AB BA", name: "solo, two turns", positions: 75, over: 24) { ($0.turns, $0.seats) = (2, 1) },
        Positions(drawing: "AB BA", name: "three turns each", positions: 1805, over: 570) { $0.turns = 3 },
        Positions(drawing: "ABC CBA", name: "a turn each", positions: 223, over: 52) { $0.turns = 1 },
        Positions(drawing: "ABC CBA", name: "a turn each, again", positions: 1375, over: 460) {
            ($0.turns, $0.again) = (1, true)
        },
        Positions(drawing: "ABC CBA", name: "solo, three turns", positions: 692, over: 163) {
            ($0.turns, $0.seats) = (3, 1)
        },
        Positions(drawing: "AAA BAB", name: "a turn each", positions: 365, over: 130) { $0.turns = 1 },
    ])
    func `the game has the known number of positions, timeouts included`(row: Positions) throws {
        let start = try GameBoard(row.drawing, row.change).game
        var found = [start]
        var known = Set([start.position])
        var next = 0
        while next < found.count, next < 5_000 {
            for input in inputs(of: start.rules, clock: true) {
                let after = found[next].after(input)
                if known.insert(after.position).inserted { found.append(after) }
            }
            next += 1
        }
        #expect(found.count == row.positions)
        #expect(found.filter(\.isOver).count == row.over)
    }
}

/// The identity of a position: all that is visible, and the timeouts in a row, which are not.
private struct Position: Hashable {
    let sight: GameSight
    let timeoutsInARow: [Int]
}

extension Memory {
    fileprivate var position: Position { Position(sight: sight, timeoutsInARow: tallies.map(\.timeoutsInARow)) }

    fileprivate func after(_ input: GameInput) -> Memory {
        var next = self
        _ = next.answer(input)
        return next
    }
}
