import Lobby
import Protocol
import Testing

@Suite struct `Game: decks` {
    /// How many cards of a deck have each face of its set.
    private func copies(in deck: Deck) -> [Int] {
        deck.faces.reduce(into: [Int](repeating: 0, count: deck.set.faces.count)) { $0[Int($1)] += 1 }
    }

    private func rules(_ rows: Int, _ columns: Int, _ faces: FaceSet) throws -> Rules {
        var request = RulesRequest()
        (request.rows, request.columns, request.faces) = (rows, columns, faces)
        return try Rules(request)
    }

    @Test(arguments: FaceSet.allCases, [(2, 2), (5, 6), (2, 5), (4, 4), (7, 8), (10, 10)])
    func `every face comes in pairs, and no more often than it must`(faces: FaceSet, size: (Int, Int)) throws {
        let rules = try rules(size.0, size.1, faces)
        let once = rules.pairCount / faces.faces.count
        for seed in 0..<20 as Range<UInt64> {
            var random = GameRandom(seed: seed)
            let deck = Deck(for: rules, using: &random)
            #expect(deck.count == rules.cardCount && deck.set == faces)
            let pairs = copies(in: deck).map { $0 / 2 }
            #expect(copies(in: deck) == pairs.map { $0 * 2 }, "seed \(seed)")
            #expect(pairs.allSatisfy { $0 == once || $0 == once + 1 }, "seed \(seed)")
        }
    }

    @Test func `a hundred cards of letters hold 24 of them twice and two once`() throws {
        var random = GameRandom(seed: 7)
        let copies = copies(in: Deck(for: try rules(10, 10, .letters), using: &random))
        #expect(copies.filter { $0 == 4 }.count == 24 && copies.filter { $0 == 2 }.count == 2)
    }

    @Test func `the same numbers deal the same deck, others another`() throws {
        let rules = Rules.preset(.classic)
        let decks = [1, 1, 2].map { (seed: UInt64) in
            var random = GameRandom(seed: seed)
            return Deck(for: rules, using: &random)
        }
        #expect(decks[0] == decks[1] && decks[0] != decks[2])
    }

    @Test func `every order of the cards is as likely as any other`() throws {
        // Which cards of four make the pairs: three ways, 2,000 of 6,000 each, with a deviation of 37.
        var random = GameRandom(seed: 42)
        let rules = try rules(2, 2, .animals)
        var partners = [0, 0, 0, 0]
        for _ in 0..<6_000 {
            let deck = Deck(for: rules, using: &random)
            for card in 1...3 where deck.isPair(0, card) { partners[card] += 1 }
        }
        #expect(partners[0] == 0 && partners.reduce(0, +) == 6_000)
        #expect(partners[1...].allSatisfy { abs($0 - 2_000) < 185 }, "\(partners)")
    }

    @Test func `every face of the set is as likely on every card`() throws {
        // Each of 26 letters on each of four cards: 200 of 5,200 each, with a deviation of 14.
        var random = GameRandom(seed: 43)
        let rules = try rules(2, 2, .letters)
        var seen = [[Int]](repeating: [Int](repeating: 0, count: 26), count: 4)
        for _ in 0..<5_200 {
            for (card, face) in Deck(for: rules, using: &random).faces.enumerated() { seen[card][Int(face)] += 1 }
        }
        #expect(seen.joined().allSatisfy { abs($0 - 200) < 70 })
    }

    @Test func `a deck is made of faces in card order`() throws {
        let deck = try #require(Deck(faces: [2, 0, 0, 2], set: .letters))
        #expect((0..<deck.count).map(deck.face(at:)) == ["C", "A", "A", "C"])
        #expect(deck.isPair(0, 3) && deck.isPair(2, 1) && !deck.isPair(0, 1) && !deck.isPair(0, 0))
    }

    @Test(arguments: [[], [0], [0, 1], [0, 0, 0, 1], [26, 26], [255, 255]] as [[UInt8]])
    func `faces that make no deck are refused`(faces: [UInt8]) {
        #expect(Deck(faces: faces, set: .letters) == nil)
    }

    @Test func `any two cards that are alike make a pair`() throws {
        var board = try GameBoard("AAB AAB")
        #expect(try board.play("a1 b2 b1 a2") == [.first, .pair, .first, .pair])
        #expect(board.scores == [1, 1])
    }

    @Test func `a board with repeated faces is cleared like any other`() throws {
        var random = GameRandom(seed: 9)
        var request = RulesRequest()
        (request.rows, request.columns, request.faces, request.turns) = (10, 10, .letters, 25)
        let rules = try Rules(request)
        let deck = Deck(for: rules, using: &random)
        var game = Game(rules: rules, deck: deck)
        for _ in 0..<rules.pairCount {
            let seat = try #require(game.turn)
            let hidden = game.visibleFaces().indices.filter { game.visibleFaces()[$0] == nil }
            let first = try #require(hidden.first)
            let second = try #require(hidden.last { deck.isPair(first, $0) })
            #expect(try game.flip(first, by: seat) == .first)
            #expect(try game.flip(second, by: seat) == .pair)
        }
        #expect(game.ending == Ending(winner: nil, reason: .cleared))
        #expect(game.taken.map(\.count) == [50, 50] && game.revealedDeck() == deck)
    }
}
