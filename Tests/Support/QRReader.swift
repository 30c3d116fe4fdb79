/// A reader of QR codes that corrects nothing: whatever is not as the standard has it makes it fail. It shares nothing
/// with the encoder.
public struct QRReader {
    private let size: Int
    private let isDark: (Int, Int) -> Bool

    /// Creates the reader of a code with so many modules a side; `isDark` takes a row and a column.
    public init(size: Int, isDark: @escaping (Int, Int) -> Bool) { (self.size, self.isDark) = (size, isDark) }

    struct Unreadable: Error { let reason: String }

    private var version: Int { (size - 17) / 4 }

    /// Codewords of error correction in a block, and the numbers of blocks and of all codewords, at level M.
    private static let structure = [
        (10, 1, 26), (16, 1, 44), (26, 1, 70), (18, 2, 100), (24, 2, 134), (16, 4, 172), (18, 4, 196), (22, 4, 242),
        (22, 5, 292), (26, 5, 346),
    ]
    /// The format information of level M for masks 0 to 7 (table C.1), and version information (table D.1).
    private static let formats = [0x5412, 0x5125, 0x5E7C, 0x5B4B, 0x45F9, 0x40CE, 0x4F97, 0x4AA0]
    private static let versions = [7: 0x07C94, 8: 0x085BC, 9: 0x09A99, 10: 0x0A4D3]
    private static let centres = [7: [6, 22, 38], 8: [6, 24, 42], 9: [6, 26, 46], 10: [6, 28, 50]]

    /// Returns the text; throws what is wrong with the code.
    public func text() throws -> String {
        try checkPatterns()
        let mask = try mask()
        let bits = places().map { isDark($0, $1) != Self.isMasked($0, $1, mask) }
        let (correction, blocks, total) = Self.structure[version - 1]
        let codewords = (0..<total).map { word in (0..<8).reduce(0) { $0 * 2 + (bits[word * 8 + $1] ? 1 : 0) } }
        guard !bits[(total * 8)...].contains(true) else { throw Unreadable(reason: "remainder bits") }
        var data: [Int] = []
        for part in split(codewords, blocks: blocks, correction: correction) {
            for power in 0..<correction where Self.value(of: part, at: power) != 0 {
                throw Unreadable(reason: "syndrome \(power)")
            }
            data += part.dropLast(correction)
        }
        return try Self.text(in: data, lengthBits: version < 10 ? 8 : 16)
    }

