/// A version of QR codes, which is their size, at a level of error correction.
struct QRVersion: Sendable {
    /// 1 to 10.
    let number: Int
    /// The number of error correction codewords in each block.
    let correction: Int
    /// The number of data codewords in each block.
    let blocks: [Int]
    /// The rows, and columns, of the centres of alignment patterns.
    let alignment: [Int]

    /// All versions at level M, the smallest first (tables 9 and E.1 of the standard).
    static let all = [
        QRVersion(number: 1, correction: 10, blocks: [16], alignment: []),
        QRVersion(number: 2, correction: 16, blocks: [28], alignment: [6, 18]),
        QRVersion(number: 3, correction: 26, blocks: [44], alignment: [6, 22]),
        QRVersion(number: 4, correction: 18, blocks: [32, 32], alignment: [6, 26]),
        QRVersion(number: 5, correction: 24, blocks: [43, 43], alignment: [6, 30]),
        QRVersion(number: 6, correction: 16, blocks: [27, 27, 27, 27], alignment: [6, 34]),
        QRVersion(number: 7, correction: 18, blocks: [31, 31, 31, 31], alignment: [6, 22, 38]),
        QRVersion(number: 8, correction: 22, blocks: [38, 38, 39, 39], alignment: [6, 24, 42]),
        QRVersion(number: 9, correction: 22, blocks: [36, 36, 36, 37, 37], alignment: [6, 26, 46]),
        QRVersion(number: 10, correction: 26, blocks: [43, 43, 43, 43, 44], alignment: [6, 28, 50]),
    ]

    /// The number of modules per side.
    var size: Int { 17 + 4 * number }
    /// The number of bits that hold the text's length.
    var lengthBits: Int { number < 10 ? 8 : 16 }
    /// The data codewords in all blocks.
    var dataCount: Int { blocks.reduce(0, +) }
    /// The bytes of text that fit: all but the mode, the length and half a byte.
    var capacity: Int { dataCount - 1 - lengthBits / 8 }

    /// Returns data codewords with those of error correction, in the order in which they are placed.
    func interleaved(_ data: [UInt8]) -> [UInt8] {
        var (parts, rest) = ([[UInt8]](), data[...])
        for count in blocks {
            parts.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        let generator = ReedSolomon.generator(correction)
        let corrections = parts.map { ReedSolomon.correction($0, generator) }
        var codewords: [UInt8] = []
        codewords.reserveCapacity(dataCount + correction * blocks.count)
        for place in 0..<(blocks.max() ?? 0) {
            for part in parts where place < part.count { codewords.append(part[place]) }
        }
        for place in 0..<correction {
            for part in corrections { codewords.append(part[place]) }
        }
        return codewords
    }

    /// The 18 bits that tell the version, which only versions from 7 on have: a BCH code (annex D of the standard).
    var information: Int {
        var rest = number << 12
        for bit in stride(from: 17, through: 12, by: -1) where rest >> bit & 1 == 1 { rest ^= 0x1F25 << (bit - 12) }
        return number << 12 | rest
    }

    /// Returns the 15 bits that encode a mask, with level M as 0: a BCH code (annex C of the standard).
    static func format(mask: Int) -> Int {
        var rest = mask << 10
        for bit in stride(from: 14, through: 10, by: -1) where rest >> bit & 1 == 1 { rest ^= 0x537 << (bit - 10) }
        return (mask << 10 | rest) ^ 0x5412
    }
}
