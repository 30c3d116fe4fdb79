/// The modules of a QR code under one of the eight masks.
struct QRGrid: Sendable {
    private let size: Int
    /// Row by row.
    private(set) var isDark: [Bool]
    /// True for a module that belongs to a pattern or to information, not to the text.
    private var isReserved: [Bool]

    /// Places codewords in the order of the standard.
    ///
    /// - Parameter mask: 0 to 7.
    init(_ version: QRVersion, _ codewords: [UInt8], mask: Int) {
        size = version.size
        isDark = [Bool](repeating: false, count: size * size)
        isReserved = isDark
        placePatterns(version)
        placeFormat(QRVersion.format(mask: mask))
        if version.number >= 7 { placeVersion(version.information) }
        placeText(codewords, mask)
    }

    private mutating func reserve(_ row: Int, _ column: Int, dark: Bool) {
        guard 0..<size ~= row, 0..<size ~= column else { return }
        (isDark[row * size + column], isReserved[row * size + column]) = (dark, true)
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
    private mutating func placeText(_ codewords: [UInt8], _ mask: Int) {
        var bit = 0
        var isUpward = true
        // The column of the timing pattern is left out.
        for right in Array(stride(from: size - 1, to: 6, by: -2)) + Array(stride(from: 5, to: 0, by: -2)) {
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] where !isReserved[row * size + column] {
                    let isSet = bit < 8 * codewords.count && codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
                    isDark[row * size + column] = isSet != Self.inverts(mask, row, column)
                    bit += 1
                }
            }
            isUpward.toggle()
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
    /// The penalty of this grid: the harder to read, the higher (section 7.8.3 of the standard).
    var penalty: Int {
        let lines = (0..<size).reduce(0) { sum, place in
            sum + penalty(from: place * size, by: 1) + penalty(from: place, by: size)
        }
        // Ten points for each five percent by which the share of dark modules differs from a half.
        let (dark, count) = (isDark.count { $0 }, isDark.count)
        return lines + 3 * squares + 10 * (abs(20 * dark - 10 * count) / count)
    }

    /// The penalty of a row or column: three for five equal modules in a row, and one for each more; 40 for what looks
    /// like a finder pattern.
    ///
    /// - Parameters:
    ///   - first: the index of its first module.
    ///   - step: the distance between its modules.
    private func penalty(from first: Int, by step: Int) -> Int {
        var (points, run, wasDark) = (0, 0, false)
        // The last eleven modules, as bits.
        var latest = 0
        for place in 0..<size {
            let dark = isDark[first + place * step]
            run = place > 0 && dark == wasDark ? run + 1 : 1
            points += run == 5 ? 3 : run > 5 ? 1 : 0
            latest = (latest << 1 | (dark ? 1 : 0)) & 0x7FF
            if place >= 10, latest == 0b101_1101_0000 || latest == 0b000_0101_1101 { points += 40 }
            wasDark = dark
        }
        return points
    }

    /// The squares of two by two equal modules.
    private var squares: Int {
        var count = 0
        for row in 1..<size {
            for column in 1..<size {
                let place = row * size + column
                let dark = isDark[place]
                if isDark[place - 1] == dark, isDark[place - size] == dark, isDark[place - size - 1] == dark {
                    count += 1
                }
            }
        }
        return count
    }
}