    private static func text(in data: [Int], lengthBits: Int) throws -> String {
        let bits = data.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        func number(_ start: Int, _ count: Int) -> Int { bits[start..<start + count].reduce(0) { $0 * 2 + $1 } }
        guard number(0, 4) == 4 else { throw Unreadable(reason: "mode \(number(0, 4))") }
        let (length, start) = (number(4, lengthBits), 4 + lengthBits)
        let bytes = (0..<length).map { UInt8(number(start + 8 * $0, 8)) }
        let end = start + 8 * length
        guard number(end, 4) == 0 else { throw Unreadable(reason: "no terminator") }
        for (index, place) in stride(from: end + 4, to: bits.count, by: 8).enumerated() {
            guard number(place, 8) == (index % 2 == 0 ? 0xEC : 0x11) else { throw Unreadable(reason: "padding") }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Patterns

    private func checkPatterns() throws {
        let finder = ["#######", "#     #", "# ### #", "# ### #", "# ### #", "#     #", "#######"]
        for (top, left) in [(0, 0), (0, size - 7), (size - 7, 0)] {
            for row in -1...7 {
                for column in -1...7 where 0..<size ~= top + row && 0..<size ~= left + column {
                    let isInside = 0..<7 ~= row && 0..<7 ~= column
                    let wanted = isInside && Array(finder[row])[column] == "#"
                    guard isDark(top + row, left + column) == wanted else { throw Unreadable(reason: "finder") }
                }
            }
        }
        for place in 8..<size - 8 {
            guard isDark(6, place) == (place % 2 == 0), isDark(place, 6) == (place % 2 == 0) else {
                throw Unreadable(reason: "timing")
            }
        }
        let alignment = ["#####", "#   #", "# # #", "#   #", "#####"]
        for (row, column) in alignments {
            for (down, line) in alignment.enumerated() {
                for (right, mark) in line.enumerated()
                where isDark(row - 2 + down, column - 2 + right) != (mark == "#") {
                    throw Unreadable(reason: "alignment")
                }
            }
        }
        guard isDark(size - 8, 8) else { throw Unreadable(reason: "dark module") }
        guard let wanted = Self.versions[version] else { return }
        for places in [(0..<18).map { ($0 / 3, size - 11 + $0 % 3) }, (0..<18).map { (size - 11 + $0 % 3, $0 / 3) }] {
            let read = places.reversed().reduce(0) { $0 * 2 + (isDark($1.0, $1.1) ? 1 : 0) }
            guard read == wanted else { throw Unreadable(reason: "version") }
        }
    }

    private var alignments: [(Int, Int)] {
        guard version > 1 else { return [] }
        let centres = Self.centres[version] ?? [6, size - 7]
        let all = centres.flatMap { row in centres.map { (row, $0) } }
        return all.filter { $0 != (6, 6) && $0 != (6, size - 7) && $0 != (size - 7, 6) }
    }

    private func mask() throws -> Int {
        // Figure 25 of the standard: the most significant bit first.
        let first = [0, 1, 2, 3, 4, 5, 7, 8].map { (8, $0) } + [7, 5, 4, 3, 2, 1, 0].map { ($0, 8) }
        let second = (1...7).map { (size - $0, 8) } + (0..<8).map { (8, size - 8 + $0) }
        let formats = [first, second].map { places in places.reduce(0) { $0 * 2 + (isDark($1.0, $1.1) ? 1 : 0) } }
        guard formats[0] == formats[1], let mask = Self.formats.firstIndex(of: formats[0]) else {
            throw Unreadable(reason: "format \(formats)")
        }
        return mask
    }

    private static func isMasked(_ i: Int, _ j: Int, _ mask: Int) -> Bool {
        [
            (i + j) % 2, i % 2, j % 3, (i + j) % 3, (i / 2 + j / 3) % 2, (i * j) % 2 + (i * j) % 3,
            ((i * j) % 2 + (i * j) % 3) % 2, ((i + j) % 2 + (i * j) % 3) % 2,
        ][mask] == 0
    }

    // MARK: Codewords

    /// The places of the text's bits, in order.
    private func places() -> [(Int, Int)] {
        func isText(_ row: Int, _ column: Int) -> Bool {
            if row == 6 || column == 6 { return false }
            if row < 9 && (column < 9 || column >= size - 8) || row >= size - 8 && column < 9 { return false }
            if version >= 7, row < 6 && column >= size - 11 || column < 6 && row >= size - 11 { return false }
            return !alignments.contains { abs($0.0 - row) <= 2 && abs($0.1 - column) <= 2 }
        }
        var places: [(Int, Int)] = []
        var pair = 0
        for right in (1..<size).reversed() where right > 6 ? right % 2 == 0 : right % 2 == 1 {
            for row in pair % 2 == 0 ? Array((0..<size).reversed()) : Array(0..<size) {
                for column in [right, right - 1] where isText(row, column) { places.append((row, column)) }
            }
            pair += 1
        }
        return places
    }

    private func split(_ codewords: [Int], blocks: Int, correction: Int) -> [[Int]] {
        let data = codewords.count - blocks * correction
        var parts = Array(repeating: [Int](), count: blocks)
        let short = data / blocks
        for index in 0..<data {
            // What is left over goes to the last blocks.
            let block = index < short * blocks ? index % blocks : blocks - data % blocks + index - short * blocks
            parts[block].append(codewords[index])
        }
        for index in data..<codewords.count { parts[(index - data) % blocks].append(codewords[index]) }
        return parts
    }

    /// The value of a polynomial at a power of 2 in the field.
    private static func value(of coefficients: [Int], at power: Int) -> Int {
        func doubled(_ value: Int) -> Int { value < 128 ? value * 2 : value * 2 ^ 0x11D }
        return coefficients.reduce(0) { sum, coefficient in
            (0..<power).reduce(sum) { value, _ in doubled(value) } ^ coefficient
        }
    }
}
