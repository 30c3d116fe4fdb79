/// Reed-Solomon codes over the field of 256 elements that QR codes use, whose polynomial is x⁸ + x⁴ + x³ + x² + 1.
enum ReedSolomon {
    /// Returns error correction codewords for a block of data, as many as the generator has coefficients.
    static func correction(_ data: [UInt8], _ generator: [UInt8]) -> [UInt8] {
        let last = generator.count - 1
        var rest = [UInt8](repeating: 0, count: generator.count)
        for byte in data {
            let factor = byte ^ rest[0]
            for place in 0..<last { rest[place] = rest[place + 1] ^ product(generator[place], factor) }
            rest[last] = product(generator[last], factor)
        }
        return rest
    }

    /// The coefficients of (x - 1)(x - 2)(x - 4)… below the highest, the highest of them first.
    static func generator(_ count: Int) -> [UInt8] {
        var coefficients = [UInt8](repeating: 0, count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for place in 0..<count {
                coefficients[place] = product(coefficients[place], root)
                if place + 1 < count { coefficients[place] ^= coefficients[place + 1] }
            }
            root = product(root, 2)
        }
        return coefficients
    }

    /// The powers of 2, twice over, and of each element the power that it is.
    private static let (powers, logarithms) = {
        var powers: [UInt8] = []
        var logarithms = [Int](repeating: 0, count: 256)
        var element: UInt8 = 1
        for power in 0..<255 {
            powers.append(element)
            logarithms[Int(element)] = power
            element = element << 1 ^ (element >> 7) * 0x1D
        }
        return (powers + powers, logarithms)
    }()

    static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        left == 0 || right == 0 ? 0 : powers[logarithms[Int(left)] + logarithms[Int(right)]]
    }
}
