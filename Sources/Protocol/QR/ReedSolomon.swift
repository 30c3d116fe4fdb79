/// Reed-Solomon codes over the field of 256 elements that QR codes use, whose polynomial is x⁸ + x⁴ + x³ + x² + 1.
enum ReedSolomon {
    /// Returns `count` error correction codewords for a block of data.
    static func correction(_ data: [UInt8], count: Int) -> [UInt8] {
        let generator = generator(count)
        var rest = [UInt8](repeating: 0, count: count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for place in 0..<count { rest[place] ^= product(generator[place], factor) }
        }
        return rest
    }

    /// The coefficients of (x - 1)(x - 2)(x - 4)… below the highest, the highest of them first.
    private static func generator(_ count: Int) -> [UInt8] {
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

    static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product: UInt8 = 0
        for bit in (0..<8).reversed() {
            product = product << 1 ^ (product >> 7) * 0x1D
            if right >> UInt8(bit) & 1 == 1 { product ^= left }
        }
        return product
    }
}
