import TestSupport
import Testing

@testable import Protocol

/// What makes three cards a set, by tables and laws.
@Suite struct `Set: laws of the cards` {
    /// Three cards are a set if each letter of their short forms is the same on all or different on all.
    private static func isSet(_ cards: [SetCard]) -> Bool {
        let texts = cards.map { Array($0.text) }
        return texts[0].indices.allSatisfy { letter in Set(texts.map { $0[letter] }).count != 2 }
    }

    @Test func `the deck has each of 81 cards once`() {
        #expect(SetCard.all.count == 81 && Set(SetCard.all.map(\.text)).count == 81)
        for card in SetCard.all { #expect(SetCard(card.text) == card) }
    }

    @Test(arguments: [
        ("1rsd", "1 red solid diamond"), ("2gto", "2 green striped ovals"), ("3pus", "3 purple unfilled squiggles"),
    ])
    func `a card has a short form and words`(text: String, words: String) throws {
        #expect(try #require(SetCard(text)).words == words)
    }

    @Test(arguments: ["", "2gt", "2gtoo", "0gto", "4gto", "2bto", "2gxo", "2gtx", "2GTO", "ogt2", "２gto"])
    func `any other text is no card`(text: String) { #expect(SetCard(text) == nil) }

    @Test(arguments: [
        (["1rsd", "2rsd", "3rsd"], true), (["1rsd", "2gto", "3pus"], true), (["1rsd", "1gsd", "1psd"], true),
        (["1rsd", "2rsd", "3rso"], false), (["1rsd", "1rsd", "2rsd"], false), (["1rsd", "2gto", "3pud"], false),
    ])
    func `three cards are a set if no feature is shared by just two`(texts: [String], isSet: Bool) {
        let cards = texts.compactMap { SetCard($0) }
        #expect(SetCard.areSet(cards[0], cards[1], cards[2]) == isSet && Self.isSet(cards) == isSet)
    }

    @Test(
        arguments: [
            (["1rsd", "2rsd", "3rsd"], nil), (["1rsd", "2gto", "3pus"], nil), (["1rsd", "1gsd", "2psd"], .number),
            (["1rsd", "2rsd", "3gsd"], .colour), (["1rsd", "1gtd", "1psd"], .filling),
            (["3pud", "3pud", "3puo"], .shape),
            (["1rsd", "1gsd", "2gto"], .number), (["1rsd", "2gtd", "3gto"], .colour),
        ] as [([String], SetCard.Feature?)])
    func `the fault of three cards is the first feature that just two share`(texts: [String], fault: SetCard.Feature?) {
        let cards = texts.compactMap { SetCard($0) }
        #expect(SetCard.fault(cards[0], cards[1], cards[2]) == fault)
    }

    @Test func `three cards have a fault unless they are a set`() {
        for one in SetCard.all {
            for two in SetCard.all where two.number < one.number {
                for three in SetCard.all where three.number < two.number {
                    let isSet = SetCard.areSet(one, two, three)
                    guard isSet == (SetCard.fault(one, two, three) == nil) else {
                        Issue.record("\(one.text) \(two.text) \(three.text)")
                        return
                    }
                }
            }
        }
    }

    @Test func `every two cards make a set with exactly one third`() {
        for one in SetCard.all {
            for two in SetCard.all where two != one {
                let thirds = SetCard.all.filter { $0 != one && $0 != two && Self.isSet([one, two, $0]) }
                guard thirds == [one.third(with: two)] else {
                    Issue.record("\(one.text) and \(two.text) have the thirds \(thirds.map(\.text))")
                    return
                }
            }
        }
    }

    @Test func `the deck has 1080 sets`() { #expect(SetCard.sets(in: SetCard.all).count == 1_080) }

    @Test(arguments: SeededRandom.seeds(1))
    func `two ways of finding sets agree on any table`(seed: UInt64) {
        print("tables from seed \(seed)")
        var random = SeededRandom(seed: seed)
        for _ in 0..<300 {
            let table = Array(SetCard.all.shuffled(using: &random).prefix(random.number(0...24)))
            var sets: [[Int]] = []
            for first in table.indices {
                for second in table.indices where second > first {
                    for third in table.indices where third > second {
                        if Self.isSet([table[first], table[second], table[third]]) {
                            sets.append([first, second, third])
                        }
                    }
                }
            }
            #expect(SetCard.sets(in: table) == sets && SetCard.firstSet(in: table) == sets.first)
        }
    }

    @Test(arguments: SeededRandom.seeds(1))
    func `no 21 cards are without a set`(seed: UInt64) {
        print("cards without a set from seed \(seed)")
        var random = SeededRandom(seed: seed)
        var largest = 0
        for _ in 0..<2_000 {
            // As many cards as can be added one by one without a set.
            var cards: [SetCard] = []
            var excluded: Set<SetCard> = []
            for card in SetCard.all.shuffled(using: &random) where !excluded.contains(card) {
                excluded.formUnion(cards.map { $0.third(with: card) })
                cards.append(card)
            }
            largest = max(largest, cards.count)
            #expect(SetCard.firstSet(in: cards) == nil && cards.count <= 20)
            #expect(SetCard.firstSet(in: Array(SetCard.all.shuffled(using: &random).prefix(21))) != nil)
        }
        #expect(largest >= 16)
    }
}
