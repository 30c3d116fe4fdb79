import TestSupport
import Testing

@testable import Protocol

@Suite struct `Decks: the shuffle` {
    @Test func `it orders as the standard library does from the same numbers, so that seeded decks stay as they were`()
    {
        for count in [0, 1, 2, 3, 15, 30, 52, 81, 100] {
            for seed in 0..<200 as Range<UInt64> {
                var (one, other) = (SeededRandom(seed: seed), SeededRandom(seed: seed))
                let cards = Array(0..<count)
                #expect(cards.dealt(using: &one) == cards.shuffled(using: &other), "\(count) cards, seed \(seed)")
                #expect(one.next() == other.next(), "as many numbers are drawn")
            }
        }
    }

    @Test func `a number whose product has too small a lower half is drawn again`() {
        // 2⁶⁴ mod 3 is 1: of all numbers, only 0 has a product with a lower half below that.
        var numbers = Numbers(rest: [0, .max, 1 << 63])
        #expect(["a", "b", "c"].dealt(using: &numbers) == ["c", "a", "b"])
        #expect(numbers.rest.isEmpty)
    }

    private struct Numbers: RandomNumberGenerator {
        var rest: [UInt64]
        mutating func next() -> UInt64 { rest.removeFirst() }
    }
}
