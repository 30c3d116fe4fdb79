import Foundation

/// Random numbers that follow from their seed, so that a failed test can be run again (SplitMix64 by Steele, Lea and
/// Flood).
public struct SeededRandom: RandomNumberGenerator, Sendable {
    /// The seed to use in place of a random one to reproduce a failure.
    public let seed: UInt64
    private var state: UInt64

    /// The numbers of this seed.
    public init(seed: UInt64) { (self.seed, state) = (seed, seed) }

    /// The numbers of the seed that the environment names, or else of a new one; prints it with the test's name.
    public init(_ test: String) {
        self.init(seed: Self.named ?? .random(in: 0...UInt64.max))
        print("\(test): MEMORY_SEED=\(seed)")
    }

    /// The seed that the environment names as `MEMORY_SEED`; nil if it names none.
    public static let named = ProcessInfo.processInfo.environment["MEMORY_SEED"].flatMap { UInt64($0) }

    /// The seeds of a test that has some of its own: these and a new one, or the one that the environment names.
    public static func seeds(_ own: UInt64...) -> [UInt64] { named.map { [$0] } ?? own + [.random(in: 1...999_999)] }

    /// The next number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension RandomNumberGenerator {
    /// A number of the range.
    public mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// A byte of the range.
    public mutating func byte(_ range: ClosedRange<UInt8> = 0...255) -> UInt8 { UInt8.random(in: range, using: &self) }

    /// One of the elements, of which there must be one.
    public mutating func one<Element>(of elements: [Element]) -> Element { elements[number(0...elements.count - 1)] }

    /// Returns true in `percent` of 100 cases.
    public mutating func chance(percent: Int) -> Bool { number(0...99) < percent }

    /// Returns true in one of `count` cases.
    public mutating func chance(oneIn count: Int) -> Bool { number(1...count) == 1 }
}
