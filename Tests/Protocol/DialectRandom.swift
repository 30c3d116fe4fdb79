/// Random numbers from a seed, so that a test that failed can be run again (SplitMix64).
struct DialectRandom: RandomNumberGenerator {
    private var state: UInt64

    /// Numbers from this seed; from another one each time if there is none. The seed is printed.
    init(_ test: String, seed: UInt64 = .random(in: 0...UInt64.max)) {
        print("\(test): seed \(seed)")
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
