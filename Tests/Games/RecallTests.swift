import TestSupport
import Testing

@testable import Protocol

/// What players could have remembered, and what they did.
@Suite struct `Memory: recall` {
    /// Plays on a board and resigns, so that the counts can be seen.
    private func recall(
        _ drawing: String, _ moves: String, _ change: (inout RulesRequest) -> Void = { _ in }
    ) throws -> [Recall] {
        var board = try GameBoard(drawing, change)
        try board.play(moves)
        _ = board.game.forfeit(by: nil, as: .abandoned)
        return try #require(board.game.recall)
    }

    private func turns(_ recall: Recall) -> [[Int]] { recall.span.map { [$0.found, $0.missed] } }

    @Test(
        arguments: [
            // Nothing was shown before, so that a pair is luck.
            ("ABC CBA", "a1 c2", [], []), ("ABC CBA", "a1 b1 back b2 c1 back", [], [[0, 1]]),
            // Its second card was shown in the flip before the turn, or the flip before that.
            ("ABC CBA", "a1 b1 back b2 b1", [], [[1, 0]]), ("ABC CBA", "a1 b1 back c2 a1", [], [[0, 0], [1, 0]]),
            ("ABC CBA", "a1 b1 back c2 b2 back", [], [[0, 0], [0, 1]]),
            // At the start of the turn, both cards were known: the older one counts.
            ("ABC CBA", "a1 b1 back c1 b2 back b1 b2", [[0, 0], [0, 0], [1, 0]], []),
            // Of two known pairs, the one seen last counts, whichever is taken.
            (
                "ABCD BADC", "a1 b1 back a2 b2 back c1 d1 back b1 a2",
                [[0, 0], [0, 0], [0, 1]], [[0, 1], [0, 0], [0, 0], [1, 0]]
            ),
            // A pair was known, and another was taken by luck: that is no memory.
            ("ABCDE EDCBA", "a1 b1 back e2 c1 back d1 b2", [[0, 0], [0, 0], [0, 1]], [[0, 0], [0, 1]]),
            // A turn that runs out does not count, not even with a card open; nor does one that is not ended.
            ("ABC CBA", "a1 b1 back b2 clock c1 a2", [[0, 0], [0, 1]], []),
            ("ABC CBA", "a1 b1 back clock clock c2", [], []),
            // Taken cards are nothing to remember.
            ("ABC CBA", "a1 b1 back b2 b1 c1 a1 back", [], [[1, 0]]),
        ] as [(String, String, [[Int]], [[Int]])])
    func `a turn counts in which a pair could be taken from memory`(
        drawing: String, moves: String, first: [[Int]], second: [[Int]]
    ) throws {
        let recall = try recall(drawing, moves)
        #expect(turns(recall[0]) == first, "\(moves)")
        #expect(turns(recall[1]) == second, "\(moves)")
    }

    @Test func `each two flips of a seat that goes on after a pair are a turn`() throws {
        let recall = try recall("ABC CBA", "a1 b1 back c2 a1 b2 b1 c1 a2") { $0.again = true }
        #expect(turns(recall[1]) == [[0, 0], [1, 0], [1, 0]])
        #expect(recall[1].known == 2 && recall[1].found == 2 && recall[0].known == 0)
    }

    @Test func `nothing is told before the end`() throws {
        var board = try GameBoard("AB AB")
        try board.play("a1 b1 back a2 a1")
        #expect(board.game.recall == nil)
        try board.play("b1 b2")
        #expect(board.game.recall?.map(\.found) == [0, 1])
    }

    /// The counts by their definition in the protocol, from the list of all flips and no other knowledge.
    private struct Definition {
        var counts: [[[Int]]]
        private let faces: [String]
        private var flips: [Int] = []
        private var taken: Set<Int> = []
        private var turn: (seat: Int, start: Int, known: Int?) = (0, 0, nil)

        init(_ faces: [String], seats: Int) {
            (self.faces, counts) = (
                faces, Array(repeating: Array(repeating: [0, 0], count: Recall.buckets), count: seats)
            )
        }

        /// The number of flips between a card's last one and the start of the turn; nil if it was never shown before.
        private func age(_ card: Int, before end: Int) -> Int? {
            flips[..<end].lastIndex(of: card).map { turn.start - 1 - $0 }
        }

        private func isPair(_ one: Int, _ two: Int) -> Bool { one != two && faces[one] == faces[two] }

        mutating func begin(_ seat: Int) {
            turn = (seat, flips.count, nil)
            let ages = faces.indices.filter { !taken.contains($0) }
                .compactMap { card in age(card, before: flips.count).map { (card, age: $0) } }
                .sorted { $0.age < $1.age }
            let partners = ages.compactMap { one in ages.first { isPair(one.0, $0.0) } }
            turn.known = partners.first?.age
        }

