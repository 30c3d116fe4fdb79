/// The modules of a QR code: of each row a word, whose lowest bit is the first column.
struct QRGrid: Sendable {
    private let size: Int
    private(set) var rows: [UInt64]
    /// The modules that belong to a pattern or to information, not to the text.
    private var reserved: [UInt64]

    /// Places codewords in the order of the standard, under no mask yet.
    init(_ version: QRVersion, _ codewords: [UInt8]) {
        size = version.size
        rows = [UInt64](repeating: 0, count: size)
        reserved = rows
        placePatterns(version)
        placeFormat(0)  // So that no text is placed there.
        if version.number >= 7 { placeVersion(version.information) }
        placeText(codewords)
    }

    /// Returns this grid under a mask, 0 to 7.
    func masked(_ mask: Int) -> QRGrid {
        var grid = self
        for row in 0..<size { grid.rows[row] ^= Self.masks[mask][row % Self.period] & all & ~reserved[row] }
        grid.placeFormat(QRVersion.format(mask: mask))
        return grid
    }

    /// All modules of a row.
    private var all: UInt64 { 1 << UInt64(size) - 1 }

    private mutating func reserve(_ row: Int, _ column: Int, dark: Bool) {
        guard 0..<size ~= row, 0..<size ~= column else { return }
        let bit: UInt64 = 1 << UInt64(column)
        reserved[row] |= bit
        if dark { rows[row] |= bit } else { rows[row] &= ~bit }
    }

    // MARK: Patterns

    private mutating func placePatterns(_ version: QRVersion) {
        for place in 0..<size {
            reserve(6, place, dark: place % 2 == 0)
            reserve(place, 6, dark: place % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] {
            placeSquares(row, column, radius: 4, light: [2, 4])
        }
        let (first, last) = (version.alignment.first, version.alignment.last)
        for row in version.alignment {
            for column in version.alignment {
                let corner = row == first && column == first || row == first && column == last
                if !corner, !(row == last && column == first) { placeSquares(row, column, radius: 2, light: [1]) }
            }
        }
    }

    /// Places squares within one another around a centre, all dark but those of some radii.
    private mutating func placeSquares(_ row: Int, _ column: Int, radius: Int, light: [Int]) {
        for down in -radius...radius {
            for right in -radius...radius {
                reserve(row + down, column + right, dark: !light.contains(max(abs(down), abs(right))))
            }
        }
    }

    /// Places the format information, level and mask, twice, beside the finder patterns.
    private mutating func placeFormat(_ bits: Int) {
        for bit in 0..<15 {
            let dark = bits >> bit & 1 == 1
            switch bit {
            case ..<6: reserve(bit, 8, dark: dark)
            case 6, 7: reserve(bit + 1, 8, dark: dark)
            case 8: reserve(8, 7, dark: dark)
            default: reserve(8, 14 - bit, dark: dark)
            }
            if bit < 8 { reserve(8, size - 1 - bit, dark: dark) } else { reserve(size - 15 + bit, 8, dark: dark) }
        }
        reserve(size - 8, 8, dark: true)
    }

    private mutating func placeVersion(_ bits: Int) {
        for bit in 0..<18 {
            let (near, far) = (bit / 3, size - 11 + bit % 3)
            reserve(near, far, dark: bits >> bit & 1 == 1)
            reserve(far, near, dark: bits >> bit & 1 == 1)
        }
    }

    // MARK: Text

    /// Places the text in columns of two modules, from the right, up and down in turn.
    private mutating func placeText(_ codewords: [UInt8]) {
        var bit = 0
        var isUpward = true
        // The column of the timing pattern is left out.
        for right in Array(stride(from: size - 1, to: 6, by: -2)) + Array(stride(from: 5, to: 0, by: -2)) {
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                var module: UInt64 = 1 << UInt64(right)
                for _ in 0..<2 {
                    if reserved[row] & module == 0 {
                        let isDark = bit < 8 * codewords.count && codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
                        if isDark { rows[row] |= module }
                        bit += 1
                    }
                    module >>= 1
                }
            }
            isUpward.toggle()
        }
    }

    /// The rows after which every mask begins again.
    private static let period = 12
    /// The modules that each mask inverts, in its first rows.
    private static let masks = (0..<8).map { mask in
        (0..<period).map { row in
            (0..<64).reduce(UInt64(0)) { $0 | (inverts(mask, row, $1) ? 1 << UInt64($1) : 0) }
        }
    }

    /// Returns true if a mask inverts a module (table 10 of the standard).
    private static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}

extension QRGrid {
    /// Patterns that look like a finder pattern with a light zone beside it, in either direction: eleven modules, as
    /// bits.
    private static let lookalikes: [UInt64] = [0b101_1101_0000, 0b000_0101_1101]

    /// The penalty of this grid: the harder to read, the higher (section 7.8.3 of the standard). The modules of a row
    /// are compared all at once.
    ///
    /// Five equal modules side by side, or one above the other, count three points, and each more counts one; what
    /// looks like a finder pattern counts 40; a square of two by two equal modules counts three.
    var penalty: Int {
        let beside: [UInt64] = rows.map { ~($0 ^ ($0 >> 1)) & (all >> 1) }
        let below: [UInt64] = (1..<size).map { ~(rows[$0 - 1] ^ rows[$0]) & all }
        var points = 40 * lookalikeCount
        for row in beside {
            let runs: UInt64 = row & (row >> 1) & (row >> 2) & (row >> 3)
            points += Self.points(runs, runs << 1)
        }
        var above: UInt64 = 0
        for row in 3..<below.count {
            let pairs: UInt64 = below[row - 3] & below[row - 2]
            let runs: UInt64 = pairs & below[row - 1] & below[row]
            points += Self.points(runs, above)
            above = runs
        }
        for row in below.indices { points += 3 * (beside[row] & beside[row + 1] & below[row]).nonzeroBitCount }
        // Ten points for each five percent by which the share of dark modules differs from a half.
        let dark: Int = rows.reduce(0) { $0 + $1.nonzeroBitCount }
        let count = size * size
        return points + 10 * (abs(20 * dark - 10 * count) / count)
    }

    /// Returns the points for runs, of which each bit is five equal modules.
    ///
    /// - Parameter earlier: the same one place before, in a run that goes on.
    private static func points(_ runs: UInt64, _ earlier: UInt64) -> Int {
        runs.nonzeroBitCount + 2 * (runs & ~earlier).nonzeroBitCount
    }

    private var lookalikeCount: Int {
        let length = 11
        var count = 0
        for pattern in Self.lookalikes {
            for row in rows {
                var matches = all >> UInt64(length - 1)
                var rest = row
                for place in 0..<length where matches != 0 {
                    matches &= pattern >> UInt64(place) & 1 == 1 ? rest : ~rest
                    rest >>= 1
                }
                count += matches.nonzeroBitCount
            }
            for first in 0...size - length {
                var matches = all
                for place in 0..<length where matches != 0 {
                    let row = rows[first + place]
                    matches &= pattern >> UInt64(place) & 1 == 1 ? row : ~row
                }
                count += matches.nonzeroBitCount
            }
        }
        return count
    }
}
