import TestSupport
import Testing

@testable import Protocol

@Suite struct `Memory: decks` {
    /// Returns the number of cards for each face of a deck.
    private func copies(in deck: Deck) -> [Int] {
        Array(deck.faces.reduce(into: [:]) { $0[$1, default: 0] += 1 }.values)
    }

    private func rules(_ rows: Int, _ columns: Int, _ faces: FaceSet) throws -> Rules {
        var request = RulesRequest()
        (request.rows, request.columns, request.faces) = (rows, columns, faces)
        return try Rules(request)
    }

    @Test(arguments: FaceSet.builtIn, [(2, 2), (5, 6), (2, 5), (4, 4), (7, 8), (10, 10)])
    func `every face of a deck comes in pairs, and no more often than necessary`(faces: FaceSet, size: (Int, Int))
        throws
    {
        let rules = try rules(size.0, size.1, faces)
        let once = rules.pairCount / faces.faces.count
        for seed in 0..<20 as Range<UInt64> {
            var random = SeededRandom(seed: seed)
            let deck = Deck(for: rules, using: &random)
            #expect(deck.count == rules.cardCount && deck.faces.allSatisfy(faces.faces.contains))
            let copies = copies(in: deck)
            #expect(copies.allSatisfy { $0.isMultiple(of: 2) }, "seed \(seed)")
            #expect(copies.allSatisfy { $0 / 2 == once || $0 / 2 == once + 1 }, "seed \(seed)")
            #expect(once == 0 || copies.count == faces.faces.count, "seed \(seed)")
        }
    }

    @Test func `a deck of a hundred letters has 24 letters in two pairs and two in one`() throws {
        var random = SeededRandom(seed: 7)
        let copies = copies(in: Deck(for: try rules(10, 10, .letters), using: &random))
        #expect(copies.filter { $0 == 4 }.count == 24 && copies.filter { $0 == 2 }.count == 2)
    }

    @Test func `the same random numbers deal the same deck, others a different one`() throws {
        let rules = Rules.preset(.classic)
        let decks = [1, 1, 2].map { (seed: UInt64) in
            var random = SeededRandom(seed: seed)
            return Deck(for: rules, using: &random)
        }
        #expect(decks[0] == decks[1] && decks[0] != decks[2])
    }

    @Test func `every order of a deck is equally likely`() throws {
        // Which cards of four make the pairs: three ways, 2,000 of 6,000 each, with a deviation of 37.
        var random = SeededRandom(seed: 42)
        let rules = try rules(2, 2, .animals)
        var partners = [0, 0, 0, 0]
        for _ in 0..<6_000 {
            let deck = Deck(for: rules, using: &random)
            for card in 1...3 where deck.faces[0] == deck.faces[card] { partners[card] += 1 }
        }
        #expect(partners[0] == 0 && partners.reduce(0, +) == 6_000)
        #expect(partners[1...].allSatisfy { abs($0 - 2_000) < 185 }, "\(partners)")
    }

    @Test func `every face of the set is equally likely on every card`() throws {
        // Each of 26 letters on each of four cards: 200 of 5,200 each, with a deviation of 14.
        var random = SeededRandom(seed: 43)
        let rules = try rules(2, 2, .letters)
        var seen: [[String: Int]] = [[:], [:], [:], [:]]
        for _ in 0..<5_200 {
            for (card, face) in Deck(for: rules, using: &random).faces.enumerated() {
                seen[card][face, default: 0] += 1
            }
        }
        #expect(seen.allSatisfy { $0.count == 26 && $0.values.allSatisfy { abs($0 - 200) < 70 } })
    }

    @Test func `a deck can be made from faces in card order`() throws {
        let deck = try #require(Deck(["C", "A", "A", "C"], for: try rules(2, 2, .letters)))
        #expect(deck.faces == ["C", "A", "A", "C"])
    }

    @Test(arguments: [[], ["A"], ["A", "B"], ["A", "A"], ["A", "A", "A", "B"], ["A", "A", "", ""]])
    func `faces that do not form pairs are refused as a deck`(faces: [String]) throws {
        #expect(Deck(faces, for: try rules(2, 2, .letters)) == nil)
    }

    @Test func `a deck may have faces that its set no longer has`() throws {
        let rules = try rules(2, 2, .letters)
        var game = Memory(rules: rules, deck: try #require(Deck(["🦊", "A", "🦊", "A"], for: rules)))
        #expect(try game.flip(0, by: 0) == .first && game.flip(2, by: 0) == .pair)
        #expect(Array(game.faces) == ["🦊", nil, "🦊", nil])
    }

    @Test func `any two cards with the same face make a pair`() throws {
        var board = try GameBoard("AAB AAB")
        #expect(try board.play("a1 b2 b1 a2") == [.first, .pair, .first, .pair])
        #expect(board.scores == [1, 1])
    }

    @Test func `a board with repeated faces can be cleared like any other`() throws {
        var random = SeededRandom(seed: 9)
        var request = RulesRequest()
        (request.rows, request.columns, request.faces, request.turns) = (10, 10, .letters, 25)
        let rules = try Rules(request)
        let deck = Deck(for: rules, using: &random)
        var game = Memory(rules: rules, deck: deck)
        for _ in 0..<rules.pairCount {
            let seat = try #require(game.turn)
            let hidden = game.faces.indices.filter { game.faces[$0] == nil }
            let first = try #require(hidden.first)
            let second = try #require(hidden.last { deck.faces[first] == deck.faces[$0] })
            #expect(try game.flip(first, by: seat) == .first)
            #expect(try game.flip(second, by: seat) == .pair)
        }
        #expect(game.ending == Ending(winner: nil, reason: .cleared))
        #expect(game.taken.map(\.count) == [50, 50] && game.revealedDeck == deck)
    }
}