        mutating func flip(_ card: Int) {
            let before = flips.count
            defer { flips.append(card) }
            guard before > turn.start else {
                if turn.known == nil {
                    turn.known = faces.indices.filter { isPair($0, card) && !taken.contains($0) }
                        .compactMap { age($0, before: before) }.min()
                }
                return
            }
            let first = flips[turn.start]
            let isFound = isPair(first, card) && flips[..<before].contains(card)
            if isPair(first, card) { taken.formUnion([first, card]) }
            guard let known = turn.known else { return }
            let bucket = unwrapped((0..<Recall.buckets).first { Recall.flips(in: $0).contains(known) })
            counts[turn.seat][bucket][isFound ? 0 : 1] += 1
        }
    }

    @Test(arguments: SeededRandom.seeds(1))
    func `random matches are counted as the definition says`(seed: UInt64) throws {
        print("recall of random matches from seed \(seed)")
        var random = SeededRandom(seed: seed)
        var turns = 0
        for number in 0..<400 {
            var request = RulesRequest()
            (request.rows, request.columns) = (random.number(1...3) * 2, random.number(2...5))
            (request.seats, request.turns, request.again) = (random.number(1...2), 0, random.chance(percent: 30))
            request.faces = .letters
            let rules = try Rules(request)
            // Some boards have more pairs than faces.
            let letters = FaceSet.letters.faces.prefix(random.number(1...15))
            let pairs = (0..<rules.pairCount).map { letters[$0 % letters.count] }
            let faces = (pairs + pairs).shuffled(using: &random)
            var game = Memory(rules: rules, deck: try #require(Deck(faces, for: rules)))
            var definition = Definition(faces, seats: rules.seats)
            var begun = -1
            let (memory, lateness) = (random.number(0...90), random.number(0...20))
            for _ in 0..<300 where !game.isOver {
                guard let seat = game.turn else {
                    game.turnBack()
                    continue
                }
                let ply = try #require(game.ply)
                if game.turned.isEmpty, begun != ply {
                    definition.begin(seat)
                    begun = ply
                }
                if random.chance(percent: lateness) {
                    game.turnRanOut()
                    continue
                }
                let hidden = game.faces.indices.filter { game.faces[$0] == nil }
                let match = game.turned.first.flatMap { first in hidden.first { faces[$0] == faces[first] } }
                let card = random.chance(percent: memory) ? match ?? random.one(of: hidden) : random.one(of: hidden)
                definition.flip(card)
                try game.flip(card, by: seat)
            }
            if !game.isOver { _ = game.forfeit(by: nil, as: .abandoned) }
            let counted = try #require(game.recall).map { recall in
                recall.span.map { [$0.found, $0.missed] }
                    + Array(repeating: [0, 0], count: Recall.buckets - recall.span.count)
            }
            #expect(counted == definition.counts, "seed \(seed), match \(number)")
            turns += try #require(game.recall).reduce(0) { $0 + $1.known }
        }
        #expect(turns > 1000, "hardly anything could be remembered: \(turns)")
    }

    @Test func `buckets double, and the last one has the flips of the longest match`() {
        #expect((0..<5).map { Recall.flips(in: $0) } == [0...0, 1...1, 2...3, 4...7, 8...15])
        #expect(Recall.flips(in: Recall.buckets - 1).contains(2 * Limits.matchTurns + 100))
        #expect([0, 1, 2].map { Recall.words($0) } == ["after 0 flips", "after 1 flip", "after 2 to 3 flips"])
    }

    @Test func `a line tells what was remembered, and kindly`() {
        func recall(_ found: Int, _ missed: Int) -> Recall { Recall(span: [.init(found: found, missed: missed)]) }
        let (some, all, none) = (recall(11, 4), recall(9, 0), Recall())
        #expect(Recall.line([some, all], of: ["Ann", "Bob"]) == "Remembered: Ann 11 of 15, Bob all 9")
        #expect(Recall.line([none, some], of: ["Ann", "Bob"]) == "Remembered: Bob 11 of 15")
        #expect(Recall.line([recall(1, 0), recall(0, 2)], of: ["Ann", "Bob"]) == "Remembered: Ann 1 of 1")
        #expect(Recall.line([some], of: ["Ann"]) == "Remembered: 11 of 15")
        #expect(Recall.line([none, none], of: ["Ann", "Bob"]) == nil && Recall.line(nil, of: ["Ann"]) == nil)
    }

    @Test func `who remembers everything is praised, unless it was next to nothing`() {
        for (found, missed, isPerfect) in [(3, 0, true), (9, 1, false), (2, 0, false), (0, 0, false)] {
            #expect(Recall(span: [.init(found: found, missed: missed)]).isPerfect == isPerfect)
        }
    }

    @Test func `counts add up, and can be taken away again`() {
        let one = Recall(span: [.init(found: 1, missed: 2)])
        let other = Recall(span: [.init(), .init(found: 3)])
        var sum = one
        sum += other
        #expect(turns(sum) == [[1, 2], [3, 0]] && sum.known == 6 && sum.found == 4)
        sum -= other
        #expect(sum == one)
        sum -= one
        #expect(sum == Recall())
    }
}
