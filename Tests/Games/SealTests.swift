import TestSupport
import Testing

@testable import Protocol

/// Sealed cards: the hash, and what is said of it to whoever has seen the match.
@Suite struct SealTests {
    private static let deck = ["K", "T", "K", "T"]

    @Test func `a seal is the SHA-256 of a heading, the salt and the faces, a line each`() throws {
        // As sha256sum says.
        #expect(
            SealSamples.seal(["🐶", "🐶"]).text == "834551342bcbc430475672de51e975036430e338007c200f9208a2a5775f53e4")
        let salt = try #require(Salt("1a60f3f6c1eda4e13c0d850be22708f82bbfa1ef2921456a203a80f56106e957"))
        #expect(Seal(of: Self.deck, salt).text == "cd9b900efa37b99fd41e3ca9b74a46b352892181ec91f40d9f864f02f9facbac")
    }

    @Test func `salts are drawn, 64 digits each, and nothing else is read as a salt or a seal`() {
        var random = SeededRandom(#function)
        let salts = (0..<200).map { _ in Salt(using: &random) }
        #expect(Set(salts).count == salts.count && salts.allSatisfy { $0.text.utf8.count == 64 })
        #expect(salts.allSatisfy { Salt($0.text) == $0 && Seal($0.text)?.text == $0.text })
        let digits = SealSamples.salt.text
        for text in ["", "0", digits + "0", digits.uppercased(), String(digits.dropLast()), digits.dropLast() + "g"] {
            #expect(Salt(text) == nil && Seal(text) == nil, "\(text)")
        }
    }

    // MARK: Checking

    private func state(_ cards: [String?], result: MatchState.Result? = nil, set deckLeft: Int? = nil) -> MatchState {
        MatchState(
            match: MatchID(number: 1), version: 1, phase: result == nil ? .playing : .over, rows: 2, columns: 2,
            cards: CardFaces(cards), turned: [], turn: nil, turnEndsInMilliseconds: nil, seats: [], watchers: 0,
            result: result, game: deckLeft.map { .set(SetState(deckLeft: $0, seats: [])) } ?? .memory)
    }

    private func end(_ salt: Salt?, _ deck: [String]? = nil) -> MatchState.Result {
        MatchState.Result(winner: nil, reason: .resigned, rematch: nil, best: false, salt: salt, deck: deck)
    }

    private func verdict(_ states: MatchState..., seal: Seal? = nil) -> SealVerdict? {
        var check = SealCheck(seal ?? SealSamples.seal(Self.deck))
        for state in states { check.see(state) }
        return check.verdict
    }

    @Test func `the seal of an honest host fits, for who saw all and for who came late`() {
        let over = state(Self.deck, result: end(SealSamples.salt))
        #expect(verdict(over) == .fits)
        #expect(verdict(state(["K", nil, nil, nil]), state([nil, "T", nil, "T"]), over, over) == .fits)
        #expect(verdict(state(["K", "T", nil, nil])) == nil, "it is not over")
    }

    @Test func `a host that lies is found out`() {
        let seen = state(["K", nil, nil, nil])
        #expect(verdict(seen, state(["T", "K", "K", "T"], result: end(SealSamples.salt))) == .broken)
        #expect(verdict(seen, state(Self.deck, result: end(SealSamples.otherSalt))) == .broken)
        #expect(verdict(seen, state(Self.deck, result: end(nil))) == .withheld)
        // It dealt other cards than those that it sealed, and shows these at the end.
        #expect(verdict(state(["T", nil, nil, nil]), state(Self.deck, result: end(SealSamples.salt))) == .moved)
        #expect(verdict(seen, state(["T", nil, nil, nil]), state(Self.deck, result: end(SealSamples.salt))) == .moved)
        let decoy = end(SealSamples.salt, ["A", "A", "B", "B"])
        #expect(verdict(state(Self.deck, result: decoy), seal: SealSamples.seal(["A", "A", "B", "B"])) == .moved)
        // It thinks better of it.
        let over = state(Self.deck, result: end(SealSamples.salt))
        #expect(verdict(state(Self.deck, result: end(nil)), over) == .withheld)
    }

    @Test func `the table of Set must have the cards that were dealt, wherever they lie`() {
        let deck = SetCard.all.map(\.text)
        let (first, next) = (Array(deck[..<12]), Array(deck[3..<15]))
        func verdict(_ early: [String], _ late: [String]?) -> SealVerdict? {
            self.verdict(
                state(first, set: 69), state(early, set: 69), state(next, set: 66),
                state(next, result: end(SealSamples.salt, late), set: 66), seal: SealSamples.seal(deck))
        }
        #expect(verdict(first.reversed(), deck) == .fits)
        #expect(verdict(first.dropLast() + [deck[12]], deck) == .moved)
        #expect(verdict(first, deck.reversed()) == .broken)
        #expect(verdict(first, nil) == .broken)
    }

    @Test(arguments: ["\n", "\r\n", "\0", "\t", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}"])
    func `a face that is more than a line fits no seal, whatever the hash says`(lineBreak: String) {
        // With a line feed, both decks have the same hash, and the host may show either.
        let (honest, hostile) = (["A", "B", "A", "B"], ["A", "B\(lineBreak)A", "B", "C"])
        for deck in [honest, hostile] {
            let over = state(hostile, result: end(SealSamples.salt))
            #expect(verdict(over, seal: SealSamples.seal(deck)) == .broken)
            let decoy = state(honest, result: end(SealSamples.salt, hostile))
            #expect(verdict(decoy, seal: SealSamples.seal(deck)) == .broken)
        }
        #expect(verdict(state([nil, hostile[1], nil, nil])) == .broken, "at once")
        #expect(verdict(state([hostile[1]], set: 69)) == .broken)
        #expect(!hostile[1].isOneLine)
        #expect((honest + ["", "a b", "é", "👨‍👩‍👧", "\u{202E}"]).filter { !$0.isOneLine } == [])
    }

    @Test func `every face of a host is one line, and nothing else is dealt`() throws {
        let faces = FaceSet.allCases.flatMap(\.faces) + SetCard.all.map(\.text)
        #expect(faces.filter { !$0.isOneLine } == [])
        var request = RulesRequest()
        (request.rows, request.columns) = (2, 2)
        let rules = try Rules(request)
        #expect(Deck(["A", "B", "A", "B"], for: rules) != nil)
        #expect(Deck(["A", "B\nA", "A", "B\nA"], for: rules) == nil)
    }

    @Test func `a seal that fitted fits no longer once the host names another`() {
        for named in [nil, SealSamples.seal(["K"])] {
            var check = SealCheck(SealSamples.seal(Self.deck))
            check.see(state(Self.deck, result: end(SealSamples.salt)))
            check.compare(check.seal)
            #expect(check.verdict == .fits)
            check.compare(named)
            #expect(check.verdict == .broken)
        }
    }

    @Test func `a host that shows more cards than there are is found out, and fills no memory`() {
        var check = SealCheck(SealSamples.seal(Self.deck))
        for number in 0..<1_000 { check.see(state(["\(number)", nil, nil, nil])) }
        check.see(state(Self.deck, result: end(SealSamples.salt)))
        #expect(check.verdict == .moved)
    }

    @Test func `only a seal that fits is no alarm, and each outcome has a sentence of its own`() {
        let all: [SealVerdict] = [.fits, .broken, .moved, .withheld]
        #expect(all.filter { !$0.isAlarming } == [.fits])
        #expect(Set(all.map(\.sentence)).count == all.count)
    }
}
